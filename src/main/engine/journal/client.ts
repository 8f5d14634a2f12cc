import type { ActivityView } from '../../../shared/activity-views.ts';
import { collectAtRest } from '../platform/collect-garbage.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { Change, CommitOutcome } from './changes.ts';
import { JournalError } from './journal.ts';
import type { CustodyCheck, FoundDocuments, Journal } from './journal.ts';
import { eachRead } from './reading/read-types.ts';
import type { ReadAnswers, ReadArguments, ReadMethod } from './reading/read-types.ts';
import type { JournalAnswer, JournalRequest, ReadRequest, Thread } from './thread/messages.ts';
import { listsText } from './writing/change-list.ts';
import type { ChangeList, ListResult } from './writing/change-list.ts';

/** Lists of one transaction at most: about 50 ms of work, so that a flood of files does not keep a person's click waiting. */
const listsAtOnce = 512;

/** What the client is made with. */
export interface ClientOptions {
  readonly thread: Thread;
  readonly clock: Clock;
  readonly log: Log | undefined;
  /** Called after each transaction. */
  readonly afterBatch: () => void;
  /** Ends the other threads before the journal's own. */
  readonly beforeClose: () => Promise<void>;
}

/** A journal in a thread, and what its diagnosis needs besides. */
export interface JournalClient {
  readonly journal: Journal;
  checkIntegrity(): Promise<readonly string[]>;
  /** Takes an answer of the thread. */
  answered(answer: JournalAnswer): void;
  /** The thread is gone: everything that waits is refused. */
  ended(cause: string): void;
}

interface WaitingCommit {
  readonly list: ChangeList;
  resolve(outcome: CommitOutcome): void;
  reject(error: Error): void;
}

/** A read that waits for its answer; the thread answers what was asked, hence the wide parameter. */
interface WaitingRead {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Commits that wait to be sent or for their answer. */
interface Commits {
  add(waiting: WaitingCommit): void;
  /** The batch that is under way was answered; null = all of it was taken as it was. */
  settle(results: readonly ListResult[] | null, revision: number): void;
  /** Resolves once none waits any more. */
  written(): Promise<void>;
  /** Refuses all that wait. */
  refuse(error: Error): void;
}

/**
 * Commits asked for while a batch is being written are collected and leave as the next one, from a task and not from a microtask:
 * callers that go on at once after an answer get into the same batch, and hundreds of writers don't starve the event loop.
 */
function createCommits(send: (lists: string) => void): Commits {
  let collected: WaitingCommit[] = [];
  let underWay: readonly WaitingCommit[] | null = null;
  let flushing = false;
  let allWritten: (() => void) | null = null;

  const flushSoon = (): void => {
    if (flushing || underWay !== null) return;
    flushing = true;
    setImmediate(flush);
  };

  function flush(): void {
    flushing = false;
    if (underWay !== null) return;
    if (collected.length === 0) {
      allWritten?.();
      return;
    }
    underWay = collected.slice(0, listsAtOnce);
    collected = collected.slice(listsAtOnce);
    collectAtRest();
    send(listsText(underWay.map((each) => each.list)));
  }

  return {
    add(waiting) {
      collected.push(waiting);
      flushSoon();
    },
    settle(results, revision) {
      const batch = underWay ?? [];
      underWay = null;
      const taken = { ok: true, revision } as const;
      batch.forEach((each, index) => settleCommit(each, results === null ? taken : results[index]));
      flushSoon();
    },
    async written() {
      if (collected.length === 0 && underWay === null) return;
      await new Promise<void>((resolve) => {
        allWritten = resolve;
        flushSoon();
      });
    },
    refuse(error) {
      for (const each of [...(underWay ?? []), ...collected]) each.reject(error);
      underWay = null;
      collected = [];
      allWritten?.();
    },
  };
}

/** The engine's side of the journal. */
export function createClient({ thread, clock, log, afterBatch, beforeClose }: ClientOptions): JournalClient {
  let closing: Promise<void> | null = null;
  let gone: string | null = null;
  let readId = 0;
  const reads = new Map<number, WaitingRead>();
  const listeners = new Set<Parameters<Journal['onChange']>[0]>();
  let threadEnded: (() => void) | null = null;

  const send = (request: JournalRequest): void => thread.postMessage(request);
  const commits = createCommits((lists) => send({ kind: 'batch', lists }));

  function refusal(): JournalError | null {
    if (closing !== null) return new JournalError('closed', 'the journal was closed');
    return gone === null ? null : new JournalError('unusable', `the journal's thread ended: ${gone}`);
  }

  function commit(changes: readonly Change[], actor = 'engine'): Promise<CommitOutcome> {
    const refused = refusal();
    if (refused !== null) return Promise.reject(refused);
    return new Promise((resolve, reject) => {
      const list = { changes, actor: actor === 'engine' ? null : actor, at: clock.now() };
      commits.add({ list, resolve, reject });
    });
  }

  function ask<Answer>(request: (id: number) => JournalRequest): Promise<Answer> {
    const refused = refusal();
    if (refused !== null) return Promise.reject(refused);
    return new Promise<Answer>((resolve, reject) => {
      readId += 1;
      reads.set(readId, { resolve, reject });
      send(request(readId));
    });
  }

  function read<Method extends ReadMethod>(
    method: Method,
    ...values: ReadArguments[Method]
  ): Promise<ReadAnswers[Method]> {
    return ask((id) => readRequest(id, clock.now(), method, values));
  }

  function settleBatch(answer: Extract<JournalAnswer, { kind: 'batch-done' }>): void {
    commits.settle(answer.results, answer.revision);
    if (answer.changed) tell(answer);
    afterBatch();
  }

  function tell(answer: Extract<JournalAnswer, { kind: 'batch-done' }>): void {
    for (const listener of listeners) {
      try {
        listener({ revision: answer.revision, itemIds: answer.itemIds });
      } catch (error) {
        log?.error('journal.listener-failed', { cause: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  async function close(): Promise<void> {
    await commits.written();
    await beforeClose();
    if (gone !== null) return;
    await new Promise<void>((resolve) => {
      threadEnded = resolve;
      send({ kind: 'close' });
    });
  }

  const journal: Journal = {
    commit,
    ...eachRead(read),
    findDocuments: (query) => ask<FoundDocuments>((id) => ({ kind: 'find-documents', id, query })),
    activity: (query) => ask<ActivityView>((id) => ({ kind: 'activity', id, query })),
    verifyCustody: () => ask<CustodyCheck>((id) => ({ kind: 'verify', id })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };

  return {
    journal,
    checkIntegrity: () => ask<readonly string[]>((id) => ({ kind: 'check', id })),
    answered(answer) {
      if (answer.kind === 'batch-done') settleBatch(answer);
      else if (answer.kind === 'answer') taken(reads, answer.id)?.resolve(answer.value);
      else if (answer.kind === 'answer-failed') {
        taken(reads, answer.id)?.reject(errorOf(answer.code, answer.message));
      } else if (answer.kind === 'warning') log?.warn(answer.event, answer.fields);
    },
    ended(cause) {
      gone ??= cause;
      const error =
        threadEnded === null
          ? new JournalError('unusable', `the journal's thread ended: ${cause}`)
          : new JournalError('closed', 'the journal was closed');
      for (const each of reads.values()) each.reject(error);
      reads.clear();
      commits.refuse(error);
      threadEnded?.();
    },
  };
}

/** Puts a read into its message. */
function readRequest<Method extends ReadMethod>(
  id: number,
  at: number,
  method: Method,
  values: ReadArguments[Method],
): ReadRequest<Method> {
  return { kind: 'read', id, at, method, values };
}

function settleCommit(waiting: WaitingCommit, result: ListResult | undefined): void {
  if (result === undefined) waiting.reject(new Error('the journal did not answer a commit'));
  else if ('failed' in result) waiting.reject(errorOf(result.failed, result.message));
  else waiting.resolve(result);
}

function errorOf(code: JournalError['code'] | 'bug', message: string): Error {
  return code === 'bug' ? new Error(`journal: ${message}`) : new JournalError(code, message);
}

function taken(reads: Map<number, WaitingRead>, id: number): WaitingRead | undefined {
  const waiting = reads.get(id);
  reads.delete(id);
  return waiting;
}
