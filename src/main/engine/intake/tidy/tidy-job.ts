import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import type { FaultLanguage } from '../../faults/describe.ts';
import { fault } from '../../faults/fault.ts';
import type { Change } from '../../journal/changes.ts';
import { isClaimed } from '../../platform/names/claim-places.ts';
import { JournalError } from '../../journal/journal.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord, NewJob, SeenFile } from '../../journal/records.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../../queue/job.ts';
import { unsafeFault } from '../../platform/disk/safe-folder.ts';
import { rootAway } from '../hot-folder/source-root.ts';
import { readFailure } from '../inspection/read-failure.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import type { OpenWriters } from './open-writers.ts';
import { tidyActions, tidyAway } from './tidy-away.ts';
import type { OriginalsMemory, TidyAction, TidyOutcome } from './tidy-away.ts';

/** What the handler of tidy jobs needs. */
export interface TidyDependencies {
  readonly journal: Pick<Journal, 'commit' | 'item' | 'cursor' | 'seenFile'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly inspector: Pick<FileInspector, 'hash' | 'sidecar'>;
  /** Root folder of a source; null for sources whose originals are never touched. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Language of the notes that are put beside files; English where absent. */
  readonly language?: () => FaultLanguage;
  readonly writers: OpenWriters;
  readonly memory: OriginalsMemory & {
    /** The path is free again: its memory is gone. */
    forget(item: ItemRecord): void;
    remember(file: SeenFile): void;
  };
  /** The job that looks once more at what was tidied away, which programs may still write to; null = none is needed. */
  readonly lookBack: (item: ItemRecord, origin: string) => NewJob | null;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** Called once where an original could not be tidied away for good: a warning, never a failure of the item. */
  readonly warn?: (item: ItemRecord, reason: Fault) => void;
}

/** Waits in ms between tries; after the last the job ends with a warning. */
const waits = [2_000, 15_000, 60_000, 300_000] as const;

/** ms after which it is tried again where the source's folder is away. */
const awayMs = 5_000;
/** A file that a program keeps open is looked at so often after that was told, ms. */
const inUseMs = 15 * 60_000;
/** Tries after which a run with an end does not wait for a job of this kind any more: a person knows of it. */
export const patientTries = waits.length;

function actionOf(context: JobContext): TidyAction | null {
  const { action } = context.job.payload;
  return tidyActions.find((known) => known === action) ?? null;
}

/** What no waiting cures: told at the first try. Where programs lock files a refusal may pass, so it is told at the last. */
function isLasting(problem: string): boolean {
  return problem === 'read-only' || (problem === 'not-allowed' && process.platform !== 'win32');
}

function problemOf(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'not-allowed';
    case 'EROFS':
      return 'read-only';
    default:
      return code;
  }
}

/** Why an original could not be tidied away. */
export function tidyFault(
  { name }: Pick<ItemRecord, 'name'>,
  action: TidyAction,
  problem: string,
  code: string = problem,
): Fault {
  return fault('tidy-up-failed', { name, action: action === 'delete' ? 'deleted' : 'moved', problem }, code);
}

/** What the journal says of an original once it was tidied away, or left where it lay. */
function receipt(
  item: ItemRecord,
  action: TidyAction,
  outcome: Exclude<TidyOutcome, { kind: 'in-use' }>,
): readonly Change[] {
  const { sourceId, path, id: itemId } = item;
  const forgotten: Change = { kind: 'seen-forgotten', sourceId, path, itemId };
  switch (outcome.kind) {
    case 'moved': {
      const result = action === 'delete' ? { result: 'trashed' } : {};
      const note = { event: 'tidied', detail: { action, to: outcome.path, ...result } };
      return [{ kind: 'item-set', itemId, set: { path: outcome.path }, note }, forgotten];
    }
    case 'deleted':
    case 'gone': {
      const note = { event: 'tidied', detail: { action, result: outcome.kind } };
      return [{ kind: 'item-set', itemId, set: {}, note }, forgotten];
    }
    case 'left': {
      // Its new content is the hot folder's to take in; the old memory tells it that something changed.
      const note = { event: 'not-tidied', detail: { action, fault: 'file-changed' } };
      return [{ kind: 'item-set', itemId, set: {}, note }];
    }
  }
}

/**
 * Makes the handler of `tidy` jobs: payload `action` says what becomes of the item's original. What fails is tried again a
 * few times and then told as a warning; the item is not touched by it.
 */
export function createTidy(dependencies: TidyDependencies): JobHandler {
  const { journal, clock, log, inspector, folderOf, language = () => 'en' } = dependencies;
  const originals = {
    inspector,
    language,
    writers: dependencies.writers,
    memory: dependencies.memory,
    seenFile: (sourceId: string, path: string) => journal.seenFile(sourceId, path),
    async renamed(item: ItemRecord, path: string) {
      const { sourceId, size, modifiedAt } = item;
      const file = { sourceId, path, size, modifiedAt, itemId: item.id };
      dependencies.memory.remember(file);
      const note = { event: 'renamed', detail: { from: basename(item.path), to: basename(path) } };
      await journal.commit([
        { kind: 'seen', file },
        { kind: 'item-set', itemId: item.id, set: { path }, note },
      ]);
    },
    now: () => clock.now(),
    firstOf: (item: ItemRecord) => (item.duplicateOf === null ? Promise.resolve(null) : journal.item(item.duplicateOf)),
  };

  async function end(context: JobContext, result: JobResult, changes: readonly Change[] = []): Promise<JobResult> {
    const outcome = await journal.commit([context.ended(result), ...changes]);
    if (outcome.ok) return result;
    // The job was ended meanwhile: where the original lies now is written down all the same.
    if (changes.length > 0) await journal.commit(changes);
    return { state: 'cancelled' };
  }

  /** A program writes to it, or may: it stays, and a person is told once where that lasts. */
  async function inUse(context: JobContext, item: ItemRecord, action: TidyAction): Promise<JobResult> {
    const { attempts } = context.job;
    const reason = tidyFault(item, action, 'in-use');
    if (attempts === waits.length) dependencies.warn?.(item, reason);
    const wait = waits[attempts] ?? inUseMs;
    return end(context, { state: 'ready', dueAt: clock.now() + wait, fault: reason, counts: true });
  }

  async function failed(context: JobContext, item: ItemRecord, action: TidyAction, error: unknown): Promise<JobResult> {
    if (error instanceof JournalError) throw error;
    const { code } = readFailure(error);
    if (code === 'unknown') throw error;
    // So Windows answers where a program lets nobody rename what it has open.
    if (code === 'EBUSY') return inUse(context, item, action);
    const problem = problemOf(code);
    const unsafe = unsafeFault(error);
    const reason = unsafe ?? tidyFault(item, action, problem, code);
    const lasting = unsafe !== null || isLasting(problem);
    const told = lasting && context.job.attempts > 0;
    // As long as a link is in the place nothing can be tidied away there; once it is gone all goes on.
    const wait = waits[context.job.attempts] ?? (unsafe === null ? undefined : waits[waits.length - 1]);
    if (wait !== undefined) {
      if (lasting && !told) dependencies.warn?.(item, reason);
      return end(context, { state: 'ready', dueAt: clock.now() + wait, fault: reason, counts: true });
    }
    log.warn('tidy-up-failed', { item: item.id, code });
    const note = { event: 'tidy-up-failed', detail: { action, problem } };
    const result = await end(context, { state: 'done' }, [{ kind: 'item-set', itemId: item.id, set: {}, note }]);
    if (!told) dependencies.warn?.(item, reason);
    return result;
  }

  return async (context) => {
    const item = await journal.item(context.job.subjectId);
    // A paused item keeps its job in the journal; going on brings it back.
    if (item?.paused === true) return { state: 'cancelled' };
    const root = item === null ? null : folderOf(item.sourceId);
    const action = actionOf(context);
    // Its folder is not watched (yet): the job stays in the journal, and comes again when it is.
    if (item !== null && root === null && action !== null) return { state: 'cancelled' };
    const started = await journal.commit([context.started()]);
    if (!started.ok) return { state: 'cancelled' };
    if (item === null || root === null || action === null) return end(context, { state: 'cancelled' });
    // A claim that came back may have been waited for by an earlier job, which has done it.
    if (context.job.payload['ifClaimed'] === true && !isClaimed(item.path)) return end(context, { state: 'done' });
    if (context.signal.aborted) return end(context, { state: 'ready', dueAt: clock.now(), counts: false });
    let outcome: TidyOutcome;
    try {
      outcome = await tidyAway(originals, root, item, action);
    } catch (error) {
      return failed(context, item, action, error);
    }
    // The whole folder is away: where it comes back its files are the same, and were they forgotten, all would come in once more.
    const away = outcome.kind === 'gone' ? await rootAway(journal, item.sourceId, root) : null;
    if (away !== null) return end(context, { state: 'ready', dueAt: clock.now() + awayMs, counts: false });
    // It was lost, and came back meanwhile: it lies elsewhere.
    const moved = outcome.kind === 'gone' && (await journal.item(item.id))?.path !== item.path;
    if (moved) return end(context, { state: 'ready', dueAt: clock.now(), counts: false });
    if (outcome.kind === 'in-use') return inUse(context, item, action);
    const later = outcome.kind === 'moved' && action !== 'back' ? dependencies.lookBack(item, item.path) : null;
    const added: readonly Change[] = later === null ? [] : [{ kind: 'job-added', job: later }];
    const result = await end(context, { state: 'done' }, [...receipt(item, action, outcome), ...added]);
    if (outcome.kind !== 'left') dependencies.memory.forget(item);
    if (later !== null) dependencies.enqueue([later]);
    return result;
  };
}
