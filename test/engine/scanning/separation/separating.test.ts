import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../../../../src/shared/faults.ts';
import type { HotFolder } from '../../../../src/shared/settings.ts';
import { fieldsSchema } from '../../../../src/shared/fields/field-rule.ts';
import { paperRuleSchema, type PaperRule } from '../../../../src/shared/scanning.ts';
import { failure } from '../../../../src/main/engine/faults/fault.ts';
import {
  createPageThread,
  tookTooLong,
  type PageThread,
} from '../../../../src/main/engine/scanning/pages/page-thread.ts';
import { separateFile, type Separated } from '../../../../src/main/engine/scanning/separation/separate-file.ts';
import { devicePdf, type DevicePage } from '../../../scanner/device-files.ts';
import { drawnPdf } from '../../../scanner/drawn-file.ts';
import { barcode, bars, letter, scanned } from '../../../scanner/paper.ts';
import { createTestStation, sha256, smallPdf, type TestEngine, type TestStation } from '../../../support/engine.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';

const patience = { timeout: 60_000, interval: 50 };
/** Kodak's patch T, thin and thick bars: drawn from its definition. */
const patchT = [false, true, false, true] as const;

async function sheets(): Promise<Readonly<Record<'text' | 'patch' | 'blank' | 'code', DevicePage>>> {
  const page = async (svg: string): Promise<DevicePage> => ({ picture: await scanned({ svg }, 100), keeping: 'jpeg' });
  return {
    text: await page(letter),
    patch: await page(bars(patchT)),
    blank: await page(''),
    code: await page(letter + (await barcode('Code128', 'RE-4711', 30, 10, 90))),
  };
}

function paper(rule: Partial<PaperRule>): { readonly rule: Partial<HotFolder['rule']> } {
  return { rule: { paper: paperRuleSchema.parse(rule) } };
}

async function watching(station: TestStation, rule: Partial<HotFolder['rule']>): Promise<TestEngine> {
  const engine = await station.start();
  await engine.watch(station.hotFolder(rule));
  return engine;
}

/** What is written on each page. */
async function wordsOf(path: string): Promise<readonly string[]> {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), useSystemFonts: true }).promise;
  const words: string[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    words.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await document.destroy();
  return words;
}

async function pagesOf(path: string): Promise<number> {
  const document = await getDocument({ data: new Uint8Array(await readFile(path)), useSystemFonts: true }).promise;
  const { numPages } = document;
  await document.destroy();
  return numPages;
}

test('a file of a multifunction device becomes a document for each separator sheet; blank pages stay out; custody tells all', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const { text, patch, blank } = await sheets();
  const bytes = await devicePdf([text, blank, patch, text, text, patch, blank, text], 100);
  await station.put('scan.pdf', bytes);
  const { rule } = paper({ separation: { by: 'patch' }, blankBelow: 0.3, barcodeTo: 'nothing' });
  const engine = await watching(station, { ...rule, after: 'move' });
  const original = await engine.reaches('scan.pdf', 'separated');
  const names = ['scan (1).pdf', 'scan (2).pdf', 'scan (3).pdf'];
  const parts = await Promise.all(names.map((name) => engine.reaches(name, 'tracking')));
  expect(await engine.items()).toHaveLength(4);

  const { rows } = await engine.ask('custody.page', { subjectId: original.id, limit: 100 });
  expect(rows.find(({ event }) => event === 'separated')?.detail).toMatchObject({
    documents: 3,
    pages: 8,
    leftOut: '2-3, 6-7',
  });
  const told = await Promise.all(
    parts.map(async ({ id }) => {
      const custody = await engine.ask('custody.page', { subjectId: id, limit: 100 });
      return custody.rows.find(({ event }) => event === 'part')?.detail;
    }),
  );
  const origin = { original: original.id, from: 'scan.pdf', sha256: sha256(bytes) };
  expect(told).toEqual([
    { ...origin, pages: '1' },
    { ...origin, pages: '4-5' },
    { ...origin, pages: '8' },
  ]);
  // The original is tidied away by the folder's rule, its parts are gone with their submission.
  await vi.waitFor(async () => {
    const folders = await readdir(station.folder, { recursive: true });
    expect(folders.filter((name) => name.endsWith('scan.pdf'))).toEqual([expect.stringMatching(/^processed/)]);
    const left = await readdir(join(station.dataDirectory, 'scans/parts'), { recursive: true });
    expect(left.filter((name) => name.endsWith('.pdf'))).toEqual([]);
  }, patience);
});

test('barcodes begin documents and become their external ids; a file that is one document goes as it is', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const { text, code } = await sheets();
  const single = await devicePdf([code, text], 100);
  await station.put('two.pdf', await devicePdf([text, code, text], 100));
  await station.put('one.pdf', single);
  const { rule } = paper({
    separation: { by: 'barcode', startsWith: 'RE-', kind: 'code-128' },
    barcodeTo: 'external-id',
  });
  const engine = await watching(station, rule);
  await engine.reaches('two.pdf', 'separated');
  expect((await engine.reaches('two (1).pdf', 'tracking')).externalId).toBeNull();
  expect((await engine.reaches('two (2).pdf', 'tracking')).externalId).toBe('RE-4711');
  const one = await engine.reaches('one.pdf', 'tracking');
  expect(one.externalId).toBe('RE-4711');
  expect(one.sha256).toBe(sha256(single));
  const { rows } = await engine.ask('custody.page', { subjectId: one.id, limit: 100 });
  expect(rows.find(({ event }) => event === 'not-separated')?.detail).toEqual({ because: 'one-document' });
  expect(await readdir(station.folder)).toEqual(expect.arrayContaining(['one.pdf', 'two.pdf']));
});

/** Takes a PDF apart without an engine; `instead` = what the thread is to answer by itself. */
async function separated(
  bytes: Buffer,
  rule: Partial<PaperRule>,
  instead: Partial<PageThread> = {},
): Promise<Separated> {
  const root = await makeTestFolder();
  const path = join(root, 'stack.pdf');
  await writeFile(path, bytes);
  const thread = createPageThread(() => startTestWorker('pages', null));
  onTestFinished(() => thread.close());
  const file = { path, name: 'stack.pdf', mediaType: 'application/pdf', rule: paperRuleSchema.parse(rule) };
  const outcome = await separateFile(
    { thread: { ...thread, ...instead }, safeName: (text) => text },
    { ...file, folder: join(root, 'own'), signal: { aborted: false } },
  );
  if (!outcome.ok) throw new Error(outcome.fault.code);
  return outcome.value;
}

test('pages that a program wrote are drawn and separated as scanned ones are; their text stays text in the parts', async () => {
  const stack = await drawnPdf([
    { words: 'First invoice', code: 'RE-1' },
    { words: 'its second page' },
    { words: 'a separator sheet', bars: patchT },
    { words: 'A letter without a number' },
    { words: 'Second invoice', code: 'RE-2' },
    { words: 'a separator in words', code: 'PATCHT' },
    { words: 'The end' },
  ]);
  const found = await separated(stack, { separation: { by: 'barcode', startsWith: 'RE-', kind: 'any', patch: true } });
  if (found.kind !== 'parts') throw new Error('it was not separated');
  const told = await Promise.all(found.parts.map(async ({ path, externalId }) => [externalId, await wordsOf(path)]));
  expect(told).toEqual([
    ['RE-1', ['First invoice', 'its second page']],
    [null, ['A letter without a number']],
    ['RE-2', ['Second invoice']],
    [null, ['The end']],
  ]);
  expect(found.leftOut).toEqual([2, 5]);
});

/** Breaks what leads to the pages: PDFium can't open the file, whose pictures can be read all the same. */
function withoutTrailer(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace('\ntrailer\n', '\noldtrailer\n'), 'latin1');
}

test('a scanned PDF that PDFium can not open, or is at for ever, is taken apart by its pictures', async () => {
  const { text, patch } = await sheets();
  const scans = await devicePdf([text, text, patch, text], 100);
  const late = vi.fn(() => Promise.resolve(failure('file-damaged', { problem: tookTooLong })));
  for (const found of [
    await separated(withoutTrailer(scans), { separation: { by: 'patch' } }),
    await separated(scans, { separation: { by: 'patch' } }, { take: late }),
  ]) {
    if (found.kind !== 'parts') throw new Error(`it goes whole: ${found.kind}`);
    expect(found.parts.map(({ path }) => extname(path))).toEqual(['.pdf', '.pdf']);
    expect(await Promise.all(found.parts.map(({ path }) => pagesOf(path)))).toEqual([2, 1]);
    // Written anew, not taken.
    for (const { path } of found.parts) expect(await readFile(path, 'latin1')).toContain('Mailroom');
  }
  // Each try may take its whole time.
  expect(late).toHaveBeenCalledTimes(1);
});

test.each([tookTooLong, 'too-large'])(
  'a written PDF that is not drawn (%s) goes as it is, and the reason is that',
  async (problem) => {
    const lookDrawn = (): Promise<Outcome<never>> => Promise.resolve(failure('file-damaged', { problem }));
    const found = await separated(await drawnPdf([{ words: 'A' }]), { separation: { by: 'patch' } }, { lookDrawn });
    expect(found).toMatchObject({ kind: 'as-it-is', because: problem });
  },
);

test('what can not be drawn, what nothing would be left of, and what a part would lose something of goes as it is', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const { blank } = await sheets();
  const invoice = await drawnPdf([{ words: 'Invoice' }, { words: 'its end' }], '<Invoice/>');
  await station.put('small.pdf', smallPdf(1));
  await station.put('invoice.pdf', invoice);
  await station.put('empty.pdf', await devicePdf([blank, blank], 100));
  const { rule } = paper({ separation: { by: 'pages', pages: 1 }, blankBelow: 0.01 });
  const engine = await watching(station, rule);
  const because = async (name: string): Promise<unknown> => {
    const { id } = await engine.reaches(name, 'tracking');
    const { rows } = await engine.ask('custody.page', { subjectId: id, limit: 100 });
    return rows.find(({ event }) => event === 'not-separated')?.detail['because'];
  };
  expect(await because('small.pdf')).toBe('no-pictures');
  expect(await because('invoice.pdf')).toBe('inseparable');
  expect(await because('empty.pdf')).toBe('nothing-left');
  expect((await engine.item('invoice.pdf')).sha256).toBe(sha256(invoice));
  expect(await engine.items()).toHaveLength(3);
});

test('the same file again is a duplicate of the one that was separated; send anyway separates it too', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const { text } = await sheets();
  const bytes = await devicePdf([text, text, text], 100);
  await station.put('a.pdf', bytes);
  const { rule } = paper({ separation: { by: 'pages', pages: 2 } });
  const engine = await watching(station, rule);
  await engine.reaches('a (2).pdf', 'tracking');
  await station.put('b.pdf', bytes);
  const again = await engine.reaches('b.pdf', 'duplicate');
  expect(await engine.items()).toHaveLength(4);
  await engine.act('items.send-anyway', { itemIds: [again.id] });
  await engine.reaches('b.pdf', 'separated');
  await engine.reaches('b (2).pdf', 'tracking');
});

test('parts have the right pages and are not taken apart again after a restart', async () => {
  const station = await createTestStation({ processingMs: 60_000 });
  const { text } = await sheets();
  await station.put('scan.pdf', await devicePdf([text, text, text], 100));
  const { rule } = paper({ separation: { by: 'pages', pages: 2 } });
  const first = await station.start();
  await first.act('items.pause', { itemIds: 'all' });
  await first.watch(station.hotFolder(rule));
  // Nothing is sent, and nothing is taken apart, while everything stands still.
  await first.reaches('scan.pdf', 'accepted');
  await first.engine.stop();
  const second = await station.start();
  await second.watch(station.hotFolder(rule));
  await second.act('items.resume', { itemIds: 'all' });
  await second.reaches('scan.pdf', 'separated');
  const parts = join(station.dataDirectory, 'scans/parts');
  await second.reaches('scan (1).pdf', 'tracking');
  await second.reaches('scan (2).pdf', 'tracking');
  expect(await second.items()).toHaveLength(3);
  await second.engine.stop();
  const third = await station.start();
  expect(await third.items()).toHaveLength(3);
  expect(await readdir(parts)).toEqual([]);
  expect(await pagesOf(join(station.folder, 'scan.pdf')).catch(() => 0)).toBe(3);
});

test('a field that a barcode fills in stays empty where a person emptied it, also where its pages are looked at anew', async () => {
  const station = await createTestStation();
  const { code, text } = await sheets();
  await station.put('scan.pdf', await devicePdf([code, text], 100));
  const fields = fieldsSchema.parse([
    { key: 'number', kind: 'text', label: 'Number', default: { from: 'barcode', pattern: 'RE-{value}' } },
    { key: 'customer', kind: 'text', label: 'Customer', required: true },
  ]);
  const rule = { ...paper({ barcodeTo: 'nothing' }).rule, fields };
  const first = await watching(station, rule);
  const { id } = await first.reaches('scan.pdf', 'held');
  const valuesIn = async (engine: TestEngine) => (await engine.ask('items.fields', { itemIds: [id] })).forms[0]?.values;
  expect(await valuesIn(first)).toEqual({ number: '4711' });
  await first.act('items.set-fields', { itemIds: [id], values: { number: '' } });
  await first.engine.stop();
  const second = await watching(station, rule);
  await second.act('items.set-fields', { itemIds: [id], values: { customer: '1' } });
  await second.finished();
  expect((await station.practice.documents()).map(({ externalData }) => externalData)).toEqual([{ customer: '1' }]);
  const { rows } = await second.ask('custody.page', { subjectId: id, limit: 100 });
  expect(rows.filter(({ event }) => event === 'not-separated')).toHaveLength(2);
});
