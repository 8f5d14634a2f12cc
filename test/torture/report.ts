import type { Tally } from './lab.ts';
import type { Family } from './laboratory.ts';

/** What is needed to do a run again. */
export interface Provenance {
  readonly seed: number;
  readonly minutes: number;
  /** The last one that changed the product. */
  readonly commit: string;
}

const columns = [
  'Family',
  'Runs',
  'Kills',
  'Faults',
  'Files in',
  'Documents out',
  'Lost',
  'Doubled',
  'Wrongly held',
  'Never told',
  'Minutes, seed, commit',
] as const;

/** Line of the table for a family. */
export function rowOf(name: string, tally: Tally, { seed, minutes, commit }: Provenance): string {
  const { runs, kills, faults, filesIn, documents, lost, doubled, wronglyHeld, neverTold } = tally;
  const figures = [runs, kills, faults, filesIn, documents, lost, doubled, wronglyHeld, neverTold];
  const made = `${minutes.toFixed(1)}, ${String(seed)}, ${commit}`;
  return `| ${[name, ...figures.map((figure) => figure.toLocaleString('en')), made].join(' | ')} |`;
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The lines of a page written before, by family. */
export function readRows(page: string): readonly (readonly [name: string, row: string])[] {
  return page.split('\n').flatMap((line) => {
    const [name, first] = cellsOf(line);
    return name !== undefined && first !== undefined && /^[\d,]+$/u.test(first) ? [[name, line] as const] : [];
  });
}

/** The page with the lines of all families that were run. */
export function pageOf(families: Readonly<Record<string, Family>>, rows: ReadonlyMap<string, string>): string {
  const known = Object.keys(families).flatMap((name) => {
    const row = rows.get(name);
    return row === undefined ? [] : [row];
  });
  const sum = (column: (typeof columns)[number]): number =>
    known.reduce((all, row) => all + Number((cellsOf(row)[columns.indexOf(column)] ?? '0').replaceAll(',', '')), 0);
  const [kills, faults] = [sum('Kills'), sum('Faults')];
  const reached = (count: number, goal: number): string =>
    `${count.toLocaleString('en')} of ${goal.toLocaleString('en')}: ${count >= goal ? 'reached' : '**not reached**'}`;
  return [
    '# Reliability',
    '',
    'Written by `npm run torture` from real runs and nothing else; each line is the last run of its family (`npm run torture -- FAMILY --minutes N --seed N` does it again). A judge that knows nothing of the product but what it shows compares what was put in with what is at the service, what the stations say, and what lies on the disk.',
    '',
    '- **lost**: content that is neither a document nor on the disk, an XML that is missing or not whole, a broken history',
    '- **doubled**: more than one document (or XML) of one file, or a document of a state of a file that was not its last',
    '- **wrongly held**: held or waiting at the end though nothing stands in the way any more',
    '- **never told**: not sent, and no reason is shown anywhere',
    '',
    `Goal: kills ${reached(kills, 10_000)}; faults ${reached(faults, 100_000)}; all else zero.`,
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => ' --- |').join('')}`,
    ...known,
    '',
    '## What the families do',
    '',
    ...Object.entries(families).map(([name, { about }]) => `- **${name}**: ${about}`),
    '',
  ].join('\n');
}
