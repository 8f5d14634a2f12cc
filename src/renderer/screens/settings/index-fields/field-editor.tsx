import { useState, type ReactElement } from 'react';
import type { Field } from '../../../../shared/fields/field-rule.ts';
import { Checkbox } from '../../../components/fields/check-fields.tsx';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { NumberField } from '../fields/number-field.tsx';
import { FieldDefault } from './field-default.tsx';
import type { FieldPartProps } from './form-problems.ts';
import { LookupFields } from './lookup-fields.tsx';

const kinds = ['text', 'list', 'date', 'amount', 'lookup'] as const;

/** The field as another kind: what all kinds have stays. */
function asKind({ key, label, required, default: begins }: Field, kind: Field['kind']): Field {
  const common = { key, label, required, ...(begins === undefined ? {} : { default: begins }) };
  if (kind === 'list') return { kind, ...common, values: [] };
  return kind === 'lookup' ? { kind, ...common, file: '', keyColumn: '', labelColumns: [] } : { kind, ...common };
}

/** The key that a name suggests. */
const keyOf = (label: string): string =>
  label
    .replaceAll(/[=,\p{Cc}]/gu, '')
    .trim()
    .slice(0, 50);

function TextParts({ field, disabled, onChange }: FieldPartProps<Extract<Field, { kind: 'text' }>>): ReactElement {
  const say = useText('fieldForm');
  const { maxLength, mask, ...others } = field;
  const limit = maxLength === undefined ? {} : { maxLength };
  return (
    <>
      <div className={form['half']}>
        <NumberField
          label={say('max-length')}
          unit={say('unit-characters')}
          value={maxLength ?? null}
          min={1}
          max={1_000}
          whole
          optional
          placeholder={say('unlimited')}
          invalid={say('max-length-wrong')}
          disabled={disabled}
          onChange={(most) =>
            onChange({
              ...others,
              ...(mask === undefined ? {} : { mask }),
              ...(most === null ? {} : { maxLength: most }),
            })
          }
        />
      </div>
      <div className={classes(form['half'], form['code'])}>
        <TextField
          label={say('mask')}
          value={mask ?? ''}
          hint={say('mask-hint')}
          disabled={disabled}
          onChange={(text) => onChange({ ...others, ...limit, ...(text === '' ? {} : { mask: text.slice(0, 100) }) })}
        />
      </div>
    </>
  );
}

/** The values of a list, one a line. */
function ListParts({
  field,
  problems,
  disabled,
  onChange,
}: FieldPartProps<Extract<Field, { kind: 'list' }>>): ReactElement {
  const say = useText('fieldForm');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div onBlur={() => setTyped(null)}>
      <TextField
        label={say('values')}
        value={typed ?? field.values.join('\n')}
        rows={5}
        hint={say('values-hint')}
        error={problems.values && say(problems.values)}
        disabled={disabled}
        onChange={(text) => {
          setTyped(text);
          const values = text.split('\n').map((line) => line.trim());
          onChange({ ...field, values: [...new Set(values.filter((line) => line !== ''))] });
        }}
      />
    </div>
  );
}

/** One field of a form: what it is called, what kind of value it has, and what it begins with. */
export function FieldEditor({
  field,
  problems,
  disabled,
  focused,
  hasFolders,
  onChange,
}: FieldPartProps & {
  readonly focused: boolean;
  /** Its files lie in folders, whose names may be values. */
  readonly hasFolders: boolean;
}): ReactElement {
  const say = useText('fieldForm');
  return (
    <div className={form['grid']}>
      <div className={form['half']}>
        <TextField
          label={say('field-name')}
          value={field.label}
          hint={say('name-hint')}
          error={problems.label && say(problems.label)}
          focused={focused}
          disabled={disabled}
          onChange={(text) => {
            const label = text.slice(0, 60);
            // The key follows as long as nobody typed another one.
            onChange({ ...field, label, ...(field.key === keyOf(field.label) ? { key: keyOf(label) } : {}) });
          }}
        />
      </div>
      <div className={classes(form['half'], form['code'])}>
        <TextField
          label={say('key')}
          value={field.key}
          hint={say('key-hint')}
          error={problems.key && say(problems.key)}
          disabled={disabled}
          onChange={(key) => onChange({ ...field, key: key.slice(0, 50) })}
        />
      </div>
      <div className={form['half']}>
        <SelectField
          label={say('type')}
          value={field.kind}
          options={kinds.map((value) => ({ value, label: say(`type-${value}`) }))}
          disabled={disabled}
          onChange={(kind) => {
            if (kind !== field.kind) onChange(asKind(field, kind));
          }}
        />
      </div>
      <div className={form['half']}>
        <Checkbox
          label={say('required')}
          hint={say('required-hint')}
          selected={field.required}
          disabled={disabled}
          onChange={(required) => onChange({ ...field, required })}
        />
      </div>
      {field.kind === 'text' && <TextParts field={field} problems={problems} disabled={disabled} onChange={onChange} />}
      {field.kind === 'list' && <ListParts field={field} problems={problems} disabled={disabled} onChange={onChange} />}
      {field.kind === 'lookup' && (
        <LookupFields field={field} problems={problems} disabled={disabled} onChange={onChange} />
      )}
      <FieldDefault field={field} problems={problems} disabled={disabled} hasFolders={hasFolders} onChange={onChange} />
    </div>
  );
}
