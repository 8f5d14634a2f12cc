import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../../run-step.ts';

/** The mark, as a drawing. */
const mark = join(projectRoot, 'resources/icon/mailroom.svg');

/** The mark as PNG, square, so many pixels wide. The same bytes each time. */
async function png(size: number): Promise<Buffer> {
  const drawing = await readFile(mark);
  return sharp(drawing, { density: (72 * size) / 512 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}

/** A picture of an ICO below 256 pixels: a bitmap of 32 bits with its mask, bottom row first, as every Windows reads it. */
async function bitmap(size: number): Promise<Buffer> {
  const pixels = await sharp(await png(size))
    .ensureAlpha()
    .raw()
    .toBuffer();
  const maskRow = Math.ceil(size / 32) * 4;
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const colours = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      for (const [at, channel] of [2, 1, 0, 3].entries()) colours.writeUInt8(pixels.readUInt8(from + channel), to + at);
    }
  }
  return Buffer.concat([header, colours, Buffer.alloc(maskRow * size)]);
}

/** Windows' container of icons (ICONDIR): pictures from 16 to 256 pixels. */
export async function ico(): Promise<Buffer> {
  const sizes = [16, 24, 32, 48, 64, 128, 256];
  const pictures = await Promise.all(sizes.map((size) => (size < 256 ? bitmap(size) : png(size))));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  sizes.forEach((size, index) => {
    const at = 6 + 16 * index;
    const length = pictures[index]?.length ?? 0;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  });
  return Buffer.concat([head, ...pictures]);
}

/** Pictures of an icns by the type that macOS knows each by. */
const icnsTypes = { ic11: 32, ic12: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1_024 } as const;

/** macOS' container of icons: PNG pictures under their types. */
async function icns(): Promise<Buffer> {
  const entries = await Promise.all(
    Object.entries(icnsTypes).map(async ([type, size]) => {
      const picture = await png(size);
      const head = Buffer.alloc(8);
      head.write(type, 'latin1');
      head.writeUInt32BE(picture.length + 8, 4);
      return Buffer.concat([head, picture]);
    }),
  );
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(
    entries.reduce((sum, entry) => sum + entry.length, 8),
    4,
  );
  return Buffer.concat([head, ...entries]);
}

/** Sizes of the icons that desktops on Linux look for (freedesktop.org, hicolor). */
export const linuxSizes = [16, 32, 48, 64, 128, 256, 512];

/** Draws all icons into a folder (absolute): `icon.ico`, `icon.icns`, `icons/SIZExSIZE.png`, as electron-builder looks for them. */
export async function drawIcons(folder: string): Promise<void> {
  await mkdir(join(folder, 'icons'), { recursive: true });
  await writeFile(join(folder, 'icon.ico'), await ico());
  await writeFile(join(folder, 'icon.icns'), await icns());
  for (const size of linuxSizes)
    await writeFile(join(folder, `icons/${String(size)}x${String(size)}.png`), await png(size));
}
