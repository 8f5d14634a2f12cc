import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createOwnerLock } from '../../../src/main/engine/journal/owner-lock.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { noon, openTestJournal } from './journal-fixtures.ts';

interface OtherProcess {
  readonly child: ChildProcess;
  /** Lines it has printed completely. */
  lines(): readonly string[];
  kill(): Promise<void>;
}

function start(...commandLine: readonly string[]): OtherProcess {
  const child = spawn(process.execPath, [join(inject('workersDirectory'), 'journal-process.js'), ...commandLine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // `close` comes when everything that it printed has been read.
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return { child, lines: () => printed.split('\n').slice(0, -1), kill };
}

describe('a process killed in the middle of writing', () => {
  it('has lost nothing that was acknowledged, and left nothing half done', async () => {
    const directory = await makeTestFolder();
    let acknowledged = 0;
    for (const min of [50, 1_500]) {
      const process = start('write', directory, inject('workersDirectory'));
      await expect.poll(() => process.lines().length, { interval: 5 }).toBeGreaterThan(min);
      await process.kill();
      const [first, ...ids] = process.lines();
      expect(first).toBe('owner');
      acknowledged += ids.length;

      const { journal, recovered } = await openTestJournal({ directory });
      expect(recovered).toBeNull();
      const items = await journal.itemsByIds(ids);
      expect(items.filter((item) => item.stage !== 'submitting')).toEqual([]);
      expect(items).toHaveLength(ids.length);
      const counts = await journal.counts();
      const { submitting = 0, uploading = 0, ...others } = counts;
      expect(others).toEqual({});
      expect(submitting).toBeGreaterThanOrEqual(acknowledged);
      // Each list was written as a whole: an item that is uploading has a running job, all others have done theirs.
      expect(await journal.jobs({ states: ['running'], limit: 1_000 })).toHaveLength(uploading);
      expect(await journal.jobs({ states: ['ready'], limit: 1_000 })).toEqual([]);
      expect(await journal.verifyCustody()).toMatchObject({ rows: 3 * uploading + 5 * submitting, brokenAt: null });
      await journal.close();
    }
  });
});

describe('the owner lock', () => {
  it('is one process’s alone, is named to the other, and is free when its owner is killed', async () => {
    const directory = await makeTestFolder();
    const owner = start('lock', directory);
    await expect.poll(() => owner.lines()).toEqual(['owner']);

    expect(createOwnerLock(directory, noon)).toEqual({
      ok: false,
      fault: {
        code: 'data-directory-taken',
        retry: 'after-person',
        owner: 'it',
        params: { directory, process: owner.child.pid, since: new Date(noon).toISOString() },
      },
    });
    await writeFile(join(directory, 'owner.json'), 'not what it should be');
    expect(createOwnerLock(directory, noon)).toMatchObject({ fault: { params: { directory } } });
    await owner.kill();

    const lock = createOwnerLock(directory, noon + 1);
    if (!lock.ok) throw new Error(lock.fault.code);
    expect(JSON.parse(await readFile(join(directory, 'owner.json'), 'utf8'))).toEqual({
      pid: process.pid,
      since: noon + 1,
    });
    const late = start('lock', directory);
    await expect.poll(() => late.lines()).toEqual(['data-directory-taken']);
    lock.value.release();
  });

  it('is held within a process too, until it is released', async () => {
    const directory = join(await makeTestFolder(), 'not', 'there yet');
    const first = createOwnerLock(directory, noon);
    if (!first.ok) throw new Error(first.fault.code);

    expect(createOwnerLock(directory, noon)).toMatchObject({ ok: false, fault: { code: 'data-directory-taken' } });
    first.value.release();
    const second = createOwnerLock(directory, noon);
    expect(second.ok).toBe(true);
    if (second.ok) second.value.release();
  });

  it('says where the directory can not be made, and takes a damaged lock file in its stride', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'file'), '');
    expect(createOwnerLock(join(folder, 'file', 'data'), noon)).toMatchObject({
      ok: false,
      fault: { code: 'data-directory-unusable', params: { directory: join(folder, 'file', 'data') } },
    });

    await writeFile(join(folder, 'owner.sqlite'), 'no database at all, '.repeat(400));
    const lock = createOwnerLock(folder, noon);
    expect(lock.ok).toBe(true);
    if (lock.ok) lock.value.release();
  });
});
