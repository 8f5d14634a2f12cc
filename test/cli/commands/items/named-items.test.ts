import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { namedItems } from '../../../../src/main/cli/commands/items/named-items.ts';
import { createProgram } from '../../../../src/main/cli/run-command.ts';
import { failure } from '../../../../src/main/engine/faults/fault.ts';
import { makeTestFolder } from '../../../support/ports.ts';

test('whole ids are looked up by nobody: a thousand of them take no time before the decision', async () => {
  let asked = 0;
  const door = {
    query: () => {
      asked += 1;
      return Promise.resolve(failure('not-found', { subject: 'item', id: 'zz' }));
    },
  };
  const ids = Array.from({ length: 1_000 }, (_, index) => `01jx3k${String(index).padStart(16, '0')}`);
  const named = await namedItems(door, [...ids, ids[0] ?? '', 'zz'], false);
  expect(named).toMatchObject({ ok: true, value: { itemIds: ids, refused: [{ id: 'zz' }] } });
  expect(asked).toBe(1);
});

test('a note that says nothing and hands nothing on is wrong usage', async () => {
  const dataDirectory = await makeTestFolder();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await new Promise<number>((finish, fail) => {
    const environment = { MAILROOM_DATA_DIR: dataDirectory };
    const interrupted = new Promise<void>(() => undefined);
    const program = createProgram(
      { environment, stdout, stderr, stdin: new PassThrough(), interrupted, finish },
      () => 'en',
    );
    program.parseAsync(['note', '01m8g31jh'], { from: 'user' }).catch(fail);
  });
  stdout.end();
  stderr.end();
  expect([status, await text(stdout)]).toEqual([2, '']);
  expect(await text(stderr)).toContain('Nothing is to be noted. Add a note with --text, or a person with --hand-to.');
});
