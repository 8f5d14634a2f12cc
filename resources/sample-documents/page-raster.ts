import { GLYPH_SIZE, glyphColumns } from './pixel-font.ts';
import { noiseBytes } from './random.ts';

/** What stands on one page that is drawn as a picture. */
export type PageText = { readonly title: string; readonly lines: readonly string[] };

/** One grey picture: a byte a pixel (0 black, 255 white), rows from the top without padding. */
export type PageRaster = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Picture size: width and height in pixels; `scale` is the size of one dot of a letter; `grain` makes it look scanned, by seed. */
export type RasterOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
  readonly grain?: { readonly seed: number; readonly strength: number };
};

/** A4 at 200 dots per inch, what office scanners and fax gateways deliver. */
const A4_AT_200_DPI = { width: 1654, height: 2339, scale: 3 } as const;

/** Draws a page of text as a grey picture. Lines that do not fit on the page are left out; text past the right margin is cut. */
export function drawPage(text: PageText, options: RasterOptions = {}): PageRaster {
  const { width, height, scale, grain } = { ...A4_AT_200_DPI, ...options };
  const pixels = new Uint8Array(width * height).fill(255);
  const raster = { width, height, pixels };
  const margin = Math.round(width / 14);
  drawLine(raster, text.title, { left: margin, top: margin, scale: scale * 2 });
  let top = margin + scale * 30;
  for (const line of text.lines) {
    if (top + scale * GLYPH_SIZE.height > height - margin) break;
    drawLine(raster, line, { left: margin, top, scale });
    top += scale * 12;
  }
  if (grain !== undefined) addGrain(pixels, grain);
  return raster;
}

function drawLine(raster: PageRaster, line: string, at: { left: number; top: number; scale: number }): void {
  let left = at.left;
  for (const character of line.normalize('NFC')) {
    const columns = glyphColumns(character);
    columns.forEach((column, columnIndex) => {
      for (let row = 0; row < GLYPH_SIZE.height; row += 1) {
        if ((column & (1 << row)) !== 0)
          drawDot(raster, left + columnIndex * at.scale, at.top + row * at.scale, at.scale);
      }
    });
    left += (GLYPH_SIZE.width + 1) * at.scale;
  }
}

function drawDot(raster: PageRaster, left: number, top: number, size: number): void {
  const right = Math.min(left + size, raster.width);
  const bottom = Math.min(top + size, raster.height);
  for (let row = top; row < bottom; row += 1) {
    if (left < right) raster.pixels.fill(0, row * raster.width + left, row * raster.width + right);
  }
}

function addGrain(pixels: Uint8Array, grain: { seed: number; strength: number }): void {
  const noise = noiseBytes(grain.seed, pixels.length);
  for (let index = 0; index < pixels.length; index += 1) {
    const darker = Math.round(((noise[index] ?? 0) / 255) * grain.strength);
    const pixel = pixels[index] ?? 0;
    // Paper loses a little light, ink gains a little: both stay inside a byte.
    pixels[index] = pixel > 127 ? pixel - darker : pixel + darker;
  }
}
