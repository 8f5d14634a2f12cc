import type { Field } from '../../../shared/fields/field-rule.ts';
import { readField, valueOf, withValues } from '../../../shared/fields/field-values.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { readByPattern } from '../cases/case-pattern.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import { stemOf } from '../platform/names/paths.ts';

/** What is known of a file that values may come from; what is not known is left out. */
export interface FieldOrigin {
  /** With its ending. */
  readonly name?: string;
  /** Folders in which it lies, from the first below the watched one. */
  readonly folders?: readonly string[];
  /** Texts of the barcodes of its pages, in their order. */
  readonly barcodes?: readonly string[];
}

/** What stands for `{value}` in a text; null where it does not fit. */
function partOf(text: string, pattern: string): string | null {
  return readByPattern(text, pattern.replace('{value}', '{case}'), [])?.case ?? null;
}

function textsOf(from: 'barcode' | 'name' | 'folder', level: number, origin: FieldOrigin): readonly string[] {
  if (from === 'barcode') return origin.barcodes ?? [];
  const { name } = origin;
  if (from === 'name') return name === undefined ? [] : [stemOf(name)];
  const folder = origin.folders?.at(level > 0 ? level - 1 : level);
  return folder === undefined ? [] : [folder];
}

/** The value that a field begins with; null where nothing says one, or none of its kind. */
function defaultOf(field: Field, origin: FieldOrigin): string | null {
  const rule = field.default;
  if (rule === undefined) return null;
  const texts =
    rule.from === 'fixed'
      ? [rule.value]
      : textsOf(rule.from, rule.from === 'folder' ? rule.level : 1, origin).map((text) => partOf(text, rule.pattern));
  for (const text of texts) {
    const read = text === null ? null : readField(field, text, null);
    if (read?.ok === true && read.value !== '') return read.value;
  }
  return null;
}

/**
 * External data with what the form of a rule makes of them: what is there already is brought into the form in which it is kept, and
 * stays as it is where it is none of its kind, so that a person sees it; what is not there begins with its default, but for what a
 * person has filled in (`filled`: keys), and be it with nothing.
 */
export function withDefaults(
  fields: readonly Field[] | undefined,
  given: ExternalData | null,
  origin: FieldOrigin,
  filled: readonly string[] = [],
): ExternalData | null {
  if (fields === undefined || fields.length === 0) return given;
  const values: Record<string, string> = {};
  for (const field of fields) {
    const present = valueOf(given, field.key);
    const read = present === '' ? null : readField(field, present, null);
    const begins = filled.includes(field.key) ? null : defaultOf(field, origin);
    const value = read === null ? begins : read.ok ? read.value : present;
    if (value !== null) values[field.key] = value;
  }
  return withValues(given, values);
}

/** The keys of the fields of an item that a person filled in or emptied, as its history tells. */
export async function keysFilledIn(
  journal: Pick<Journal, 'custody'>,
  { id, rule }: Pick<ItemRecord, 'id' | 'rule'>,
): Promise<readonly string[]> {
  if (rule.fields === undefined) return [];
  const history = await journal.custody({ subjectIds: [id], limit: 10_000 });
  return history.flatMap(({ event, detail }) => (event === 'fields-filled' ? keysOf(detail['fields']) : []));
}

function keysOf(told: unknown): readonly string[] {
  const keys: unknown = typeof told === 'string' ? JSON.parse(told) : null;
  return Array.isArray(keys) ? keys.map(String) : [];
}
