import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askLine } from '../../src/main/cli/input.ts';

test.each([
  [true, false, ' ge heim '],
  [false, false, 'ge heim'],
  [true, true, ' ge heim '],
  [false, true, 'ge heim'],
])('blanks around a secret (%s) count, also on a terminal (%s)', async (secret, isTTY, text) => {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stderr = new PassThrough();
  const never = new Promise<void>(() => undefined);
  const answered = askLine({ stdin, stderr, interrupted: never }, 'Password: ', secret);
  stdin.write(' ge heim \r\n');
  expect(await answered).toEqual({ kind: 'text', text });
});
