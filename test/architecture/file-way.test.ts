import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsBelow, root, textOf } from '../docs/markdown.ts';

interface Step {
  readonly name: string;
  /** Below `src/main/engine`. */
  readonly path: string;
}

const engine = join(root, 'src/main/engine');

async function drawnSteps(): Promise<readonly Step[]> {
  const rows = rowsBelow(await textOf('docs/architecture.md'), "A file's way");
  return rows.map(([, name = '', path = '']) => ({ name: name.replaceAll('`', ''), path: path.replaceAll('`', '') }));
}

/** The files that a file of the engine imports, for values or types, below `src/main/engine`. */
async function importsOf(path: string): Promise<readonly string[]> {
  const text = await readFile(join(engine, path), 'utf8');
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, specifier = '']) =>
    join(engine, dirname(path), specifier).slice(engine.length + 1),
  );
}

test('a file’s way has at most 20 steps in at most 14 files, each of them a function that its file exports', async () => {
  const steps = await drawnSteps();
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.length).toBeLessThanOrEqual(20);
  expect(new Set(steps.map(({ path }) => path)).size).toBeLessThanOrEqual(14);
  for (const { name, path } of steps) {
    const exported = new RegExp(String.raw`^export (?:async )?function ${name}\b`, 'm');
    expect(await readFile(join(engine, path), 'utf8')).toMatch(exported);
  }
});

/** Where a step does not import the next one: the file that brings both together. */
const wired: Readonly<Record<string, string>> = {
  'intake/hot-folder/folder-watches.ts': 'intake/hot-folder/folder-run.ts',
  'intake/settling/steps.ts > intake/inspection/file-inspector.ts': 'start/open-station.ts',
  'intake/inspection/thread/files-thread.ts': 'workers/files.ts',
  'intake/inspection/inspect-file.ts': 'intake/settling/steps.ts',
  'intake/settling/waiting.ts': 'intake/settling/steps.ts',
  'intake/reception/reception.ts': 'engine.ts',
  'sending/taking-in.ts': 'sending/sending.ts',
  'queue/queue.ts': 'sending/handlers.ts',
  'submissions/upload.ts': 'service/service-client.ts',
};

test('a file’s way goes in one direction: no file of a later step imports one of an earlier step', async () => {
  const paths = [...new Set((await drawnSteps()).map(({ path }) => path))];
  for (const [at, path] of paths.entries()) {
    // Who starts an earlier step is told by it what happens: the watches.
    const earlier = new Set(paths.slice(0, at).filter((each) => wired[each] !== path));
    expect({ path, back: (await importsOf(path)).filter((each) => earlier.has(each)) }).toEqual({ path, back: [] });
  }
});

test('each step of a file’s way imports the next one, or a file is named that brings them together', async () => {
  const paths = (await drawnSteps()).map(({ path }) => path);
  for (const [at, path] of paths.entries()) {
    const next = paths[at + 1];
    if (next === undefined || next === path || (await importsOf(path)).includes(next)) continue;
    const between = wired[`${path} > ${next}`] ?? wired[path];
    expect({ path, next, imports: between === next || (await importsOf(between ?? path)).includes(next) }).toEqual({
      path,
      next,
      imports: true,
    });
  }
});
