import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderWatches } from '../../../../src/main/engine/intake/hot-folder/folder-watches.ts';

/** Watches over folders that need not be there. */
function createWatches() {
  const watched = new Map<string, (error: unknown) => void>();
  const watches = createFolderWatches(
    (folder, _onEvent, onError) => {
      watched.set(folder, onError);
      return { close: () => void watched.delete(folder) };
    },
    () => undefined,
    () => undefined,
  );
  return {
    watches,
    watched: () => [...watched.keys()],
    fail: (folder: string, code: string) => watched.get(folder)?.(Object.assign(new Error(code), { code })),
    /** A scan that finds these folders; where it `failed`, nothing is concluded from what it did not find. */
    scan(folders: readonly string[], failed = false) {
      watches.beginScan();
      for (const folder of folders) watches.add(folder, null);
      if (!failed) watches.retain();
    },
  };
}

const root = join('root', 'files');
const [claim, below, inner] = [join(root, 'claim'), join(root, 'claim', 'sub'), join(root, 'claim', 'sub', 'inner')];

/** Entries of maps and sets that are gone through while `work` runs. */
function stepsOf(work: () => void): number {
  let steps = 0;
  const restores = [new Map().entries(), new Set().values()].map((of) => {
    const iterators: object = Reflect.getPrototypeOf(of) ?? {};
    const next: unknown = Reflect.get(iterators, 'next');
    if (typeof next !== 'function') throw new Error('an iterator goes on by next');
    const counting = function (this: unknown): unknown {
      steps += 1;
      return Reflect.apply(next, this, []);
    };
    Reflect.set(iterators, 'next', counting);
    return () => Reflect.set(iterators, 'next', next);
  });
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return steps;
}

test('what ends the watches of one folder does not go through those of all others', () => {
  const count = 300;
  const { watches, watched, scan } = createWatches();
  const claims = Array.from({ length: count }, (_, at) => join(root, String(at)));
  const [first, later] = [claims.slice(0, count / 3), claims.slice(count / 3)];
  scan([root, ...claims]);

  // Once over all, and nothing more for each that is missing.
  expect(stepsOf(() => scan([root, ...later]))).toBeLessThan(10 * count);
  expect(watched()).toEqual([root, ...later]);
  expect(stepsOf(() => later.forEach((folder) => watches.leave(folder)))).toBeLessThan(10 * count);
  expect(watched()).toEqual([root]);
  // Many leave just now.
  expect(stepsOf(() => scan([root, ...first]))).toBeLessThan(10 * count);
  expect(watched()).toEqual([root, ...first]);
});

test('a watch that ends by itself takes none below with it, and those still end with their folder', () => {
  const { watches, watched, fail, scan } = createWatches();
  scan([root, claim, below, inner]);
  fail(below, 'EPERM');
  expect(watched()).toEqual([root, claim, inner]);
  watches.remove(claim);
  expect(watched()).toEqual([root]);
  scan([root, claim, below, inner]);
  expect(watched()).toEqual([root, claim, below, inner]);
});

test('the root of a disk and what is below it end as any other', () => {
  const { watches, watched, scan } = createWatches();
  const disk = resolve('/');
  const folders = [disk, join(disk, 'sub'), join(disk, 'sub', 'inner')];
  scan(folders);
  scan(folders.slice(0, 1));
  expect(watched()).toEqual([disk]);
  scan(folders);
  watches.remove(disk);
  expect(watched()).toEqual([]);
});

test('a folder that is being removed is not watched again before it is gone, and then as any other of its name', () => {
  const { watches, watched, scan } = createWatches();
  scan([root, claim, below]);
  expect(watched()).toEqual([root, claim, below]);
  watches.leave(claim);
  expect(watched()).toEqual([root]);
  // The rest of that scan, and the next, which finds it still there.
  watches.add(claim, null);
  scan([root, claim, below]);
  expect(watched()).toEqual([root]);
  for (let scans = 0; scans < 2; scans += 1) scan([root]);
  scan([root, claim, below]);
  expect(watched()).toEqual([root, claim, below]);
});

test('scans that fail count as any other for what is being removed', () => {
  const { watches, watched, scan } = createWatches();
  scan([root, claim]);
  for (let scans = 0; scans < 5; scans += 1) scan([root, claim], true);
  watches.leave(claim);
  // Found by each scan, whether it failed or not.
  for (const failed of [true, false, true, false]) {
    scan([root, claim], failed);
    expect(watched()).toEqual([root]);
  }
  // Found no more, while no scan succeeds.
  for (let scans = 0; scans < 2; scans += 1) scan([root], true);
  scan([root, claim], true);
  expect(watched()).toEqual([root, claim]);
});
