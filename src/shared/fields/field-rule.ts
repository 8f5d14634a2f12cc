import { z } from 'zod';
import { casePatternSchema } from '../case-rule.ts';
import { localPath } from '../local-path.ts';

/** Fields of one form; the service takes 20 pairs of external data with a file (the service's interface, "Limits"). */
export const maxFields = 20;
/** Longest value of a field, in characters. */
export const maxFieldLength = 1_000;

/** A key of external data: `=` and `,` stay free for what a person types. */
const keySchema = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^=,\p{Cc}]+$/u);

/** Literal text with `{value}` once and `{any}`, as of the names of cases: what stands for `{value}` is the value. */
const valuePatternSchema = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (pattern) =>
      !/\{(?:case|role)\}/u.test(pattern) &&
      casePatternSchema.safeParse(pattern.replace('{value}', '{case}')).success &&
      pattern.includes('{value}'),
    'names {value} once, with text between it and {any}, as in {any}_{value}',
  )
  .default('{value}');

/** Where the value of a field comes from as long as nobody says another one. */
const defaultSchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('fixed'), value: z.string().min(1).max(maxFieldLength) }),
  /** The first barcode of the document that fits the pattern: of scanned pages, and of files whose scanned pages are looked at. */
  z.object({ from: z.literal('barcode'), pattern: valuePatternSchema }),
  /** The file's name without its ending. */
  z.object({ from: z.literal('name'), pattern: valuePatternSchema }),
  /** The name of a folder: 1 = the first below the watched one, 2 = the next; -1 = the one in which the file lies, -2 = the one above. */
  z.object({
    from: z.literal('folder'),
    level: z
      .number()
      .int()
      .min(-9)
      .max(9)
      .refine((level) => level !== 0)
      .default(1),
    pattern: valuePatternSchema,
  }),
]);

const common = {
  key: keySchema,
  /** What clerks read. */
  label: z.string().trim().min(1).max(60),
  /** A file without a value for it is held, before anything of it is sent. */
  required: z.boolean().default(false),
  default: defaultSchema.optional(),
};

/** Columns of a table that say what a key stands for, at most. */
export const maxLabelColumns = 5;

const column = z.string().trim().max(200);

/** Where a lookup looks, as far as it is set up. */
export const lookupPlace = {
  file: localPath('read'),
  keyColumn: column,
  labelColumns: z.array(column.min(1)).max(maxLabelColumns).default([]),
};

/** A field of the form of a source or profile. Its value is a text, and goes to the service as external data under its key. */
export const fieldSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...common,
    maxLength: z.number().int().min(1).max(maxFieldLength).optional(),
    /** The form of a value: `#` is a digit, `@` a letter, `?` one of both, all else itself. No regular expression. */
    mask: z.string().min(1).max(100).optional(),
  }),
  z.object({ kind: z.literal('list'), ...common, values: z.array(z.string().trim().min(1).max(200)).min(1).max(500) }),
  /** Kept as 2026-12-31. */
  z.object({ kind: z.literal('date'), ...common }),
  /** Kept as 1234.56. */
  z.object({ kind: z.literal('amount'), ...common }),
  /** A row of a CSV file: the value is what stands in the key column, the label columns tell what it means. Columns by their headings. */
  z.object({
    kind: z.literal('lookup'),
    ...common,
    ...lookupPlace,
    keyColumn: column.min(1),
  }),
]);

/** See {@link fieldSchema}. */
export type Field = z.infer<typeof fieldSchema>;
/** A field whose values are rows of a CSV file. */
export type LookupField = Extract<Field, { kind: 'lookup' }>;

/** Whether keys differ as the service tells them apart: without regard to case. */
function areApart(keys: readonly string[]): boolean {
  return new Set(keys.map((key) => key.toLowerCase())).size === keys.length;
}

/** The form of a source or profile, in the order in which it is filled in. */
export const fieldsSchema = z
  .array(fieldSchema)
  .max(maxFields)
  .refine((fields) => areApart(fields.map(({ key }) => key)), 'has a key twice');
