import { z } from 'zod';
import { sidecarAnswerSchema } from '../../sidecar/sidecar-fields.ts';
import { hashAnswerSchema, inspectionSchema, xmlVerdictSchema } from '../inspection.ts';

/** The bytes of a small file as it was accepted; none where they lie in the slot that came with the question. `changed` = it is another one now. */
export const readAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), bytes: z.instanceof(Uint8Array).optional() }),
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.enum(['busy', 'unreadable', 'gone', 'not-a-file']), code: z.string() }),
]);

/** See {@link readAnswerSchema}. */
export type ReadAnswer = z.infer<typeof readAnswerSchema>;

/** The answers to some tasks, in the order they were ready. */
export const filesAnswersSchema = z.array(
  z.discriminatedUnion('act', [
    z.object({
      act: z.literal('inspect'),
      id: z.number(),
      answer: inspectionSchema,
    }),
    z.object({ act: z.literal('hash'), id: z.number(), answer: hashAnswerSchema }),
    z.object({ act: z.literal('sidecar'), id: z.number(), answer: sidecarAnswerSchema }),
    z.object({ act: z.literal('read'), id: z.number(), answer: readAnswerSchema }),
    z.object({ act: z.literal('check-xml'), id: z.number(), answer: xmlVerdictSchema }),
    /** It would have taken more processor time than a look may, or more memory. Never told by the thread itself. */
    z.object({ act: z.literal('overrun'), id: z.number() }),
    /** A bug in the thread: the message, for the log. */
    z.object({ act: z.literal('failed'), id: z.number(), message: z.string() }),
  ]),
);

/** See {@link filesAnswersSchema}. */
export type FilesAnswer = z.infer<typeof filesAnswersSchema>[number];
