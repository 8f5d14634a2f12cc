import type * as FileSystem from 'node:fs/promises';
import { closeSync, openSync, writeSync } from 'node:fs';
import { lstat, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createLookBack } from '../../../../src/main/engine/intake/tidy/look-back-job.ts';
import { createOpenWriters } from '../../../../src/main/engine/intake/tidy/open-writers.ts';
import { createTidy } from '../../../../src/main/engine/intake/tidy/tidy-job.ts';
import type { ItemRecord } from '../../../../src/main/engine/journal/records.ts';
import { createTestLog, realClock } from '../../../support/ports.ts';
import { fc } from '../../../support/property.ts';
import { createIntakeStation } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';
import { contextOf } from './job-context.ts';

/** What happens before each step that changes the disk or the journal; counts them. */
const steps = vi.hoisted(() => ({ before: (): Promise<void> => Promise.resolve() }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  const watched = (name: 'rename' | 'link' | 'unlink' | 'copyFile' | 'mkdir' | 'rmdir' | 'rm' | 'utimes') => ({
    [name]: async (...given: unknown[]) => {
      await steps.before();
      const answer: unknown = Reflect.apply(real[name], real, given);
      return answer;
    },
  });
  return {
    ...real,
    ...watched('rename'),
    ...watched('link'),
    ...watched('unlink'),
    ...watched('copyFile'),
    ...watched('mkdir'),
    ...watched('rmdir'),
    ...watched('rm'),
    ...watched('utimes'),
  };
});

class Killed extends Error {}

const nothing = (): Promise<void> => Promise.resolve();
const first = pdfBytes('the file that was sent');
const next = pdfBytes('the next file of the same name');
const dead = new Date('2000-01-01T00:00:00Z');

/** A station whose files were taken in, without anybody who watches, and ways to begin and go on with tidying. */
async function createStation(names: readonly string[]) {
  const station = await createIntakeStation();
  const { folder, journal } = station;
  for (const name of names) await writeFile(join(folder, name), Buffer.concat([first, Buffer.from(`%${name}\n`)]));
  const watcher = await station.watch();
  await watcher.settled({ until: 'taken-in' });
  await watcher.stop();
  for (const { id } of await station.items()) {
    const trail = [{ stage: 'submitted', at: Date.now() }] as const;
    await journal.commit([{ kind: 'item-moved', itemId: id, from: ['accepted'], trail }]);
  }
  const items = new Map((await station.items()).map((item) => [item.name, item]));
  const found = (name: string): ItemRecord => {
    const item = items.get(name);
    if (item === undefined) throw new Error(name);
    return item;
  };
  const parts = {
    journal: {
      ...journal,
      async commit(...given: Parameters<typeof journal.commit>) {
        await steps.before();
        return journal.commit(...given);
      },
    },
    clock: realClock,
    log: createTestLog(),
    inspector: station.inspector,
    folderOf: () => folder,
    // Nobody is seen: as on systems that do not tell, and for writers of other accounts.
    writers: createOpenWriters('darwin'),
    remember: () => undefined,
  };
  const run = async (kind: 'tidy' | 'look-back', name: string, payload: Readonly<Record<string, string>>) => {
    const jobId = station.dependencies.newId();
    const job = {
      id: jobId,
      kind,
      subjectId: found(name).id,
      connectionId: '',
      sourceId: 'inbox',
      priority: 60,
    } as const;
    await journal.commit([{ kind: 'job-added', job: { ...job, dueAt: 0, payload } }]);
    const context = contextOf({ ...job, dueAt: 0, attempts: 0, payload });
    const memory = { setAside: () => undefined, forget: () => undefined, remember: () => undefined };
    const handler =
      kind === 'tidy'
        ? createTidy({ ...parts, memory, lookBack: () => null, enqueue: () => undefined })
        : createLookBack(parts);
    return handler(context);
  };
  return {
    ...station,
    tidy: (name: string, action: string) => run('tidy', name, { action }),
    lookBack: (name: string) => run('look-back', name, { origin: join(folder, name) }),
    item: async (name: string) => journal.item(found(name).id),
  };
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const contentOf = (name: string): Buffer => Buffer.concat([first, Buffer.from(`%${name}\n`)]);
const actions = ['processed', 'delete', 'failed', 'duplicates'] as const;

describe('tidying that is cut off', () => {
  test.each(actions)(
    '%s: after an end between any two steps the next start goes on, and neither it nor the next file of its name is lost',
    async (action) => {
      const names = Array.from({ length: 24 }, (_, index) => `scan-${String(index)}.pdf`);
      const station = await createStation(names);
      const { folder } = station;
      let whole = 0;
      for (const [index, name] of names.entries()) {
        let left = Math.floor(index / 2) + 1;
        steps.before = () => {
          left -= 1;
          return left <= 0 ? Promise.reject(new Killed()) : nothing();
        };
        const ended = await station.tidy(name, action).catch((error: unknown) => error);
        steps.before = nothing;
        if (!(ended instanceof Killed)) whole += 1;
        // The scanner does not wait for the next start.
        const hasNext = index % 2 === 1 && !(await filesBelow(folder)).includes(join(folder, name));
        if (hasNext) await writeFile(join(folder, name), next);
        await station.tidy(name, action);
        const files = (await filesBelow(folder)).filter((path) => path.includes(name) && !path.endsWith('.txt'));
        expect(files.filter((path) => path.includes(`${sep}.mailroom-`) && !path.includes('trash'))).toEqual([]);
        const contents = await Promise.all(files.map((path) => readFile(path)));
        expect(contents.filter((bytes) => bytes.equals(contentOf(name)))).toHaveLength(1);
        expect(contents.filter((bytes) => bytes.equals(next))).toHaveLength(hasNext ? 1 : 0);
        const path = (await station.item(name))?.path ?? '';
        expect(await readFile(path)).toEqual(contentOf(name));
        expect(path).not.toBe(join(folder, name));
      }
      // Else there were more steps than this test cuts off after.
      expect(whole).toBeGreaterThan(0);
    },
  );
});

/** What others do to a file while Mailroom tidies it away. */
const strangers = {
  'the next scan is renamed over it': async (path: string, beside: string) => {
    await writeFile(join(beside, 'incoming'), next);
    await utimes(join(beside, 'incoming'), dead, dead);
    await rename(join(beside, 'incoming'), path);
  },
  'it is removed and written anew': async (path: string) => {
    await rm(path, { force: true });
    await writeFile(path, next);
  },
} as const;

describe('a file that others change while it is tidied away', () => {
  test('whatever comes under its name, at whatever step: what was sent is tidied, what was not stays to be taken in', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `scan-${String(index)}.pdf`);
    const station = await createStation(names);
    const { folder, beside } = station;
    let run = 0;
    const property = fc.asyncProperty(
      fc.constantFrom(...actions),
      fc.constantFrom(...Object.values(strangers)),
      fc.integer({ min: 1, max: 10 }),
      async (action, act, at) => {
        const name = names[run % names.length] ?? '';
        run += 1;
        let count = 0;
        steps.before = async () => {
          count += 1;
          if (count !== at) return;
          steps.before = nothing;
          await act(join(folder, name), beside);
        };
        await station.tidy(name, action);
        steps.before = nothing;
        const files = (await filesBelow(folder)).filter((path) => path.includes(name) && !path.endsWith('.txt'));
        const contents = await Promise.all(files.map((path) => readFile(path)));
        const unsent = files.filter((_, index) => contents[index]?.equals(next) === true);
        expect(unsent).toHaveLength(count >= at ? 1 : 0);
        for (const path of unsent) expect(path.slice(folder.length + 1)).not.toContain(sep);
        expect(files.filter((path) => path.includes(`${sep}.mailroom-`) && !path.includes('trash'))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: names.length, endOnFailure: true });
  });

  test.each(actions)(
    '%s: what is written through an open handle comes back, at whatever step it is written',
    async (action) => {
      const names = Array.from({ length: 10 }, (_, index) => `scan-${String(index)}.pdf`);
      const station = await createStation(names);
      const { folder } = station;
      const before = await station.items();
      for (const [index, name] of names.entries()) {
        const handle = openSync(join(folder, name), 'r+');
        const more = Buffer.concat([contentOf(name), Buffer.from('page 2\n')]);
        let count = 0;
        const write = (): void => void writeSync(handle, more, 0, more.length, 0);
        steps.before = () => {
          if (count === index) write();
          count += 1;
          return nothing();
        };
        await station.tidy(name, action);
        steps.before = nothing;
        // Later than any step.
        if (count <= index) write();
        closeSync(handle);
        await station.lookBack(name);
        expect(await readFile(join(folder, name))).toEqual(more);
        const { size } = await lstat(join(folder, name));
        expect(size).toBe(more.length);
      }
      const again = await station.watch();
      await again.settled({ until: 'taken-in' });
      const versions = (await station.items()).filter(({ previousVersion }) => previousVersion !== null);
      expect(versions.map(({ previousVersion }) => previousVersion).sort()).toEqual(before.map(({ id }) => id).sort());
    },
  );
});
