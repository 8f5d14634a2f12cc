import { expect, test } from 'vitest';
import { lookAtPage } from '../../../../../src/main/engine/scanning/pages/analysis/look-at-page.ts';
import { scanned, type Paper } from '../../../../scanner/paper.ts';

/** What is left out as blank by the threshold that a profile begins with (percent). */
const usualBlank = 0.2;
const box = '<rect x="60" y="140" width="10" height="6"/>';

async function inkOf(paper: Paper): Promise<number> {
  const look = await lookAtPage(await scanned(paper), { codes: false, edge: false, straighten: false });
  return look.look.inkPercent;
}

/** Holes in A4 along its left or top edge, as ISO 838 places them (mm). */
function holes(count: 2 | 4, along: 'left' | 'top', fill = '#111', radius = 3): string {
  const middle = along === 'left' ? 148.5 : 105;
  const places = count === 2 ? [-40, 40] : [-120, -40, 40, 120];
  return places
    .filter((place) => Math.abs(place) < middle)
    .map((place) => (along === 'left' ? ([12, middle + place] as const) : ([middle + place, 12] as const)))
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`)
    .join('');
}

/** American letter paper (mm), and holes in it of 5/16 inch: three at the left, 4 1/4 inches apart, or two at the top, 2 3/4 inches apart. */
const letterPaper = { widthMm: 215.9, heightMm: 279.4 };
function american(along: 'left' | 'top'): string {
  const places = along === 'left' ? [-107.95, 0, 107.95] : [-34.925, 34.925];
  const at = (place: number): string =>
    along === 'left' ? `cx="12" cy="${139.7 + place}"` : `cx="${107.95 + place}" cy="12"`;
  return places.map((place) => `<circle ${at(place)} r="3.97" fill="#111"/>`).join('');
}

const moved = (svg: string, x: number, y: number): string => `<g transform="translate(${x} ${y})">${svg}</g>`;

test.each<readonly [string, Paper]>([
  ['two holes', { svg: holes(2, 'left') }],
  ['two small holes', { svg: holes(2, 'left', '#000', 2.75) }],
  ['four holes', { svg: holes(4, 'left') }],
  ['holes along the top edge', { svg: holes(2, 'top') }],
  ['holes on the back, at the right edge', { svg: moved(holes(4, 'left'), 186, 0) }],
  ['holes of a sheet that is shifted', { svg: moved(holes(4, 'left'), 5, -4) }],
  ['holes of a sheet that lies askew', { svg: holes(4, 'left'), askew: 4 }],
  ['three holes of American letter paper', { svg: american('left'), ...letterPaper }],
  ['two holes at the top of American letter paper', { svg: american('top'), ...letterPaper }],
  ['grey holes', { svg: holes(4, 'left', '#777') }],
  ['white holes in grey paper', { svg: holes(4, 'left', '#fff'), background: '#c9c6bd' }],
  [
    'holes and edges that show a dark background',
    {
      svg: `<rect x="8" y="8" width="190" height="280" fill="#fff"/>${moved(holes(2, 'left', '#222'), 8, 0)}`,
      background: '#222',
      askew: 2,
    },
  ],
])('the blank back of a punched sheet has no ink: %s', async (_, paper) => {
  expect(await inkOf(paper)).toBeLessThan(0.03);
});

test('what is beside holes stays ink, and so does what only looks like one', async () => {
  const two = holes(2, 'left');
  const words = '<text x="20" y="60" font-size="5" font-family="DejaVu Sans">paid, 3 May</text>';
  expect(await inkOf({ svg: two + words })).toBeGreaterThan(0.03);
  expect(await inkOf({ svg: two + box })).toBeCloseTo(await inkOf({ svg: box }), 2);
  const disc = '<circle cx="14" cy="60" r="3"/>';
  expect(await inkOf({ svg: disc })).toBeGreaterThan(0.04);
  const ring =
    '<g fill="none" stroke="#000" stroke-width="0.8"><circle cx="14" cy="60" r="2.6"/><circle cx="14" cy="140" r="2.6"/></g>';
  expect(await inkOf({ svg: ring })).toBeGreaterThan(0.03);
  const stamp =
    '<circle cx="18" cy="80" r="12" fill="none" stroke="#000" stroke-width="2"/><text x="10" y="82" font-size="6">DONE</text>';
  expect(await inkOf({ svg: two + stamp })).toBeGreaterThan(usualBlank);
});
