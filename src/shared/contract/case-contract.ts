import { z } from 'zod';
import { localPath } from '../local-path.ts';
import { caseReleases, caseRoleSchema, caseRuleSchema } from '../case-rule.ts';
import {
  caseDetailSchema,
  caseViewSchema,
  openBatchSchema,
  openCaseCountsSchema,
  openCasePreviewSchema,
  openCaseStates,
  openCaseViewSchema,
} from '../case-views.ts';
import { faultSchema } from '../faults.ts';
import { externalDataSchema } from '../settings.ts';
import { remarks } from './item-contract.ts';
import { itemViewSchema } from '../views.ts';

/** What cases of the service can be sorted by. */
export const caseKeys = ['name', 'external', 'state', 'project', 'changed', 'files'] as const;

const id = z.string().min(1).max(200);
const items = z.array(id).min(1).max(1_000);
const openCaseName = z.string().trim().min(1).max(200);
const externalId = z.string().min(1).max(256);

/** Commands on open cases (cases before they are at the service) and on cases of the service. */
export const caseCommands = [
  /** Makes an open case by hand; `itemIds` are put into it. */
  z.object({
    name: z.literal('open-cases.create'),
    title: openCaseName,
    connectionId: id,
    projectId: id,
    externalId: externalId.nullable().optional(),
    externalData: externalDataSchema.nullable().optional(),
    roles: z.array(caseRoleSchema).max(100).optional(),
    required: z.array(caseRoleSchema).max(50).optional(),
    release: z.enum(caseReleases).optional(),
    itemIds: z.array(id).max(1_000).optional(),
  }),
  /** Files the loose ones among the items (`all`: of the project) into open cases as the rule says. */
  z.object({
    name: z.literal('open-cases.group'),
    connectionId: id,
    projectId: id,
    itemIds: z.union([items, z.literal('all')]),
    rule: caseRuleSchema,
  }),
  z.object({ name: z.literal('open-cases.rename'), openCaseId: id, title: openCaseName }),
  z.object({ name: z.literal('open-cases.note'), openCaseId: id, ...remarks }),
  /** What is left out stays; null takes it away. */
  z.object({
    name: z.literal('open-cases.set-external'),
    openCaseId: id,
    externalId: externalId.nullable().optional(),
    externalData: externalDataSchema.nullable().optional(),
  }),
  /** What belongs to it, and when it is released; what is left out stays. */
  z.object({
    name: z.literal('open-cases.set-terms'),
    openCaseId: id,
    roles: z.array(caseRoleSchema).max(100).optional(),
    required: z.array(caseRoleSchema).max(50).optional(),
    release: z.enum(caseReleases).optional(),
  }),
  /** Puts items into an open case, wherever they are; null = they are loose then. Roles go along. */
  z.object({ name: z.literal('open-cases.move-items'), itemIds: items, openCaseId: id.nullable() }),
  /** Also of loose items; null takes the role away. */
  z.object({ name: z.literal('open-cases.set-role'), itemIds: items, role: caseRoleSchema.nullable() }),
  /** Marks the main file of an open case, instead of the one before; null = none is marked. */
  z.object({ name: z.literal('open-cases.set-main'), openCaseId: id, itemId: id.nullable() }),
  /** Puts all files of an open case into another one and dissolves it. */
  z.object({ name: z.literal('open-cases.merge'), openCaseId: id, intoOpenCaseId: id }),
  /**
   * Sends it as a case, as soon as all its files are at the service; a refused one is tried again. Faults: `case-incomplete`,
   * `role-missing`, both passed over with `anyway` (files without a role then go as `attachment`).
   */
  z.object({ name: z.literal('open-cases.release'), openCaseId: id, anyway: z.boolean().optional() }),
  /**
   * Takes a release back as long as nothing was sent. One that was dissolved or merged is restored, with those of its files that are
   * loose or in the other case since; refused where none is.
   */
  z.object({ name: z.literal('open-cases.reopen'), openCaseId: id }),
  /** Its files are loose then. */
  z.object({ name: z.literal('open-cases.dissolve'), openCaseId: id }),
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

/** Queries on open cases and on cases of the service. */
export const caseQueries = [
  /** Open cases, oldest first (`newest`: the other way round); without `states` all that are not dissolved. */
  z.object({
    name: z.literal('open-cases.page'),
    states: z.array(z.enum(openCaseStates)).optional(),
    connectionId: id.optional(),
    projectId: id.optional(),
    /** Part of the name, the external id, the key, the note, the assignee or a file's name. */
    search: z.string().max(200).optional(),
    /** Whose turn it is, or that of one of its files. */
    assignee: id.optional(),
    /** The whole name, external id or key, without regard to case. */
    called: z.string().max(300).optional(),
    order: z.enum(['oldest', 'newest', 'name', '-name']).optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(200),
  }),
  /** The one open case whose id begins so, or whose case is of this id: `not-found` where none is, `wrong-usage` where several are. */
  z.object({ name: z.literal('open-cases.get'), idPrefix: id }),
  /** Files of mode case that are in no open case and not sent, newest first unless told otherwise. */
  z.object({
    name: z.literal('open-cases.loose'),
    order: z.enum(['newest', 'oldest', 'name', '-name']).optional(),
    connectionId: id.optional(),
    projectId: id.optional(),
    search: z.string().max(200).optional(),
    assignee: id.optional(),
    offset: z.number().int().min(0),
    limit: z.number().int().min(1).max(500),
  }),
  /** Roles that were used or configured in the project, most used first. */
  z.object({ name: z.literal('open-cases.roles'), projectId: id.optional() }),
  /** What a rule makes of names (paths below a source's folder, `/` between), without touching anything. */
  z.object({
    name: z.literal('open-cases.preview'),
    rule: caseRuleSchema,
    names: z.array(z.string().min(1).max(4_096)).max(500),
  }),
  /** Batches that still gather. */
  z.object({ name: z.literal('batches.open') }),
  /** Cases as the service lists them. `search` looks through at most the newest 500: external id, title or id; `sort` has no more to sort, as the service sorts none. */
  z.object({
    name: z.literal('cases.list'),
    connectionId: id,
    projectId: id.optional(),
    externalId: z.string().optional(),
    fileBatchId: z.string().optional(),
    search: z.string().max(200).optional(),
    sort: z.object({ by: z.enum(caseKeys), descending: z.boolean() }).optional(),
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

/** What each command on open cases and cases answers when it succeeds. */
export const caseCommandAnswers = {
  'open-cases.create': changed.extend({ openCaseId: z.string() }),
  'open-cases.group': changed.extend({ openCaseIds: z.array(z.string()) }),
  'open-cases.rename': nothing,
  'open-cases.note': nothing,
  'open-cases.set-external': nothing,
  'open-cases.set-terms': nothing,
  'open-cases.move-items': changed,
  'open-cases.set-role': changed,
  'open-cases.set-main': nothing,
  'open-cases.merge': changed,
  'open-cases.release': z.object({ state: z.enum(openCaseStates) }),
  'open-cases.reopen': nothing,
  'open-cases.dissolve': nothing,
  'batches.send-now': z.object({ batches: z.number() }),
  'cases.save-files': z.object({
    files: z.array(z.object({ name: z.string(), path: z.string(), size: z.number() })),
    /** It was broken off. */
    stopped: z.boolean(),
  }),
  'cases.stop-saving': nothing,
} as const;

/** What each query on open cases and cases answers when it succeeds. */
export const caseQueryAnswers = {
  'open-cases.page': z.object({
    rows: z.array(openCaseViewSchema),
    /** Of these conditions, on all pages. */
    total: z.number(),
    /** Of the connection and project, whatever the states and the search. */
    counts: openCaseCountsSchema,
    revision: z.number(),
  }),
  'open-cases.get': openCaseViewSchema,
  'open-cases.loose': z.object({
    rows: z.array(z.object({ item: itemViewSchema, role: z.string().nullable() })),
    total: z.number(),
    revision: z.number(),
  }),
  'open-cases.roles': z.object({ roles: z.array(z.string()) }),
  'open-cases.preview': openCasePreviewSchema,
  'batches.open': z.object({ batches: z.array(openBatchSchema) }),
  'cases.list': z.object({
    cases: z.array(caseViewSchema),
    limit: z.number(),
    offset: z.number(),
    totalCount: z.number().nullable(),
    /** Of the service's own list: rows that it gave for this part, also those that are left out here, and as how many it gives at most (null: it does not say). */
    told: z.object({ rows: z.number(), limit: z.number().nullable() }).optional(),
    /** With `search` or `sort`: how many cases were looked through. */
    searched: z.number().optional(),
    /** With them: whether there may be older ones that were not looked through. */
    newestOnly: z.boolean().optional(),
  }),
  'cases.detail': caseDetailSchema,
  /** Bytes that came so far; the service does not tell how many there will be. null: nothing is being saved. */
  'cases.saving': z.object({ bytes: z.number().nullable() }),
} as const;
