import { appendFile, mkdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleRecipes, writeSampleDocuments } from '../../../../resources/sample-documents/index.ts';
import type { FileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { createFileInspector } from '../../../../src/main/engine/intake/inspection/file-inspector.ts';
import { makeTestFolder, startTestWorker } from '../../../support/ports.ts';
import { pdfBytes } from '../sample-bytes.ts';

let inspector: FileInspector;
beforeAll(() => {
  inspector = createFileInspector({ startWorker: startTestWorker, threads: 1 });
});
afterAll(() => inspector.close());

async function inspectBytes(name: string, bytes: Uint8Array | string) {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, bytes);
  return inspector.inspect(path);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('what a file is', () => {
  test('every sample document has the type it was made as, and its fingerprint', async () => {
    const folder = await makeTestFolder();
    for (const [at, recipe] of sampleRecipes().entries()) {
      if (recipe.expect === 'held' || recipe.expect === 'ignored' || recipe.name.length > 200) continue;
      const bytes = await recipe.build();
      const path = join(folder, `${at} ${recipe.name}`);
      await writeFile(path, bytes);
      const found = await inspector.inspect(path);
      if (recipe.name.endsWith('.pdf.json')) continue;
      expect(found, recipe.name).toMatchObject({ kind: 'whole', mediaType: recipe.mediaType, sha256: sha256(bytes) });
    }
  });

  test('real documents are whole and known, where some are at hand beside the samples', async () => {
    const beside = join(import.meta.dirname, '../../../../../shared/corpus');
    const corpus = existsSync(beside) ? beside : await makeTestFolder();
    if (corpus !== beside) await writeSampleDocuments(corpus);
    const refused = new Set(['Dringende Rechnung.pdf']);
    const locked = new Set(['Vertrauliche Abrechnung.pdf', 'libreoffice-writer-password.pdf']);
    for (const name of readdirSync(corpus).filter((one) => !one.endsWith('.md') && !refused.has(one))) {
      const found = await inspector.inspect(join(corpus, name));
      if (locked.has(name)) expect(found, name).toMatchObject({ kind: 'refused', code: 'pdf-password' });
      else expect(found, name).toMatchObject({ kind: 'whole', sha256: sha256(readFileSync(join(corpus, name))) });
    }
  });

  test('the content decides, not the name', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffda000801010000003f00d2cf20ffd9', 'hex');
    expect(await inspectBytes('photo.pdf', jpeg)).toMatchObject({ kind: 'whole', mediaType: 'image/jpeg' });
    expect(await inspectBytes('SCAN.PDF', pdfBytes())).toMatchObject({ kind: 'whole', mediaType: 'application/pdf' });
    expect(await inspectBytes('no extension', pdfBytes())).toMatchObject({ mediaType: 'application/pdf' });
    expect(
      await inspectBytes('setup.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 0x90), Buffer.alloc(20)])),
    ).toMatchObject({
      kind: 'refused',
      params: { kind: 'program', type: 'EXE' },
    });
  });

  test.each([
    ['a.xml', '<?xml version="1.0"?><a/>', 'application/xml', 'structural'],
    ['no declaration', '<Invoice xmlns="urn:x"><ID>1</ID></Invoice>', 'application/xml', 'structural'],
    [
      'utf-16.xml',
      Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>ü</a>', 'utf16le'),
      'application/xml',
      'structural',
    ],
    ['a.json', '{"a": [1, 2]}', 'application/json', 'structural'],
    ['json by its look', '\uFEFF [{"a": 1}]\n', 'application/json', 'structural'],
    ['number.json', '12', 'application/json', 'text'],
    ['a.csv', 'a;b\n1;2\n', 'text/csv', 'text'],
    ['cut.csv', 'a;b\n1;2', 'text/csv', 'open-end'],
    ['export.txt', 'a;b\n1;2\n3;4\n5;6\n', 'text/csv', 'text'],
    ['a.html', '<p>hello', 'text/html', 'open-end'],
    ['page', '<!DOCTYPE html><html><body><p>hello</body></html>', 'text/html', 'text'],
    ['latin.csv', Buffer.from('Stra\xdfe;Ort\n', 'latin1'), 'text/csv', 'text'],
  ])('%s is text of a kind', async (name, content, mediaType, needsQuiet) => {
    expect(await inspectBytes(name, content)).toMatchObject({ kind: 'whole', mediaType, needsQuiet });
  });

  test.each([
    ['letter.txt', 'Dear all,\nhello, you, there\nbye', { kind: 'text', type: 'TXT' }],
    ['letter.rtf', '{\\rtf1\\ansi hello}', { type: 'RTF' }],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { kind: 'picture', type: 'SVG' }],
    ['photo.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40, 1)]), { kind: 'picture', type: 'GIF' }],
    ['noise.pdf', Buffer.from([1, 2, 0, 3, 4, 0, 5, 9, 8, 0, 1, 2]), { kind: 'unknown', named: 'PDF' }],
  ])('%s is not accepted, and named', async (name, content, params) => {
    expect(await inspectBytes(name, content)).toMatchObject({ kind: 'refused', code: 'type-not-accepted', params });
  });

  test('an archive that is no Office document, and one with macros, are told apart from documents', async () => {
    const { zipSync, strToU8 } = await import('fflate');
    const zip = zipSync({ 'a.txt': strToU8('a') });
    expect(await inspectBytes('a.docx', zip)).toMatchObject({ kind: 'refused', params: { kind: 'archive' } });
    const macro = zipSync({
      '[Content_Types].xml': strToU8('application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
      'xl/workbook.xml': strToU8('<a/>'),
    });
    expect(await inspectBytes('a.xlsx', macro)).toMatchObject({
      kind: 'refused',
      params: { kind: 'office-macros', type: 'XLSM' },
    });
  });
});

describe('whether it is whole', () => {
  test('no beginning of a structural document is taken for the whole', async () => {
    const folder = await makeTestFolder();
    const structural = /\.(pdf|jpe?g|png|tiff?|docx|xlsx|pptx|xml|json)$/i;
    for (const [at, recipe] of sampleRecipes().entries()) {
      if (recipe.expect !== 'document' || !structural.test(recipe.name) || recipe.name.length > 200) continue;
      const bytes = await recipe.build();
      // Trailing line ends and padding are not what makes a file whole.
      for (const share of [0.02, 0.3, 0.6, 0.9, 0.99]) {
        const length = Math.min(Math.floor(bytes.length * share), bytes.length - 16);
        if (length < 1) continue;
        const path = join(folder, `${at}-${share} ${recipe.name}`);
        await writeFile(path, bytes.subarray(0, length));
        expect(await inspector.inspect(path), `${recipe.name} ${length} of ${bytes.length}`).toMatchObject({
          kind: 'incomplete',
        });
      }
    }
  });

  test('a PDF saved again and again, one with something after its end, and a padded one need the longer quiet time', async () => {
    const twice = Buffer.concat([pdfBytes(1), pdfBytes(2)]);
    expect(await inspectBytes('a.pdf', twice)).toMatchObject({ kind: 'whole', needsQuiet: 'text' });
    const page = Buffer.concat([pdfBytes(1), Buffer.from('<html>signed out</html>')]);
    expect(await inspectBytes('a.pdf', page)).toMatchObject({ kind: 'whole', needsQuiet: 'text' });
    const update = Buffer.concat([pdfBytes(1), Buffer.from('2 0 obj')]);
    expect(await inspectBytes('a.pdf', update)).toMatchObject({ kind: 'incomplete', reason: 'end-missing' });
    const padded = Buffer.concat([pdfBytes(1), Buffer.alloc(3_000)]);
    expect(await inspectBytes('a.pdf', padded)).toMatchObject({ kind: 'whole', needsQuiet: 'open-end' });
    expect(await inspectBytes('a.pdf', pdfBytes(1))).toMatchObject({ kind: 'whole', needsQuiet: 'structural' });
  });

  test('a linearised PDF must have the length it says', async () => {
    const text = pdfBytes('/Linearized 1 /L 9999', 300);
    expect(await inspectBytes('a.pdf', text)).toMatchObject({ kind: 'incomplete', reason: 'end-missing' });
  });

  test('a thumbnail inside a photograph does not end it', async () => {
    const thumbnail = 'ffe1000affd8ffd9aabbccdd';
    const head = Buffer.from(`ffd8${thumbnail}ffda000801010000003f00d2cf20`, 'hex');
    expect(await inspectBytes('a.jpg', head)).toMatchObject({ kind: 'incomplete' });
    const trailer = Buffer.concat([head, Buffer.from('ffd9', 'hex'), Buffer.alloc(200, 5)]);
    expect(await inspectBytes('a.jpg', trailer)).toMatchObject({ kind: 'whole' });
  });

  test.each([
    ['II', false],
    ['MM', false],
    ['II', true],
    ['MM', true],
  ] as const)('a TIFF in order %s, big %s: its strips must lie inside', async (order, big) => {
    const bytes = tinyTiff(order, big);
    expect(await inspectBytes('a.tif', bytes)).toMatchObject({ kind: 'whole', mediaType: 'image/tiff' });
    expect(await inspectBytes('a.tif', bytes.subarray(0, -1))).toMatchObject({ kind: 'incomplete' });
    expect(await inspectBytes('a.tif', bytes.subarray(0, 20))).toMatchObject({ kind: 'incomplete' });
  });

  test('an empty file, a folder, a link and a missing one are what they are', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'empty'), '');
    await mkdir(join(folder, 'sub'));
    await symlink(join(folder, 'empty'), join(folder, 'link'));
    expect(await inspector.inspect(join(folder, 'empty'))).toMatchObject({ kind: 'empty' });
    expect(await inspector.inspect(join(folder, 'sub'))).toMatchObject({ kind: 'not-a-file' });
    expect(await inspector.inspect(join(folder, 'link'))).toMatchObject({ kind: 'not-a-file' });
    expect(await inspector.inspect(join(folder, 'none'))).toMatchObject({ kind: 'gone' });
  });

  test('a file that differs from the look before is not read', async () => {
    const path = join(await makeTestFolder(), 'a.pdf');
    await writeFile(path, pdfBytes());
    const first = await inspector.inspect(path);
    if (first.kind !== 'whole') throw new Error(first.kind);
    expect(await inspector.inspect(path, { expected: first.stat })).toMatchObject({ kind: 'whole' });
    await utimes(path, 1, 1);
    expect(await inspector.inspect(path, { expected: first.stat })).toMatchObject({ kind: 'changed' });
  });

  test('a large file is read in pieces, with the same fingerprint; small ones pass it by', async () => {
    const folder = await makeTestFolder();
    const path = join(folder, 'large.pdf');
    const bytes = pdfBytes('large', 40 * 1024 * 1024);
    await writeFile(path, bytes);
    await writeFile(join(folder, 'small.pdf'), pdfBytes('small'));
    const { stat } = await inspector
      .hash(path)
      .then((answer) => (answer.kind === 'hashed' ? answer : Promise.reject(new Error())));
    const order: string[] = [];
    const large = inspector.inspect(path, { expected: stat }).then((found) => {
      order.push('large');
      return found;
    });
    await inspector.inspect(join(folder, 'small.pdf')).then(() => order.push('small'));
    expect(await large).toMatchObject({ kind: 'whole', sha256: sha256(bytes), needsQuiet: 'structural' });
    expect(order).toEqual(['small', 'large']);
  });

  test('a large PDF with a second end mark needs the longer quiet time, wherever the mark lies', async () => {
    const path = join(await makeTestFolder(), 'saved-twice.pdf');
    const bytes = Buffer.from(pdfBytes('large', 20 * 1024 * 1024));
    // Across the border of two pieces that are read.
    bytes.write('%%EOF', 3 * 1024 * 1024 - 2, 'latin1');
    await writeFile(path, bytes);

    expect(await inspector.inspect(path)).toMatchObject({ kind: 'whole', sha256: sha256(bytes), needsQuiet: 'text' });
  });

  test('a large file that grows while it is read is changed', async () => {
    const path = join(await makeTestFolder(), 'large.pdf');
    await writeFile(path, '%PDF-');
    await truncate(path, 300 * 1024 * 1024);
    await appendFile(path, pdfBytes());
    const reading = inspector.inspect(path);
    const writing = setInterval(() => appendFileSync(path, 'more'), 5);
    onTestFinished(() => clearInterval(writing));
    expect(await reading).toMatchObject({ kind: 'changed' });
  });
});

test('questions of a thread that broke down are answered, and the next one works', async () => {
  const own = createFileInspector({
    threads: 1,
    startWorker: (name, workerData) => {
      const worker = startTestWorker(name, workerData);
      workers.push(worker);
      return worker;
    },
  });
  const workers: ReturnType<typeof startTestWorker>[] = [];
  const path = join(await makeTestFolder(), 'a.pdf');
  await writeFile(path, pdfBytes());
  await own.inspect(path);
  const open = own.inspect(path);
  await workers[0]?.terminate();
  expect(['unreadable', 'whole']).toContain((await open).kind);
  expect(await own.inspect(path)).toMatchObject({ kind: 'whole' });
  await own.close();
  expect(await own.inspect(path)).toMatchObject({ kind: 'unreadable', code: 'closed' });
});

/** A picture of one strip at the end of the file, in either order and size of offsets. */
function tinyTiff(order: 'II' | 'MM', big: boolean): Buffer {
  const bytes = Buffer.alloc(200);
  const put = (value: number, at: number, length: number): void => {
    if (length === 8) {
      if (order === 'II') bytes.writeBigUInt64LE(BigInt(value), at);
      else bytes.writeBigUInt64BE(BigInt(value), at);
    } else if (order === 'II') bytes.writeUIntLE(value, at, length);
    else bytes.writeUIntBE(value, at, length);
  };
  bytes.write(order, 0, 'latin1');
  put(big ? 43 : 42, 2, 2);
  if (big) {
    put(8, 4, 2);
    put(16, 8, 8);
  } else put(8, 4, 4);
  const directory = big ? 16 : 8;
  put(2, directory, big ? 8 : 2);
  const entries = [
    [273, 150],
    [279, 50],
  ] as const;
  for (const [at, [tag, value]] of entries.entries()) {
    const start = directory + (big ? 8 : 2) + at * (big ? 20 : 12);
    put(tag, start, 2);
    put(4, start + 2, 2);
    put(1, start + 4, big ? 8 : 4);
    put(value, start + (big ? 12 : 8), 4);
  }
  return bytes;
}
