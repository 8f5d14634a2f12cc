import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { HotFolder } from '../../../src/shared/settings.ts';
import { hotFolderSchema } from '../../../src/shared/settings.ts';
import { createComingFiles } from '../../../src/main/engine/cases/coming-files.ts';
import { createIds } from '../../../src/main/engine/platform/ids.ts';
import type { FileInspector } from '../../../src/main/engine/intake/inspection/file-inspector.ts';
import { createFileInspector } from '../../../src/main/engine/intake/inspection/file-inspector.ts';
import type { LookNotes } from '../../../src/main/engine/intake/inspection/thread/look-notes.ts';
import type { ThreadBudget } from '../../../src/main/engine/intake/inspection/thread/files-thread.ts';
import { createHotFolder } from '../../../src/main/engine/intake/hot-folder/hot-folder.ts';
import type { HotFolderWatcher } from '../../../src/main/engine/intake/hot-folder/hot-folder.ts';
import type { HotFolderDependencies } from '../../../src/main/engine/intake/hot-folder/hot-folder-dependencies.ts';
import type { IntakeDependencies, Taken } from '../../../src/main/engine/intake/reception/intake.ts';
import { createOpenWriters } from '../../../src/main/engine/intake/tidy/open-writers.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { createJournal } from '../../../src/main/engine/journal/open-journal.ts';
import type { ItemRecord } from '../../../src/main/engine/journal/records.ts';
import { createTestLog, makeTestFolder, realClock, startTestWorker } from '../../support/ports.ts';

/** A station in miniature: real journal, real inspector, real files; what the engine would be told is kept. */
export interface IntakeStation {
  readonly folder: string;
  /** A folder beside the hot folder, for what must not be in it. */
  readonly beside: string;
  readonly journal: Journal;
  readonly inspector: FileInspector;
  readonly dependencies: IntakeDependencies;
  readonly taken: Taken[];
  readonly withdrawn: string[];
  /** All items, oldest first. */
  items(): Promise<readonly ItemRecord[]>;
  /** The stages in an item's history. */
  trail(itemId: string): Promise<readonly string[]>;
  watch(config?: Partial<HotFolder>, overrides?: Partial<HotFolderDependencies>): Promise<HotFolderWatcher>;
}

/** Expects something to come true, also on a machine that others keep busy. `interval` and `timeout` in ms. */
export function eventually<T>(
  read: () => T,
  { interval = 20, timeout = 120_000 }: { readonly interval?: number; readonly timeout?: number } = {},
): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout, interval });
}

/** The configuration of the station's folder. */
export function folderConfig(folder: string, config: Partial<HotFolder> = {}): HotFolder {
  const rule = { connectionId: 'c', projectId: 'p' };
  return {
    ...hotFolderSchema.parse({ id: 'inbox', name: 'Inbox', folder, rescanMs: 60_000, quietTextMs: 300, rule }),
    ...config,
  };
}

/** Opens a journal in a worker thread, closed when the test ends. */
async function openTestJournal(directory: string): Promise<Journal> {
  const opened = await createJournal({ directory, startWorker: startTestWorker, clock: realClock });
  if (!opened.ok) throw new Error(opened.fault.code);
  onTestFinished(() => opened.value.journal.close());
  return opened.value.journal;
}

/** Makes a station with an empty folder. `given` replaces parts of it, for a second run over the same data. */
export async function createIntakeStation(
  given: {
    readonly root?: string;
    readonly room?: () => Promise<void>;
    readonly budget?: ThreadBudget;
    readonly notes?: LookNotes;
  } = {},
): Promise<IntakeStation> {
  const root = given.root ?? (await makeTestFolder());
  const folder = join(root, 'inbox');
  await mkdir(folder, { recursive: true });
  const journal = await openTestJournal(join(root, 'journal'));
  const inspector = createFileInspector({
    startWorker: startTestWorker,
    threads: 1,
    ...(given.budget === undefined ? {} : { budget: given.budget }),
    ...(given.notes === undefined ? {} : { notes: given.notes }),
  });
  onTestFinished(() => inspector.close());
  const newId = createIds(() => Date.now(), Math.random);
  const taken: Taken[] = [];
  const withdrawn: string[] = [];
  const dependencies: IntakeDependencies = {
    journal,
    inspector,
    clock: realClock,
    log: createTestLog(),
    newId,
    firstWork(item) {
      const job = {
        id: newId(),
        kind: 'upload' as const,
        subjectId: item.id,
        connectionId: 'c',
        sourceId: item.sourceId,
        priority: 40,
        dueAt: 0,
      };
      return { changes: [{ kind: 'job-added', job }], jobs: [job] };
    },
    withDefaults: (_, externalData) => externalData,
    doubtWork: () => ({ changes: [], jobs: [] }),
    duplicateWork: () => ({ changes: [], jobs: [] }),
    heldWork: () => ({ changes: [], jobs: [] }),
    taken: (outcome) => taken.push(outcome),
    regained: () => ({ changes: [], begin: () => undefined }),
    withdrawn: (itemId) => withdrawn.push(itemId),
    comingFiles: createComingFiles(
      () => null,
      () => undefined,
    ),
    room: given.room ?? (() => Promise.resolve()),
  };
  return {
    folder,
    beside: root,
    journal,
    inspector,
    dependencies,
    taken,
    withdrawn,
    async items() {
      const found: ItemRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await journal.items({
          order: 'oldest',
          limit: 1_000,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...page.rows);
        cursor = page.next;
      } while (cursor !== undefined);
      return found;
    },
    async trail(itemId) {
      return (await journal.custody({ subjectIds: [itemId], limit: 100 })).map((row) => row.event);
    },
    async watch(config = {}, overrides = {}) {
      const watcher = createHotFolder(folderConfig(folder, config), {
        ...dependencies,
        station: { id: 'station', name: 'Station' },
        writers: createOpenWriters(),
        ...overrides,
      });
      onTestFinished(async () => void (await watcher.stop()));
      await watcher.start();
      return watcher;
    },
  };
}
