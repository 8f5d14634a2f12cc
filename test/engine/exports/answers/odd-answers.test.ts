import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../../src/main/engine/faults/describe.ts';
import { eventsOf } from '../../journal/journal-fixtures.ts';
import { exportOf, itemOf } from '../export-fixtures.ts';
import { waitingExport, type Waiting } from './answer-fixtures.ts';

/** A job that looks once more, as the watch makes it for a late answer. */
async function again(scene: Waiting, id: string): Promise<readonly string[]> {
  const job = { ...scene.job, id };
  await scene.journal.commit([{ kind: 'job-added', job }]);
  return scene.deal.all(job);
}

describe('what a target system writes into its answer', () => {
  const umlauts = 'Kostenstelle für Müller ist geschlossen';
  test.each([
    ['UTF-8', Buffer.from(umlauts), umlauts],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${umlauts}`), umlauts],
    ['Windows-1252', Buffer.from(`${umlauts} \x96 100 \x80`, 'latin1'), `${umlauts} – 100 €`],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${umlauts}`, 'utf16le'), umlauts],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${umlauts}`, 'utf16le').swap16(), umlauts],
    ['CRLF', Buffer.from('message=eins\r\nmessage=zwei\r\n'), 'eins\nzwei'],
    ['JSON with a byte order mark', Buffer.from(`\ufeff{"message":"${umlauts}"}`), umlauts],
    ['key=value with a byte order mark', Buffer.from(`\ufeffmessage=${umlauts}\r\n`), umlauts],
  ])('is read: %s', async (_name, bytes, message) => {
    const scene = await waitingExport();
    await writeFile(`${scene.xml}.err`, bytes);
    await scene.deal.all(scene.job);
    expect((await exportOf(scene.journal, scene.exportId)).answer).toMatchObject({ kind: 'err', message });
    expect(scene.service.requests).toEqual([`transfer ${scene.documentId} failed: ${message}`]);
    expect(await eventsOf(scene.journal, scene.exportId)).toEqual(expect.arrayContaining(['refused', 'answer-filed']));
  });

  test('binary content is an answer by its name, and what can not be shown is left out of the message', async () => {
    const scene = await waitingExport();
    await writeFile(
      `${scene.xml}.err`,
      Buffer.from([0x00, 0x01, 0x50, 0x4b, 0x1b, 0x5b, 0x32, 0x4a, 0xff, 0x07, 0x41]),
    );
    await scene.deal.all(scene.job);
    const { state, answer } = await exportOf(scene.journal, scene.exportId);
    expect(state).toBe('refused');
    // oxlint-disable-next-line no-control-regex -- what must not be in it
    expect(answer?.message ?? '').not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/u);
  });
});

describe('answers that come late, twice or against each other', () => {
  test('after the time limit, in all three kinds, count and end the waiting', async () => {
    for (const [kind, state, stage] of [
      ['ok', 'reported', 'handed-over'],
      ['err', 'refused', 'held'],
      ['reject', 'rejected', 'handed-over'],
    ] as const) {
      const scene = await waitingExport({ limitMs: 1 });
      expect(await scene.deal.one(scene.job)).toMatchObject({ state: 'held' });
      await writeFile(`${scene.xml}.${kind}`, 'late');
      await again(scene, `late-${kind}`);
      expect([kind, (await exportOf(scene.journal, scene.exportId)).state]).toEqual([kind, state]);
      expect([kind, (await itemOf(scene.journal, scene.itemId)).stage]).toEqual([kind, stage]);
    }
  });

  test('an .err after an .ok is held for a person, told with its words, and nothing is reported twice', async () => {
    const scene = await waitingExport();
    await writeFile(`${scene.xml}.ok`, 'posted');
    await scene.deal.all(scene.job);
    await writeFile(`${scene.xml}.err`, 'posted in the wrong period');
    await again(scene, 'second');
    const record = await exportOf(scene.journal, scene.exportId);
    expect(record.answer).toMatchObject({ kind: 'err', message: 'posted in the wrong period' });
    expect(scene.service.requests).toEqual([
      `transfer ${scene.documentId}: posted`,
      `transfer ${scene.documentId} failed: posted in the wrong period`,
    ]);
    expect(await eventsOf(scene.journal, scene.exportId)).toEqual(expect.arrayContaining(['acknowledged', 'refused']));
  });

  test('for an XML that was written again the answer beside the old name is left alone', async () => {
    const scene = await waitingExport();
    const next = join(scene.folder, 'Invoice 1 (2).xml');
    await rename(scene.xml, next);
    const { journal, exportId } = scene;
    await journal.commit([{ kind: 'export-set', exportId, set: { path: next }, at: 1, event: 'written-again' }]);
    await writeFile(`${scene.xml}.ok`, 'for the old one');
    expect(await scene.deal.one(scene.job)).toMatchObject({ state: 'ready' });
    expect((await exportOf(journal, exportId)).state).toBe('waiting');
    expect(await readFile(`${scene.xml}.ok`, 'utf8')).toBe('for the old one');
    await writeFile(`${next}.ok`, 'for the new one');
    await scene.deal.all(scene.job);
    expect((await exportOf(journal, exportId)).answer).toMatchObject({ message: 'for the new one' });
    expect(await readdir(scene.folder)).toContain('Invoice 1.xml.ok');
  });

  test('what can not be used says in both languages what is wrong and what to do', async () => {
    const scene = await waitingExport();
    await writeFile(`${scene.xml}.ok`, 'x'.repeat(70_000));
    await scene.deal.one(scene.job);
    const { fault } = await itemOf(scene.journal, scene.itemId);
    for (const language of ['en', 'de'] as const) {
      const words = fault === null ? null : describeFault(fault, language);
      expect(words?.reason).toContain('Invoice 1.xml.ok');
      expect(words?.reason).not.toContain('too-long');
      expect(words?.nextStep).not.toBe('');
    }
  });
});
