import { countedColumns } from './lab.ts';
import type { Counted } from './lab.ts';
import type { Family } from './laboratory.ts';

/** One run of a family, as the page keeps it. */
export interface Run {
  readonly family: string;
  readonly minutes: number;
  readonly seed: number;
  /** The last one that changed the product. */
  readonly commit: string;
  readonly counted: Counted;
}

const titles: Readonly<Record<keyof Counted, string>> = {
  runs: 'Rounds',
  kills: 'Kills',
  processes: 'Processes',
  faults: 'Faults',
  filesIn: 'Files in',
  documents: 'Documents out',
  lost: 'Lost',
  doubled: 'Doubled',
  wronglyHeld: 'Wrongly held',
  neverTold: 'Never told',
};

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function figuresOf(counted: Counted): readonly string[] {
  return countedColumns.map((column) => counted[column].toLocaleString('en'));
}

/** Line of the table of runs. */
export function rowOf({ family, minutes, seed, commit, counted }: Run): string {
  return lineOf([family, minutes.toFixed(1), String(seed), commit, ...figuresOf(counted)]);
}

/** The runs that a page keeps, in its order; none where it is of another version of the product. */
export function readRuns(page: string, version: string): readonly Run[] {
  if (!page.includes(versionLine(version))) return [];
  return page.split('\n').flatMap((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [family = '', minutes = '', seed = '', commit = '', ...figures] = cells;
    if (figures.length !== countedColumns.length || !/^[\d.]+$/u.test(minutes)) return [];
    const counted = countedOf((_, at) => Number((figures[at] ?? '').replaceAll(',', '')));
    return [{ family, minutes: Number(minutes), seed: Number(seed), commit, counted }];
  });
}

function countedOf(count: (column: keyof Counted, at: number) => number): Counted {
  const [runs, kills, processes, faults, filesIn, documents, lost, doubled, wronglyHeld, neverTold] =
    countedColumns.map(count);
  return {
    ...{ runs: runs ?? 0, kills: kills ?? 0, processes: processes ?? 0, faults: faults ?? 0 },
    ...{ filesIn: filesIn ?? 0, documents: documents ?? 0, lost: lost ?? 0, doubled: doubled ?? 0 },
    ...{ wronglyHeld: wronglyHeld ?? 0, neverTold: neverTold ?? 0 },
  };
}

function sumOf(runs: readonly Run[]): Counted {
  return countedOf((column) => runs.reduce((all, { counted }) => all + counted[column], 0));
}

function versionLine(version: string): string {
  return `All runs of version ${version} since the last mend of what a run had found`;
}

/** The page: the sum of the runs of each family, and the runs. */
export function pageOf(families: Readonly<Record<string, Family>>, version: string, runs: readonly Run[]): string {
  const known = Object.keys(families).filter((name) => runs.some(({ family }) => family === name));
  const { kills, processes, faults, lost, doubled, wronglyHeld, neverTold } = sumOf(runs);
  const wrong = lost + doubled + wronglyHeld + neverTold;
  const reached = (count: number, goal: number): string =>
    `${count.toLocaleString('en')} of ${goal.toLocaleString('en')} (${count >= goal ? 'reached' : '**not reached**'})`;
  const figures = countedColumns.map((column) => titles[column]);
  const head = (cells: readonly string[]): readonly string[] => [
    lineOf(cells),
    `|${cells.map(() => ' --- |').join('')}`,
  ];
  return [
    '# Reliability',
    '',
    'Written by `npm run torture` from real runs and nothing else. A judge that knows nothing of the product but what it shows compares what was put in with what is at the service, what the stations say, and what lies on the disk.',
    '',
    '- **kills**: stations that died by SIGKILL in the midst of their work. Several stations live in one process and die with it; **processes** is how many died. The one whose step it was dies just there, its neighbours wherever they are',
    '- **faults**: what was put in the way: an answer that was lost or strange, a disk, a clock, a frozen process, a way of writing',
    '- **lost**: content that is neither a document nor on the disk, an XML that is missing or not whole, a broken history',
    '- **doubled**: more than one document (or XML) of one file, or a document of a state of a file that was not its last',
    '- **wrongly held**: held or waiting at the end though nothing stands in the way any more',
    '- **never told**: not sent, and no reason is shown anywhere',
    '',
    `Goal: kills ${reached(kills, 10_000)}, in ${processes.toLocaleString('en')} processes; faults ${reached(faults, 100_000)}; nothing lost, doubled, wrongly held or never told (${wrong === 0 ? 'reached' : `**not reached**: ${wrong.toLocaleString('en')}`}).`,
    '',
    ...head(['Family', ...figures]),
    ...known.map((name) => lineOf([name, ...figuresOf(sumOf(runs.filter(({ family }) => family === name)))])),
    '',
    '## What the families do',
    '',
    ...Object.entries(families).flatMap(([name, { about, untold = [] }]) => [
      `- **${name}**: ${about}`,
      ...untold.map((sentence) => `  - What nobody can tell: ${sentence}`),
    ]),
    '',
    '## The runs',
    '',
    `${versionLine(version)} (a family can be begun anew). \`npm run torture -- FAMILY --minutes N --seed N\` does one again; threads and the network keep it from coming again step by step. The commit is the last one that changed the product.`,
    '',
    ...head(['Family', 'Minutes', 'Seed', 'Commit', ...figures]),
    ...runs.map(rowOf),
    '',
  ].join('\n');
}
