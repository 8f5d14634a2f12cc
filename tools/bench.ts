import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { BenchContext } from '../test/bench/bench-context.ts';
import type { BenchReport } from '../test/bench/figures.ts';
import { benchLargeFile } from '../test/bench/large-file.ts';
import { benchLatency } from '../test/bench/latency.ts';
import { benchPipeline } from '../test/bench/pipeline.ts';
import { benchQuota } from '../test/bench/quota.ts';
import { benchScan } from '../test/bench/scan.ts';
import { benchSearch } from '../test/bench/search.ts';
import { benchWindow } from '../test/bench/window.ts';
import { projectCommand, projectRoot, runStep, underHeading } from './run-step.ts';
import { benchPackages, ensurePackages, windowPackages } from './system-packages.ts';

/*
 * `npm run bench [-- --runs N] [-- NAME…]`: all benchmarks, or the named ones. A run of all writes docs/benchmarks.md, one with `--write`
 * the sections of those that ran. Exit status 1 when a target is missed or a benchmark fails.
 */

const benches: Readonly<Record<string, (context: BenchContext) => Promise<BenchReport>>> = {
  pipeline: benchPipeline,
  'large-file': benchLargeFile,
  latency: benchLatency,
  quota: benchQuota,
  scan: benchScan,
  window: benchWindow,
  search: benchSearch,
};

function tableOf(report: BenchReport): readonly string[] {
  const lines = report.rows.map(
    ({ measured, mailroom, peer, ratio, target }) =>
      `| ${measured} | ${mailroom} | ${peer} | ${ratio} | ${target === null ? '' : `${target.text}: ${target.met ? 'met' : '**missed**'}`} |`,
  );
  return ['| Measured | Mailroom | Peer | Ratio | Target |', '| --- | --- | --- | --- | --- |', ...lines];
}

const page = join(projectRoot, 'docs', 'benchmarks.md');

function sectionOf(report: BenchReport): string {
  return [`## ${report.title}`, '', report.how, '', ...tableOf(report), ''].join('\n');
}

/** The page with all figures. Absolute figures are this machine's; ratios are what carries over. */
function pageOf(reports: readonly BenchReport[], runs: number): string {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, ${process.platform}`;
  const lines = [
    '# Benchmarks',
    '',
    'Made by `npm run bench`. Both sides run in turns on one machine against one bare server on loopback; figures are medians of ' +
      `${runs} runs unless said otherwise. Ratios carry over to other machines, absolute figures don't.`,
    '',
    `Last run: ${new Date().toISOString().slice(0, 10)}, ${machine}.`,
    '',
  ];
  return [...lines, ...reports.map(sectionOf)].join('\n');
}

/** The page as it is, with these sections in the place of those of before, or at its end. */
function withSections(before: string, reports: readonly BenchReport[]): string {
  return reports.reduce((text, report) => {
    const parts = text.split(/^(?=## )/mu);
    const at = parts.findIndex((part) => part.startsWith(`## ${report.title}\n`));
    const place = at === -1 ? parts.length : at;
    return [...parts.slice(0, place), `${sectionOf(report)}\n`, ...parts.slice(place + 1)].join('');
  }, `${before.trimEnd()}\n\n`);
}

const args = process.argv.slice(2);
const runsAt = args.indexOf('--runs');
const runs = runsAt === -1 ? 3 : Number(args.splice(runsAt, 2)[1]);
const writeAt = args.indexOf('--write');
const writes = writeAt !== -1 && args.splice(writeAt, 1).length === 1;
const names = args.length === 0 ? Object.keys(benches) : args;
const unknown = names.filter((name) => benches[name] === undefined);

/** Runs the named benchmarks; returns the exit status. */
async function runBenches(): Promise<number> {
  if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
    process.stderr.write(`usage: npm run bench [-- [--runs N] [--write] [${Object.keys(benches).join('|')}]…]\n`);
    return 2;
  }
  if (!(await underHeading('system packages', () => ensurePackages([...benchPackages, ...windowPackages])))) return 1;
  const configuration = 'test/bench/vite.bench.config.ts';
  const build = await runStep(projectCommand('vite'), ['build', '--logLevel', 'warn', '--config', configuration]);
  if (build.status !== 0) return build.status;
  const context: BenchContext = {
    builtDirectory: join(projectRoot, 'out', 'bench'),
    // On the project's own disk: a memory file system would flatter the journal.
    scratch: join(projectRoot, 'out', 'bench-scratch'),
    runs,
    say: (line) => process.stdout.write(`   ${line}\n`),
  };
  const reports: BenchReport[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (!names.includes(name)) continue;
    const report = await underHeading(name, () => bench(context));
    process.stdout.write(`${tableOf(report).join('\n')}\n`);
    reports.push(report);
  }
  const isAll = names.length === Object.keys(benches).length;
  if (isAll || writes) {
    await writeFile(page, isAll ? pageOf(reports, runs) : withSections(await readFile(page, 'utf8'), reports));
    await runStep(projectCommand('oxfmt'), [page]);
  }
  return reports.every((report) => report.rows.every((row) => row.target?.met ?? true)) ? 0 : 1;
}

process.exitCode = await runBenches();
