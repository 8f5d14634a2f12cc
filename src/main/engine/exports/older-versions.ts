import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ExportRecord } from '../journal/records.ts';
import { answerFiles } from './answers/answer-files.ts';
import type { ExportFiles } from './export-files.ts';
import { isOnDisk } from './hand-over-state.ts';

/** The exports of one document into one folder around one of them, where the rule asks for one XML a document. */
export interface Versions {
  /** A later state of the document has an export of its own: this one is not needed any more. */
  readonly isOutdated: boolean;
  /** Those of earlier states that this one stands in for, oldest first. */
  readonly older: readonly ExportRecord[];
}

const settled: ReadonlySet<ExportRecord['state']> = new Set(['replaced', 'left-out']);

function isBefore(one: ExportRecord, other: ExportRecord): boolean {
  return one.plannedAt < other.plannedAt || (one.plannedAt === other.plannedAt && one.id < other.id);
}

/** Finds them. */
export async function versionsOf(journal: Journal, record: ExportRecord): Promise<Versions> {
  if (record.handOver.versions === 'each') return { isOutdated: false, older: [] };
  const others = (await journal.exportsOfDocument(record.documentId)).filter(
    (other) => other.id !== record.id && other.folder === record.folder && !settled.has(other.state),
  );
  const older = others.filter((other) => isBefore(other, record)).sort((one, other) => (isBefore(one, other) ? -1 : 1));
  return { isOutdated: older.length < others.length, older };
}

/** Whether the target system has said that it took the XML, or that nobody is to have it. */
function isAnswered({ state, answer }: ExportRecord): boolean {
  return state === 'acknowledged' || state === 'rejected' || (answer !== null && answer.kind !== 'err');
}

/** The exports as the journal has them now. */
async function present(journal: Journal, older: readonly ExportRecord[]): Promise<readonly ExportRecord[]> {
  const records = await Promise.all(older.map(({ id }) => journal.export(id)));
  return records.filter((record) => record !== null);
}

/** Those that the XML of a later state stands in for now that it is at its place: the target system has answered to none of them. */
export async function replacedOf(journal: Journal, older: readonly ExportRecord[]): Promise<readonly ExportRecord[]> {
  return (await present(journal, older)).filter((record) => !isAnswered(record));
}

/**
 * The XML of an earlier state that may be replaced: it lies as it was written, and the target system has not answered. `taken`: it
 * was fetched, changed or answered, so that nothing more may be written. null: there is none. As things stand when it is asked.
 */
export async function replaceable(
  journal: Journal,
  files: ExportFiles,
  older: readonly ExportRecord[],
): Promise<ExportRecord | 'taken' | null> {
  let found: ExportRecord | null = null;
  for (const record of await present(journal, older)) {
    const { path, sha256, state } = record;
    if (!isOnDisk(record) || path === null || sha256 === null) continue;
    if (isAnswered(record)) return 'taken';
    const lies = (await files.digest(path))?.sha256 === sha256;
    // What the target system refused it has not taken, wherever it put it.
    if (state === 'refused' && !lies) continue;
    if (!lies || (state !== 'refused' && (await answerFiles.of(path)).length > 0)) return 'taken';
    found = record;
  }
  return found;
}

/** What becomes of exports of earlier states, and of work that waits for a person there; refused as a whole where one has moved on since it was read. */
export async function replacedChanges(
  journal: Journal,
  older: readonly ExportRecord[],
  by: ExportRecord,
  at: number,
): Promise<readonly Change[]> {
  const jobs = await Promise.all(older.map(({ id }) => journal.jobsOf(id)));
  const held = jobs.flat().filter(({ state }) => state === 'held');
  const ended = held.map((job): Change => ({
    kind: 'job-set',
    jobId: job.id,
    set: { state: 'cancelled', fault: null },
  }));
  const replaced = older.map((record): Change => ({
    kind: 'export-set',
    exportId: record.id,
    from: record.state,
    set: { state: 'replaced', path: null, sha256: null, size: null, beside: [], answerDueAt: null, fault: null },
    at,
    event: 'replaced',
    detail: { by: by.id, state: by.documentState, ...(record.path === null ? {} : { path: record.path }) },
  }));
  return [...replaced, ...ended];
}

/** Removes what is left of earlier states beside the XML that was written: files of theirs that lie as they were written. */
export async function clearReplaced(
  files: ExportFiles,
  older: readonly ExportRecord[],
  written: Pick<ExportRecord, 'beside'> & { readonly path: string },
): Promise<void> {
  const kept = new Set([written.path, ...written.beside.map(({ path }) => path)]);
  for (const { path, sha256, beside } of older) {
    const own = path === null || sha256 === null ? [] : [{ path, sha256 }];
    for (const file of [...own, ...beside]) {
      if (!kept.has(file.path) && (await files.digest(file.path))?.sha256 === file.sha256)
        await files.remove(file.path);
    }
  }
}
