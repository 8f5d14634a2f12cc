import { onTestFinished } from 'vitest';
import type { Change, CommitOutcome } from '../../../src/main/engine/journal/changes.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { createJournal } from '../../../src/main/engine/journal/open-journal.ts';
import type { OpenedJournal } from '../../../src/main/engine/journal/open-journal.ts';
import type { Clock, Log } from '../../../src/main/engine/platform/ports.ts';
import { makeTestFolder, realClock, startTestWorker } from '../../support/ports.ts';

export {
  added,
  fingerprint,
  linked,
  moved,
  newId,
  noon,
  rule,
  someDocument,
  someExport,
  someItem,
  someJob,
  someSubmission,
} from './some-records.ts';

/** A journal in a folder of its own (or the given one), closed when the test ends. */
export async function openTestJournal(
  options: { directory?: string; stateDirectory?: string; clock?: Clock; log?: Log } = {},
): Promise<OpenedJournal & { readonly directory: string }> {
  const directory = options.directory ?? (await makeTestFolder());
  const opened = await createJournal({
    directory,
    stateDirectory: options.stateDirectory,
    startWorker: startTestWorker,
    clock: options.clock ?? realClock,
    ...(options.log === undefined ? {} : { log: options.log }),
  });
  if (!opened.ok) throw new Error(`not opened: ${opened.fault.code} ${opened.fault.cause ?? ''}`);
  onTestFinished(() => opened.value.journal.close());
  return { ...opened.value, directory };
}

/** Commits and answers the revision; the test fails where a guard refuses. */
export async function committed(journal: Journal, ...changes: readonly Change[]): Promise<number> {
  const outcome: CommitOutcome = await journal.commit(changes);
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.revision;
}

/** The events of a subject's history, oldest first. */
export async function eventsOf(journal: Journal, subjectId: string): Promise<readonly string[]> {
  return (await journal.custody({ subjectIds: [subjectId], limit: 1_000 })).map((row) => row.event);
}
