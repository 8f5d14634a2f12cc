import { z } from 'zod';

/** How a sink is started. */
export const sinkSettingsSchema = z.object({
  /** Absent: no quota and no rate headers. */
  quota: z.object({ limit: z.number().int().positive(), windowSeconds: z.number().int().positive() }).optional(),
  scope: z.string().default('files.read files.write documents.read documents.write'),
});

/** See {@link sinkSettingsSchema}. */
export type SinkSettings = z.input<typeof sinkSettingsSchema>;

/** What the harness tells a sink: forget everything and say when so many files are processed, or just answer the figures. */
export const sinkOrderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reset'), reachAt: z.number().int().positive() }),
  z.object({ kind: z.literal('figures') }),
]);

/** See {@link sinkOrderSchema}. */
export type SinkOrder = z.infer<typeof sinkOrderSchema>;

/** What a sink saw since it was reset. Instants are ms of the machine's monotonic clock, the same in every process. */
export const sinkFiguresSchema = z.object({
  uploads: z.number(),
  uploadedBytes: z.number(),
  /** When each process-file call had come in whole, in order. */
  processedAt: z.array(z.number()),
  /** When the head of POST /files came in, by file name. */
  arrivals: z.array(z.tuple([z.string(), z.number()])),
  /** When each request was let in, and when one was answered 429. */
  acceptedAt: z.array(z.number()),
  refusedAt: z.array(z.number()),
});

/** See {@link sinkFiguresSchema}. */
export type SinkFigures = z.infer<typeof sinkFiguresSchema>;

/** What a sink tells the harness. */
export const sinkNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), baseUrl: z.string() }),
  z.object({ kind: z.literal('reached'), processed: z.number() }),
  z.object({ kind: z.literal('figures'), figures: sinkFiguresSchema }),
]);

/** See {@link sinkNewsSchema}. */
export type SinkNews = z.infer<typeof sinkNewsSchema>;

/** How an engine is started for a benchmark. */
export const engineSettingsSchema = z.object({
  dataDirectory: z.string(),
  workersDirectory: z.string(),
  baseUrl: z.string(),
});

/** See {@link engineSettingsSchema}. */
export type EngineSettings = z.infer<typeof engineSettingsSchema>;

/** What the harness tells an engine: watch this folder, begin to measure from here, say how you are, or end. */
export const engineOrderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('watch'), folder: z.string() }),
  z.object({ kind: z.literal('measure') }),
  z.object({ kind: z.literal('end') }),
]);

/** See {@link engineOrderSchema}. */
export type EngineOrder = z.infer<typeof engineOrderSchema>;

/** How the engine's process did since it was told to measure: delay of its main thread's event loop and processor time of all threads in ms, memory in bytes. */
export const engineFiguresSchema = z.object({
  delayP99: z.number(),
  delayMax: z.number(),
  memoryAtStart: z.number(),
  memoryMax: z.number(),
  processorMs: z.number(),
});

/** See {@link engineFiguresSchema}. */
export type EngineFigures = z.infer<typeof engineFiguresSchema>;

/** What an engine tells the harness. `watching` = the folder was handed over, at that instant (ms, monotonic). */
export const engineNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('watching'), at: z.number() }),
  z.object({ kind: z.literal('measuring') }),
  z.object({ kind: z.literal('ended'), figures: engineFiguresSchema }),
]);

/** See {@link engineNewsSchema}. */
export type EngineNews = z.infer<typeof engineNewsSchema>;

/** The machine's monotonic clock in ms: the same for every process on it, unlike `performance.now()`. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
