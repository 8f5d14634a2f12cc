import { describe, expect, it } from 'vitest';
import { createHeap } from '../../../src/main/engine/queue/heap.ts';
import { fc } from '../../support/property.ts';

describe('heap', () => {
  it('gives everything back in order, whatever is taken out in between', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 2, max: 7 }), (numbers, divisor) => {
        const heap = createHeap<number>((a, b) => a < b);
        for (const number of numbers) heap.push(number);
        const removed = heap.remove((number) => number % divisor === 0);
        const rest: number[] = [];
        for (let next = heap.pop(); next !== undefined; next = heap.pop()) rest.push(next);
        const expected = numbers.filter((number) => number % divisor !== 0).sort((a, b) => a - b);
        expect(rest).toEqual(expected);
        expect([...removed, ...rest].sort((a, b) => a - b)).toEqual([...numbers].sort((a, b) => a - b));
      }),
    );
  });
});
