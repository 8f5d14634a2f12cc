import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { projectCommand, projectRoot } from '../../tools/run-step.ts';

async function startWithoutDisplay(): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(projectCommand('tsx'), [join(projectRoot, 'tools/start.ts')], {
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
