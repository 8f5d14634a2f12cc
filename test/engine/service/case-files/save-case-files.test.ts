import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { BrokenBody } from '../../../../src/main/engine/service/transport/broken-body.ts';
import { numberedFileName, safeFileName } from '../../../../src/main/engine/service/case-files/file-names.ts';
import { saveCaseFiles } from '../../../../src/main/engine/service/case-files/save-case-files.ts';
import { fault } from '../../../../src/main/engine/faults/fault.ts';
import type { Download } from '../../../../src/main/engine/service/client.ts';
import { chunked, contentsOf, makeTarget } from './archives.ts';
import { fc } from '../../../support/property.ts';

function download(mediaType: string, bytes: Uint8Array, sizes?: readonly number[]): Download {
  return { mediaType, fileName: null, body: chunked(bytes, sizes) };
}

/** Parts of any names; zipSync can't hold two of one name. */
function multipart(files: readonly (readonly [name: string, content: string])[]): Download {
  const parts = files.map(
    ([name, content]) =>
      `--b\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\n${content}\r\n`,
  );
  return download('multipart/mixed; boundary=b', Buffer.from(`${parts.join('')}--b--\r\n`));
}

test('files of a ZIP and of parts lie in the folder, with names, types and sizes told', async () => {
  const { folder } = await makeTarget();
  const zipped = await saveCaseFiles(download('application/zip', zipSync({ 'ü.txt': strToU8('hello') })), folder);
  expect(zipped).toEqual({
    ok: true,
    value: [{ name: 'ü.txt', mediaType: null, size: 5, path: join(folder, 'ü.txt') }],
  });
  const body = Buffer.from('--b\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--b--');
  const parts = await saveCaseFiles(download('Multipart/Mixed; boundary="b"', body), folder);
  expect(parts.ok ? parts.value : null).toEqual([
    { name: null, mediaType: 'application/pdf', size: 4, path: join(folder, 'file.pdf') },
  ]);
  expect(await contentsOf(folder)).toEqual({ 'file.pdf': '%PDF', 'ü.txt': 'hello' });
});

test('two of one name, also in another case or spelling, become numbered; nothing there is overwritten or followed', async () => {
  const { folder, outside } = await makeTarget();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'b.txt'), 'mine');
  await symlink(join(folder, '..', 'escaped.txt'), join(folder, 'link.txt'));
  const saved = await saveCaseFiles(
    multipart([
      ['a.txt', '1'],
      ['A.TXT', '2'],
      ['a.txt', '3'],
      ['b.txt', '4'],
      ['u\u0308', '5'],
      ['ü', '6'],
      ['link.txt', '7'],
    ]),
    folder,
  );
  expect(saved.ok ? saved.value.map(({ path }) => basename(path)) : saved.fault).toEqual([
    'a.txt',
    'A (2).TXT',
    'a (3).txt',
    'b (2).txt',
    'ü',
    'ü (2)',
    'link (2).txt',
  ]);
  expect((await readdir(folder)).sort()).toContain('b.txt');
  expect(await outside()).toEqual([]);
});

const hostile = [
  '../../up.txt',
  '/etc/absolute.txt',
  String.raw`C:\Windows\drive.txt`,
  'C:relative.txt',
  String.raw`..\..\back.txt`,
  String.raw`\\host\share\unc.txt`,
  '..',
  '.',
  '/',
  'CON',
  'nul.txt',
  'COM¹.pdf',
  'stream.txt:hidden',
  'trailing. . ',
  'right\u202etxt.exe',
  'line\r\nbreak.txt',
  '\0',
  `${'ö'.repeat(300)}.pdf`,
];

test('names that would leave the folder, or mean a device, are made harmless', async () => {
  const { folder, outside } = await makeTarget();
  const saved = await saveCaseFiles(multipart(hostile.map((name) => [name, 'x'])), folder);
  expect(saved.ok ? saved.value.map(({ path }) => basename(path)) : saved.fault).toEqual([
    'up.txt',
    'absolute.txt',
    'drive.txt',
    'C_relative.txt',
    'back.txt',
    'unc.txt',
    'file',
    'file (2)',
    'file (3)',
    '_CON',
    '_nul.txt',
    '_COM¹.pdf',
    'stream.txt_hidden',
    'trailing',
    'righttxt.exe',
    'line break.txt',
    'file (4)',
    `${'ö'.repeat(100)}.pdf`,
  ]);
  expect(await outside()).toEqual([]);
});

test.each<[string, Download, string]>([
  [
    'cut',
    download('application/zip', zipSync({ 'a.txt': strToU8('hello'), 'b.txt': strToU8('you') }).subarray(0, 60)),
    'archive-cut',
  ],
  [
    'more files than allowed',
    download('application/zip', zipSync({ a: strToU8('1'), b: strToU8('2'), c: strToU8('3') })),
    'too-many-entries',
  ],
  ['a bomb', download('application/zip', zipSync({ a: new Uint8Array(5_000_000) })), 'archive-too-large'],
  ['another media type', download('application/pdf', strToU8('%PDF')), 'unexpected-shape'],
  ['parts without a boundary', download('multipart/mixed', strToU8('--b--')), 'unexpected-shape'],
])('an archive that is %s leaves nothing behind', async (_, answer, problem) => {
  const { folder, outside } = await makeTarget();
  await mkdir(folder, { recursive: true });
  const saved = await saveCaseFiles(answer, folder, { files: 2, bytes: 1_000_000 });
  expect(saved.ok ? null : [saved.fault.code, saved.fault.params['problem']]).toEqual([
    'answer-not-understood',
    problem,
  ]);
  expect(await contentsOf(folder)).toEqual({});
  expect(await outside()).toEqual([]);
});

test('a download that breaks off is the fault of its network, and leaves nothing behind', async () => {
  const { folder } = await makeTarget();
  const whole = zipSync({ 'a.txt': strToU8('hello') });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(whole.subarray(0, whole.length - 30));
    throw new BrokenBody(fault('service-unreachable', { host: 'h' }));
  }
  const saved = await saveCaseFiles({ mediaType: 'application/zip', fileName: null, body: broken() }, folder);
  expect(saved.ok ? null : saved.fault.code).toBe('service-unreachable');
  expect(await contentsOf(folder)).toEqual({});
});

test('a folder that is a file says so', async () => {
  const { folder } = await makeTarget();
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(folder, 'in the way');
  const saved = await saveCaseFiles(multipart([['a', 'x']]), folder);
  expect(saved.ok ? null : [saved.fault.code, saved.fault.params['problem']]).toEqual([
    'export-folder-unusable',
    'not-a-folder',
  ]);
});

test('whatever names say, each file lies in the folder, whole and once', async () => {
  const piece = fc.constantFrom(
    '..',
    '/',
    '\\',
    'C:',
    'con',
    '.',
    ' ',
    'a',
    'A',
    'ü',
    'u\u0308',
    '\u202e',
    '\u0000',
    '.txt',
    '💥',
    ':',
  );
  const name = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 6 }), async (names) => {
      const { folder, outside } = await makeTarget();
      const saved = await saveCaseFiles(multipart(names.map((one, index) => [one, String(index)])), folder);
      if (!saved.ok) throw new Error(saved.fault.code);
      const found = await contentsOf(folder);
      expect(saved.value.map(({ path }) => found[basename(path)])).toEqual(names.map((_, index) => String(index)));
      expect(new Set(Object.keys(found).map((key) => key.normalize('NFC').toLowerCase())).size).toBe(names.length);
      expect(await outside()).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('safe names are safe, stay as they are, and leave room for a number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (told) => {
      const name = safeFileName(told, 'application/pdf');
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|^[\s.]|[\s.]$/u);
      expect(name).not.toBe('');
      expect(safeFileName(name, null)).toBe(name);
      expect(Buffer.byteLength(numberedFileName(name, 99_999))).toBeLessThanOrEqual(255);
    }),
  );
});
