import { z } from 'zod';

/** What a file's open handle or directory entry told. Two looks that agree = the file stood still between them. */
export const fileStatSchema = z.object({
  /** Bytes. */
  size: z.number(),
  /** Modification time, whole ms since 1970 (the journal's precision). */
  modifiedAt: z.number(),
  /** Change time in ms with fractions: differs after every write, also within one ms. */
  changedAt: z.number(),
  inode: z.number(),
  device: z.number(),
});

/** See {@link fileStatSchema}. */
export type FileStat = z.infer<typeof fileStatSchema>;

/** Why a file is not whole yet; keys of the house that the faults' words explain. */
export const incompleteReasons = [
  'end-missing',
  'structure-broken',
  'not-well-formed',
  'still-empty',
  'unwritten',
] as const;

/** See {@link incompleteReasons}. */
export type IncompleteReason = (typeof incompleteReasons)[number];

/** Why no more bytes would make a file whole; keys of the house as well. */
export type DamageProblem =
  | 'structure-broken'
  | 'faulty'
  | 'bare-ampersand'
  | 'second-root'
  | 'wrong-encoding'
  | 'unknown-encoding'
  | 'multiplying'
  | 'no-number';

/** Faults of a file that can't come in as it is, whatever is added to it. */
const refusalCodes = ['type-not-accepted', 'file-damaged', 'pdf-password', 'file-unjudged'] as const;

/** Why a file can't come in as it is: the fault's code and its parameters, but for the name. */
export interface Refusal {
  readonly code: (typeof refusalCodes)[number];
  readonly params: Readonly<Record<string, string>>;
}

/**
 * How long a whole file has to stand still before it is taken in: `structural` = its own end mark proves it, `text` = only time
 * tells: text without an end, and types that may go on behind what looks like their end (TIFF, a camera's JPEG, a JPEG or PDF with
 * more behind its end mark); `open-end` = it ends as if more were to come, or its name does not tell its type; `unwritten` = it holds room that
 * nobody has filled yet.
 */
export const neededQuiets = ['structural', 'text', 'open-end', 'unwritten'] as const;

/** See {@link neededQuiets}. */
export type NeededQuiet = (typeof neededQuiets)[number];

/** What one reading of a file told. The last four kinds carry the operating system's error code. */
export const inspectionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('whole'),
    stat: fileStatSchema,
    /** Lower-case hex. */
    sha256: z.string(),
    /** One of the types that the service accepts, or of those of which a copy is sent (`convertedTypes`). */
    mediaType: z.string(),
    needsQuiet: z.enum(neededQuiets),
  }),
  /** Not whole yet: it may still grow. Where it stands still for long it is held as `file-stays-incomplete` with this reason as its problem. */
  z.object({ kind: z.literal('incomplete'), stat: fileStatSchema, reason: z.enum(incompleteReasons) }),
  /** No more bytes would help: it is held at once, with the fault of this code and these parameters beside its name. */
  z.object({
    kind: z.literal('refused'),
    stat: fileStatSchema,
    code: z.enum(refusalCodes),
    params: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('empty'), stat: fileStatSchema }),
  /** It changed since the expected look or while it was read; `look` is the newest. */
  z.object({ kind: z.literal('changed'), stat: fileStatSchema }),
  /** In use by another program. */
  z.object({ kind: z.literal('busy'), code: z.string() }),
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
  z.object({ kind: z.literal('gone'), code: z.string() }),
  /** A folder, link, pipe or device: nothing to take in. */
  z.object({ kind: z.literal('not-a-file'), code: z.string() }),
]);

/** See {@link inspectionSchema}. */
export type Inspection = z.infer<typeof inspectionSchema>;

/** What kept a file from being read. */
export type ReadFailure = Extract<Inspection, { kind: 'busy' | 'unreadable' | 'gone' | 'not-a-file' }>;

/** The fingerprint of a file by itself, for comparing before something is moved or deleted. */
export const hashAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hashed'), stat: fileStatSchema, sha256: z.string() }),
  z.object({ kind: z.literal('changed'), stat: fileStatSchema }),
  z.object({ kind: z.literal('busy'), code: z.string() }),
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
  z.object({ kind: z.literal('gone'), code: z.string() }),
  z.object({ kind: z.literal('not-a-file'), code: z.string() }),
]);

/** See {@link hashAnswerSchema}. */
export type HashAnswer = z.infer<typeof hashAnswerSchema>;

/** What a document type declaration (DOCTYPE) has beyond its name: an external part somewhere else, an internal subset in the document. */
const xmlDoctypeSchema = z.object({ name: z.string(), external: z.boolean(), internal: z.boolean() });

/** See {@link xmlDoctypeSchema}. */
export type XmlDoctype = z.infer<typeof xmlDoctypeSchema>;

/** Whether XML is well-formed; `reason` is one short line without document content, `line` counts from 1. `unread`: what the disk said, as it could not be read. `doctype` absent: it has none. */
export const xmlVerdictSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), doctype: xmlDoctypeSchema.optional() }),
  z.object({ ok: z.literal(false), reason: z.string(), line: z.number().optional(), unread: z.string().optional() }),
]);

/** See {@link xmlVerdictSchema}. */
export type XmlVerdict = z.infer<typeof xmlVerdictSchema>;
