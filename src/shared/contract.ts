import { z } from 'zod';
import { faultSchema } from './faults.ts';
import { itemStageSchema } from './item.ts';
import { hotFolderSchema, intakeRuleSchema } from './settings.ts';
import {
  blockViewSchema,
  custodyViewSchema,
  documentViewSchema,
  itemViewSchema,
  sourceHealthSchema,
  stageCountsSchema,
} from './views.ts';

const id = z.string().min(1).max(200);
/** Named items, or everything it can apply to. */
const selection = z.union([z.array(id).min(1).max(10_000), z.literal('all')]);
/** An absolute path on this computer. */
const path = z.string().min(1).max(32_767);
const message = z.string().max(2_000).nullable();

/** What can be asked of the engine (design.md, section 6). Each answers an Outcome of the schema in {@link commandAnswers}. */
export const commandSchema = z.discriminatedUnion('name', [
  /** Starts a hot folder; one that is there with the same id is replaced and keeps its memory. */
  z.object({ name: z.literal('source.add'), source: hotFolderSchema }),
  /** Stops (or lets go on) one source: nothing new is taken in from it or sent for it. */
  z.object({ name: z.literal('source.pause'), sourceId: id }),
  z.object({ name: z.literal('source.resume'), sourceId: id }),
  /** Takes in named files; a folder stands for all files below it. */
  z.object({
    name: z.literal('intake.take-in'),
    paths: z.array(path).min(1).max(10_000),
    rule: intakeRuleSchema,
    sourceId: id,
  }),
  /** Lets held items go on where they stopped. */
  z.object({ name: z.literal('items.retry'), itemIds: selection }),
  /** Ends items that are not at the service yet; `all` = whatever has not been sent. */
  z.object({ name: z.literal('items.cancel'), itemIds: selection }),
  /** `all` stops everything, also what comes later. */
  z.object({ name: z.literal('items.pause'), itemIds: selection }),
  z.object({ name: z.literal('items.resume'), itemIds: selection }),
  /** Sends duplicates although their content is known. */
  z.object({ name: z.literal('items.send-anyway'), itemIds: selection }),
  /** Reports to the service whether the target system took a document. */
  z.object({
    name: z.literal('documents.transfer'),
    documentId: id,
    connectionId: id,
    successful: z.boolean(),
    message,
  }),
  z.object({ name: z.literal('documents.reject'), documentId: id, connectionId: id, message }),
  /** Writes the XML of documents to a folder, whatever their state. */
  z.object({
    name: z.literal('exports.write'),
    documentIds: z.array(id).min(1).max(1_000),
    projectId: id,
    connectionId: id,
    folder: path,
    template: z.string().min(1).optional(),
  }),
]);

/** See {@link commandSchema}. */
export type Command = z.infer<typeof commandSchema>;

/** Reads: bounded pages that carry the journal's revision. Each answers an Outcome of the schema in {@link queryAnswers}. */
export const querySchema = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('items.page'),
    stages: z.array(itemStageSchema).optional(),
    sourceId: id.optional(),
    /** Part of the name, external id or document id. */
    search: z.string().max(200).optional(),
    order: z.enum(['newest', 'oldest']).optional(),
    cursor: z.string().optional(),
    limit: z.number().int().min(1).max(1_000),
  }),
  /** The one item whose id begins so: `not-found` where none does, `wrong-usage` where several do. */
  z.object({ name: z.literal('items.get'), idPrefix: id }),
  /**
   * Whether a run with an end is over: every source has finished its first scan since it was added, and every item of these
   * sources (or every one of `itemIds`, where given) is at its end for `until`, held, duplicate or cancelled.
   */
  z.object({
    name: z.literal('items.once'),
    sourceIds: z.array(id).max(1_000),
    itemIds: z.array(id).max(10_000).optional(),
    until: z.enum(['settled', 'submitted']),
  }),
  /** History of one subject, or of everything; oldest first, after the given sequence number. */
  z.object({
    name: z.literal('custody.page'),
    subjectId: id.optional(),
    after: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(5_000),
  }),
  z.object({ name: z.literal('custody.verify') }),
  z.object({ name: z.literal('sources.health') }),
  /** What a person has paused; items say so themselves. */
  z.object({ name: z.literal('station.pauses') }),
  /** What stands in the way of work for a whole connection, project or kind of work; empty when all is well. */
  z.object({ name: z.literal('connections.health') }),
  /** Documents as the service lists them. */
  z.object({
    name: z.literal('documents.list'),
    connectionId: id,
    projectId: id.optional(),
    states: z.array(z.string()).optional(),
    offset: z.number().int().min(0),
    /** More than 50 is replaced by 50, as the interface says. */
    limit: z.number().int().min(0),
    sort: z.enum(['createdAt', '-createdAt', 'updatedAt', '-updatedAt']).optional(),
  }),
  z.object({ name: z.literal('documents.get'), connectionId: id, documentId: id }),
]);

/** See {@link querySchema}. */
export type Query = z.infer<typeof querySchema>;

/** What a decision about items did: which it changed, and why not the others. */
const decisionAnswer = z.object({
  itemIds: z.array(z.string()),
  refused: z.array(z.object({ itemId: z.string(), fault: faultSchema })),
});
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
  'items.retry': decisionAnswer,
  'items.cancel': decisionAnswer,
  'items.pause': decisionAnswer,
  'items.resume': decisionAnswer,
  'items.send-anyway': decisionAnswer,
  'documents.transfer': handOverAnswer,
  'documents.reject': handOverAnswer,
  'exports.write': z.object({
    exports: z.array(z.object({ documentId: z.string(), path: z.string().nullable(), fault: faultSchema.nullable() })),
  }),
} as const satisfies Record<Command['name'], z.ZodType>;

/** What each query answers when it succeeds. */
export const queryAnswers = {
  'items.page': z.object({
    rows: z.array(itemViewSchema),
    next: z.string().optional(),
    revision: z.number(),
    /** Of all items, not only of the page. */
    counts: stageCountsSchema,
  }),
  'items.get': itemViewSchema,
  'items.once': z.object({
    done: z.boolean(),
    /** How many are not at their end, and the first 200 of them. */
    outstanding: z.number(),
    rows: z.array(itemViewSchema).max(200),
  }),
  'custody.page': z.object({ rows: z.array(custodyViewSchema) }),
  /** `brokenAt` = sequence of the first line that does not fit the chain. */
  'custody.verify': z.object({ rows: z.number(), brokenAt: z.number().nullable() }),
  'station.pauses': z.object({ all: z.boolean(), sourceIds: z.array(z.string()) }),
  'sources.health': z.object({ sources: z.array(sourceHealthSchema) }),
  'connections.health': z.object({ blocks: z.array(blockViewSchema) }),
  'documents.list': z.object({
    documents: z.array(documentViewSchema),
    limit: z.number(),
    offset: z.number(),
    totalCount: z.number().nullable(),
  }),
  'documents.get': documentViewSchema,
} as const satisfies Record<Query['name'], z.ZodType>;

/** The value a command of that name answers. */
export type CommandAnswer<Name extends Command['name']> = z.infer<(typeof commandAnswers)[Name]>;

/** The value a query of that name answers. */
export type QueryAnswer<Name extends Query['name']> = z.infer<(typeof queryAnswers)[Name]>;
