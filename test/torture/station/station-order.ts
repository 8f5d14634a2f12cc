import { z } from 'zod';
import { faultSchema } from '../../../src/shared/faults.ts';
import { itemStageSchema } from '../../../src/shared/item.ts';
import { hotFolderSchema, settingsSchema } from '../../../src/shared/settings.ts';

/** What a station in a process of its own is told to do. */
export const stationOrderSchema = z.object({
  dataDirectory: z.string(),
  workersDirectory: z.string(),
  secret: z.string(),
  settings: settingsSchema,
  hotFolders: z.array(hotFolderSchema),
  /** Its clock: at the real instant `origin` (ms) it showed `origin + ahead`, and it runs `speed` times as fast. */
  clock: z
    .object({ origin: z.number(), speed: z.number().positive(), ahead: z.number() })
    .default({ origin: 0, speed: 1, ahead: 0 }),
  /** At so many ms of real time after its start the clock is set by so many ms. */
  jumps: z.array(z.object({ afterMs: z.number(), byMs: z.number() })).default([]),
  /** true: works on until SIGUSR2 comes, and only then ends once everything is at its end. */
  waits: z.boolean().default(false),
  /** ms of real time after which held items are tried again, as by a person who cured the cause; absent: nobody does. */
  retryMs: z.number().positive().optional(),
  /** ms of real time after which it reports and ends, though not everything is at its end. */
  limitMs: z.number().positive().default(120_000),
});

/** See {@link stationOrderSchema}. */
export type StationOrder = z.input<typeof stationOrderSchema>;

/** What a station says of one file at its end. */
export const stationItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  sha256: z.string().nullable(),
  stage: itemStageSchema,
  fault: faultSchema.nullable(),
});

/** See {@link stationItemSchema}. */
export type StationItem = z.infer<typeof stationItemSchema>;

/** What a station says of itself at its end. */
export const stationReportSchema = z.object({
  /** `limit`: not everything is at its end; `refused`: it did not start, `shown` says why. */
  ended: z.enum(['done', 'limit', 'refused']),
  items: z.array(stationItemSchema),
  /** First line of the history that does not fit the chain. */
  brokenAt: z.number().nullable(),
  /** Faults of folders and connections that are shown at the end. */
  shown: z.array(faultSchema),
});

/** See {@link stationReportSchema}. */
export type StationReport = z.infer<typeof stationReportSchema>;
