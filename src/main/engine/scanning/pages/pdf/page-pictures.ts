import { parsePdfValue, type PdfDictionary, type PdfValue } from '../../../intake/inspection/pdf/pdf-value.ts';
import { decodeStream } from './decode-stream.ts';
import type { PdfObjects, PdfStream } from './pdf-objects.ts';

/** A way to place things on a page (ISO 32000-1, 8.3.3): x' = ax + cy + e, y' = bx + dy + f. */
export type Placement = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A picture as a page shows it; points, from the lower left corner of the page. */
export interface PlacedPicture {
  readonly picture: PdfStream;
  readonly at: Placement;
}

/** What a page of a scanned PDF shows. `box` = left, bottom, right, top in points. */
export interface PicturePage {
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  /** Turned so for display, degrees clockwise. */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly pictures: readonly PlacedPicture[];
}

/** A page of content that is longer than this is drawn, not scanned (bytes). */
const maxContent = 4 * 1024 * 1024;
const maxFormDepth = 4;
/** Pages of one file that are looked at. */
export const maxPages = 5_000;

const painting: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'sh', 'BI']);
const texting: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const colouring: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'sc', 'scn', 'cs']);

function times(inner: Placement, outer: Placement): Placement {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function numbersOf(values: readonly PdfValue[], count: number): readonly number[] | null {
  const found = values.slice(-count).flatMap((each) => (each.kind === 'number' ? [each.number] : []));
  return found.length === count ? found : null;
}

function placementOf(values: readonly PdfValue[]): Placement | null {
  const [a, b, c, d, e, f] = numbersOf(values, 6) ?? [];
  if (a === undefined || b === undefined || c === undefined) return null;
  return d === undefined || e === undefined || f === undefined ? null : [a, b, c, d, e, f];
}

interface Drawing {
  readonly pictures: PlacedPicture[];
  /** Something that is no picture can be seen on top of what was drawn. */
  drawn: boolean;
}

interface State {
  readonly at: Placement;
  readonly hidden: boolean;
  readonly black: boolean;
}

/** Follows a content stream; only what a scanner's software writes is understood, all else counts as drawn. */
function follow(
  objects: PdfObjects,
  content: string,
  resources: PdfDictionary | null,
  begin: State,
  drawing: Drawing,
  depth: number,
): void {
  let state = begin;
  const kept: State[] = [];
  let operands: PdfValue[] = [];
  const xobjects = objects.dictionary(resources?.get('XObject'));

  function paint(name: string): void {
    const found = objects.stream(xobjects?.get(name));
    const kind = found === null ? null : objects.name(found.entries.get('Subtype'));
    if (found === null || kind === null) return;
    if (kind === 'Image') {
      const isMask = objects.resolve(found.entries.get('ImageMask'));
      // A mask is filled with the colour that is set: only black ones are what was scanned.
      if (isMask?.kind === 'word' && isMask.word === 'true' && !state.black) drawing.drawn = true;
      drawing.pictures.push({ picture: found, at: state.at });
      return;
    }
    const decoded = kind === 'Form' && depth < maxFormDepth ? decodeStream(objects, found) : null;
    if (decoded === null || decoded.picture !== null) {
      drawing.drawn = true;
      return;
    }
    const matrix = placementOf(objects.array(found.entries.get('Matrix')) ?? []) ?? [1, 0, 0, 1, 0, 0];
    const own = objects.dictionary(found.entries.get('Resources')) ?? resources;
    const inner = { ...state, at: times(matrix, state.at) };
    follow(objects, decoded.bytes.toString('latin1'), own, inner, drawing, depth + 1);
  }

  function obey(word: string): void {
    if (word === 'q') kept.push(state);
    else if (word === 'Q') state = kept.pop() ?? state;
    else if (word === 'cm') {
      const placement = placementOf(operands);
      if (placement !== null) state = { ...state, at: times(placement, state.at) };
    } else if (word === 'Tr') state = { ...state, hidden: numbersOf(operands, 1)?.[0] === 3 };
    else if (colouring.has(word)) {
      const shades = operands.flatMap((each) => (each.kind === 'number' ? [each.number] : []));
      const isBlack = word === 'k' ? shades[3] === 1 : shades.every((each) => each === 0);
      state = { ...state, black: isBlack };
    } else if (word === 'Do') {
      const [name] = operands.slice(-1);
      if (name?.kind === 'name') paint(name.name);
    } else if (painting.has(word) || (texting.has(word) && !state.hidden)) drawing.drawn = true;
  }

  for (let place = 0; place < content.length;) {
    const read = parsePdfValue(content, place);
    if (read === null) {
      // What is left is blank, or nothing that a scanner's software writes.
      if (/[^\0\t\n\f\r ]/.test(content.slice(place))) drawing.drawn = true;
      return;
    }
    place = read.end;
    const { value } = read;
    if (value.kind !== 'word' || ['true', 'false', 'null'].includes(value.word)) {
      operands.push(value);
      continue;
    }
    obey(value.word);
    operands = [];
  }
}

function contentOf(objects: PdfObjects, value: PdfValue | undefined): string | null {
  const list = objects.array(value) ?? (value === undefined ? [] : [value]);
  let content = '';
  for (const each of list) {
    const stream = objects.stream(each);
    const decoded = stream === null ? null : decodeStream(objects, stream);
    if (decoded === null || decoded.picture !== null) return null;
    content += `${decoded.bytes.toString('latin1')}\n`;
    if (content.length > maxContent) return null;
  }
  return content;
}

function turnOf(degrees: number): PicturePage['rotation'] {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

function picturePage(objects: PdfObjects, page: PdfDictionary, above: PdfDictionary): PicturePage | null {
  const told = (key: string): PdfValue | undefined => page.get(key) ?? above.get(key);
  const sides = objects.array(told('CropBox')) ?? objects.array(told('MediaBox')) ?? [];
  const [x1, y1, x2, y2] =
    numbersOf(
      sides.flatMap((each) => objects.resolve(each) ?? []),
      4,
    ) ?? [];
  const content = contentOf(objects, page.get('Contents'));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || content === null) return null;
  const notes = objects.array(page.get('Annots'));
  const drawing: Drawing = { pictures: [], drawn: notes !== null && notes.length > 0 };
  const begin = { at: [1, 0, 0, 1, 0, 0], hidden: false, black: true } as const;
  follow(objects, content, objects.dictionary(told('Resources')), begin, drawing, 0);
  if (drawing.drawn || drawing.pictures.length === 0) return null;
  return {
    box: [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)],
    rotation: turnOf(objects.number(told('Rotate')) ?? 0),
    pictures: drawing.pictures,
  };
}

const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** The pages of a PDF as pictures, in order; null where one of them shows anything else, or none can be found. */
export function readPicturePages(objects: PdfObjects): readonly PicturePage[] | null {
  const pages: PicturePage[] = [];
  const seen = new Set<PdfDictionary>();

  function walk(node: PdfDictionary, above: PdfDictionary): boolean {
    if (seen.has(node) || pages.length >= maxPages) return false;
    seen.add(node);
    const kids = objects.array(node.get('Kids'));
    if (kids === null) {
      const page = picturePage(objects, node, above);
      if (page !== null) pages.push(page);
      return page !== null;
    }
    const handed = new Map(above);
    for (const key of inherited) {
      const own = node.get(key);
      if (own !== undefined) handed.set(key, own);
    }
    return kids.every((kid) => {
      const below = objects.dictionary(kid);
      return below !== null && walk(below, handed);
    });
  }

  const tree = objects.dictionary(objects.root.get('Pages'));
  return tree !== null && walk(tree, new Map()) && pages.length > 0 ? pages : null;
}
