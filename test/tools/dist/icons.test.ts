import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawIcons, linuxSizes } from '../../../tools/dist/window/icons.ts';
import { makeTestFolder } from '../../support/ports.ts';

test('Windows’ icon holds its sizes, each where its head says, and the largest as PNG', async () => {
  const folder = await makeTestFolder();
  await drawIcons(folder);
  const icon = await readFile(join(folder, 'icon.ico'));
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1]);
  const pictures = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [icon.readUInt32LE(at + 8), icon.readUInt32LE(at + 12)];
    return { size: icon.readUInt8(at) || 256, bytes: icon.subarray(offset, offset + length) };
  });
  expect(pictures.map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 128, 256]);
  for (const { size, bytes } of pictures.slice(0, -1)) {
    // The bitmap and its mask are told as twice the height.
    expect([bytes.readUInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8)]).toEqual([40, size, size * 2]);
    expect(bytes.length).toBe(40 + size * size * 4 + Math.ceil(size / 32) * 4 * size);
  }
  expect(await sharp(pictures.at(-1)?.bytes).metadata()).toMatchObject({ format: 'png', width: 256 });
  expect(pictures.reduce((end, { bytes }) => end + bytes.length, 6 + 16 * pictures.length)).toBe(icon.length);
});

test('macOS’ icon is as long as it says, and each picture has the size of its type', async () => {
  const folder = await makeTestFolder();
  await drawIcons(folder);
  const icon = await readFile(join(folder, 'icon.icns'));
  expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
  const found: [string, number | undefined][] = [];
  for (let at = 8; at < icon.length; at += icon.readUInt32BE(at + 4)) {
    const { width } = await sharp(icon.subarray(at + 8, at + icon.readUInt32BE(at + 4))).metadata();
    found.push([icon.toString('latin1', at, at + 4), width]);
  }
  expect(Object.fromEntries(found)).toEqual({ ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1_024 });
});

test('Linux’ icons have the sizes of their names, and are the same bytes each time', async () => {
  const folders = [await makeTestFolder(), await makeTestFolder()];
  for (const folder of folders) await drawIcons(folder);
  for (const size of linuxSizes) {
    const name = `icons/${String(size)}x${String(size)}.png`;
    const [one, other] = await Promise.all(folders.map((folder) => readFile(join(folder, name))));
    expect(await sharp(one).metadata()).toMatchObject({ width: size, height: size, hasAlpha: true });
    expect(one).toEqual(other);
  }
});
