import { expect, test } from 'vitest';
import { partOfPart, turnedPart } from '../../../../src/main/engine/scanning/session/page-part.ts';
import { fc } from '../../../support/property.ts';

const part = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: 0, max: 0.5, noNaN: true })))
  .map(([left = 0, top = 0, width = 0, height = 0]) => ({ left, top, width: width + 0.01, height: height + 0.01 }))
  .map(({ left, top, width, height }) => ({
    left,
    top,
    width: Math.min(width, 1 - left),
    height: Math.min(height, 1 - top),
  }));
const turn = fc.constantFrom(90 as const, 180 as const, 270 as const);

test('a part turns with its page: turned on until it is upright again it is what it was, and it never leaves the page', () => {
  fc.assert(
    fc.property(part, turn, (one, by) => {
      const turned = turnedPart(one, by);
      expect(turned.left + turned.width).toBeLessThanOrEqual(1.000_001);
      expect(turned.top + turned.height).toBeLessThanOrEqual(1.000_001);
      expect(Math.min(turned.left, turned.top)).toBeGreaterThanOrEqual(-0.000_001);
      const back = turnedPart(turned, by === 90 ? 270 : by === 270 ? 90 : 180);
      for (const key of ['left', 'top', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(one[key], 9);
    }),
  );
  // The top left corner of an upright page is the top right one after a quarter turn clockwise.
  expect(turnedPart({ left: 0, top: 0, width: 0.25, height: 0.1 }, 90)).toEqual({
    left: 0.9,
    top: 0,
    width: 0.1,
    height: 0.25,
  });
});

test('a part of a part lies in it; one that reaches over the edge ends there', () => {
  const whole = { left: 0.2, top: 0.4, width: 0.5, height: 0.5 };
  expect(partOfPart(whole, { left: 0.5, top: 0, width: 0.9, height: 1 })).toEqual({
    left: 0.45,
    top: 0.4,
    width: 0.25,
    height: 0.5,
  });
  expect(partOfPart(null, { left: 0.1, top: 0.1, width: 0.5, height: 0.5 }).width).toBe(0.5);
});
