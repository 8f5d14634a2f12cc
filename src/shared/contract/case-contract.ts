import { z } from 'zod';
import { localPath } from '../local-path.ts';
import { caseReleases, caseRoleSchema, caseRuleSchema } from '../case-rule.ts';
import {
  caseDetailSchema,
  caseViewSchema,
  openBatchSchema,
  pileCountsSchema,
  pilePreviewSchema,
  pileStates,
  pileViewSchema,
} from '../case-views.ts';
import { faultSchema } from '../faults.ts';
import { externalDataSchema } from '../settings.ts';
import { itemViewSchema } from '../views.ts';

const id = z.string().min(1).max(200);
const items = z.array(id).min(1).max(1_000);
const pileName = z.string().trim().min(1).max(200);
const externalId = z.string().min(1).max(256);

/** Commands on piles (cases before they are at the service) and on cases of the service. */
export const caseCommands = [
  /** Makes a pile by hand; `itemIds` are put into it. */
  z.object({
    name: z.literal('piles.create'),
    title: pileName,
    connectionId: id,
    projectId: id,
    externalId: externalId.nullable().optional(),
    externalData: externalDataSchema.nullable().optional(),
    roles: z.array(caseRoleSchema).max(100).optional(),
    required: z.array(caseRoleSchema).max(50).optional(),
    release: z.enum(caseReleases).optional(),
    itemIds: z.array(id).max(1_000).optional(),
  }),
  /** Files the loose ones among the items (`all`: of the project) into piles as the rule says. */
  z.object({
    name: z.literal('piles.group'),
    connectionId: id,
    projectId: id,
    itemIds: z.union([items, z.literal('all')]),
    rule: caseRuleSchema,
  }),
  z.object({ name: z.literal('piles.rename'), pileId: id, title: pileName }),
  /** What is left out stays; null takes it away. */
  z.object({
    name: z.literal('piles.set-external'),
    pileId: id,
    externalId: externalId.nullable().optional(),
    externalData: externalDataSchema.nullable().optional(),
  }),
  /** What belongs to it, and when it is released; what is left out stays. */
  z.object({
    name: z.literal('piles.set-terms'),
    pileId: id,
    roles: z.array(caseRoleSchema).max(100).optional(),
    required: z.array(caseRoleSchema).max(50).optional(),
    release: z.enum(caseReleases).optional(),
  }),
  /** Puts items into a pile, wherever they are; null = they are loose then. Roles go along. */
  z.object({ name: z.literal('piles.move-items'), itemIds: items, pileId: id.nullable() }),
  /** Also of loose items; null takes the role away. */
  z.object({ name: z.literal('piles.set-role'), itemIds: items, role: caseRoleSchema.nullable() }),
  /** Marks the main file of a pile, instead of the one before; null = none is marked. */
  z.object({ name: z.literal('piles.set-main'), pileId: id, itemId: id.nullable() }),
  /** Puts all files of a pile into another one and dissolves it. */
  z.object({ name: z.literal('piles.merge'), pileId: id, intoPileId: id }),
  /**
   * Sends it as a case, as soon as all its files are at the service; a refused one is tried again. Faults: `case-incomplete`,
   * `role-missing`, both passed over with `anyway` (files without a role then go as `attachment`).
   */
  z.object({ name: z.literal('piles.release'), pileId: id, anyway: z.boolean().optional() }),
  /** Takes a release back as long as nothing was sent. */
  z.object({ name: z.literal('piles.reopen'), pileId: id }),
  /** Its files are loose then. */
  z.object({ name: z.literal('piles.dissolve'), pileId: id }),
  /** Sends the open batches of a source as they are, without their quiet time; absent: of all sources. */
  z.object({ name: z.literal('batches.send-now'), sourceId: id.optional() }),
  /** Saves the files of a case of the service in a folder, packed as one ZIP or each by itself; nothing is overwritten. */
  z.object({
    name: z.literal('cases.save-files'),
    connectionId: id,
    caseId: id,
    folder: localPath('written'),
    as: z.enum(['zip', 'files']),
    roles: z.array(z.string().min(1)).max(50).optional(),
    mainFile: z.boolean().optional(),
  }),
  /** Breaks the saving of a case's files off; the folder then holds none of them. */
  z.object({ name: z.literal('cases.stop-saving'), connectionId: id, caseId: id }),
] as const;

/** Queries on piles and on cases of the service. */
export const caseQueries = [
  /** Piles, oldest first (`newest`: the other way round); without `states` all that are not dissolved. */
  z.object({
    name: z.literal('piles.page'),
    states: z.array(z.enum(pileStates)).optional(),
    connectionId: id.optional(),
    projectId: id.optional(),
    /** Part of the name, the external id, the key or a file's name. */
    search: z.string().max(200).optional(),
    /** The whole name, external id or key, without regard to case. */
    called: z.string().max(300).optional(),
    order: z.enum(['oldest', 'newest']).optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(200),
  }),
  /** The one pile whose id begins so, or whose case is of this id: `not-found` where none is, `wrong-usage` where several are. */
  z.object({ name: z.literal('piles.get'), idPrefix: id }),
  /** Files of mode case that are in no pile and not sent, newest first unless told otherwise. */
  z.object({
    name: z.literal('piles.loose'),
    order: z.enum(['newest', 'oldest', 'name']).optional(),
    connectionId: id.optional(),
    projectId: id.optional(),
    search: z.string().max(200).optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }),
  /** Roles that were used or configured in the project, most used first. */
  z.object({ name: z.literal('piles.roles'), projectId: id.optional() }),
  /** What a rule makes of names (paths below a source's folder, `/` between), without touching anything. */
  z.object({
    name: z.literal('piles.preview'),
    rule: caseRuleSchema,
    names: z.array(z.string().min(1).max(4_096)).max(500),
  }),
  /** Batches that still gather. */
  z.object({ name: z.literal('batches.open') }),
  /** Cases as the service lists them. `search` looks through at most the newest 500: external id, title or id. */
  z.object({
    name: z.literal('cases.list'),
    connectionId: id,
    projectId: id.optional(),
    externalId: z.string().optional(),
    fileBatchId: z.string().optional(),
    search: z.string().max(200).optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1),
  }),
  /** A case with its files, its documents and what it came from here. */
  z.object({ name: z.literal('cases.detail'), connectionId: id, caseId: id }),
  /** How far the saving of a case's files has come. */
  z.object({ name: z.literal('cases.saving'), connectionId: id, caseId: id }),
] as const;

const nothing = z.object({});
/** Items a command changed, and why not the others. */
const changed = z.object({
  itemIds: z.array(z.string()),
  refused: z.array(z.object({ itemId: z.string(), fault: faultSchema })),
});

/** What each command on piles and cases answers when it succeeds. */
export const caseCommandAnswers = {
  'piles.create': changed.extend({ pileId: z.string() }),
  'piles.group': changed.extend({ pileIds: z.array(z.string()) }),
  'piles.rename': nothing,
  'piles.set-external': nothing,
  'piles.set-terms': nothing,
  'piles.move-items': changed,
  'piles.set-role': changed,
  'piles.set-main': nothing,
  'piles.merge': changed,
  'piles.release': z.object({ state: z.enum(pileStates) }),
  'piles.reopen': nothing,
  'piles.dissolve': nothing,
  'batches.send-now': z.object({ batches: z.number() }),
  'cases.save-files': z.object({
    files: z.array(z.object({ name: z.string(), path: z.string(), size: z.number() })),
    /** It was broken off. */
    stopped: z.boolean(),
  }),
  'cases.stop-saving': nothing,
} as const;

/** What each query on piles and cases answers when it succeeds. */
export const caseQueryAnswers = {
  'piles.page': z.object({
    rows: z.array(pileViewSchema),
    /** Of these conditions, on all pages. */
    total: z.number(),
    /** Of the connection and project, whatever the states and the search. */
    counts: pileCountsSchema,
    revision: z.number(),
  }),
  'piles.get': pileViewSchema,
  'piles.loose': z.object({
    rows: z.array(z.object({ item: itemViewSchema, role: z.string().nullable() })),
    total: z.number(),
    revision: z.number(),
  }),
  'piles.roles': z.object({ roles: z.array(z.string()) }),
  'piles.preview': pilePreviewSchema,
  'batches.open': z.object({ batches: z.array(openBatchSchema) }),
  'cases.list': z.object({
    cases: z.array(caseViewSchema),
    limit: z.number(),
    offset: z.number(),
    totalCount: z.number().nullable(),
    /** With `search`: how many cases were looked through. */
    searched: z.number().optional(),
  }),
  'cases.detail': caseDetailSchema,
  /** Bytes that came so far; the service does not tell how many there will be. null: nothing is being saved. */
  'cases.saving': z.object({ bytes: z.number().nullable() }),
} as const;
