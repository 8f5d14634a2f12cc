import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { makeTestFolder } from '../support/ports.ts';

// What is kept of a picture keeps its file open, which Windows then does not let a test remove.
sharp.cache(false);

/** What is on a sheet of paper, in SVG; sizes in mm of an A4 page. */
export interface Paper {
  readonly svg: string;
  readonly widthMm?: number;
  readonly heightMm?: number;
  /** Degrees clockwise by which the sheet went in askew. */
  readonly askew?: number;
  readonly background?: string;
}

/** Lines of a letter: a heading and rows of words. */
export const letter = [
  '<text x="25" y="40" font-size="8" font-family="DejaVu Sans">Invoice 4711</text>',
  ...Array.from(
    { length: 22 },
    (_, row) =>
      `<text x="25" y="${70 + row * 8}" font-size="4.2" font-family="DejaVu Sans">Row ${row} of a letter about the maintenance of hall 3 and its lift</text>`,
  ),
].join('');

/** Bars across the page from a distance of the top on, thick or thin as told (mm). */
export function bars(wide: readonly boolean[], fromTop = 12): string {
  let y = fromTop;
  return wide
    .map((isWide) => {
      const thick = isWide ? 5.08 : 2.03;
      const bar = `<rect x="15" y="${y}" width="180" height="${thick}"/>`;
      y += thick + 2.03;
      return bar;
    })
    .join('');
}

/** A barcode as SVG at a place of the page. */
export async function barcode(
  kind: 'Code128' | 'Code39' | 'QRCode',
  text: string,
  x: number,
  y: number,
  width: number,
): Promise<string> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const { svg } = await writeBarcode(text, { format: kind, scale: 4 });
  const picture = Buffer.from(svg).toString('base64');
  return `<image x="${x}" y="${y}" width="${width}" height="${width / 2}" preserveAspectRatio="xMinYMin meet" href="data:image/svg+xml;base64,${picture}"/>`;
}

/** Scans a sheet: a PNG of that resolution in a folder of the test. */
export async function scanned(paper: Paper, dpi = 150, name = 'page.png'): Promise<string> {
  const { widthMm = 210, heightMm = 297 } = paper;
  const width = Math.round((widthMm / 25.4) * dpi);
  const height = Math.round((heightMm / 25.4) * dpi);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${widthMm} ${heightMm}"><rect width="100%" height="100%" fill="${paper.background ?? '#fdfcf8'}"/><g transform="rotate(${paper.askew ?? 0} ${widthMm / 2} ${heightMm / 2})">${paper.svg}</g></svg>`;
  const path = join(await makeTestFolder(), name);
  const page = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).withMetadata({ density: dpi });
  await (name.endsWith('.png') ? page.png() : page.jpeg({ quality: 90 })).toFile(path);
  return path;
}
