import { z } from 'zod';
import { caseCommandAnswers, caseCommands, caseQueries, caseQueryAnswers } from './contract/case-contract.ts';
import {
  documentCommandAnswers,
  documentCommands,
  documentQueries,
  documentQueryAnswers,
} from './contract/document-contract.ts';
import { faultSchema } from './faults.ts';
import { itemCommandAnswers, itemCommands, itemQueries, itemQueryAnswers } from './contract/item-contract.ts';
import { scanCommandAnswers, scanCommands, scanQueries, scanQueryAnswers } from './scan/scan-contract.ts';
import { localPath } from './local-path.ts';
import { exportSortSchema } from './selection.ts';
import { hotFolderSchema, intakeRuleSchema, sendingHoursSchema, settingsSchema } from './settings.ts';
import { activityViewSchema, logSubjectSchema } from './activity-views.ts';
import {
  blockViewSchema,
  claimViewSchema,
  custodySubjectSchema,
  custodyViewSchema,
  exportStateSchema,
  exportViewSchema,
  limitsViewSchema,
  stationFiguresSchema,
  previewFileSchema,
  projectListSchema,
  sourceHealthSchema,
} from './views.ts';

const id = z.string().min(1).max(200);
const message = z.string().max(2_000).nullable();

/** What can be asked of the engine. Each answers an Outcome of the schema in {@link commandAnswers}. */
export const commandSchema = z.discriminatedUnion('name', [
  /** Starts a hot folder; one that is there with the same id is replaced and keeps its memory. */
  z.object({ name: z.literal('source.add'), source: hotFolderSchema }),
  /** Stops (or lets go on) one source: nothing new is taken in from it or sent for it. */
  z.object({ name: z.literal('source.pause'), sourceId: id }),
  z.object({ name: z.literal('source.resume'), sourceId: id }),
  /** Takes in named files; a folder stands for all files below it. */
  z.object({
    name: z.literal('intake.take-in'),
    paths: z.array(localPath('read')).min(1).max(10_000),
    rule: intakeRuleSchema,
    sourceId: id,
  }),
  ...itemCommands,
  /** Reports to the service whether the target system took a document. */
  z.object({
    name: z.literal('documents.transfer'),
    documentId: id,
    connectionId: id,
    successful: z.boolean(),
    message,
  }),
  /** The same for a whole case. */
  z.object({ name: z.literal('cases.transfer'), caseId: id, connectionId: id, successful: z.boolean(), message }),
  z.object({ name: z.literal('documents.reject'), documentId: id, connectionId: id, message }),
  /** Ends a hot folder here; what was taken in from it goes on. */
  z.object({ name: z.literal('source.remove'), sourceId: id }),
  /** How much is sent and when, from now on (null: no limit); what is to last is written to the settings by the host. */
  /** Settings from now on, as the host has read them; what is absent stays as it was. */
  z.object({
    name: z.literal('station.configure'),
    scanning: settingsSchema.shape.scanning.optional(),
    intake: settingsSchema.shape.intake.optional(),
    exports: settingsSchema.shape.exports.optional(),
  }),
  z.object({
    name: z.literal('limits.set'),
    bytesPerSecond: z.number().int().min(1_000).nullable(),
    hours: sendingHoursSchema.nullable(),
  }),
  ...documentCommands,
  /** Writes an XML once more, beside the first one. */
  z.object({ name: z.literal('exports.write-again'), exportId: id }),
  /** Writes the XML of documents to a folder, whatever their state. */
  z.object({
    name: z.literal('exports.write'),
    documentIds: z.array(id).min(1).max(1_000),
    projectId: id,
    connectionId: id,
    folder: localPath('written'),
    template: z.string().min(1).optional(),
  }),
  ...caseCommands,
  ...scanCommands,
]);

/** Commands by which a host brings settings into force that it has read itself, under the administrator's policy. */
const hostCommands: readonly string[] = ['source.add', 'source.remove', 'limits.set', 'station.configure'];

/** What may come from outside a host's process (page, other commands): settings are changed in the settings, where the policy holds. */
export const outsideCommandSchema = commandSchema.refine(({ name }) => !hostCommands.includes(name), {
  path: ['name'],
});

/** See {@link commandSchema}. */
export type Command = z.infer<typeof commandSchema>;

/** Reads: bounded pages that carry the journal's revision. Each answers an Outcome of the schema in {@link queryAnswers}. */
export const querySchema = z.discriminatedUnion('name', [
  ...itemQueries,
  /** History of one subject, or of everything; oldest first, after the given sequence number. */
  z.object({
    name: z.literal('custody.page'),
    subjectId: id.optional(),
    after: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(5_000),
  }),
  /** The history as a log: newest first, before the given sequence number. */
  z.object({
    name: z.literal('activity.log'),
    subject: custodySubjectSchema.optional(),
    event: z.string().max(100).optional(),
    /** ms. */
    since: z.number().optional(),
    before: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(500),
  }),
  /** What came in, settled and was held, by hour or day of the station's time zone; instants in ms. */
  z.object({
    name: z.literal('activity.summary'),
    from: z.number(),
    to: z.number(),
    bucket: z.enum(['hour', 'day']),
    sourceId: id.optional(),
    projectId: id.optional(),
  }),
  /** XML exports, newest first unless they are sorted. */
  z.object({
    name: z.literal('exports.page'),
    states: z.array(exportStateSchema).optional(),
    projectId: id.optional(),
    /** Planned then (ms) or later. */
    since: z.number().optional(),
    sort: exportSortSchema.optional(),
    /** Part of the path, the document's title or id. */
    search: z.string().max(200).optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }),
  /** The export with exactly that id. */
  z.object({ name: z.literal('exports.get'), exportId: id }),
  /** Path of the XML below its folder that a template makes of a document with these words; nothing is written. */
  z.object({
    name: z.literal('exports.preview-path'),
    template: z.string().min(1).max(1_000),
    words: z.object({
      date: z.string().max(500),
      title: z.string().max(500),
      externalId: z.string().max(500),
      documentId: z.string().max(500),
      project: z.string().max(500),
      state: z.string().max(500),
      name: z.string().max(500),
    }),
  }),
  /** What a hot folder would do now, without touching anything. */
  z.object({ name: z.literal('sources.preview'), source: hotFolderSchema }),
  /** Projects of a connection, as far as the service lists them. */
  z.object({ name: z.literal('projects.list'), connectionId: id }),
  z.object({ name: z.literal('custody.verify') }),
  /** The whole history of an item, document, open case or case: also that of its files, submissions, documents, cases and exports; oldest first. */
  z.object({
    name: z.literal('custody.whole'),
    id,
    after: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(5_000),
  }),
  z.object({ name: z.literal('sources.health') }),
  /** Who holds what of the folders that several stations share, as far as this station uses them. */
  z.object({ name: z.literal('sources.claims') }),
  /** Originals that should have been tidied away and lie where they came in. */
  z.object({ name: z.literal('sources.untidied') }),
  /** What a person has paused; items say so themselves. */
  z.object({ name: z.literal('station.pauses') }),
  /** The limits in force; only an engine at work knows them. */
  z.object({ name: z.literal('station.limits') }),
  /** What is counted of the station, for metrics. */
  z.object({ name: z.literal('station.figures') }),
  /** What stands in the way of work for a whole connection, project or kind of work; empty when all is well. */
  z.object({ name: z.literal('connections.health') }),
  ...documentQueries,
  ...caseQueries,
  ...scanQueries,
]);

/** See {@link querySchema}. */
export type Query = z.infer<typeof querySchema>;

/** A hand-over is journalled: `done`, or still `queued` because of the fault, or `held` for a person. */
const handOverAnswer = z.object({ state: z.enum(['done', 'queued', 'held']), fault: faultSchema.nullable() });
const nothing = z.object({});

/** What each command answers when it succeeds. */
export const commandAnswers = {
  'source.add': z.object({ sourceId: z.string() }),
  'source.pause': nothing,
  'source.resume': nothing,
  'intake.take-in': z.object({
    itemIds: z.array(z.string()),
    refused: z.array(z.object({ path: z.string(), fault: faultSchema })),
  }),
  ...itemCommandAnswers,
  'documents.transfer': handOverAnswer,
  'cases.transfer': handOverAnswer,
  'documents.reject': handOverAnswer,
  'source.remove': nothing,
  'station.configure': nothing,
  'limits.set': nothing,
  'exports.write-again': z.object({ path: z.string().nullable(), fault: faultSchema.nullable() }),
  'exports.write': z.object({
    exports: z.array(z.object({ documentId: z.string(), path: z.string().nullable(), fault: faultSchema.nullable() })),
  }),
  ...documentCommandAnswers,
  ...caseCommandAnswers,
  ...scanCommandAnswers,
} as const satisfies Record<Command['name'], z.ZodType>;

/** What each query answers when it succeeds. */
export const queryAnswers = {
  ...itemQueryAnswers,
  'custody.page': z.object({ rows: z.array(custodyViewSchema) }),
  /** `brokenAt` = sequence of the first line that does not fit the chain. */
  'activity.log': z.object({
    rows: z.array(custodyViewSchema),
    /** What the rows are about, each once; stations and what is not known any more are left out. */
    subjects: z.array(logSubjectSchema),
  }),
  'activity.summary': activityViewSchema,
  'exports.page': z.object({
    rows: z.array(exportViewSchema),
    total: z.number(),
    /** Exports in each state with the other conditions of the question; states without any are left out. */
    counts: z.partialRecord(exportStateSchema, z.number()),
    revision: z.number(),
  }),
  'exports.get': exportViewSchema,
  /** With `/` between folders. */
  'exports.preview-path': z.object({ path: z.string() }),
  'sources.preview': z.object({
    files: z.array(previewFileSchema).max(500),
    /** Files by verdict, of all and not only of those listed. */
    totals: z.record(z.string(), z.number()),
  }),
  'projects.list': projectListSchema,
  'custody.verify': z.object({
    rows: z.number(),
    brokenAt: z.number().nullable(),
    /** The last line that fits. Whoever notes it elsewhere can tell later whether lines were cut off the end. */
    last: z.object({ sequence: z.number(), hash: z.string() }).nullable(),
  }),
  /** `subjects` as in the log. */
  'custody.whole': z.object({ rows: z.array(custodyViewSchema), subjects: z.array(logSubjectSchema) }),
  'station.pauses': z.object({ all: z.boolean(), sourceIds: z.array(z.string()) }),
  'station.limits': limitsViewSchema,
  'station.figures': stationFiguresSchema,
  'sources.health': z.object({ sources: z.array(sourceHealthSchema) }),
  'sources.claims': z.object({ claims: z.array(claimViewSchema) }),
  /** One for each reason; `paths`: the first of them. */
  'sources.untidied': z.object({
    reasons: z.array(z.object({ count: z.number(), paths: z.array(z.string()), fault: faultSchema })),
  }),
  'connections.health': z.object({ blocks: z.array(blockViewSchema) }),
  ...documentQueryAnswers,
  ...caseQueryAnswers,
  ...scanQueryAnswers,
} as const satisfies Record<Query['name'], z.ZodType>;

/** The value a command of that name answers. */
export type CommandAnswer<Name extends Command['name']> = z.infer<(typeof commandAnswers)[Name]>;

/** The value a query of that name answers. */
export type QueryAnswer<Name extends Query['name']> = z.infer<(typeof queryAnswers)[Name]>;
