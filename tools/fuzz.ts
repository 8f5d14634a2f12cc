import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectCommand, projectRoot, runStep } from './run-step.ts';

/*
 * `npm run fuzz [-- --minutes N] [-- NAME…]`: the files with property tests (or those whose path has one of the names in it), again and
 * again with new seeds, until the minutes are over (default 10) or a counterexample is found, whose seed is then the last line.
 */

/** Paths of test files with property tests, relative to the project's root. */
async function propertyTests(names: readonly string[]): Promise<readonly string[]> {
  const all = await readdir(join(projectRoot, 'test'), { recursive: true });
  const found: string[] = [];
  for (const path of all.filter((each) => /\.test\.tsx?$/u.test(each))) {
    if (names.length > 0 && !names.some((name) => path.includes(name))) continue;
    const text = await readFile(join(projectRoot, 'test', path), 'utf8');
    if (text.includes('support/property.ts')) found.push(join('test', path));
  }
  return found;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string', default: '10' } },
    allowPositionals: true,
  });
  const minutes = Number(values.minutes);
  const files = await propertyTests(positionals);
  if (!(minutes > 0) || files.length === 0) {
    process.stderr.write(
      files.length === 0 ? 'No property test has such a name.\n' : '--minutes takes a number above 0.\n',
    );
    return 2;
  }
  const end = performance.now() + minutes * 60_000;
  let rounds = 0;
  do {
    const seed = String(Math.floor(Math.random() * 2 ** 31));
    const run = await runStep(projectCommand('vitest'), ['run', '--reporter=default', ...files], {
      env: { MAILROOM_PROPERTY_SEED: seed },
    });
    if (run.status !== 0) {
      process.stdout.write(`A test failed with MAILROOM_PROPERTY_SEED=${seed}\n`);
      return 1;
    }
    rounds += 1;
  } while (performance.now() < end);
  process.stdout.write(`${files.length} files with property tests, ${rounds} rounds: no counterexample\n`);
  return 0;
}

process.exitCode = await main();
