import { z } from 'zod';
import { faultSchema } from '../../../shared/faults.ts';

/** Bytes of one line towards the owner: 10,000 item ids and more fit. */
export const maxRequestBytes = 4 * 1024 * 1024;

/** Bytes of one line back: a page of 1,000 items with long names and many documents. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/**
 * One line towards the process that owns the data directory; the engine's dispatcher checks `value` against the contract.
 * `settings`: they were changed on disk, and are to hold from now on. `prove`: the owner answers the word in `value` with its proof.
 */
export const controlRequestSchema = z.object({
  id: z.number().int().min(0),
  kind: z.enum(['command', 'query', 'settings', 'prove']),
  value: z.unknown(),
});

/** One line back: the outcome of the request with that id. */
export const controlAnswerSchema = z.object({
  id: z.number().int(),
  outcome: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), fault: faultSchema }),
  ]),
});

/** See {@link controlRequestSchema}. */
export type ControlRequest = z.infer<typeof controlRequestSchema>;

/** See {@link controlAnswerSchema}. */
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;
