import { expect, test } from 'vitest';
import {
  type Edges,
  drawn,
  moved,
  sized,
  wholePart,
} from '../../../../../src/renderer/screens/scan/pages/crop-part.ts';
import { fc } from '../../../../support/property.ts';

const places = [-1, 0, 1] as const;
const everyEdges = places.flatMap((x) => places.map((y): Edges => [x, y]));
const point = fc.double({ min: -1, max: 2, noNaN: true });

test('a frame stays within its page and large enough to be seen, however it is drawn, moved and sized', () => {
  fc.assert(
    fc.property(point, point, point, point, point, point, (a, b, c, d, e, f) => {
      for (const part of [
        drawn(a, b, c, d),
        moved(drawn(a, b, c, d), e, f),
        ...everyEdges.map((edges) => sized(drawn(a, b, c, d), edges, e, f)),
      ]) {
        expect(Math.min(part.left, part.top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(part.width, part.height)).toBeGreaterThan(0.029);
        expect(part.left + part.width).toBeLessThanOrEqual(1.000_001);
        expect(part.top + part.height).toBeLessThanOrEqual(1.000_001);
      }
    }),
  );
  expect(drawn(0.75, 0.5, 0.25, 0)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 0.5 });
  expect(moved(wholePart, 0.2, 0)).toEqual(wholePart);
  expect(sized(wholePart, [1, 1], -0.25, 0).width).toBe(0.75);
  const part = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };
  expect(sized(part, [-1, 0], 0.125, 0.125)).toEqual({ left: 0.375, top: 0.25, width: 0.375, height: 0.5 });
  expect(sized(part, [0, -1], 0.125, -0.125)).toEqual({ left: 0.25, top: 0.125, width: 0.5, height: 0.625 });
});
