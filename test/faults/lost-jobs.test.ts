import { DatabaseSync } from '@photostructure/sqlite';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { journalPath } from '../../src/main/engine/journal/storage/files.ts';
import { createTestStation, expectOneDocumentEach, smallPdf, trailOf } from '../support/engine.ts';

/** A station whose submissions get no clear answer, and that can't look for what came of them. */
async function startWithoutAnswers(kind: 'reset-after' | 'reset-before' | '429') {
  const station = await createTestStation();
  station.practice.injectFault({ operation: 'documents.process-file', kind, probability: 1, times: null });
  station.practice.injectFault({ operation: 'documents.list', kind: '503', probability: 1, times: null });
  const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 60_000 } });
  return { station, engine };
}

it.each(['reset-after', 'reset-before', '429'] as const)(
  'items whose jobs a damaged journal lost are sent all the same, each once (%s)',
  async (kind) => {
    const { station, engine } = await startWithoutAnswers(kind);
    await station.put('a.pdf', smallPdf('a'));
    await station.put('b.pdf', smallPdf('b'));
    await engine.watch(station.hotFolder());
    await expect
      .poll(async () => (await engine.items()).map(({ fault }) => fault?.code), { interval: 20 })
      .toEqual(expect.arrayContaining(kind === '429' ? ['service-busy'] : ['outcome-unclear']));
    await engine.act('items.pause', { itemIds: 'all' });
    await station.put('c.pdf', smallPdf('c'));
    await engine.reaches('c.pdf', 'accepted');
    await engine.engine.stop();
    const database = new DatabaseSync(journalPath(station.dataDirectory));
    database.exec('DELETE FROM attempts; DELETE FROM jobs');
    database.close();
    station.practice.clearFaults();

    const again = await station.start();
    await again.watch(station.hotFolder());
    await again.act('items.resume', { itemIds: 'all' });
    await again.finished();
    await expectOneDocumentEach(station, [smallPdf('a'), smallPdf('b'), smallPdf('c')]);
  },
);

it('a duplicate whose original was left lying is set aside after the next start, once', async () => {
  const station = await createTestStation();
  const engine = await station.start();
  await engine.act('items.pause', { itemIds: 'all' });
  await station.put('a.pdf', smallPdf('a'));
  await engine.watch(station.hotFolder({ after: 'move' }));
  await engine.reaches('a.pdf', 'accepted');
  await station.put('b.pdf', smallPdf('a'));
  await engine.reaches('b.pdf', 'duplicate');
  await engine.engine.stop();
  const database = new DatabaseSync(journalPath(station.dataDirectory));
  database.exec("DELETE FROM jobs WHERE kind = 'tidy'");
  database.close();

  for (let start = 1; start <= 2; start += 1) {
    const again = await station.start();
    await again.watch(station.hotFolder({ after: 'move' }));
    await again.act('items.resume', { itemIds: 'all' });
    await again.finished();
    await expect
      .poll(() => readdir(join(station.folder, 'duplicates')).catch(() => []))
      .toEqual(['b.pdf', 'b.pdf.duplicate.txt']);
    const { id } = await again.item('b.pdf');
    await expect.poll(() => trailOf(again, id)).toEqual(['seen', 'settling', 'duplicate', 'tidied']);
    await again.engine.stop();
  }
});

it.each(['reset-after', 'reset-before'] as const)(
  'an item whose record was lost while its submission was in the air is looked for before it is sent (%s)',
  async (kind) => {
    const { station, engine } = await startWithoutAnswers(kind);
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.item('a.pdf')).fault?.code).toBe('outcome-unclear');
    await engine.engine.stop();
    const database = new DatabaseSync(journalPath(station.dataDirectory));
    const lost = JSON.stringify({ code: 'record-unreadable', retry: 'after-person', owner: 'it', params: {} });
    database.exec('DELETE FROM attempts; DELETE FROM jobs; DELETE FROM submission_items; DELETE FROM submissions');
    database
      .prepare("UPDATE items SET stage = 'held', resume_stage = NULL, sha256 = NULL, media_type = NULL, fault = ?")
      .run(lost);
    database.close();
    station.practice.clearFaults();

    const again = await station.start();
    await again.watch(station.hotFolder());
    const { id } = await again.reaches('a.pdf', 'held');
    await again.act('items.retry', { itemIds: [id] });
    await again.reaches('a.pdf', 'settled');
    await expectOneDocumentEach(station, [smallPdf('a')]);
    expect((await trailOf(again, id)).filter((event) => event === 'uploading')).toHaveLength(
      kind === 'reset-after' ? 1 : 2,
    );
  },
);
