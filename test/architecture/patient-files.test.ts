import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const engine = join(import.meta.dirname, '../../src/main/engine');
const impatient = /^(?:rename|unlink|rmdir|rm|link)(?:Sync)?$/u;

/** What a file takes from Node that Windows may refuse for a moment. */
function taken(text: string): readonly string[] {
  const names = [...text.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?';/gu)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(' as ')[0] ?? ''),
  );
  return names.filter((name) => impatient.test(name));
}

test('the engine renames and removes with patience', async () => {
  const names = (await readdir(engine, { recursive: true })).map((name) => name.split(sep).join('/'));
  const found: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.ts') && each !== 'platform/disk/patient-files.ts')) {
    found.push(...taken(await readFile(join(engine, name), 'utf8')).map((each) => `${name}: ${each}`));
  }
  expect(names.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
  expect(taken("import { open, rename as now } from 'node:fs/promises';")).toEqual(['rename']);
});
