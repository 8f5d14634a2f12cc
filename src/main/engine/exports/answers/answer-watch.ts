import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import { pages } from '../../journal/pages.ts';
import type { ExportRecord, JobRecord, NewJob } from '../../journal/records.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { AnswerFile, AnswerFiles } from './answer-files.ts';

/** What watching for answers needs. */
export interface AnswerWatchDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: AnswerFiles;
  /** A file showed up for the job: it is done now. Where it is held it is made ready first. */
  readonly wake: (job: JobRecord) => Promise<void>;
  /** The job that takes an answer which nobody waits for any more: a late one, or a second one. */
  readonly lateJob: (record: ExportRecord) => NewJob;
}

/** Finds the target system's answers by listing the folders every 10 s; events only make that quicker. */
export interface AnswerWatch {
  /** Begins with the folders of all exports whose answer is outstanding. To be called once. */
  start(): Promise<void>;
  /** An answer is to be looked for beside this XML. */
  expect(path: string): void;
  stop(): Promise<void>;
}

const rescanMs = 10_000;
/** Events come in bursts, ms. */
const calmMs = 25;
/** Folders with events; in those beyond, answers are found by looking. */
const maxWatches = 200;
const pageSize = 500;
const live: ReadonlySet<JobRecord['state']> = new Set(['ready', 'running', 'held']);

interface Folder {
  readonly watcher: FSWatcher | null;
  asked: boolean;
  looking: Promise<void> | null;
}

/** Makes the watch; nothing is looked at before `start` or `expect`. */
export function createAnswerWatch(dependencies: AnswerWatchDependencies): AnswerWatch {
  const { journal, clock, log, files } = dependencies;
  const folders = new Map<string, Folder>();
  /** Files that a held job could not use, as they were: only a change is worth another look. */
  const tried = new Map<string, string>();
  let stopped = false;
  let cancelRescan: () => void = () => undefined;

  function open(path: string): FSWatcher | null {
    if (folders.size >= maxWatches) return null;
    try {
      const watcher = watch(path, { persistent: false }, () => look(path));
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return null;
    }
  }

  function add(path: string): void {
    if (stopped || folders.has(path)) return;
    folders.set(path, { watcher: open(path), asked: false, looking: null });
  }

  /** One look at a time in a folder; what is asked meanwhile is one more after it. */
  function look(path: string): void {
    const folder = folders.get(path);
    if (folder === undefined || stopped) return;
    if (folder.asked) return;
    folder.asked = true;
    clock.after(calmMs, () => begin(path, folder), { unref: true });
  }

  function begin(path: string, folder: Folder): void {
    if (stopped) return;
    if (folder.looking !== null) {
      void folder.looking.then(() => begin(path, folder));
      return;
    }
    folder.asked = false;
    folder.looking = scan(path)
      .catch((error: unknown) => log.warn('answers-not-looked-for', { cause: String(error) }))
      .finally(() => {
        folder.looking = null;
      });
  }

  async function scan(path: string): Promise<void> {
    for (const file of await files.list(path)) {
      if (stopped) return;
      await consider(file);
    }
  }

  async function consider(file: AnswerFile): Promise<void> {
    const record = await journal.exportByPath(file.xml);
    if (record === null || record.handOver.acknowledgement === null) return;
    const jobs = (await journal.jobsOf(record.id)).filter(
      ({ kind, state }) => kind === 'acknowledge' && live.has(state),
    );
    const [job] = jobs;
    if (job === undefined) return late(record);
    if (job.state === 'running') return;
    if (job.state === 'held') {
      const found = await files.look(file.path);
      if (found === null) return;
      const mark = `${String(found.size)} ${String(found.modifiedAt)}`;
      if (tried.get(file.path) === mark) return;
      tried.set(file.path, mark);
    }
    await dependencies.wake(job);
  }

  async function late(record: ExportRecord): Promise<void> {
    const job = dependencies.lateJob(record);
    await journal.commit([{ kind: 'job-added', job }]);
    const added = await journal.job(job.id);
    if (added !== null) await dependencies.wake(added);
  }

  function rescan(): void {
    for (const path of folders.keys()) look(path);
    cancelRescan = clock.after(rescanMs, rescan, { unref: true });
  }

  return {
    async start() {
      const read = (after?: string) => journal.exports(['waiting', 'refused', 'held'], pageSize, after);
      for await (const page of pages(read, ({ id }) => id))
        for (const { path, handOver } of page)
          if (path !== null && handOver.acknowledgement !== null) add(dirname(path));
      rescan();
    },
    expect(path) {
      add(dirname(path));
      look(dirname(path));
    },
    async stop() {
      stopped = true;
      cancelRescan();
      for (const { watcher } of folders.values()) watcher?.close();
      await Promise.all([...folders.values()].map(({ looking }) => looking ?? Promise.resolve()));
    },
  };
}
