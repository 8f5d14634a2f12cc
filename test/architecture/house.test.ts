import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  houseComplaints,
  houseHeading,
  houseRows,
  measureHouse,
  type Measure,
  type MeasureKey,
} from '../../tools/house.ts';
import { projectRoot } from '../../tools/run-step.ts';
import { rowsBelow, textOf } from '../docs/markdown.ts';

test('no measure is above its bound, and the table of the architecture has the bounds and goals', async () => {
  const house = await measureHouse(projectRoot);
  expect(house.files.count).toBeGreaterThan(500);
  expect(houseComplaints(house)).toEqual([]);
  const bounds = (rows: readonly (readonly string[])[]): unknown =>
    rows.map(([name, , bound, goal]) => [name, bound, goal]);
  expect(bounds(rowsBelow(await textOf('docs/architecture.md'), houseHeading))).toEqual(bounds(houseRows(house)));
});

/** A body of so many lines. */
const body = (lines: number): string => `{\n${'  act();\n'.repeat(lines - 2)}}`;

/** Each file counts for one measure, or comes close to counting. */
const files: Readonly<Record<string, string>> = {
  'README.md': '',
  'docs/there.md': '',
  // Small and used once by a neighbour: counts. Used twice, from another folder, or longer: doesn't.
  'src/small/user.ts': "import './once.ts';\nexport { a } from './twice.ts';\nimport './longer.ts';\n",
  'src/small/other.ts': "void import('./twice.ts');\nimport type { B } from './typed.ts';\n",
  'src/small/once.ts': '\n'.repeat(40),
  'src/small/twice.ts': 'export const a = 1;\n',
  'src/small/typed.ts': 'export type B = 1;\n',
  'src/small/longer.ts': '\n'.repeat(41),
  'src/apart/user.ts': "import '../small/far.ts';\n",
  'src/small/far.ts': '',
  // Functions of 121 lines, and of 120.
  'src/long/declared.ts': `function declared() ${body(121)}\nfunction shorter() ${body(120)}\n`,
  'src/long/arrow.tsx': `const Shown = () => ${body(121)};\nconst made = { method() ${body(121)} };\nact(() => ${body(121)});\n`,
  'src/documents.ts':
    '// lost.md says why, there.md and README.md too; see https://example.org/away.md\n/** Known by "gone-too.md". */\n',
  ...Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`src/full/number-${String(at)}.css`, ''])),
  ...Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`src/not-full/number-${String(at)}.css`, ''])),
};

describe('the measures', () => {
  let root = '';
  let house: Readonly<Record<MeasureKey, Measure>>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'mailroom-house-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    house = await measureHouse(root);
  });
  afterAll(() => rm(root, { recursive: true }));

  test('count what is over the line and leave what is on it', () => {
    expect(house.smallModules.found).toEqual([
      'src/small/once.ts: 40 lines, for user.ts',
      'src/small/typed.ts: 1 lines, for other.ts',
    ]);
    expect(house.longFunctions.found).toEqual([
      'src/long/arrow.tsx:1: Shown has 121 lines',
      'src/long/arrow.tsx:122: method has 121 lines',
      'src/long/arrow.tsx:243: a function without a name has 121 lines',
      'src/long/declared.ts:1: declared has 121 lines',
    ]);
    expect(house.fullFolders.found).toEqual(['src/full: 19 files']);
    expect(house.absentDocuments.found).toEqual(['src/documents.ts: lost.md', 'src/documents.ts: gone-too.md']);
    const sources = Object.entries(files).filter(([path]) => /^src\/.*\.tsx?$/.test(path));
    expect(house.files.count).toBe(sources.length);
    expect(house.lines.count).toBe(sources.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0));
  });

  test('are complained of above their bounds, with each place', () => {
    const bounded: readonly MeasureKey[] = ['smallModules', 'longFunctions', 'fullFolders', 'absentDocuments'];
    const loose = (measure: Measure): Measure => ({ ...measure, bound: 99 });
    const within = {
      ...house,
      smallModules: loose(house.smallModules),
      longFunctions: loose(house.longFunctions),
      fullFolders: loose(house.fullFolders),
      absentDocuments: loose(house.absentDocuments),
    };
    for (const key of bounded) {
      const measure = house[key];
      expect(houseComplaints({ ...within, [key]: { ...measure, bound: measure.count } })).toEqual([]);
      expect(houseComplaints({ ...within, [key]: { ...measure, bound: measure.count - 1 } })).toEqual([
        `${measure.name}: ${String(measure.count)}, at most ${String(measure.count - 1)} may be`,
        ...measure.found.map((place) => `  ${place}`),
      ]);
    }
  });

  test('say so where there is nothing to count', async () => {
    expect(houseComplaints(await measureHouse(join(root, 'docs')))).toEqual(['no source file was found']);
  });
});
