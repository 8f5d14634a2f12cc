import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildPdf } from '../../../../resources/sample-documents/index.ts';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../../../support/engine.ts';

it('holds a PDF that asks for a password, sends nothing of it, and looks again when told to', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await station.put('a.pdf', Buffer.from(await buildPdf({ title: 'a', lines: ['a'], password: 'geheim' })));
  await engine.watch(station.hotFolder());
  const held = await engine.reaches('a.pdf', 'held');
  expect(held.fault).toMatchObject({ code: 'pdf-password', owner: 'clerk', retry: 'after-person' });
  await engine.act('items.retry', { itemIds: [held.id] });
  await engine.reaches('a.pdf', 'held');
  expect(station.practice.stats().uploads).toBe(0);

  const open = smallPdf('open');
  await rename(await station.put('a.pdf.part', open), join(station.folder, 'a.pdf'));
  await engine.act('items.retry', { itemIds: [held.id] });
  await engine.finished();
  await expectOneDocumentEach(station, [open]);
});
