import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectFile } from '../../../../src/main/engine/intake/inspection/inspect-file.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { bmpFile, plainBmp } from '../../scanning/pages/converting/bmp-files.ts';

async function look(name: string, content: Uint8Array) {
  const path = join(await makeTestFolder(), name);
  await writeFile(path, content);
  return inspectFile(path, {});
}

/** A box of ISO media files. */
function box(kind: string, content: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + bytes.length);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

const named = box('ftyp', 'heic\0\0\0\0mif1heic');
const heic = Buffer.concat([named, box('meta', Buffer.alloc(40, 1)), box('mdat', Buffer.alloc(600, 7))]);
const webp = (): Promise<Buffer> =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a05010' } })
    .webp({ lossless: true })
    .toBuffer();
const bmp = plainBmp(32, 20, (x, y) => [x + 1, y + 1, 9]);

test('pictures of which a copy is sent are known by their content, and whole once their last byte is there', async () => {
  for (const [mediaType, content] of [
    ['image/heic', heic],
    ['image/webp', await webp()],
    ['image/bmp', bmp],
  ] as const) {
    expect(await look(`a.${mediaType.slice(6)}`, content)).toMatchObject({
      kind: 'whole',
      mediaType,
      needsQuiet: 'structural',
    });
    expect(await look('scan', content)).toMatchObject({ kind: 'whole', mediaType, needsQuiet: 'open-end' });
    for (const bytes of [30, content.length - 1]) {
      const cut = await look('a.jpg', content.subarray(0, bytes));
      expect([mediaType, bytes, cut.kind]).toEqual([mediaType, bytes, 'incomplete']);
    }
  }
});

test('a BMP of runs says itself how long it is, one that lacks what fills up its last row may go on; what only begins like one is text', async () => {
  expect(await look('a.bmp', plainBmp(30, 2, () => [1, 1, 1]).subarray(0, -2))).toMatchObject({
    needsQuiet: 'open-end',
  });
  const palette = [[0, 0, 0]] as const;
  const runs = bmpFile({ width: 2, height: 1, bits: 8, pixels: Buffer.from([2, 0, 0, 1]), palette, storing: 1 });
  expect(await look('a.bmp', runs)).toMatchObject({ kind: 'whole', needsQuiet: 'structural' });
  expect(await look('a.bmp', runs.subarray(0, -1))).toMatchObject({ kind: 'incomplete' });
  const table = Buffer.from('BMW;4711;100,00\nBMW;4712;90,00\nBMW;4713;80,00\n'.repeat(3));
  expect(await look('a.csv', table)).toMatchObject({ kind: 'whole', mediaType: 'text/csv' });
});

test('films, pictures in AV1 and BMPs with another picture in them are told as what they are', async () => {
  const film = Buffer.concat([box('ftyp', 'msf1\0\0\0\0hevc'), box('moov', Buffer.alloc(20, 1))]);
  expect(await look('a.heic', film)).toMatchObject({
    code: 'type-not-accepted',
    params: { kind: 'picture', type: 'HEIC' },
  });
  const av1 = Buffer.concat([box('ftyp', 'avif\0\0\0\0mif1avif'), box('meta'), box('mdat', 'x')]);
  expect(await look('a.avif', av1)).toMatchObject({
    code: 'type-not-accepted',
    params: { kind: 'picture', type: 'AVIF' },
  });
  const within = bmpFile({ width: 2, height: 2, bits: 24, pixels: Buffer.alloc(30), storing: 4 });
  expect(await look('a.bmp', within)).toMatchObject({
    code: 'type-not-accepted',
    params: { kind: 'picture', type: 'BMP' },
  });
});
