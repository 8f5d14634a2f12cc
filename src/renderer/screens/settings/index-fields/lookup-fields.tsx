import type { ReactElement } from 'react';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { OfferField } from '../../../index-fields/offer-field.tsx';
import { maxLabelColumns, type LookupField } from '../../../../shared/fields/field-rule.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { ListField } from '../fields/list-field.tsx';
import { PathField } from '../fields/path-field.tsx';
import { useSettled } from '../use-settled.ts';
import type { FieldPartProps } from './form-problems.ts';

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The CSV file behind a lookup, its columns, and what stands in it or why it can't be read. Cells of the form's grid. */
export function LookupFields({ field, problems, disabled, onChange }: FieldPartProps<LookupField>): ReactElement {
  const say = useText('fieldForm');
  // What is too many is said at the field, and the file is looked at all the same.
  const labelColumns = field.labelColumns.slice(0, maxLabelColumns);
  const place = useSettled({ file: field.file, keyColumn: field.keyColumn, labelColumns });
  const asked = useQuery<'items.lookup-file'>(
    place.file.trim() === '' ? null : { name: 'items.lookup-file', ...place },
  );
  const content = asked.value;
  // While a column is typed the headings stay in sight.
  const columns = asked.fault === undefined && place.file !== '' ? ((content ?? asked.before)?.columns ?? []) : [];
  const isStrange = (column: string): boolean =>
    column !== '' && content !== undefined && !content.columns.some((each) => isSame(each, column));
  const words =
    place.file.trim() === ''
      ? say('no-file')
      : asked.fault !== undefined
        ? `${faultSentence(asked.fault)} ${nextStep(asked.fault)}`
        : content === undefined
          ? say('looking')
          : content.rows === null
            ? say('columns', { columns: content.columns.join(', ') })
            : say('rows', { count: content.rows });
  const free = columns.filter(
    (column) => ![field.keyColumn, ...field.labelColumns].some((each) => isSame(each, column)),
  );
  return (
    <>
      <div>
        <PathField
          kind="file"
          label={say('file')}
          title={say('file-title')}
          choose={say('choose')}
          value={field.file}
          error={problems.file && say(problems.file)}
          disabled={disabled}
          onChange={(file) => onChange({ ...field, file })}
        />
        <p className={asked.fault === undefined ? form['hint'] : form['error']} role="status">
          {words}
        </p>
      </div>
      <div className={form['half']}>
        <OfferField
          label={say('key-column')}
          value={field.keyColumn}
          offers={columns.map((value) => ({ value, label: '' }))}
          hint={say(isStrange(field.keyColumn) ? 'no-such-column' : 'key-column-hint')}
          error={problems.keyColumn && say(problems.keyColumn)}
          required={false}
          focused={false}
          disabled={disabled}
          onChange={(keyColumn) => onChange({ ...field, keyColumn: keyColumn.slice(0, 200) })}
        />
      </div>
      <div className={classes(form['half'], form['group'])}>
        <ListField
          label={say('label-columns')}
          value={field.labelColumns}
          hint={say(field.labelColumns.some(isStrange) ? 'no-such-column' : 'label-columns-hint')}
          error={problems.labelColumns && say(problems.labelColumns)}
          disabled={disabled}
          onChange={(labelColumns) => onChange({ ...field, labelColumns })}
        />
        <div className={form['words']}>
          {field.labelColumns.length < maxLabelColumns &&
            free.slice(0, 12).map((column) => (
              <Button
                key={column}
                label={say('insert', { word: column })}
                disabled={disabled}
                onPress={() => onChange({ ...field, labelColumns: [...field.labelColumns, column] })}
              >
                {column}
              </Button>
            ))}
        </div>
      </div>
    </>
  );
}
