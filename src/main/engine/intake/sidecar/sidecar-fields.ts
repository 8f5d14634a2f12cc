import { z } from 'zod';
import { charactersIn } from '../../../../shared/characters.ts';

/** What a sidecar may say about its file. */
export const sidecarFieldsSchema = z.object({
  externalId: z.string().optional(),
  externalData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  title: z.string().optional(),
  role: z.string().optional(),
  /** The case that the file belongs to (mode `case`). */
  case: z.string().optional(),
});

/** See {@link sidecarFieldsSchema}. */
export type SidecarFields = z.infer<typeof sidecarFieldsSchema>;

/** What is wrong with a sidecar; keys of the house that the faults' words explain. `field` names the place. */
export const sidecarProblems = [
  'not-well-formed',
  'unknown-field',
  'not-plain',
  'empty-value',
  'too-long',
  'too-many-pairs',
  'key-twice',
  'control-characters',
] as const;

/** See {@link sidecarProblems}. */
export type SidecarProblem = (typeof sidecarProblems)[number];

/** What reading a sidecar told. `index` = one file for a folder, rows by file name (NFC, lower case). */
export const sidecarAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fields'), fields: sidecarFieldsSchema }),
  z.object({ kind: z.literal('index'), rows: z.record(z.string(), sidecarFieldsSchema) }),
  /** A document that only looks like one by its name. */
  z.object({ kind: z.literal('not-a-sidecar') }),
  z.object({ kind: z.literal('invalid'), problem: z.enum(sidecarProblems), field: z.string().optional() }),
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
]);

/** See {@link sidecarAnswerSchema}. */
export type SidecarAnswer = z.infer<typeof sidecarAnswerSchema>;

/** A sidecar that can't be used. */
export type InvalidSidecar = Extract<SidecarAnswer, { kind: 'invalid' }>;

/** Limits of the service: 256 characters of title, counted as people count them; 20 pairs of external data. */
const limits = { title: 256, externalId: 256, role: 100, case: 200, pairs: 20, key: 50 } as const;

/** Whether the service leaves out external data under this key: it has more than 50 characters. */
export function leavesOut(key: string): boolean {
  return charactersIn(key) > limits.key;
}

/** Fields that are one line of text. */
export const textFields = ['externalId', 'title', 'role', 'case'] as const;

/** An invalid answer. */
export function invalid(problem: SidecarProblem, field?: string): InvalidSidecar {
  return { kind: 'invalid', problem, ...(field === undefined ? {} : { field: field.slice(0, 60) }) };
}

function problemOfText(field: (typeof textFields)[number], value: string): InvalidSidecar | null {
  if (value.trim() === '') return invalid('empty-value', field);
  if (charactersIn(value) > limits[field]) return invalid('too-long', field);
  // Fields are trimmed; a line break within one would not reach the service.
  return /\p{Cc}/u.test(value.trim()) ? invalid('control-characters', field) : null;
}

/** What the service would not take of external data; null = fine. Keys that differ only by case are the same key to it; those it leaves out count for nothing. */
export function problemOfExternalData(pairs: Readonly<Record<string, unknown>>): InvalidSidecar | null {
  const keys = Object.keys(pairs).filter((key) => !leavesOut(key));
  if (keys.length > limits.pairs) return invalid('too-many-pairs', 'externalData');
  const lower = new Set<string>();
  for (const key of keys) {
    if (key.trim() === '') return invalid('empty-value', 'externalData');
    if (lower.has(key.toLowerCase())) return invalid('key-twice', key);
    lower.add(key.toLowerCase());
  }
  return null;
}

/** Checks what a sidecar says; nothing is left out silently: an unknown field is an error, as its data would be lost. */
export function checkedFields(value: unknown): Extract<SidecarAnswer, { kind: 'fields' }> | InvalidSidecar {
  const shape = z.record(z.string(), z.unknown()).safeParse(value);
  if (!shape.success) return invalid('not-plain');
  const { externalData, ...texts } = shape.data;
  const fields: SidecarFields = {};
  for (const [name, found] of Object.entries(texts)) {
    const field = textFields.find((known) => known === name);
    if (field === undefined) return invalid('unknown-field', name);
    // Numbers are written without quotes by many programs.
    const text = typeof found === 'number' ? String(found) : found;
    if (typeof text !== 'string') return invalid('not-plain', name);
    const problem = problemOfText(field, text);
    if (problem !== null) return problem;
    fields[field] = text.trim();
  }
  if (externalData === undefined) return { kind: 'fields', fields };
  const pairs = sidecarFieldsSchema.shape.externalData.unwrap().safeParse(externalData);
  if (!pairs.success) return invalid('not-plain', 'externalData');
  return problemOfExternalData(pairs.data) ?? { kind: 'fields', fields: { ...fields, externalData: pairs.data } };
}
