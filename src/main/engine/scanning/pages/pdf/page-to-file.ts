import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { PdfDictionary, PdfValue } from '../../../intake/inspection/pdf/pdf-value.ts';
import { maxPixels } from '../max-pixels.ts';
import { squareSize } from '../square-pixels.ts';
import { colorOf, type TakenPage } from '../taken-page.ts';
import { writePicture } from '../write-picture.ts';
import { decodeStream } from './decode-stream.ts';
import { wrapFax } from './fax-tiff.ts';
import type { PicturePage, Placement, PlacedPicture } from './page-pictures.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Minimum share of a page that a picture covers to be the page. */
const covering = 0.9;

/** Opens bytes or a file as a picture that is as large as pages may be. */
function largeSharp(input: Buffer | string): Sharp {
  return sharp(input, { limitInputPixels: maxPixels });
}

type Opened = { readonly jpeg: Buffer } | { readonly picture: Sharp };

/** Channels of a colour space, and its palette where it has one (bytes of RGB or grey). */
interface ColorSpace {
  readonly channels: 1 | 3 | 4;
  readonly palette: Buffer | null;
}

function colorSpaceOf(objects: PdfObjects, value: PdfValue | undefined): ColorSpace | null {
  const name = objects.name(value);
  if (name === 'DeviceGray' || name === 'G') return { channels: 1, palette: null };
  if (name === 'DeviceRGB' || name === 'RGB') return { channels: 3, palette: null };
  if (name === 'DeviceCMYK' || name === 'CMYK') return { channels: 4, palette: null };
  const [kind, base, , table] = objects.array(value) ?? [];
  const family = objects.name(kind);
  if (family === 'CalGray') return { channels: 1, palette: null };
  if (family === 'CalRGB') return { channels: 3, palette: null };
  if (family === 'ICCBased') {
    const count = objects.number(objects.stream(base)?.entries.get('N'));
    return count === 1 || count === 3 || count === 4 ? { channels: count, palette: null } : null;
  }
  if (family !== 'Indexed' && family !== 'I') return null;
  const below = colorSpaceOf(objects, base);
  if (below === null || below.palette !== null || below.channels === 4) return null;
  const text = objects.resolve(table);
  const stream = objects.stream(table);
  const palette = text?.kind === 'string' ? text.bytes : stream === null ? null : decodeStream(objects, stream)?.bytes;
  return palette === null || palette === undefined ? null : { channels: below.channels, palette };
}

/** Spreads samples of 1, 2 or 4 bits to one byte each; null where bytes are missing. */
function spread(bytes: Buffer, width: number, height: number, channels: number, bits: number): Buffer | null {
  const samples = width * channels;
  if (bits === 8) return bytes.length >= samples * height ? bytes.subarray(0, samples * height) : null;
  if (bits !== 1 && bits !== 2 && bits !== 4) return null;
  const row = Math.ceil((samples * bits) / 8);
  if (bytes.length < row * height) return null;
  const max = 2 ** bits - 1;
  const wide = Buffer.alloc(samples * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < samples; x += 1) {
      const byte = bytes[y * row + ((x * bits) >> 3)] ?? 0;
      wide[y * samples + x] = (byte >> (8 - bits - ((x * bits) & 7))) & max;
    }
  }
  return wide;
}

/** Whether a picture's samples are turned round: 0 is white. Null where they are changed in another way. */
function isTurned(objects: PdfObjects, entries: PdfDictionary): boolean | null {
  const decode = objects.array(entries.get('Decode') ?? entries.get('D'));
  if (decode === null) return false;
  const values = decode.map((each) => objects.number(each));
  if (values.every((each, index) => each === index % 2)) return false;
  return values.every((each, index) => each === 1 - (index % 2)) ? true : null;
}

function rawPicture(bytes: Buffer, size: readonly [number, number], bits: number, space: ColorSpace, turned: boolean) {
  const [width, height] = size;
  const { palette } = space;
  const samples = spread(bytes, width, height, palette === null ? space.channels : 1, bits);
  if (samples === null) return null;
  const scale = palette === null && bits < 8 ? 255 / (2 ** bits - 1) : 1;
  if (palette === null) {
    const levels =
      scale === 1 && !turned ? samples : samples.map((each) => (turned ? 255 - each * scale : each * scale));
    const opened = sharp(levels, { raw: { width, height, channels: space.channels }, limitInputPixels: maxPixels });
    return space.channels === 1 ? opened.toColourspace('b-w') : opened;
  }
  if (turned) return null;
  const { channels } = space;
  const coloured = Buffer.alloc(width * height * channels);
  for (let at = 0; at < samples.length; at += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      coloured[at * channels + channel] = palette[(samples[at] ?? 0) * channels + channel] ?? 0;
    }
  }
  return sharp(coloured, { raw: { width, height, channels }, limitInputPixels: maxPixels });
}

async function openJpeg(bytes: Buffer): Promise<Opened | null> {
  const { channels, format } = await largeSharp(bytes).metadata();
  if (format !== 'jpeg') return null;
  // Turn four inks into three colours: every viewer shows those alike.
  return channels === 4 ? { picture: largeSharp(bytes).toColourspace('srgb') } : { jpeg: bytes };
}

/** Opens a picture of a page; null where it can't be read as one (JPEG 2000, JBIG2, pictures with a mask …). */
async function open(objects: PdfObjects, { picture }: PlacedPicture): Promise<Opened | null> {
  const { entries } = picture;
  const width = objects.number(entries.get('Width')) ?? 0;
  const height = objects.number(entries.get('Height')) ?? 0;
  if (width < 1 || height < 1 || width * height > maxPixels) return null;
  if (objects.resolve(entries.get('SMask')) !== null || objects.resolve(entries.get('Mask')) !== null) return null;
  const turned = isTurned(objects, entries);
  const decoded = decodeStream(objects, picture);
  if (decoded === null || turned === null) return null;
  const mask = objects.resolve(entries.get('ImageMask'));
  const isMask = mask?.kind === 'word' && mask.word === 'true';
  const space: ColorSpace | null = isMask
    ? { channels: 1, palette: null }
    : colorSpaceOf(objects, entries.get('ColorSpace'));
  if (decoded.picture?.filter === 'DCTDecode') {
    return turned || (space !== null && space.palette !== null) ? null : openJpeg(decoded.bytes);
  }
  if (decoded.picture?.filter === 'CCITTFaxDecode') {
    const [first, second] = space?.palette ? [space.palette[0] ?? 0, space.palette[space.channels] ?? 0] : [0, 255];
    const tiff = wrapFax(
      objects,
      decoded.picture.parameters,
      decoded.bytes,
      [width, height],
      turned !== first > second,
    );
    return tiff === null ? null : { picture: largeSharp(tiff) };
  }
  const bits = isMask ? 1 : (objects.number(entries.get('BitsPerComponent')) ?? 8);
  if (space === null) return null;
  const raw = rawPicture(decoded.bytes, [width, height], bits, space, turned);
  return raw === null ? null : { picture: space.channels === 4 ? raw.toColourspace('srgb') : raw };
}

function isUpright([a, b, c, d]: Placement): boolean {
  return a > 0 && d > 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < 0.01 * d;
}

/** Degrees clockwise by which a placement turns a picture; null where it distorts or mirrors it. */
function turnOf([a, b, c, d]: Placement): 0 | 90 | 180 | 270 | null {
  if (isUpright([a, b, c, d, 0, 0])) return 0;
  if (isUpright([-a, -b, -c, -d, 0, 0])) return 180;
  if (isUpright([-b, a, -d, c, 0, 0])) return 90;
  return isUpright([b, -a, d, -c, 0, 0]) ? 270 : null;
}

function coveredShare({ box: [left, bottom, right, top] }: PicturePage, [a, b, c, d, e, f]: Placement): number {
  const [x1, x2] = [Math.min(e, e + a + c), Math.max(e, e + a + c)];
  const [y1, y2] = [Math.min(f, f + b + d), Math.max(f, f + b + d)];
  const width = Math.max(0, Math.min(x2, right) - Math.max(x1, left));
  const height = Math.max(0, Math.min(y2, top) - Math.max(y1, bottom));
  return (width * height) / Math.max(1, (right - left) * (top - bottom));
}

function plusTurns(one: number, other: number): 0 | 90 | 180 | 270 {
  const sum = (one + other) % 360;
  return sum === 90 || sum === 180 || sum === 270 ? sum : 0;
}

/** Keeps black and white at one bit, as small as the fax it comes from. */
async function writePng(picture: Sharp, path: string, isLineArt: boolean): Promise<void> {
  await writePicture(
    isLineArt ? picture.png({ palette: true, colours: 2 }) : picture.png({ compressionLevel: 3 }),
    path,
  );
}

/** A page whose one picture covers it: that picture, a JPEG byte for byte. */
async function wholePicture(
  objects: PdfObjects,
  page: PicturePage,
  shown: PlacedPicture,
  path: string,
): Promise<TakenPage | null> {
  const turn = turnOf(shown.at);
  const opened = turn === null ? null : await open(objects, shown);
  if (opened === null || turn === null) return null;
  const [a, b, c, d] = shown.at;
  const width = objects.number(shown.picture.entries.get('Width')) ?? 1;
  const height = objects.number(shown.picture.entries.get('Height')) ?? 1;
  const square = squareSize([width, height], width / Math.hypot(a, b) / (height / Math.hypot(c, d)));
  const density = Math.round((width / Math.hypot(a, b)) * 72 * (square?.finer ?? 1) * 100) / 100;
  const rotation = plusTurns(turn, page.rotation);
  if ('jpeg' in opened && square === null) {
    await writeFile(`${path}.jpg`, opened.jpeg, { mode: 0o600 });
    return {
      path: `${path}.jpg`,
      mediaType: 'image/jpeg',
      density,
      rotation,
      color: colorOf(await largeSharp(opened.jpeg).metadata()),
    };
  }
  const bits = objects.number(shown.picture.entries.get('BitsPerComponent'));
  const isLineArt = bits === 1 || bits === null;
  const picture = 'jpeg' in opened ? largeSharp(opened.jpeg) : opened.picture;
  const kernel = isLineArt ? 'nearest' : 'cubic';
  const drawn =
    square === null ? picture : picture.resize({ width: square.width, height: square.height, fit: 'fill', kernel });
  await writePng(drawn, `${path}.png`, isLineArt);
  const color = isLineArt ? 'black-white' : colorOf(await largeSharp(`${path}.png`).metadata());
  return { path: `${path}.png`, mediaType: 'image/png', density, rotation, color };
}

/** A page that is shown in strips: laid together on white paper, as fine as the finest of them. */
async function joinedStrips(objects: PdfObjects, page: PicturePage, path: string): Promise<TakenPage | null> {
  const [left, bottom, right, top] = page.box;
  const sum = page.pictures.reduce((share, { at }) => share + coveredShare(page, at), 0);
  // Layers over each other belong to a way of packing that can't be taken apart here.
  if (sum < covering || sum > 1.05 || page.pictures.some(({ at }) => !isUpright(at))) return null;
  const widths = page.pictures.map(({ picture, at }) => (objects.number(picture.entries.get('Width')) ?? 1) / at[0]);
  const scale = Math.max(...widths);
  const [width, height] = [Math.round((right - left) * scale), Math.round((top - bottom) * scale)];
  if (width * height > maxPixels) return null;
  const strips = [];
  for (const shown of page.pictures) {
    const opened = await open(objects, shown);
    if (opened === null) return null;
    const [a, , , d, e, f] = shown.at;
    const strip = 'jpeg' in opened ? largeSharp(opened.jpeg) : opened.picture;
    const size = { width: Math.max(1, Math.round(a * scale)), height: Math.max(1, Math.round(d * scale)) };
    const input = await strip
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    strips.push({
      input,
      left: Math.max(0, Math.round((e - left) * scale)),
      top: Math.max(0, Math.round((top - f - d) * scale)),
    });
  }
  const bits = page.pictures.map(({ picture }) => objects.number(picture.entries.get('BitsPerComponent')));
  const paper = sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: maxPixels });
  const isLineArt = bits.every((each) => each === 1 || each === null);
  await writePng(paper.composite(strips), `${path}.png`, isLineArt);
  const color = isLineArt ? 'black-white' : 'color';
  return { path: `${path}.png`, mediaType: 'image/png', density: scale * 72, rotation: page.rotation, color };
}

/** Writes a page of a PDF to a file, `path` without its ending; null where it can't be shown by its pictures alone. */
export async function pageToFile(objects: PdfObjects, page: PicturePage, path: string): Promise<TakenPage | null> {
  const [only] = page.pictures;
  if (page.pictures.length > 1) return joinedStrips(objects, page, path);
  if (only === undefined || coveredShare(page, only.at) < covering) return null;
  return wholePicture(objects, page, only, path);
}
