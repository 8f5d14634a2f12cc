import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unpackZip } from '../../../../src/main/engine/service/case-files/zip.ts';
import { chunked, unpackAll } from './archives.ts';
import type { Unpacked } from './archives.ts';
import { fc } from '../../../support/property.ts';

type Files = readonly { readonly name: string; readonly content: Uint8Array; readonly packed: boolean }[];

/** An archive written as a stream: sizes come behind each entry. */
function streamedZip(files: Files): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    chunks.push(bytes);
  });
  for (const { name, content, packed } of files) {
    const entry = packed ? new ZipDeflate(name) : new ZipPassThrough(name);
    zip.add(entry);
    entry.push(content.slice(), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** An archive whose local headers tell all. */
function plainZip(files: Files): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(files.map(({ name, content, packed }) => [name, [content, { level: packed ? 6 : 0 }]]))),
  );
}

function textsOf(unpacked: Unpacked[] | string): unknown {
  return typeof unpacked === 'string' ? unpacked : unpacked.map(({ name, content }) => [name, content.toString()]);
}

const two: Files = [
  { name: 'Rechnung ü.pdf', content: strToU8('%PDF '.repeat(50)), packed: true },
  { name: 'b.xml', content: strToU8('<b/>'), packed: false },
];

test.each([
  ['told before', plainZip],
  ['told behind', streamedZip],
])('stored and deflated entries come back, sizes %s', async (_, pack) => {
  const expected = [
    ['Rechnung ü.pdf', '%PDF '.repeat(50)],
    ['b.xml', '<b/>'],
  ];
  for (const sizes of [[1], [3, 7], [65_536]]) {
    expect(textsOf(await unpackAll(unpackZip(chunked(pack(two), sizes))))).toEqual(expected);
  }
});

test('an empty archive has no files, and folders are left out', async () => {
  expect(await unpackAll(unpackZip(chunked(zipSync({}))))).toEqual([]);
  expect(
    textsOf(await unpackAll(unpackZip(chunked(zipSync({ 'a/': new Uint8Array(0), 'a/b': strToU8('x') }))))),
  ).toEqual([['a/b', 'x']]);
});

test('a stored archive inside one is content, to its last byte', async () => {
  const inner = streamedZip(two);
  const outer = streamedZip([{ name: 'inner.docx', content: inner, packed: false }]);
  const unpacked = await unpackAll(unpackZip(chunked(outer, [5, 40, 1])));
  expect(typeof unpacked === 'string' ? unpacked : unpacked[0]?.content.equals(inner)).toBe(true);
});

/** Where a record begins, by its signature. */
function at(archive: Buffer, signature: string): number {
  return archive.indexOf(Buffer.from(signature, 'latin1'));
}

function changed(archive: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(archive);
  change(copy);
  return copy;
}

describe('hostile and odd archives', () => {
  const one = plainZip([{ name: 'a.txt', content: strToU8('hello'), packed: false }]);
  const central = at(one, 'PK\x01\x02');
  const end = at(one, 'PK\x05\x06');
  test.each<[string, Buffer, string]>([
    ['no archive', Buffer.from('hello, no archive at all'), 'archive-broken'],
    ['nothing', Buffer.alloc(0), 'archive-cut'],
    ['something in front', Buffer.concat([Buffer.from('MZ..'), one]), 'archive-broken'],
    ['something behind', Buffer.concat([one, Buffer.from('x')]), 'archive-broken'],
    ['two archives', Buffer.concat([one, one]), 'archive-broken'],
    ['no directory', one.subarray(0, central), 'archive-cut'],
    ['encrypted', changed(one, (copy) => copy.writeUInt16LE(1, 6)), 'archive-unsupported'],
    ['another method', changed(one, (copy) => copy.writeUInt16LE(12, 8)), 'archive-unsupported'],
    ['wrong checksum', changed(one, (copy) => copy.writeUInt32LE(1, 14)), 'archive-broken'],
    ['wrong content', changed(one, (copy) => copy.write('H', 35)), 'archive-broken'],
    ['another name in the directory', changed(one, (copy) => copy.write('b', central + 46)), 'archive-broken'],
    ['another place in the directory', changed(one, (copy) => copy.writeUInt32LE(3, central + 42)), 'archive-broken'],
    ['another count at the end', changed(one, (copy) => copy.writeUInt16LE(2, end + 10)), 'archive-broken'],
    ['an impossible size', changed(one, (copy) => copy.writeUInt32LE(0xfffffff0, 18)), 'archive-broken'],
    [
      'a link',
      changed(one, (copy) => {
        copy.writeUInt8(3, central + 5);
        copy.writeUInt32LE((0o120777 << 16) >>> 0, central + 38);
      }),
      'archive-broken',
    ],
    [
      'a folder with content',
      changed(one, (copy) => {
        copy.write('/', 34);
        copy.write('/', central + 50);
      }),
      'archive-broken',
    ],
  ])('%s', async (_, archive, problem) => {
    expect(await unpackAll(unpackZip(chunked(archive)))).toBe(problem);
  });

  test('an old name is read as code page 437', async () => {
    const named = changed(one, (copy) => {
      copy.writeUInt8(0x81, 30);
      copy.writeUInt8(0x81, central + 46);
    });
    expect(textsOf(await unpackAll(unpackZip(chunked(named))))).toEqual([['ü.txt', 'hello']]);
  });

  test('deflated data that goes on for too long or is no deflated data', async () => {
    const packed = plainZip([{ name: 'a.txt', content: strToU8('hello '.repeat(100)), packed: true }]);
    const shorter = changed(packed, (copy) => copy.writeUInt32LE(copy.readUInt32LE(18) - 1, 18));
    expect(await unpackAll(unpackZip(chunked(shorter)))).toBe('archive-broken');
    const longer = changed(packed, (copy) => copy.writeUInt32LE(copy.readUInt32LE(18) + 1, 18));
    expect(await unpackAll(unpackZip(chunked(longer)))).toBe('archive-broken');
    const noise = changed(packed, (copy) => copy.fill(0xff, 35, 40));
    expect(await unpackAll(unpackZip(chunked(noise)))).toBe('archive-broken');
  });
});

const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { maxLength: 5 });
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constant(streamedZip(two)),
  fc.constant(strToU8('PK\x07\x08')),
);
const anyFiles: fc.Arbitrary<Files> = names.chain((some) =>
  fc.tuple(
    ...some.map((name) =>
      fc.record({ name: fc.constant(name.replace(/[/\\]$/u, '_')), content: contents, packed: fc.boolean() }),
    ),
  ),
);
const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 4 });

test('whatever is packed comes back, however it is cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, sizes, async (files, chunks) => {
      const unpacked = await unpackAll(unpackZip(chunked(streamedZip(files), chunks)));
      expect(typeof unpacked === 'string' ? unpacked : unpacked.map(({ name }) => name)).toEqual(
        files.map(({ name }) => name),
      );
      if (typeof unpacked === 'string') return;
      for (const [index, { content }] of unpacked.entries()) {
        expect(content.equals(files[index]?.content ?? Buffer.alloc(0))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('an archive that is cut anywhere is cut or broken, never whole', async () => {
  for (const archive of [plainZip(two), streamedZip(two)]) {
    for (let length = 0; length < archive.length; length += 1) {
      expect(await unpackAll(unpackZip(chunked(archive.subarray(0, length))))).toMatch(/^archive-/);
    }
  }
});

test('a flipped bit is noticed, or changes no content', async () => {
  const archive = streamedZip(two);
  const expected = textsOf(await unpackAll(unpackZip(chunked(archive))));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: archive.length - 1 }), fc.nat({ max: 7 }), async (place, bit) => {
      const flipped = changed(archive, (copy) => copy.writeUInt8((copy[place] ?? 0) ^ (1 << bit), place));
      const unpacked = textsOf(await unpackAll(unpackZip(chunked(flipped))));
      if (typeof unpacked === 'string') expect(unpacked).toMatch(/^archive-/);
      else expect(unpacked).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
