import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { drawnPdf } from '../../../scanner/drawn-file.ts';
import { createTestStation, type TestStation } from '../../../support/engine.ts';
import { builtCommand } from '../../../support/mailroom-command.ts';

const told = z.object({ event: z.literal('pages'), documents: z.number(), paths: z.array(z.string()) });

const { call } = builtCommand();

/** A station with two files of three pages each that wait, and nobody at work on it. */
async function waiting(): Promise<{ readonly station: TestStation; readonly ids: readonly string[] }> {
  const station = await createTestStation({ processingMs: 60_000 });
  for (const name of ['a', 'b']) {
    const pages = [1, 2, 3].map((number) => ({ words: `${name}${number}` }));
    await station.put(`${name}.pdf`, await drawnPdf(pages));
  }
  const engine = await station.start();
  await engine.act('items.pause', { itemIds: 'all' });
  await engine.watch(station.hotFolder());
  const ids = [(await engine.reaches('a.pdf', 'accepted')).id, (await engine.reaches('b.pdf', 'accepted')).id];
  await engine.engine.stop();
  return { station, ids };
}

test('pages of files that wait become other documents, without a window and while nobody sends', async () => {
  const { station, ids } = await waiting();
  const [a = '', b = ''] = ids;
  const at = ['--data-dir', station.dataDirectory];
  const wrong = await call(['pages', a, '--document', '1-7', ...at]);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('1-7')]);
  const none = await call(['pages', a, ...at]);
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('--document')]);

  const done = await call(['pages', a, b, '--document', '3-1,2/2r90', '--document', '2/3', '--json', ...at]);
  expect(done.status).toBe(0);
  const { documents, paths } = told.parse(done.json()[0]);
  expect(documents).toBe(2);
  expect((await readFile(paths[0] ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
  const again = await call(['pages', a, '--separate', '1', ...at]);
  expect([again.status === 0, again.stderr]).toEqual([false, expect.stringContaining('cannot be edited any more')]);

  const engine = await station.start();
  await engine.act('items.resume', { itemIds: 'all' });
  await engine.finished('submitted');
  expect(await station.practice.files()).toHaveLength(2);
});
