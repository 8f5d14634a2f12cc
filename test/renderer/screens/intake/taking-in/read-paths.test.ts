import { describe, expect, test } from 'vitest';
import { maxSlice, readPaths, minSlice } from '../../../../../src/renderer/screens/intake/taking-in/take-in.ts';

const files = Array.from({ length: 10_000 }, (_, index) => new File([], `${String(index)}.pdf`));

/** Reads all of them where a question costs `start` ms and `each` for a file; tells the paths, the questions' sizes and what was told between. */
async function read(start: number, each: number) {
  let clock = 0;
  const sizes: number[] = [];
  const told: number[] = [];
  let pauses = 0;
  const paths = await readPaths(files, {
    pathsOf: (some) => {
      sizes.push(some.length);
      clock += start + each * some.length;
      return some.map(({ name }) => `/in/${name}`);
    },
    now: () => clock,
    pause: () => {
      pauses += 1;
      return Promise.resolve();
    },
    onProgress: (done) => told.push(done),
  });
  return { paths, sizes, told, pauses };
}

describe('paths of many dropped files', () => {
  test('all are asked for in their order, with a pause after each question', async () => {
    const { paths, sizes, told, pauses } = await read(0, 0);
    expect(paths).toEqual(files.map(({ name }) => `/in/${name}`));
    expect(pauses).toBe(sizes.length);
    expect(told.at(-1)).toBe(files.length);
    expect(Math.max(...sizes)).toBe(maxSlice);
  });

  test('questions stay small where looking up is slow', async () => {
    const { paths, sizes } = await read(2, 0.4);
    expect(paths).toHaveLength(files.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * minSlice);
  });

  test('they do not get ever smaller where each takes long, however small', async () => {
    const { paths, sizes } = await read(100, 0);
    expect(paths).toHaveLength(files.length);
    expect(Math.min(...sizes.slice(0, -1))).toBe(minSlice);
  });
});
