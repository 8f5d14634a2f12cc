import { z } from 'zod';
import { sidecarAnswerSchema } from '../sidecar/sidecar-fields.ts';
import { readAnswerSchema } from './read-file.ts';
import { fileLookSchema, hashAnswerSchema, inspectionSchema, xmlVerdictSchema } from './inspection.ts';

/** One thing that a files thread is asked for. */
export const filesTaskSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('inspect'),
    id: z.number(),
    path: z.string(),
    expected: fileLookSchema.optional(),
  }),
  z.object({ act: z.literal('hash'), id: z.number(), path: z.string() }),
  z.object({ act: z.literal('sidecar'), id: z.number(), path: z.string() }),
  z.object({
    act: z.literal('read'),
    id: z.number(),
    path: z.string(),
    size: z.number(),
    modifiedAt: z.number(),
    slot: z.instanceof(SharedArrayBuffer).optional(),
  }),
  z.object({ act: z.literal('check-xml'), id: z.number(), path: z.string() }),
]);

/** See {@link filesTaskSchema}. */
export type FilesTask = z.infer<typeof filesTaskSchema>;

/** Many tasks share one message: a message costs more than a small file. */
export const filesTasksSchema = z.array(filesTaskSchema);

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
    /** A bug in the thread: the message, for the log. */
    z.object({ act: z.literal('failed'), id: z.number(), message: z.string() }),
  ]),
);

/** See {@link filesAnswersSchema}. */
export type FilesAnswer = z.infer<typeof filesAnswersSchema>[number];
