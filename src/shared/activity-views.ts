import { z } from 'zod';

/** What is counted. Times from file to settled in ms; null where nothing settled. */
const activityCounts = {
  takenIn: z.number(),
  settled: z.number(),
  held: z.number(),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
};

/** Counts of a bucket that begins at `at` (ms). */
const activityBucketSchema = z.object({ at: z.number(), ...activityCounts });

/** Counts of one source or project. */
const activityPartSchema = z.object({ id: z.string(), ...activityCounts });

/** What happened in a span of time. Times from file to settled in ms; null where nothing settled. */
export const activityViewSchema = z.object({
  buckets: z.array(activityBucketSchema),
  medianMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
  sources: z.array(activityPartSchema),
  projects: z.array(activityPartSchema),
});

/** See {@link activityViewSchema}. */
export type ActivityView = z.infer<typeof activityViewSchema>;

/**
 * What lines of the log are about, as far as this station knows it: its name for people, and the item, document or export it is
 * shown by. `items` = how many items a submission has.
 */
export const logSubjectSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  items: z.number(),
  itemId: z.string().nullable(),
  documentId: z.string().nullable(),
  connectionId: z.string().nullable(),
});

/** See {@link logSubjectSchema}. */
export type LogSubject = z.infer<typeof logSubjectSchema>;
