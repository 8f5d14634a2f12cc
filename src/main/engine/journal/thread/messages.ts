import { z } from 'zod';
import type { Fault } from '../../../../shared/faults.ts';
import type { ActivityQuery, CustodyCheck, DocumentQuery, JournalError } from '../journal.ts';
import type { ReadAnswers, ReadArguments, ReadMethod } from '../reading/read-types.ts';
import type { Salvaged } from '../recovery/salvage.ts';
import type { ListResult } from '../writing/change-list.ts';

/**
 * What the journal's and the checkpoint thread are started with. `walFrames` holds one number: frames in the WAL. With `rebuild`
 * the journal's thread makes a sound journal beside the damaged one and ends: only the end of a thread really closes the files
 * it had open (the SQLite library keeps statements until they are collected), and open files can't be renamed everywhere.
 */
export const threadDataSchema = z.object({
  directory: z.string(),
  stateDirectory: z.string().optional(),
  walFrames: z.instanceof(SharedArrayBuffer),
  rebuild: z.object({ setAsidePath: z.string(), reason: z.string(), now: z.number() }).optional(),
});

/** See {@link threadDataSchema}. */
export type ThreadData = z.infer<typeof threadDataSchema>;

/** One read on its way to the thread. `at` in ms. */
export interface ReadRequest<Method extends ReadMethod = ReadMethod> {
  readonly kind: 'read';
  readonly id: number;
  readonly at: number;
  readonly method: Method;
  readonly values: ReadArguments[Method];
}

/** What the journal's thread is asked. One batch at a time (`lists`: see `listsText`); reads at any time. */
export type JournalRequest =
  | { readonly kind: 'batch'; readonly lists: string }
  | ReadRequest
  | { readonly kind: 'verify' | 'check'; readonly id: number }
  | { readonly kind: 'activity'; readonly id: number; readonly query: ActivityQuery }
  | { readonly kind: 'find-documents'; readonly id: number; readonly query: DocumentQuery }
  | { readonly kind: 'close' };

/** What the journal's thread answers. */
export type JournalAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'not-opened'; readonly fault: Fault }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'rebuilt'; readonly salvaged: Salvaged }
  | {
      readonly kind: 'batch-done';
      /** Null: all lists were taken as they are. */
      readonly results: readonly ListResult[] | null;
      readonly revision: number;
      readonly changed: boolean;
      readonly itemIds: readonly string[];
    }
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly value: ReadAnswers[ReadMethod] | CustodyCheck | readonly string[];
    }
  | {
      readonly kind: 'answer-failed';
      readonly id: number;
      readonly code: JournalError['code'] | 'bug';
      readonly message: string;
    }
  | { readonly kind: 'warning'; readonly event: string; readonly fields: Readonly<Record<string, string | number>> };

/** What is needed of a thread: `Worker` of node:worker_threads has it. */
export interface Thread {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: JournalAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** The thread's own end of the conversation: `parentPort`, or a port of a channel in a test. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: JournalRequest) => void): unknown;
  close(): void;
}
