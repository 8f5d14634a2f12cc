import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type * as Run from '../../../src/main/cli/run/with-engine.ts';
import { makePracticeStation } from '../../support/practice-station.ts';

vi.mock('../../../src/main/cli/run/with-engine.ts', async (original) => {
  const { withEngine } = await original<typeof Run>();
  return {
    async withEngine(...parts: Parameters<typeof withEngine>) {
      await withEngine(...parts);
      throw new Error('the journal does not end');
    },
  };
});
const { runCommand } = await import('../../../src/main/cli/run-command.ts');

test('the system log says what an end came to in which the engine could not stop', async () => {
  const station = await makePracticeStation();
  await station.put({ 'a.xml': '<a/>' });
  const [programs, file] = [join(station.root, 'bin'), join(station.root, 'lines')];
  await mkdir(programs);
  await writeFile(join(programs, 'logger'), `#!/bin/sh\necho "$@" >> '${file}'\n`, { mode: 0o755 });
  const stdout = new PassThrough().resume();
  const run = runCommand(
    {
      environment: { ...station.env, PATH: `${programs}:/usr/bin:/bin`, MAILROOM_SERVICE: '1' },
      stdout,
      stderr: stdout,
      stdin: Readable.from([]),
      interrupted: new Promise(() => undefined),
    },
    ['watch', station.inbox, '--project', 'accounts-payable', '--once'],
  );
  await expect(run).rejects.toThrow('the journal does not end');
  const lines = await readFile(file, 'utf8');
  expect(lines).toContain('started: Mailroom is at work.');
  expect(lines).toContain('failed: Mailroom ended, because it could not go on.');
  expect(lines).not.toContain('in order');
});
