import { z } from 'zod';
import { faultSchema } from '../faults.ts';
import { fieldsSchema, lookupPlace, maxFieldLength, maxFields } from '../fields/field-rule.ts';
import { fieldProblems } from '../fields/field-values.ts';
import { intakeModes, itemStageSchema } from '../item.ts';
import { itemKeySchema, itemSortSchema, keysAtOnce, listedItems, maxSelected } from '../selection.ts';
import { itemSummarySchema, itemViewSchema, stageCountsSchema } from '../views.ts';

const id = z.string().min(1).max(200);
/** Named items, or everything it can apply to. */
const selection = z.union([z.array(id).min(1).max(maxSelected), z.literal('all')]);
/** Names an act on many items, so that it can be asked about (`items.acting`) and stopped (`items.stop`) while it goes on. */
const act = id.optional();
/** What a person writes about an item or a case, and whose turn it is: what is left out stays, null or '' takes it away. */
export const remarks = {
  note: z.string().trim().max(2_000).nullable().optional(),
  assignee: z.string().trim().max(100).nullable().optional(),
};

/** Persons' decisions about items. */
export const itemCommands = [
  /** Lets held items go on where they stopped. */
  z.object({ name: z.literal('items.retry'), itemIds: selection, act }),
  /** Ends items that are not at the service yet; `all` = whatever has not been sent. */
  z.object({ name: z.literal('items.cancel'), itemIds: selection, act }),
  /** `all` stops everything, also what comes later. */
  z.object({ name: z.literal('items.pause'), itemIds: selection, act }),
  z.object({ name: z.literal('items.resume'), itemIds: selection, act }),
  /** Sends duplicates although their content is known. */
  z.object({ name: z.literal('items.send-anyway'), itemIds: selection, act }),
  /** Opens PDFs that are held for their password, all of them with this one; it is kept nowhere. */
  z.object({
    name: z.literal('items.unlock'),
    itemIds: z.array(id).min(1).max(1_000),
    password: z.string().min(1).max(500),
    act,
  }),
  /**
   * Fills in fields of held items, all of them with these values ('' takes one away); what was held for them and lacks nothing any more
   * goes on. Values as they are kept (2026-12-31, 1234.56).
   */
  z.object({
    name: z.literal('items.set-fields'),
    itemIds: z.array(id).min(1).max(1_000),
    values: z
      .record(z.string().min(1).max(50), z.string().max(maxFieldLength * 2))
      .refine((values) => Object.keys(values).length <= maxFields),
    /** Since when the file stood as it was seen (`since` of its form): refused where it is another one by now. */
    since: z.number().optional(),
    act,
  }),
  /**
   * Takes cancelled items in again. With a project: sends what is not at the service yet, duplicates too, to that one; with a mode: sends it
   * by itself, in a batch or as part of a case. What is put together with others leaves them. With `second`: what is at the service goes
   * there once more as a new item beside it; the first stays.
   */
  z.object({
    name: z.literal('items.take-in-again'),
    itemIds: z.array(id).min(1).max(maxSelected),
    projectId: id.optional(),
    mode: z.enum(intakeModes).optional(),
    second: z.boolean().optional(),
    act,
  }),
  z.object({ name: z.literal('items.note'), itemIds: z.array(id).min(1).max(maxSelected), ...remarks, act }),
  /** Ends an act on many items after the slice in hand: what is done stays done, and the act answers how many it left. */
  z.object({ name: z.literal('items.stop'), act: id }),
] as const;

/** Queries on items. */
export const itemQueries = [
  z.object({
    name: z.literal('items.page'),
    stages: z.array(itemStageSchema).optional(),
    sourceId: id.optional(),
    ...listedItems,
    /** Rows to pass over, for a table that jumps; not together with a cursor. */
    offset: z.number().int().min(0).optional(),
    /** Only with an offset. */
    sort: itemSortSchema.optional(),
    limit: z.number().int().min(1).max(1_000),
  }),
  /** The same items by what choosing all of them needs. */
  z.object({ name: z.literal('items.keys'), ...listedItems, limit: z.number().int().min(1).max(keysAtOnce) }),
  /** How far an act on many items is. */
  z.object({ name: z.literal('items.acting'), act: id }),
  /** How many items there are for each counter of the Intake screen. `doneSince`: start of the day, ms. */
  z.object({
    name: z.literal('items.summary'),
    doneSince: z.number(),
    projectId: id.optional(),
    assignee: id.optional(),
    search: z.string().max(200).optional(),
  }),
  /** The names that items and cases were handed to, the last used first, and the name of this account. */
  z.object({ name: z.literal('items.people') }),
  /** The one item whose id begins so: `not-found` where none does, `wrong-usage` where several do. */
  z.object({ name: z.literal('items.get'), idPrefix: id }),
  /** The forms of items, and what is filled in; an item without a form has none here. */
  z.object({ name: z.literal('items.fields'), itemIds: z.array(id).min(1).max(200) }),
  /** Rows of the table behind a lookup field of an item or of a scan profile; each typed word begins a word of the row. */
  z.object({
    name: z.literal('items.lookup'),
    of: z.union([z.object({ itemId: id }), z.object({ profileId: id })]),
    key: z.string().min(1).max(50),
    search: z.string().max(200),
    limit: z.number().int().min(1).max(100),
  }),
  /** What stands in a CSV file, for who sets up a lookup in it. */
  z.object({ name: z.literal('items.lookup-file'), ...lookupPlace }),
  /**
   * Whether a run with an end is over: every source has finished its first scan since it was added, and every item of these
   * sources (or every one of `itemIds`, where given) is at its end for `until`, held, duplicate or cancelled.
   */
  z.object({
    name: z.literal('items.once'),
    sourceIds: z.array(id).max(1_000),
    itemIds: z.array(id).max(10_000).optional(),
    until: z.enum(['settled', 'submitted', 'handed-over']),
  }),
] as const;

/** The form of an item: its fields in order, the values that are there, and what is wrong, by key. */
const itemFormSchema = z.object({
  itemId: z.string(),
  name: z.string(),
  /** When it came into its stage, ms since 1970: another content comes there at another time. */
  since: z.number(),
  fields: fieldsSchema,
  values: z.record(z.string(), z.string()),
  lacks: z.record(z.string(), z.enum(['missing', ...fieldProblems])),
});

/** See {@link itemFormSchema}. */
export type ItemForm = z.infer<typeof itemFormSchema>;

/** What a decision about items did: which it changed, and why not the others. */
const decisionAnswer = z.object({
  itemIds: z.array(z.string()),
  /** By reason: how many, and the first of them (at least one). */
  refused: z.array(
    z.object({
      count: z.number(),
      first: z.array(z.object({ itemId: z.string(), name: z.string(), fault: faultSchema })),
    }),
  ),
  /** How many it was stopped before. */
  left: z.number(),
});

/** What each decision about items answers when it succeeds. */
export const itemCommandAnswers = {
  'items.retry': decisionAnswer,
  'items.cancel': decisionAnswer,
  'items.pause': decisionAnswer,
  'items.resume': decisionAnswer,
  'items.send-anyway': decisionAnswer,
  'items.unlock': decisionAnswer,
  'items.set-fields': decisionAnswer,
  'items.take-in-again': decisionAnswer,
  'items.note': decisionAnswer,
  'items.stop': z.object({}),
} as const;

/** What each query on items answers when it succeeds. */
export const itemQueryAnswers = {
  'items.page': z.object({
    rows: z.array(itemViewSchema),
    next: z.string().optional(),
    revision: z.number(),
    /** Of all items, not only of the page. */
    counts: stageCountsSchema,
    /** Rows of all pages with these conditions; only with `offset`. */
    total: z.number().optional(),
  }),
  'items.keys': z.object({ rows: z.array(itemKeySchema), next: z.string().optional() }),
  /** null: it is not known yet what it is about, or it is over. */
  'items.acting': z.object({ progress: z.object({ done: z.number(), total: z.number() }).nullable() }),
  /** `names`: those used lately; `assigned`: with whom items are now. */
  'items.people': z.object({
    names: z.array(z.string()),
    assigned: z.array(z.string()),
    ofCases: z.array(z.string()),
    own: z.string(),
  }),
  'items.summary': itemSummarySchema,
  'items.get': itemViewSchema,
  'items.fields': z.object({ forms: z.array(itemFormSchema) }),
  'items.lookup': z.object({
    rows: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Further rows fit. */
    more: z.boolean(),
  }),
  /** Headings, and how many rows there are; null: a column that is named is not there. */
  'items.lookup-file': z.object({ columns: z.array(z.string()), rows: z.number().nullable() }),
  'items.once': z.object({
    done: z.boolean(),
    /** How many are not at their end, and the first 200 of them. */
    outstanding: z.number(),
    rows: z.array(itemViewSchema).max(200),
  }),
} as const;
