import { useState, type ReactElement } from 'react';
import type { Field } from '../../../../shared/fields/field-rule.ts';
import { classes } from '../../../components/classes.ts';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { shownValue, typedValue } from '../../../index-fields/field-text.ts';
import { OfferField } from '../../../index-fields/offer-field.tsx';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import type { FieldPartProps } from './form-problems.ts';

type Default = NonNullable<Field['default']>;

const origins = ['fixed', 'barcode', 'name', 'folder'] as const satisfies readonly Default['from'][];
const levels = [1, 2, 3, -1, -2] as const;
const nothing = 'nothing' as const;
const whole = '{value}';
// A text with braces would be read as a place for a value.
const marks = { value: whole, any: '{any}' };

function newDefault(from: Default['from'], before: Default | undefined): Default {
  const pattern = before === undefined || before.from === 'fixed' ? whole : before.pattern;
  if (from === 'fixed') return { from, value: '' };
  return from === 'folder' ? { from, level: 1, pattern } : { from, pattern };
}

/** The value that each file begins with. What is typed is kept as the value that it says, in the writing of the window. */
function FixedValue({
  field,
  problems,
  disabled,
  value,
  onChange,
}: Omit<FieldPartProps, 'onChange'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const say = useText('fieldForm');
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string): void => {
    setTyped(text);
    const read = typedValue(field, text);
    onChange('value' in read ? read.value : text);
  };
  const common = {
    label: say('value'),
    value: typed ?? shownValue(field, value),
    error: problems.value && say(problems.value),
    required: false,
    disabled,
    onChange: type,
  };
  return (
    <div onBlur={() => setTyped(null)}>
      {field.kind === 'list' ? (
        <OfferField
          {...common}
          hint={undefined}
          focused={false}
          offers={field.values.map((each) => ({ value: each, label: '' }))}
        />
      ) : (
        <TextField {...common} />
      )}
    </div>
  );
}

/** What a field begins with as long as nobody says another value. Cells of the form's grid. */
export function FieldDefault({
  field,
  problems,
  disabled,
  hasFolders,
  onChange,
}: FieldPartProps & { readonly hasFolders: boolean }): ReactElement {
  const say = useText('fieldForm');
  const { default: begins, ...others } = field;
  const keep = (next: Default | undefined): void =>
    onChange({ ...others, ...(next === undefined ? {} : { default: next }) });
  const offered = origins.filter((from) => from !== 'folder' || hasFolders || begins?.from === 'folder');
  const level = begins?.from === 'folder' ? begins.level : 1;
  const known: readonly number[] = levels;
  return (
    <>
      <div className={form['half']}>
        <SelectField
          label={say('begins')}
          value={begins?.from ?? nothing}
          options={([nothing, ...offered] as const).map((value) => ({ value, label: say(`begins-${value}`) }))}
          {...(begins?.from === 'barcode' && hasFolders ? { hint: say('barcode-hint') } : {})}
          disabled={disabled}
          onChange={(chosen) => {
            if (chosen === nothing) keep(undefined);
            else if (chosen !== begins?.from) keep(newDefault(chosen, begins));
          }}
        />
      </div>
      {begins?.from === 'fixed' && (
        <div className={form['half']}>
          <FixedValue
            key={field.kind}
            field={field}
            problems={problems}
            disabled={disabled}
            value={begins.value}
            onChange={(value) => keep({ from: 'fixed', value })}
          />
        </div>
      )}
      {begins?.from === 'folder' && (
        <div className={form['half']}>
          <SelectField
            label={say('level')}
            value={String(level)}
            options={[
              ...levels.map((value) => ({ value: String(value), label: say(`level-${value}`) })),
              ...(known.includes(level) ? [] : [{ value: String(level), label: say('level-other', { level }) }]),
            ]}
            disabled={disabled}
            onChange={(chosen) => keep({ ...begins, level: Number(chosen) })}
          />
        </div>
      )}
      {begins !== undefined && begins.from !== 'fixed' && (
        <div className={classes(form['half'], form['code'])}>
          <TextField
            label={say('pattern')}
            value={begins.pattern}
            hint={say('pattern-hint', marks)}
            error={problems.pattern && say(problems.pattern, marks)}
            disabled={disabled}
            onChange={(pattern) => keep({ ...begins, pattern: pattern.slice(0, 200) })}
          />
        </div>
      )}
    </>
  );
}
