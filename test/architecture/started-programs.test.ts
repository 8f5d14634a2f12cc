import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { testPackages, windowPackages } from '../../tools/system-packages.ts';

const tests = join(import.meta.dirname, '..');
/** A call that starts a program by its name. */
const start = /(?:execFile\)?|execFileSync|spawn|spawnSync|run)\(\s*'([a-z][\w.-]*)',\s*\[/gu;
/** What every Debian has (its packages are marked Essential). */
const essential = ['bash', 'cp', 'mkfifo', 'sh', 'touch'];
/** A place that says what to do where the program is not there. */
const optional = ['xdg-open'];
/** These have packages of their own: `npm run torture`, `npm run test:proxies`, and Windows' part, which starts programs of Windows. */
const elsewhere = /^(?:torture|proxies|windows)\//u;

test('whatever program a test starts is brought by a package that npm test installs', async () => {
  const brought = new Set([
    ...[...testPackages, ...windowPackages].map(({ brings }) => basename(brings)),
    ...essential,
    ...optional,
  ]);
  const paths = (await readdir(tests, { recursive: true })).filter(
    (path) => /\.tsx?$/u.test(path) && !elsewhere.test(path),
  );
  const started = await Promise.all(
    paths.map(async (path) =>
      [...(await readFile(join(tests, path), 'utf8')).matchAll(start)].map((call) => ({
        path,
        program: call[1] ?? '',
      })),
    ),
  );
  expect(started.flat().map(({ program }) => program)).toContain('rsync');
  expect(started.flat().filter(({ program }) => !brought.has(program))).toEqual([]);
});
