import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../src/main');

/** What stands once in `engine/platform`: how a copy of it shows, and an example. */
const once: readonly (readonly [what: string, sign: RegExp, example: string])[] = [
  ['the code of an error: codeOf', /'code' in error\b/u, "error instanceof Error && 'code' in error"],
  ['a full disk: isFull', /'ENOSPC' \|\| \w+ === 'EDQUOT'/u, "code === 'ENOSPC' || code === 'EDQUOT'"],
  [
    'publishing without overwriting: publish',
    /import \{[^}]*\blink\b[^}]*\} from '[^']*(?:fs\/promises|patient-files\.ts)'/u,
    "import { link } from './patient-files.ts'",
  ],
];

test('what platform has has no second copy', async () => {
  // The practice service shares no code with anything, so that it and the client can't share a mistake.
  const names = (await readdir(main, { recursive: true }))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !/^(?:practice|engine\/platform)\//u.test(name));
  expect(names.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const name of names) {
    const text = await readFile(join(main, name), 'utf8');
    found.push(...once.filter(([, sign]) => sign.test(text)).map(([what]) => `${name}: ${what}`));
  }
  expect(found).toEqual([]);
});

test.each(once)('a copy of %s is seen', (_, sign, example) => {
  expect(example).toMatch(sign);
});
