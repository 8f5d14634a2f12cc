import { readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStation } from '../test/support/build-station.ts';
import { createChance } from '../test/torture/lab.ts';
import type { Tally } from '../test/torture/lab.ts';
import { families } from '../test/torture/laboratory.ts';
import { pageOf, readRows, rowOf } from '../test/torture/report.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages, torturePackages } from './system-packages.ts';

/*
 * `npm run torture [-- [--minutes N] [--seed N] FAMILY…]`: all families of the laboratory, or the named ones, share the minutes (default
 * 10; each does at least one round). What came out replaces their lines in docs/reliability.md. Exit status 1 where anything was lost,
 * doubled, wrongly held or not told.
 */

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const names = positionals.length === 0 ? Object.keys(families) : positionals;
  if (!(minutes > 0) || !Number.isInteger(seed) || names.some((name) => families[name] === undefined)) {
    process.stderr.write(
      `usage: npm run torture [-- [--minutes N] [--seed N] [${Object.keys(families).join('|')}]…]\n`,
    );
    return 2;
  }
  if (!(await underHeading('system packages', () => ensurePackages(torturePackages)))) return 1;
  const builtDirectory = join(projectRoot, 'out', 'torture');
  await buildStation(builtDirectory);
  const commit = await runStep('git', ['log', '-1', '--abbrev=12', '--format=%h', '--', 'src'], { capture: true });
  // Kills lose nothing of what the system holds: files in memory are as good, and many times as fast.
  const scratch = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `mailroom-torture-${String(process.pid)}`);
  const page = join(projectRoot, 'docs', 'reliability.md');
  let isWell = true;
  for (const name of names) {
    const family = families[name];
    if (family === undefined) continue;
    const share = (minutes * 60_000) / names.length;
    const startedAt = performance.now();
    const tally: Tally = await underHeading(name, () =>
      family.run({
        ...{ builtDirectory, scratch: join(scratch, name), random: createChance(seed) },
        goOn: (rounds) => rounds === 0 || performance.now() - startedAt < share,
        say: (line) => process.stdout.write(`   ${line}\n`),
      }),
    );
    const row = rowOf(name, tally, {
      seed,
      minutes: (performance.now() - startedAt) / 60_000,
      commit: commit.output.trim(),
    });
    const rows = new Map(readRows(existsSync(page) ? await readFile(page, 'utf8') : ''));
    rows.set(name, row);
    await writeFile(page, pageOf(families, rows));
    process.stdout.write(`${row}\n`);
    for (const complaint of tally.complaints) process.stdout.write(`   ${complaint}\n`);
    isWell &&= tally.complaints.length === 0;
  }
  await runStep(projectCommand('prettier'), ['--write', '--log-level', 'warn', page]);
  await rm(scratch, { recursive: true, force: true });
  return isWell ? 0 : 1;
}

process.exitCode = await main();
