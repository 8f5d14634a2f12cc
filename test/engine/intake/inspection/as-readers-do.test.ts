import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectFile } from '../../../../src/main/engine/intake/inspection/inspect-file.ts';
import type { Inspection } from '../../../../src/main/engine/intake/inspection/inspection.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { pdfBytes } from '../sample-bytes.ts';

async function look(name: string, content: Uint8Array | string): Promise<Inspection> {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, content);
  return inspectFile(path, {});
}

const pdf = (): string => pdfBytes('as readers do').toString('latin1');
const zip64 = Buffer.from('0000000000000000', 'hex');

/** A picture of one uncompressed strip: header, directory, pixels. `next` = where the directory after it is said to be. */
function tiff({
  counts = true,
  next = 0,
  oldJpeg = false,
}: {
  counts?: boolean;
  next?: number;
  oldJpeg?: boolean;
}): Buffer {
  const bytes = Buffer.alloc(300, 0xaa);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  const entries = oldJpeg
    ? [
        [513, 100],
        [514, 200],
      ]
    : [[256, 8], [257, 8], [273, 200], ...(counts ? [[279, 100]] : [])];
  bytes.writeUInt16LE(entries.length, 8);
  for (const [at, [tag = 0, value = 0]] of entries.entries()) {
    bytes.writeUInt16LE(tag, 10 + at * 12);
    bytes.writeUInt16LE(4, 12 + at * 12);
    bytes.writeUInt32LE(1, 14 + at * 12);
    bytes.writeUInt32LE(value, 18 + at * 12);
  }
  bytes.writeUInt32LE(next, 10 + entries.length * 12);
  return bytes;
}

test('a PDF whose writer has come no further than its end mark ends open, as its end may be on its way', async () => {
  for (const there of ['', '%', '%%', '%%E', '%%EO'])
    expect(await look('a.pdf', pdf().replace('%%EOF\n', there)), there).toMatchObject({
      kind: 'whole',
      needsQuiet: 'open-end',
    });
});

test('a raw TIFF whose last rows are black is taken in after the longer quiet time; one with holes is being written', async () => {
  const black = Buffer.concat([tiff({}), Buffer.alloc(20_000)]);
  // Its one strip ends with the file.
  black.writeUInt32LE(20_100, 10 + 3 * 12 + 8);
  expect(await look('black.tif', black)).toMatchObject({ kind: 'whole', needsQuiet: 'open-end' });
  const path = join(await makeTestFolder(), 'holes.tif');
  await writeFile(path, black.subarray(0, 300));
  await truncate(path, black.length);
  expect(await inspectFile(path, {})).toMatchObject({ kind: 'whole', needsQuiet: 'unwritten' });
});

describe('what readers open is whole, and waits for the longer quiet time', () => {
  test.each([
    ['a second end mark', `${pdf()}\n%%EOF\n`],
    ['a web page behind it', `${pdf()}<html>${'x'.repeat(200_000)}</html>`],
    ['zeros behind it', Buffer.concat([Buffer.from(pdf()), Buffer.alloc(300_000)])],
    ['no end mark', pdf().replace('%%EOF\n', '')],
    ['an end mark with one percent sign', pdf().replace('%%EOF', '%EOF')],
    ['a print job around it', `\x1b%-12345X@PJL JOB\r\n${'@PJL SET ECONOMODE=OFF\r\n'.repeat(90)}${pdf()}\x1b%-12345X`],
  ])('a PDF with %s', async (_, content) => {
    const found = await look('a.pdf', content);
    expect(found).toMatchObject({ kind: 'whole', mediaType: 'application/pdf' });
    expect(found.kind === 'whole' ? found.needsQuiet : '').not.toBe('structural');
  });

  test.each([
    ['without lengths of its strips', tiff({ counts: false })],
    ['whose chain leads far behind its end', tiff({ next: 0x7fff0000 })],
    ['whose chain bites its tail', tiff({ next: 8 })],
    ['with an old JPEG', tiff({ oldJpeg: true })],
  ])('a TIFF %s', async (_, content) => {
    expect(await look('a.tif', content)).toMatchObject({ kind: 'whole', mediaType: 'image/tiff', needsQuiet: 'text' });
  });

  test('a TIFF of pages so small that their directories are nearly all of it', async () => {
    const pages = 10;
    const size = 2 + 4 * 12 + 4 + 2;
    const bytes = Buffer.alloc(8 + pages * size);
    bytes.write('II*\0', 0, 'latin1');
    bytes.writeUInt32LE(8, 4);
    for (let page = 0; page < pages; page += 1) {
      const start = 8 + page * size;
      bytes.writeUInt16LE(4, start);
      for (const [at, [tag, value]] of (
        [
          [256, 1],
          [257, 1],
          [273, start + size - 2],
          [279, 1],
        ] as const
      ).entries()) {
        bytes.writeUInt16LE(tag, start + 2 + at * 12);
        bytes.writeUInt16LE(4, start + 4 + at * 12);
        bytes.writeUInt32LE(1, start + 6 + at * 12);
        bytes.writeUInt32LE(value, start + 10 + at * 12);
      }
      bytes.writeUInt32LE(page + 1 < pages ? start + size : 0, start + 2 + 4 * 12);
    }

    expect(await look('a.tif', bytes)).toMatchObject({ kind: 'whole' });
  });

  test('a TIFF whose next page is not there yet is not', async () => {
    expect(await look('a.tif', tiff({ next: 40_000 }))).toMatchObject({ kind: 'incomplete', reason: 'end-missing' });
  });

  test.each(['4:2:0', '4:4:4'] as const)(
    'a JPEG (%s) that lacks nothing but its end mark, and no other beginning of it',
    async (chromaSubsampling) => {
      const noise = sharp({
        create: {
          width: 203,
          height: 117,
          channels: 3,
          noise: { type: 'gaussian', mean: 120, sigma: 40 },
          background: '#fff',
        },
      });
      const jpeg = await noise.jpeg({ chromaSubsampling, quality: 70 }).toBuffer();
      expect(await look('a.jpg', jpeg)).toMatchObject({ kind: 'whole', needsQuiet: 'structural' });
      expect(await look('a.jpg', jpeg.subarray(0, -2))).toMatchObject({ kind: 'whole', needsQuiet: 'open-end' });
      for (const cut of [8, 40, 500, 3_000]) {
        expect(await look('a.jpg', jpeg.subarray(0, -cut)), `${cut}`).toMatchObject({ kind: 'incomplete' });
      }
      expect(await look('a.jpg', Buffer.concat([jpeg, Buffer.from('a film')]))).toMatchObject({
        kind: 'whole',
        needsQuiet: 'text',
      });
      const camera = sharp(jpeg).withExif({ IFD0: { Make: 'A camera' } });
      expect(await look('a.jpg', await camera.toBuffer())).toMatchObject({ kind: 'whole', needsQuiet: 'text' });
    },
  );
});

describe('XML and JSON as programs write them', () => {
  test.each([
    ['that says UTF-16 and is not', '<?xml version="1.0" encoding="utf-16"?>\n<a>ü</a>'],
    ['with a blank line first', '\r\n<?xml version="1.0"?>\n<a/>'],
    ['with Ctrl-Z', '<a/>\x1a'],
    ['with zeros behind it', `<a/>${'\0'.repeat(200)}`],
  ])('XML %s is whole, small and large', async (_, content) => {
    expect(await look('a.xml', content)).toMatchObject({ kind: 'whole', mediaType: 'application/xml' });
    for (const size of [3, 20]) {
      const large = content.replace(/<a>ü<\/a>|<a\/>/, `<a>${'<b>text</b>'.repeat(size * 100_000)}</a>`);
      expect(await look('a.xml', large)).toMatchObject({ kind: 'whole', mediaType: 'application/xml' });
    }
  });

  test.each([
    ['a.xml', '<a>Meier & Co</a>', 'bare-ampersand'],
    ['a.xml', '<a>1</a><a>2</a>', 'second-root'],
    ['a.xml', Buffer.from('<a>Geb\xfchr</a>', 'latin1'), 'wrong-encoding'],
    ['a.xml', '<a><b></a>', 'faulty'],
    ['a.json', '{"total": NaN}', 'no-number'],
    ['a.json', '{"a":1}\n{"a":2}', 'faulty'],
  ])('%s that no more bytes can mend is refused at once: %#', async (name, content, problem) => {
    expect(await look(name, content)).toMatchObject({ kind: 'refused', code: 'file-damaged', params: { problem } });
  });

  test.each([
    ['a.xml', '<a>Meier & Co'],
    ['a.xml', '<a><b>1</b>'],
    ['a.json', '{"total": NaN'],
  ])('%s that may still get its end is not refused: %#', async (name, content) => {
    expect(await look(name, content)).toMatchObject({ kind: 'incomplete' });
  });
});

test('Office documents with sizes of 64 bits, names in other letters, and something before or behind them', async () => {
  const types = strToU8('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml');
  const plain = Buffer.from(zipSync({ '[CONTENT_types].xml': types }));
  const xlsx = { kind: 'whole', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
  expect(await look('a.xlsx', plain)).toMatchObject(xlsx);
  expect(await look('a.xlsx', Buffer.concat([plain, Buffer.alloc(70_000)]))).toMatchObject(xlsx);
  // The central directory says of each number that it stands in the extra field (APPNOTE.TXT, 4.5.3).
  const at = plain.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  const end = plain.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const nameEnd = at + 46 + plain.readUInt16LE(at + 28);
  const extra = Buffer.concat([Buffer.from([1, 0, 24, 0]), zip64, zip64, zip64]);
  extra.writeUInt32LE(plain.readUInt32LE(at + 24), 4);
  extra.writeUInt32LE(plain.readUInt32LE(at + 20), 12);
  extra.writeUInt32LE(plain.readUInt32LE(at + 42), 20);
  const entry = Buffer.concat([plain.subarray(at, nameEnd), extra]);
  for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field);
  entry.writeUInt16LE(extra.length, 30);
  const last = Buffer.from(plain.subarray(end));
  last.writeUInt32LE(entry.length, 12);
  expect(await look('a.xlsx', Buffer.concat([plain.subarray(0, at), entry, last]))).toMatchObject(xlsx);
});

describe('what a file is that the service does not take', () => {
  test.each([
    ['invoice.pdf', '<!DOCTYPE html><html><title>Sign in</title></html>', { kind: 'web-page', named: 'PDF' }],
    [
      'invoice.pdf',
      '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>',
      { kind: 'server-message', named: 'PDF', type: 'XML' },
    ],
    ['invoice.pdf', '{"error":"unauthorized"}', { kind: 'server-message', named: 'PDF', type: 'JSON' }],
    ['invoice.pdf', '<Invoice><Id>1</Id></Invoice>', { kind: 'misnamed', named: 'PDF', type: 'XML' }],
    ['photo.jpg', 'no picture here', { kind: 'misnamed-text', named: 'JPEG' }],
    ['print.pdf', '%!PS-Adobe-3.0\nshowpage\n', { kind: 'print-file', type: 'PostScript' }],
    ['mail.eml', 'From: a@b\nTo: c\n\nhello', { kind: 'mail', type: 'EML' }],
    ['letter.pdf', 'Return-Path: <a@b>\nReceived: from c\n\nhello', { kind: 'mail' }],
    ['a.url', '[InternetShortcut]\r\nURL=https://example.org/\r\n', { kind: 'shortcut', type: 'URL' }],
    ['a.desktop', '[Desktop Entry]\nExec=rm\n', { kind: 'shortcut', type: 'DESKTOP' }],
    ['a.pdf.lnk', Buffer.from('4c0000000114020000000000', 'hex'), { kind: 'shortcut', type: 'LNK' }],
    ['run.pdf', '#!/bin/sh\nrm -rf /\n', { kind: 'script' }],
    ['run.bat', '@echo off\r\ndel *\r\n', { kind: 'script', type: 'BAT' }],
    ['run.ps1', 'Remove-Item *', { kind: 'script', type: 'PS1' }],
    [
      'invoice.pdf',
      Buffer.concat([Buffer.from('MZ\x90\0\x03\0'), Buffer.alloc(300, 0x90)]),
      { kind: 'program', type: 'EXE' },
    ],
    [
      'invoice.pdf',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(100)]),
      { kind: 'program', type: 'ELF' },
    ],
    ['a.jpg', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'), { kind: 'picture', type: 'GIF' }],
    [
      'a.xml.p7m',
      Buffer.concat([Buffer.from('308006092a864886f70d010702a080020101', 'hex'), Buffer.alloc(90, 1)]),
      { kind: 'signed', type: 'P7M' },
    ],
    [
      'smime.p7m',
      Buffer.concat([Buffer.from('308006092a864886f70d010703a080020101', 'hex'), Buffer.alloc(90, 1)]),
      { kind: 'encrypted', type: 'P7M' },
    ],
    ['Invoice.pdf.nextcloud', ' ', { kind: 'placeholder', type: 'Nextcloud' }],
    ['Plan.gdoc', '{"doc_id":"1"}', { kind: 'placeholder', type: 'Google Drive' }],
    ['a.docx', compound('EncryptedPackage'), { kind: 'office-locked' }],
    ['a.doc', compound('WordDocument'), { kind: 'office-old', type: 'Word' }],
    ['a.xls', compound('Workbook'), { kind: 'office-old', type: 'Excel' }],
    ['a.ppt', compound('PowerPoint Document'), { kind: 'office-old', type: 'PowerPoint' }],
    ['a.msg', compound('__properties_version1.0'), { kind: 'mail', type: 'MSG' }],
  ])('%s: %#', async (name, content, params) => {
    const found = await look(name, content);
    expect(found).toMatchObject({ kind: 'refused', code: 'type-not-accepted' });
    expect(found.kind === 'refused' ? found.params : null).toEqual(params);
  });

  test.each(['export.csv ', 'export.csv.'])('a blank or dot behind a name (%j) changes nothing', async (name) => {
    expect(await look(name, 'a;b\r\n1;2\r\n')).toMatchObject({ kind: 'whole', mediaType: 'text/csv' });
  });
});

/** A compound file of one directory sector with this entry ([MS-CFB]). */
function compound(entry: string): Buffer {
  const bytes = Buffer.alloc(512 * 4, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(0, 76);
  bytes.fill(0, 512 * 2);
  for (const [at, name] of ['Root Entry', entry].entries()) {
    bytes.write(name, 512 * 2 + at * 128, 'utf16le');
    bytes.writeUInt16LE(name.length * 2 + 2, 512 * 2 + at * 128 + 64);
  }
  return bytes;
}
