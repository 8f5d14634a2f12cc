import { fieldSchema, type Field } from '../../../../shared/fields/field-rule.ts';
import { readField } from '../../../../shared/fields/field-values.ts';
import type { TextKey } from '../../../text/index.ts';

/** Where a field of the form can be wrong: names of its schema, those of its default among them. */
type Part = 'label' | 'key' | 'values' | 'file' | 'keyColumn' | 'labelColumns' | 'value' | 'pattern';

/** What keeps a field from being saved, by its parts; empty where nothing does. */
export type FieldProblems = Readonly<Partial<Record<Part, TextKey<'fieldForm'>>>>;

/** What a part of the editor of one field is given. */
export interface FieldPartProps<Of extends Field = Field> {
  readonly field: Of;
  readonly problems: FieldProblems;
  readonly disabled: boolean;
  readonly onChange: (field: Field) => void;
}

function said(part: string, field: Field): FieldProblems {
  switch (part) {
    case 'label':
      return { label: 'name-missing' };
    case 'key':
      return { key: field.key.trim() === '' ? 'key-missing' : 'key-wrong' };
    case 'values':
      return { values: field.kind === 'list' && field.values.length === 0 ? 'values-missing' : 'values-wrong' };
    case 'file':
      return { file: 'file-missing' };
    case 'keyColumn':
      return { keyColumn: 'column-missing' };
    case 'labelColumns':
      return { labelColumns: 'columns-wrong' };
    case 'value':
      return { value: 'value-missing' };
    case 'pattern':
      return { pattern: 'pattern-wrong' };
    default:
      return {};
  }
}

/** See {@link FieldProblems}; `others` = the fields beside it. A fixed value that is none of its kind would be no value, in silence. */
function problemsOf(field: Field, others: readonly Field[]): FieldProblems {
  const read = fieldSchema.safeParse(field);
  const parts = (read.error?.issues ?? []).map(({ path }) => String(path[0] === 'default' ? path[1] : path[0]));
  const isTaken = others.some(({ key }) => key.trim().toLowerCase() === field.key.trim().toLowerCase());
  const { default: begins } = field;
  const isUnfit = begins?.from === 'fixed' && begins.value !== '' && !readField(field, begins.value, null).ok;
  return parts.reduce<FieldProblems>((found, part) => ({ ...found, ...said(part, field) }), {
    ...(isUnfit ? { value: 'value-unfit' } : {}),
    ...(isTaken ? { key: 'key-taken' } : {}),
  });
}

/** What is wrong with each field of a form, in its order. */
export function formProblems(fields: readonly Field[]): readonly FieldProblems[] {
  return fields.map((field, at) =>
    problemsOf(
      field,
      fields.filter((_, other) => other !== at),
    ),
  );
}

/** Whether a form can be saved. */
export function formFits(fields: readonly Field[] | undefined): boolean {
  return formProblems(fields ?? []).every((problems) => Object.keys(problems).length === 0);
}
