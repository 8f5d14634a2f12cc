import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { buildStation } from '../test/support/build-station.ts';
import { createChance, emptyTally } from '../test/torture/lab.ts';
import { families } from '../test/torture/laboratory.ts';
import { pageOf, readRuns, rowOf } from '../test/torture/report.ts';
import type { Run } from '../test/torture/report.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { ensurePackages, torturePackages } from './system-packages.ts';

/*
 * `npm run torture [-- [--minutes N] [--seed N] [--anew] FAMILY…]`: all families of the laboratory, or the named ones, share the minutes
 * (default 10; each does at least one round). What came out is added to docs/reliability.md, round by round; `--anew`: in the place of what
 * the family did before, as after the mend of what it found. Exit status 1 where anything was lost, doubled, wrongly held or not told.
 */

/** The page with a run added to those of its version that it keeps. */
async function addRun(page: string, version: string, kept: readonly Run[], run: Run): Promise<void> {
  await writeFile(page, pageOf(families, version, [...kept, run]));
  await runStep(projectCommand('oxfmt'), [page]);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, anew: { type: 'boolean' } },
    allowPositionals: true,
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const names = positionals.length === 0 ? Object.keys(families) : positionals;
  if (!(minutes > 0) || !Number.isInteger(seed) || names.some((name) => families[name] === undefined)) {
    process.stderr.write(
      `usage: npm run torture [-- [--minutes N] [--seed N] [--anew] [${Object.keys(families).join('|')}]…]\n`,
    );
    return 2;
  }
  if (!(await underHeading('system packages', () => ensurePackages(torturePackages)))) return 1;
  const builtDirectory = await buildStation(join(projectRoot, 'out', 'torture'));
  const last = await runStep('git', ['log', '-1', '--abbrev=12', '--format=%h', '--', 'src'], { capture: true });
  const commit = last.output.trim();
  const manifest: unknown = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  // Kills lose nothing of what the system holds: files in memory are as good, and many times as fast.
  const scratch = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `mailroom-torture-${String(process.pid)}`);
  const page = join(projectRoot, 'docs', 'reliability.md');
  let isWell = true;
  for (const name of names) {
    const family = families[name];
    if (family === undefined) continue;
    const share = (minutes * 60_000) / names.length;
    const startedAt = performance.now();
    const tally = emptyTally();
    let told = 0;
    const before = readRuns(existsSync(page) ? await readFile(page, 'utf8') : '', version);
    const kept = values.anew === true ? before.filter((run) => run.family !== name) : before;
    const runSoFar = (): Run => ({
      ...{ family: name, seed, commit, counted: tally },
      minutes: (performance.now() - startedAt) / 60_000,
    });
    const keep = async (): Promise<void> => {
      await addRun(page, version, kept, runSoFar());
      for (const complaint of tally.complaints.slice(told)) process.stdout.write(`   ${complaint}\n`);
      told = tally.complaints.length;
    };
    await underHeading(name, async () => {
      await family.run({
        ...{ builtDirectory, scratch: join(scratch, name), random: createChance(seed), tally },
        async goOn(rounds) {
          if (rounds > 0) await keep();
          return rounds === 0 || performance.now() - startedAt < share;
        },
        say: (line) => process.stdout.write(`   ${line}\n`),
      });
      await keep();
    });
    process.stdout.write(`${rowOf(runSoFar())}\n`);
    isWell &&= tally.complaints.length === 0;
  }
  await rm(scratch, { recursive: true, force: true });
  return isWell ? 0 : 1;
}

process.exitCode = await main();
