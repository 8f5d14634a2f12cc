import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readStartArguments } from '../../src/main/desktop/start-arguments.ts';
import { projectCommand, projectRoot } from '../../tools/run-step.ts';

async function startWithoutDisplay(
  ...words: readonly string[]
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(projectCommand('tsx'), [join(projectRoot, 'tools/start.ts'), ...words], {
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}

test('where there is no display, the start says so and names two other ways', async () => {
  const { status, stdout, stderr } = await startWithoutDisplay();
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('There is no display here');
  expect(stderr).toContain('npm run demo');
  expect(stderr).toContain('xvfb-run -a npm start');
});

test('--help tells the options, those that the window reads, and opens nothing', async () => {
  const { status, stdout, stderr } = await startWithoutDisplay('--help');
  expect([status, stderr]).toEqual([0, '']);
  const { dataDirectory, practice, practiceQuota, hidden } = readStartArguments(
    ['--data-dir', '/data', '--practice', '--practice-quota=5', '--hidden'],
    {},
    '/',
  );
  expect([dataDirectory, practice, practiceQuota, hidden]).toEqual(['/data', true, 5, true]);
  for (const option of ['--data-dir', '--practice', '--practice-quota', '--hidden']) expect(stdout).toContain(option);
});
