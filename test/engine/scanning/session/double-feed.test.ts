import { expect, test } from 'vitest';
import { scanProfileSchema } from '../../../../src/shared/scanning.ts';
import { freshPage } from '../../../../src/main/engine/scanning/session/session-folder.ts';
import { addPage, applyLook, emptySession } from '../../../../src/main/engine/scanning/session/session-state.ts';
import { sessionView } from '../../../../src/main/engine/scanning/session/session-view.ts';

const density = 254;

/** By how much a page of that length is told to be too long for its paper (mm). */
function tooLong(pageMm: number, paperMm: number): number | null {
  const profile = scanProfileSchema.parse({ id: 'post', name: 'Post', paper: { widthMm: 210, heightMm: paperMm } });
  const fresh = freshPage('page-1.png', 'image/png', 'grey', density);
  const begun = addPage(emptySession('s', 'post', 0), 'p1', fresh, { kind: 'end' });
  const look = {
    width: 2_100,
    height: pageMm * 10,
    density,
    inkPercent: 5,
    skewDegrees: null,
    barcodes: [],
    patch: null,
    inkFrame: null,
  };
  const looked = applyLook(begun, 'p1', look, null, profile);
  const view = sessionView(looked, profile, {
    scanning: false,
    importing: null,
    fault: null,
    interrupted: false,
    canUndo: false,
  });
  return view.pages['p1']?.tooLongMm ?? null;
}

test('a page that is 20 mm longer than its paper may be two; not one that is a little longer, nor on long paper', () => {
  expect(tooLong(317, 297)).toBe(20);
  expect(tooLong(420, 297)).toBe(123);
  expect(tooLong(312, 297)).toBeNull();
  expect(tooLong(800, 800)).toBeNull();
});
