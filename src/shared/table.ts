import { z } from 'zod';

/** A value of a table that is saved: text, a number, an instant (ms since 1970), or nothing. */
export const tableCellSchema = z.union([z.string().max(100_000), z.number(), z.object({ at: z.number() }), z.null()]);

/** See {@link tableCellSchema}. */
export type TableCell = z.infer<typeof tableCellSchema>;

/** What a table is saved as. */
export const tableForms = ['xlsx', 'csv'] as const;

/** See {@link tableForms}. */
export type TableForm = (typeof tableForms)[number];

/** Rows of one message at most. */
export const maxTableRows = 1_000;
