import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scanProfileSchema } from '../../../../../src/shared/scanning.ts';
import { lookAtPage } from '../../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
import { type PageLook } from '../../../../../src/main/engine/scanning/pages/analysis/page-look.ts';
import { renderPage } from '../../../../../src/main/engine/scanning/pages/render-page.ts';
import { asScanned, type PageShape } from '../../../../../src/main/engine/scanning/pages/page-shape.ts';
import { freshPage } from '../../../../../src/main/engine/scanning/session/session-folder.ts';
import {
  addPage,
  applyLook,
  editSession,
  emptySession,
  type SessionState,
} from '../../../../../src/main/engine/scanning/session/session-state.ts';
import { letter } from '../../../../scanner/paper.ts';
import { makeTestFolder } from '../../../../support/ports.ts';
import { fc } from '../../../../support/property.ts';

const dpi = 100;
const pixels = (mm: number): number => Math.round((mm / 25.4) * dpi);

/** A sheet on the glass (mm): its size, how far its middle lies from the glass's, and how far it is turned (degrees clockwise). */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly turned: number;
  readonly glass: readonly [number, number];
  readonly background: string;
  readonly blank?: boolean;
}

/** Four marks near the corners of a sheet, each of its own size (mm), so that one knows which way is up. */
const marks = [3, 4, 5, 6] as const;
function places({ width, height }: Sheet): readonly (readonly [number, number])[] {
  return [
    [10, 10],
    [width - 10, 10],
    [10, height - 10],
    [width - 10, height - 10],
  ];
}

async function laidOut(sheet: Sheet): Promise<string> {
  const [wide, high] = sheet.glass;
  const drawn = places(sheet).map(([x, y], index) => {
    const side = marks[index] ?? 0;
    return `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}"/>`;
  });
  const words =
    sheet.blank === true
      ? ''
      : `<g transform="scale(${sheet.width / 210} ${sheet.height / 297})">${letter}</g>${drawn.join('')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels(wide)}" height="${pixels(high)}" viewBox="0 0 ${wide} ${high}"><rect width="100%" height="100%" fill="${sheet.background}"/><g transform="translate(${wide / 2 + sheet.x} ${high / 2 + sheet.y}) rotate(${sheet.turned}) translate(${-sheet.width / 2} ${-sheet.height / 2})"><rect width="${sheet.width}" height="${sheet.height}" fill="#fdfcf8"/>${words}</g></svg>`;
  const path = join(await makeTestFolder(), 'scan.png');
  await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).withMetadata({ density: dpi }).png().toFile(path);
  return path;
}

/** A scan as a session takes it in, by a profile that straightens, turns, and cuts if told. */
async function takenIn(
  path: string,
  rotation: PageShape['rotation'],
  cut: boolean,
): Promise<{ readonly state: SessionState; readonly look: PageLook }> {
  const profile = scanProfileSchema.parse({ id: 'post', name: 'Post', cut, rotation });
  const fresh = freshPage('scan.png', 'image/png', 'color', dpi);
  const page = { ...fresh, shape: { ...fresh.shape, rotation } };
  const { look, part } = await lookAtPage(path, { codes: false, edge: cut, straighten: true });
  const empty = addPage(emptySession('s', 'post', 0), 'p1', page, { kind: 'end' });
  return { state: applyLook(empty, 'p1', look, part, profile), look };
}

interface Shown {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
}

async function shown(path: string, state: SessionState): Promise<Shown> {
  const page = state.pages['p1'];
  if (page === undefined) throw new Error('no page');
  const flat = await renderPage(path, page.shape, dpi, (rendered) => rendered.png().toBuffer());
  const { data: pixels, info } = await sharp(flat).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, at: (x, y) => pixels[(y * info.width + x) * info.channels] ?? 255 };
}

/** Millimetres across which a mark is dark to the left and right, above and below of a place. */
function darkAround({ at }: Shown, [x, y]: readonly [number, number]): number {
  let dark = 0;
  const reach = pixels(6);
  for (let row = pixels(y) - reach; row <= pixels(y) + reach; row += 1) {
    for (let column = pixels(x) - reach; column <= pixels(x) + reach; column += 1) if (at(column, row) < 110) dark += 1;
  }
  return (Math.sqrt(dark) / dpi) * 25.4;
}

function darkRim({ width, height, at }: Shown): number {
  let dark = 0;
  for (let x = 0; x < width; x += 1) for (const y of [0, 1, height - 2, height - 1]) if (at(x, y) < 150) dark += 1;
  for (let y = 0; y < height; y += 1) for (const x of [0, 1, width - 2, width - 1]) if (at(x, y) < 150) dark += 1;
  return dark;
}

/** How many places of a page are dark for 1 mm around. */
function solid({ width, height, at }: Shown): number {
  let count = 0;
  const around = [-4, 0, 4];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (around.every((dy) => around.every((dx) => at(x + dx, y + dy) < 110))) count += 1;
  return count;
}

/** The page as it was scanned. */
function emptyShape(state: SessionState): SessionState {
  const page = state.pages['p1'];
  return page === undefined ? state : { ...state, pages: { p1: { ...page, shape: asScanned } } };
}

const quarter = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const back = { 0: 0, 90: 270, 180: 180, 270: 90 } as const;

test('a sheet anywhere on dark glass, turned and askew, ends up upright and cut to its edges, with all that is on it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([148, 210] as const, [105, 148] as const, [80, 200] as const, [180, 240] as const),
      quarter,
      fc.double({ min: -9, max: 9, noNaN: true }),
      fc.integer({ min: -12, max: 12 }),
      fc.integer({ min: -12, max: 12 }),
      fc.constantFrom('#222', '#555'),
      async ([width, height], turn, askew, x, y, background) => {
        const glass = [297, 320] as const;
        const sheet = { width, height, x, y, turned: turn + askew, glass, background };
        const path = await laidOut(sheet);
        const { state } = await takenIn(path, back[turn], true);
        const page = await shown(path, state);
        expect(Math.abs((page.width / dpi) * 25.4 - width)).toBeLessThan(4);
        expect(Math.abs((page.height / dpi) * 25.4 - height)).toBeLessThan(4);
        expect(darkRim(page)).toBe(0);
        places(sheet).forEach((place, index) => {
          expect(Math.abs(darkAround(page, place) - (marks[index] ?? 0))).toBeLessThan(0.8);
        });
      },
    ),
    { numRuns: 14, seed: 6, endOnFailure: true },
  );
});

test('a sheet without a word on it is cut straight, by its edges', async () => {
  const sheet = {
    width: 120,
    height: 170,
    x: 8,
    y: -20,
    turned: 6,
    glass: [216, 297],
    background: '#222',
    blank: true,
  } as const;
  const path = await laidOut(sheet);
  const { state, look } = await takenIn(path, 0, true);
  expect(look.skewDegrees).toBeCloseTo(6, 0);
  expect(look.inkPercent).toBeLessThan(0.05);
  const page = await shown(path, state);
  expect(darkRim(page)).toBe(0);
  expect(Math.abs((page.width / dpi) * 25.4 - 120)).toBeLessThan(4);
});

test('a sheet that went in askew, turned about its corner, loses nothing of what is on it; its size stays', async () => {
  for (const turned of [-7, 5]) {
    const sheet = {
      width: 200,
      height: 280,
      x: turned > 0 ? -9 : 8,
      y: 4,
      turned,
      glass: [210, 297],
      background: '#fdfcf8',
    } as const;
    const path = await laidOut(sheet);
    const { state } = await takenIn(path, 0, false);
    const page = await shown(path, state);
    expect(darkRim(page)).toBe(0);
    // Of the marks and nothing else a place is dark that is dark all around; one that was lost would be missed here.
    expect(solid(page)).toBeGreaterThan(solid(await shown(path, emptyShape(state))) * 0.93);
    expect(page.width).toBeLessThan(pixels(210) * 1.06);
  }
});

test('straightening taken back by hand and done again leaves the cut around the same middle', async () => {
  const sheet = { width: 148, height: 210, x: 20, y: -15, turned: 5, glass: [216, 297], background: '#222' } as const;
  const path = await laidOut(sheet);
  const { state } = await takenIn(path, 0, true);
  const off = editSession(state, { act: 'straighten', pageIds: ['p1'], on: false });
  const cut = off.pages['p1']?.shape.cut;
  expect(((cut?.left ?? 0) + (cut?.width ?? 0) / 2 - 0.5) * 216).toBeCloseTo(20, -0.3);
  expect(((cut?.top ?? 0) + (cut?.height ?? 0) / 2 - 0.5) * 297).toBeCloseTo(-15, -0.3);
  const again = editSession(off, { act: 'straighten', pageIds: ['p1'], on: true });
  const [first, second] = [state.pages['p1']?.shape.cut, again.pages['p1']?.shape.cut];
  expect(second?.left).toBeCloseTo(first?.left ?? 0, 6);
  expect(second?.top).toBeCloseTo(first?.top ?? 0, 6);
});
