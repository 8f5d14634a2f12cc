import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inkFrame } from '../../../../../src/main/engine/scanning/pages/analysis/ink-frame.ts';
import { lookAtPage } from '../../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
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
import { scanProfileSchema, type ScanEdit } from '../../../../../src/shared/scanning.ts';
import { letter } from '../../../../scanner/paper.ts';
import { makeTestFolder } from '../../../../support/ports.ts';
import { fc } from '../../../../support/property.ts';

const dpi = 75;
const [wide, high] = [210, 297] as const;
/** The middles (mm) of marks of 6 mm near the corners and edges of the scan itself, wherever the sheet lies: all of them are ink to be kept. */
const marks = [
  [9, 12],
  [201, 12],
  [9, 285],
  [201, 285],
  [9, 150],
  [201, 150],
] as const;
const pixels = (mm: number): number => Math.round((mm / 25.4) * dpi);

/** A letter that lies askew, with marks up to the corners of the scan. */
async function scan(askew: number): Promise<string> {
  const drawn = marks.map(([x, y]) => `<rect x="${x - 3}" y="${y - 3}" width="6" height="6"/>`).join('');
  const lying = `<g transform="rotate(${askew} ${wide / 2} ${high / 2})">${letter}</g>`;
  const path = join(await makeTestFolder(), 'scan.png');
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels(wide)}" height="${pixels(high)}" viewBox="0 0 ${wide} ${high}"><rect width="100%" height="100%" fill="#fdfcf8"/>${lying}${drawn}</svg>`;
  await sharp(Buffer.from(whole)).flatten({ background: '#fff' }).withMetadata({ density: dpi }).png().toFile(path);
  return path;
}

/** How many marks are on a page: dark places that are dark all around, in pieces that hang together. */
async function marksOf(path: string, shape: PageShape): Promise<number> {
  const flat = await renderPage(path, shape, dpi, (page) => page.png().toBuffer());
  const { data: grey, info } = await sharp(flat).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const isDark = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && (grey[(y * width + x) * channels] ?? 255) < 110;
  const isSolid = (x: number, y: number): boolean =>
    [-3, 0, 3].every((dy) => [-3, 0, 3].every((dx) => isDark(x + dx, y + dy)));
  const found: (readonly [number, number])[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isSolid(x, y) && !found.some(([left, top]) => Math.hypot(left - x, top - y) < 20)) found.push([x, y]);
  return found.length;
}

/** A page of a profile that straightens nothing, after what a person did. */
async function worked(path: string, rotation: PageShape['rotation'], edits: readonly ScanEdit[]): Promise<PageShape> {
  const profile = scanProfileSchema.parse({ id: 'post', name: 'Post', straighten: false, rotation });
  const fresh = freshPage('scan.png', 'image/png', 'color', dpi);
  const page = { ...fresh, shape: { ...fresh.shape, rotation } };
  const { look, part } = await lookAtPage(path, { codes: false, edge: false, straighten: false });
  expect(look.skewDegrees).not.toBeNull();
  let state: SessionState = addPage(emptySession('s', 'post', 0), 'p1', page, { kind: 'end' });
  state = applyLook(state, 'p1', look, part, profile);
  for (const edit of edits) state = editSession(state, edit);
  return state.pages['p1']?.shape ?? asScanned;
}

const straighten = (on: boolean): ScanEdit => ({ act: 'straighten', pageIds: ['p1'], on });
const turn = (by: 90 | 180 | 270): ScanEdit => ({ act: 'rotate', pageIds: ['p1'], by });
const quarters = fc.constantFrom(90 as const, 180 as const, 270 as const);
const askew = fc.double({ min: 0.5, max: 8, noNaN: true }).chain((by) => fc.constantFrom(by, -by));

test('a page that is straightened by hand loses none of its ink, at any angle and turned any way, before or after', async () => {
  await fc.assert(
    fc.asyncProperty(
      askew,
      fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
      fc.option(quarters),
      async (angle, rotation, later) => {
        const path = await scan(angle);
        const turned = later === null ? [] : [turn(later)];
        const before = await worked(path, rotation, turned);
        const after = await worked(path, rotation, [...turned, straighten(true)]);
        const last = await worked(path, rotation, [straighten(true), ...turned]);
        expect(after.straighten).not.toBe(0);
        expect(await marksOf(path, before)).toBe(marks.length);
        expect(await marksOf(path, after)).toBe(marks.length);
        expect(await marksOf(path, last)).toBe(marks.length);
      },
    ),
    { numRuns: 8, seed: 3, endOnFailure: true },
  );
});

test('what a person cut is all there once it is straightened, and comes back as it was', async () => {
  const path = await scan(5);
  const part = { left: 0, top: 0, width: 0.5, height: 0.6 };
  const crop: ScanEdit = { act: 'crop', pageId: 'p1', part };
  const cut = await worked(path, 0, [crop]);
  expect(await marksOf(path, cut)).toBe(2);
  const straight = await worked(path, 0, [crop, straighten(true)]);
  expect(await marksOf(path, straight)).toBe(2);
  const again = await worked(path, 0, [crop, straighten(true), turn(90), straighten(false), turn(270)]);
  for (const side of ['left', 'top', 'width', 'height'] as const) expect(again.cut?.[side]).toBeCloseTo(part[side], 9);
});

test('the whole of a straightened page, asked for again, is all of its ink', async () => {
  const path = await scan(-6);
  const crop: ScanEdit = { act: 'crop', pageId: 'p1', part: { left: 0.2, top: 0.2, width: 0.5, height: 0.5 } };
  const whole = await worked(path, 0, [straighten(true), crop, { act: 'crop', pageId: 'p1', part: null }]);
  expect(await marksOf(path, whole)).toBe(marks.length);
});

test('paper in a corner of dark glass, and a page that is dark up to its rim, stay whole', () => {
  const [width, height] = [200, 280];
  const pixelsOf = (isPaper: (x: number, y: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: width * height }, (_, index) =>
      isPaper(index % width, Math.floor(index / width)) ? 250 : 30,
    );
  const corner = { width, height, pixels: pixelsOf((x, y) => x > 2 && x < 120 && y > 2 && y < 160) };
  const paper = inkFrame(corner, 8, true);
  // Its upper left corner lies 98 pixels left of the middle and 138 above: turned back by 8 degrees, some 14 beyond the edge.
  expect(paper?.left).toBeLessThan(-13 / width);
  expect(paper?.width).toBeGreaterThanOrEqual(1);
  const dark = { width, height, pixels: pixelsOf((x, y) => x > 30 && x < 170 && y > 30 && y < 250) };
  const all = inkFrame(dark, 8, false);
  expect((all?.width ?? 0) * width).toBeGreaterThan(width * 0.99 + height * 0.139);
});
