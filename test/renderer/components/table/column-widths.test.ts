import { expect, it } from 'vitest';
import { columnSize, columnWidths } from '../../../../src/renderer/components/table/column-widths.ts';
import { fc } from '../../../support/property.ts';

const columns = [
  { id: 'name', width: 'minmax(100px, 2fr)' },
  { id: 'status', width: 'minmax(80px, 160px)' },
  { id: 'detail', width: 'minmax(100px, 1fr)' },
].map(columnSize);

const needs = (name: number, status: number, detail: number): ReadonlyMap<string, number> =>
  new Map(Object.entries({ name, status, detail }));

it('a column whose text is cut gets what another has to spare', () => {
  expect(columnWidths(columns, 700, needs(150, 160, 380), {})).toEqual([156, 160, 383]);
});

it('where there is not room for all, the status is told whole and the others lack the same share', () => {
  expect(columnWidths(columns, 360, needs(200, 120, 300), {})).toEqual([113, 120, 126]);
});

it('what a person set stays, and the others share the rest', () => {
  expect(columnWidths(columns, 700, needs(150, 160, 200), { name: 90 })).toEqual([90, 160, 450]);
});

it('takes all the room and no more, whatever is needed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 3_000 }),
      fc.tuple(fc.nat(900), fc.nat(900), fc.nat(900)),
      (room, [name, status, detail]) => {
        const widths = columnWidths(columns, room, needs(name, status, detail), {});
        const sum = widths.reduce((all, width) => all + width, 0);
        expect(sum).toBeLessThanOrEqual(room);
        expect(sum).toBeGreaterThan(room - 4);
        widths.forEach((width, index) => expect(width).toBeGreaterThanOrEqual((columns[index]?.min ?? 0) - 1));
      },
    ),
  );
});
