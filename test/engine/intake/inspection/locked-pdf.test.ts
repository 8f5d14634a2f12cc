import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { buildPdf } from '../../../../resources/sample-documents/index.ts';
import { accountName } from '../../../../src/main/engine/history/actor.ts';
import { paperRuleSchema } from '../../../../src/shared/scanning.ts';
import { inspectFile } from '../../../../src/main/engine/intake/inspection/inspect-file.ts';
import {
  createTestStation,
  expectOneDocumentEach,
  expectWholeCustody,
  sha256,
  smallPdf,
} from '../../../support/engine.ts';
import { onlySentFile } from '../../../support/sent-file.ts';

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

/** A PDF of one page with this text that asks for a password, as pdfkit encrypts for a version of PDF. */
async function lockedPdf(
  text: string,
  userPassword: string,
  pdfVersion: PDFKit.PDFDocumentOptions['pdfVersion'],
): Promise<Buffer> {
  const document = new PDFDocument({
    userPassword,
    ownerPassword: `${userPassword}!`,
    ...(pdfVersion === undefined ? {} : { pdfVersion }),
  });
  document.text(text);
  document.addPage().text('second page');
  document.end();
  return buffer(document);
}

describe('a PDF that is held for its password', () => {
  it.each([
    ['RC4 with 40 bits', '1.3', 'geheim'],
    ['RC4 with 128 bits', '1.4', 'geheim'],
    ['AES with 128 bits', '1.6', 'geheim'],
    ['AES with 256 bits', '1.7ext3', 'geheim'],
    ['letters of a language', '1.7ext3', 'Größe €日'],
  ] as const)('goes as a copy without it once it is entered: %s', async (_, version, password) => {
    const station = await createTestStation();
    const engine = await station.start();
    const original = await lockedPdf('confidential', password, version);
    const path = await station.put('a.pdf', original);
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'held');
    const wrong = await engine.act('items.unlock', { itemIds: [id], password: 'falsch' });
    expect(wrong.refused[0]?.first[0]?.fault).toMatchObject({ code: 'password-wrong', owner: 'clerk' });
    expect(await engine.item('a.pdf')).toMatchObject({ stage: 'held', fault: { code: 'pdf-password' } });

    expect(await engine.act('items.unlock', { itemIds: [id], password })).toMatchObject({ itemIds: [id], refused: [] });
    await engine.finished();
    const item = await engine.item('a.pdf');
    expect(item).toMatchObject({ id, path, sha256: sha256(original), copy: { kind: 'unlocked', name: 'a.pdf' } });
    expect(await readFile(path)).toEqual(original);
    const { bytes: sent } = await onlySentFile(station);
    expect(await inspectFile(await station.put('../sent.pdf', sent), {})).toMatchObject({ kind: 'whole' });
    expect(sent.includes('/Encrypt')).toBe(false);

    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    const copied = rows.find(({ event }) => event === 'copied');
    expect(copied).toMatchObject({ actor: accountName() });
    expect(copied?.detail).toEqual({
      copy: 'unlocked',
      from: 'a.pdf',
      to: 'a.pdf',
      of: sha256(original),
      sha256: sha256(sent),
    });
    await expectWholeCustody(engine);
  });

  it('is known for a duplicate when it comes again, password or not', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const original = await lockedPdf('confidential', 'geheim', '1.7ext3');
    await station.put('a.pdf', original);
    await engine.watch(station.hotFolder());
    const first = await engine.reaches('a.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [first.id], password: 'geheim' });
    await engine.finished();
    await station.put('b.pdf', original);
    const second = await engine.reaches('b.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [second.id], password: 'geheim' });
    expect(await engine.reaches('b.pdf', 'duplicate')).toMatchObject({ duplicateOf: first.id });
    await onlySentFile(station);
  });

  it('is one of several that are tried with the same password in one go; only what waits for one is', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', await lockedPdf('a', 'geheim', '1.7ext3'));
    await station.put('b.pdf', await lockedPdf('b', 'anders', '1.4'));
    await station.put('open.pdf', smallPdf('open'));
    await engine.watch(station.hotFolder());
    const items = [await engine.reaches('a.pdf', 'held'), await engine.reaches('b.pdf', 'held')];
    items.push(await engine.reaches('open.pdf', 'settled'));
    const told = await engine.act('items.unlock', { itemIds: items.map(({ id }) => id), password: 'geheim' });
    expect(told.itemIds).toEqual([items[0]?.id]);
    expect(told.refused.map(({ first }) => first.map(({ name, fault }) => [name, fault.code]))).toEqual([
      [['b.pdf', 'password-wrong']],
      [['open.pdf', 'wrong-usage']],
    ]);
    await engine.reaches('a.pdf', 'settled');
  });

  it('stays where it lies until then, comes in with its sidecar, and is tidied away as its rule says', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf.json', Buffer.from(JSON.stringify({ externalId: 'A-1' })));
    await station.put('a.pdf', await lockedPdf('a', 'geheim', '1.6'));
    await engine.watch(station.hotFolder({ after: 'move' }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [id], password: 'geheim' });
    await engine.finished();
    await expect.poll(async () => (await engine.item('a.pdf')).path, { interval: 25 }).toContain('processed');
    const [document] = await station.practice.documents();
    expect(document?.externalId).toBe('A-1');
  });

  it('is moved, and never deleted, where its folder deletes: only its copy was sent', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const original = await lockedPdf('a', 'geheim', '1.7ext3');
    await station.put('a.pdf', original);
    await engine.watch(station.hotFolder({ after: 'delete', trashMs: 0 }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [id], password: 'geheim' });
    await engine.finished();
    await expect.poll(async () => (await engine.item('a.pdf')).path, { interval: 25 }).toContain('processed');
    expect(await readFile((await engine.item('a.pdf')).path)).toEqual(original);
  });

  it('is taken apart as its folder says; the original of its parts is moved, never deleted', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const original = await lockedPdf('a', 'geheim', '1.7ext3');
    await station.put('a.pdf', original);
    const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 1 } });
    await engine.watch(station.hotFolder({ paper, after: 'delete', trashMs: 0 }));
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [id], password: 'geheim' });
    await engine.reaches('a.pdf', 'separated');
    await engine.reaches('a (1).pdf', 'settled');
    await engine.reaches('a (2).pdf', 'settled');
    await expect.poll(async () => (await engine.item('a.pdf')).path, { interval: 25 }).toContain('processed');
    expect(await readFile((await engine.item('a.pdf')).path)).toEqual(original);
    await expectWholeCustody(engine);
  });

  it('keeps its password nowhere: not in the data directory, not in the log', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const password = 'Kein-Wort-davon-4711';
    await station.put('a.pdf', await lockedPdf('a', password, '1.7ext3'));
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.unlock', { itemIds: [id], password: `${password}?` });
    await engine.act('items.unlock', { itemIds: [id], password });
    await engine.finished();
    await engine.engine.stop();
    expect(engine.log.join('\n')).not.toContain(password);
    for (const entry of await readdir(station.dataDirectory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect([entry.name, bytes.includes(password), bytes.includes(Buffer.from(password, 'utf16le'))]).toEqual([
        entry.name,
        false,
        false,
      ]);
    }
  });

  it('is held when its copy is lost before it is sent, and asks for the password once more', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const original = await lockedPdf('a', 'geheim', '1.7ext3');
    await station.put('a.pdf', original);
    await engine.watch(station.hotFolder());
    const { id } = await engine.reaches('a.pdf', 'held');
    await engine.act('items.pause', { itemIds: [id] });
    await engine.act('items.unlock', { itemIds: [id], password: 'geheim' });
    const { copy } = await engine.reaches('a.pdf', 'accepted');
    await rm(copy?.path ?? '');
    await engine.act('items.resume', { itemIds: [id] });
    expect(await engine.reaches('a.pdf', 'held')).toMatchObject({ fault: { code: 'copy-gone' } });
    await engine.act('items.retry', { itemIds: [id] });
    await expect.poll(async () => (await engine.item('a.pdf')).fault?.code, { interval: 25 }).toBe('pdf-password');
    await engine.act('items.unlock', { itemIds: [id], password: 'geheim' });
    await engine.finished();
    await onlySentFile(station);
  });

  it('goes on at the next start where the engine ended right after the password', async () => {
    const station = await createTestStation();
    const first = await station.start();
    await station.put('a.pdf', await lockedPdf('a', 'geheim', '1.7ext3'));
    await first.watch(station.hotFolder());
    const { id } = await first.reaches('a.pdf', 'held');
    await first.engine.stop();
    const idle = await station.start({}, {}, { work: false });
    await idle.act('items.unlock', { itemIds: [id], password: 'geheim' });
    expect(await idle.item('a.pdf')).toMatchObject({ stage: 'settling' });
    await idle.engine.stop();
    const next = await station.start();
    await next.watch(station.hotFolder());
    await next.finished();
    expect(await next.item('a.pdf')).toMatchObject({ id, stage: 'settled' });
    await onlySentFile(station);
  });
});
