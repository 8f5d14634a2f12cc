import { z } from 'zod';
import { itemStageSchema } from './item.ts';
import { itemGroupSchema } from './views.ts';

/** Items that one command can name: a chosen list is no longer than this. */
export const maxSelected = 100_000;

/** Items that one answer about a whole list names: as many as neither the journal's thread nor the window notices. */
export const keysAtOnce = 5_000;

/** What has to be known of an item that is chosen without being in sight: what can be done with it follows from that. */
export const itemKeySchema = z.object({
  id: z.string(),
  stage: itemStageSchema,
  paused: z.boolean(),
  /** It is held for its password. */
  locked: z.boolean().optional(),
  /** It is held for its index fields. */
  unfilled: z.boolean().optional(),
});
/** See {@link itemKeySchema}. */
export type ItemKey = z.infer<typeof itemKeySchema>;

/**
 * An order of items, exact over the whole list: by name, as people read it (ä as a, 2 before 10), by how long they have been where they
 * are, by source or by project. `order`: the ids of sources or projects as the window has them in the order of their names (one that
 * ends in `-` stands for all that begin with it); what it does not name comes last, whichever way.
 */
export const itemSortSchema = z.object({
  by: z.enum(['name', 'since', 'source', 'project']),
  descending: z.boolean(),
  order: z.array(z.string().max(200)).max(2_000).optional(),
});
/** See {@link itemSortSchema}. */
export type ItemSort = z.infer<typeof itemSortSchema>;

/** An order of exports: by the document's name, that of the file, its size, when it was written, or how far it is. What has none comes last. */
export const exportSortSchema = z.object({
  by: z.enum(['document', 'file', 'size', 'written', 'state']),
  descending: z.boolean(),
});
/** See {@link exportSortSchema}. */
export type ExportSort = z.infer<typeof exportSortSchema>;

const id = z.string().min(1).max(200);

/** Conditions of a list of items; all that are given hold together. */
export const listedItems = {
  projectId: id.optional(),
  /** Whose turn it is. */
  assignee: id.optional(),
  /** What happens next with them; `done` = ended since `doneSince` (ms; absent: ever). */
  group: itemGroupSchema.optional(),
  doneSince: z.number().optional(),
  /** Part of the name, external id, note, assignee or document id. */
  search: z.string().max(200).optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  cursor: z.string().optional(),
};
