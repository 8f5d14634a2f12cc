import { z } from 'zod';
import { faultSchema } from './faults.ts';
import { itemStageSchema, sentCopySchema } from './item.ts';
import { sendingHoursSchema } from './settings.ts';

/** A document as far as an item's row shows it. States are open words. */
const itemDocumentSchema = z.object({ id: z.string(), state: z.string(), title: z.string().nullable() });

/**
 * Where an XML export stands. `waiting` = written, the target system has not answered; `acknowledged`, `refused`, `rejected` = it
 * answered by `.ok`, `.err`, `.reject`; `reported` = the service knows that it was taken; `replaced` = the XML of a later state of the
 * document stands in its place; `left-out` = not written, since the target system has taken the XML of an earlier state.
 */
export const exportStateSchema = z.enum([
  'planned',
  'writing',
  'written',
  'waiting',
  'acknowledged',
  'refused',
  'rejected',
  'reported',
  'replaced',
  'left-out',
  'held',
]);

/** See {@link exportStateSchema}. */
export type ExportState = z.infer<typeof exportStateSchema>;

/** An export as far as an item's row shows it; `path` is null until it is written. */
const itemExportSchema = z.object({
  path: z.string().nullable(),
  state: exportStateSchema,
  fault: faultSchema.nullable(),
});

/** Groups of the Intake table: what happens next with an item. */
export const itemGroupSchema = z.enum(['needs-you', 'waiting', 'sending', 'processing', 'on-its-way', 'done']);

/** See {@link itemGroupSchema}; `on-its-way` = waiting, sending and processing together. */
export type ItemGroup = z.infer<typeof itemGroupSchema>;

/** Items for each counter of the Intake screen. */
export const itemSummarySchema = z.object({
  waiting: z.number(),
  sending: z.number(),
  processing: z.number(),
  needsYou: z.number(),
  done: z.number(),
  revision: z.number(),
});

/** See {@link itemSummarySchema}. */
export type ItemSummary = z.infer<typeof itemSummarySchema>;

/** An XML export as the Exports screen shows it. Instants in ms, `size` in bytes; `exists` = the file lies where it was written. */
export const exportViewSchema = z.object({
  id: z.string(),
  documentId: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  title: z.string().nullable(),
  documentState: z.string(),
  state: exportStateSchema,
  path: z.string().nullable(),
  folder: z.string(),
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  plannedAt: z.number(),
  writtenAt: z.number().nullable(),
  reportTransfer: z.boolean(),
  fault: faultSchema.nullable(),
  /** When a missing answer of the target system becomes a person's matter; null: none is waited for. */
  answerDueAt: z.number().nullable(),
  /** What the target system answered. */
  answer: z
    .object({
      kind: z.enum(['ok', 'err', 'reject']),
      message: z.string().nullable(),
      externalId: z.string().nullable(),
      at: z.number(),
    })
    .nullable(),
  /** When the service was told what became of it. */
  reportedAt: z.number().nullable(),
  /** Files that lay in the XML and went beside it. */
  beside: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
  /** SHA-256 of the bytes as the service sent them, where the written file is not them. */
  originalSha256: z.string().nullable(),
});

/** See {@link exportViewSchema}. */
export type ExportView = z.infer<typeof exportViewSchema>;

/** A file of a hot folder and what would happen with it now. `path` is below the folder; the fault says why where it needs a reason. */
export const previewFileSchema = z.object({
  path: z.string(),
  size: z.number(),
  verdict: z.enum(['take-in', 'separate', 'wait', 'ignore', 'known', 'duplicate', 'hold']),
  fault: faultSchema.nullable(),
});

/** See {@link previewFileSchema}. */
export type PreviewFile = z.infer<typeof previewFileSchema>;

/** A project of the service. */
const projectViewSchema = z.object({ id: z.string(), name: z.string().nullable() });
/** What a service lists of them. */
export const projectListSchema = z.object({ projects: z.array(projectViewSchema) });

/** An item as everybody outside the engine sees it. Instants are ms since 1970; `size` in bytes. */
export const itemViewSchema = z.object({
  id: z.string(),
  sourceId: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string().nullable(),
  stage: itemStageSchema,
  paused: z.boolean(),
  fileId: z.string().nullable(),
  documents: z.array(itemDocumentSchema),
  exports: z.array(itemExportSchema),
  /** Why it is held, or what it waits for. */
  fault: faultSchema.nullable(),
  /** Id of the first item with the same content. */
  duplicateOf: z.string().nullable(),
  takenInAt: z.number(),
  updatedAt: z.number(),
  externalId: z.string().nullable(),
  mediaType: z.string().nullable(),
  /** What is sent instead of its own file. */
  copy: sentCopySchema.pick({ kind: true, name: true, path: true }).optional(),
  /** The open case it is in, where its mode is `case`. */
  openCaseId: z.string().optional(),
  note: z.string().optional(),
  /** Whose turn it is. */
  assignee: z.string().optional(),
});

/** See {@link itemViewSchema}. */
export type ItemView = z.infer<typeof itemViewSchema>;

/** How many items stand in each stage; stages without items may be missing. */
export const stageCountsSchema = z.partialRecord(itemStageSchema, z.number());

/** See {@link stageCountsSchema}. */
export type StageCountsView = z.infer<typeof stageCountsSchema>;

/**
 * How much lies where, as those who watch over the station count it: items by stage, held ones by the code of their fault, and
 * when the oldest was taken in that is on its way (ms since 1970; null: none is).
 */
export const stationFiguresSchema = z.object({
  stages: stageCountsSchema,
  held: z.record(z.string(), z.number()),
  oldestAt: z.number().nullable(),
});

/** See {@link stationFiguresSchema}. */
export type StationFigures = z.infer<typeof stationFiguresSchema>;

/** What a line of custody is about. */
export const custodySubjectSchema = z.enum([
  'item',
  'submission',
  'document',
  'case',
  'export',
  'station',
  'open-case',
]);

/** One line of custody. `hash` covers the line and the hash before it. */
export const custodyViewSchema = z.object({
  sequence: z.number(),
  at: z.number(),
  subject: custodySubjectSchema,
  subjectId: z.string(),
  event: z.string(),
  actor: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  hash: z.string(),
});

/** See {@link custodyViewSchema}. */
export type CustodyView = z.infer<typeof custodyViewSchema>;

/** A document on the service with the items that are part of it here (none for documents of others). */
export const documentViewSchema = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  state: z.string(),
  title: z.string().nullable(),
  externalId: z.string().nullable(),
  caseId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  url: z.string().nullable(),
  files: z.array(z.object({ id: z.string(), type: z.string().nullable(), mainFile: z.boolean() })),
  itemIds: z.array(z.string()),
  /** As it was seen last, and not as the service tells it now. */
  isKept: z.boolean().optional(),
});

/** See {@link documentViewSchema}. */
export type DocumentView = z.infer<typeof documentViewSchema>;

/** A document with all that the service knows of it: its words in `entities`, free-form (interface document, "Document"). */
export const documentDetailSchema = documentViewSchema.extend({
  entities: z.record(z.string(), z.unknown()).nullable(),
  externalData: z.record(z.string(), z.unknown()).nullable(),
  previewFileId: z.string().nullable(),
  createdBy: z.string().nullable(),
  completedAt: z.string().nullable(),
  completedBy: z.string().nullable(),
  /** States passed through so far, oldest first; null where the service did not tell. */
  history: z.array(z.object({ state: z.string(), updatedAt: z.string().nullable() })).nullable(),
  exports: z.array(exportViewSchema),
});

/** See {@link documentDetailSchema}. */
export type DocumentDetail = z.infer<typeof documentDetailSchema>;

/** How a source is doing. `silent` = it does not answer; the fault says why and the engine keeps trying. */
export const sourceHealthSchema = z.object({
  sourceId: z.string(),
  name: z.string(),
  folder: z.string(),
  state: z.enum(['starting', 'watching', 'polling', 'silent', 'paused', 'stopped']),
  lastScanAt: z.number().nullable(),
  fault: faultSchema.nullable(),
});

/** See {@link sourceHealthSchema}. */
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

/** What one station holds of a folder that several share. `since` = when it took the oldest of it, `heardOf` = its last renewal; ms since 1970. */
export const claimViewSchema = z.object({
  /** The shared folder. */
  folder: z.string(),
  station: z.string(),
  stationId: z.string(),
  /** It is this station. */
  own: z.boolean(),
  files: z.number(),
  since: z.number().nullable(),
  heardOf: z.number(),
  leaseMs: z.number(),
  /** Its lease is over, as far as this computer's clock tells: another station takes the files. */
  over: z.boolean(),
});

/** See {@link claimViewSchema}. */
export type ClaimView = z.infer<typeof claimViewSchema>;

/** Why work waits together: the fault, whom it concerns, and when it is tried again (ms since 1970; null = after a person acted). */
export const blockViewSchema = z.object({
  /** `station`: whatever is sent from here; the connection is empty then. */
  scope: z.enum(['connection', 'project', 'kind', 'station']),
  connectionId: z.string(),
  projectId: z.string().nullable(),
  kind: z.string().nullable(),
  until: z.number().nullable(),
  fault: faultSchema,
});

/** See {@link blockViewSchema}. */
export type BlockView = z.infer<typeof blockViewSchema>;

/** How much is sent and when: bytes a second and hours (null: no limit), whether files are sent now, and when that changes (ms). */
export const limitsViewSchema = z.object({
  bytesPerSecond: z.number().nullable(),
  hours: sendingHoursSchema.nullable(),
  open: z.boolean(),
  changesAt: z.number().nullable(),
  filesInFlight: z.number(),
  sockets: z.number(),
  largestFile: z.number().nullable(),
});

/** See {@link limitsViewSchema}. */
export type LimitsView = z.infer<typeof limitsViewSchema>;

/** What the rate headers last said; instants in ms since 1970. */
const quotaViewSchema = z.object({
  limit: z.number().nullable(),
  windowSeconds: z.number().nullable(),
  remaining: z.number().nullable(),
  resetsAt: z.number().nullable(),
  waiting: z.number(),
  inFlight: z.number(),
});

/** How far the engine is, for progress bars: bytes of the items of this run, rates per second, `secondsLeft` null where unknown. */
export const engineProgressSchema = z.object({
  items: stageCountsSchema,
  bytesTotal: z.number(),
  bytesSent: z.number(),
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
  /** What is being sent just now, oldest first, at most 20. */
  inFlight: z.array(
    z.object({ itemId: z.string(), name: z.string(), stage: itemStageSchema, sent: z.number(), size: z.number() }),
  ),
  quota: quotaViewSchema.nullable(),
});

/** See {@link engineProgressSchema}. */
export type EngineProgress = z.infer<typeof engineProgressSchema>;

/** Tells listeners to look again: at most 10 a second; `many` = more ids than fit (200). */
export const engineEventSchema = z.object({
  revision: z.number(),
  changedIds: z.union([z.array(z.string()).max(200), z.literal('many')]),
  counts: stageCountsSchema,
});

/** See {@link engineEventSchema}. */
export type EngineEvent = z.infer<typeof engineEventSchema>;
