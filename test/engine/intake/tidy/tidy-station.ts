import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Fault } from '../../../../src/shared/faults.ts';
import type { HotFolderWatcher } from '../../../../src/main/engine/intake/hot-folder/hot-folder.ts';
import { createOpenWriters } from '../../../../src/main/engine/intake/tidy/open-writers.ts';
import { createTidy } from '../../../../src/main/engine/intake/tidy/tidy-job.ts';
import type { ItemRecord } from '../../../../src/main/engine/journal/records.ts';
import type { JobResult } from '../../../../src/main/engine/queue/job.ts';
import { createTestLog, realClock } from '../../../support/ports.ts';
import { createIntakeStation, type IntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';
import { contextOf } from './job-context.ts';

/** A station whose files were taken in, and a way to run tidy jobs for them. */
export interface TidyStation extends IntakeStation {
  readonly watcher: HotFolderWatcher;
  readonly warnings: readonly Fault[];
  readonly item: (name: string) => Promise<ItemRecord>;
  readonly tidy: (name: string, action: string, attempts?: number) => Promise<JobResult>;
}

/** Puts files of these names there, and waits until they were taken in. `root`: what the tidying takes for the hot folder. */
export async function createTidyStation(names: readonly string[] = ['a.pdf'], root?: string): Promise<TidyStation> {
  const station = await createIntakeStation();
  for (const name of names) await writeFile(join(station.folder, name), pdfBytes(name));
  const watcher = await station.watch();
  await watcher.settled({ until: 'taken-in' });
  const warnings: Fault[] = [];
  const handler = createTidy({
    journal: station.journal,
    clock: realClock,
    log: createTestLog(),
    inspector: station.inspector,
    folderOf: (sourceId) => (sourceId === 'inbox' ? (root ?? station.folder) : null),
    writers: createOpenWriters(),
    memory: {
      setAside: ({ id }, path, aside) => watcher.originals.setAside(path, id, aside),
      forget: ({ id, path }) => watcher.originals.forget(path, id),
      remember: (file) => watcher.originals.remember(file),
    },
    lookBack: () => null,
    enqueue: () => undefined,
    warn: (_item, reason) => warnings.push(reason),
  });
  const item = async (name: string): Promise<ItemRecord> => {
    const found = (await station.items()).find((one) => one.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  async function tidy(name: string, action: string, attempts = 0): Promise<JobResult> {
    const { id } = await item(name);
    const jobId = station.dependencies.newId();
    const job = {
      id: jobId,
      kind: 'tidy',
      subjectId: id,
      connectionId: '',
      sourceId: 'inbox',
      priority: 60,
      dueAt: 0,
    } as const;
    await station.journal.commit([{ kind: 'job-added', job: { ...job, payload: { action } } }]);
    const result = await handler(contextOf({ ...job, attempts, payload: { action } }));
    expect((await station.journal.job(jobId))?.state).toBe(result.state);
    return result;
  }
  return { ...station, watcher, item, tidy, warnings };
}
