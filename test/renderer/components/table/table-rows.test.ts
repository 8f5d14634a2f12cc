import { describe, expect, it } from 'vitest';
import { movedLine } from '../../../../src/renderer/components/table/table-keys.ts';
import { lineAt, lineCount } from '../../../../src/renderer/components/table/table-rows.ts';
import { splitName } from '../../../../src/renderer/components/middle-name.tsx';

const groups = [
  { id: 'a', title: 'A', count: 2, open: true },
  { id: 'b', title: 'B', count: 5, open: false },
  { id: 'c', title: null, count: 1, open: true },
];

describe('lines of a grouped table', () => {
  it('counts heads and the rows of open groups', () => {
    expect(lineCount(groups)).toBe(5);
  });

  it('says what stands on each line', () => {
    const told = [0, 1, 2, 3, 4, 5].map((line) => {
      const at = lineAt(groups, line);
      return at === undefined ? null : at.kind === 'head' ? at.group.id : `${at.group.id}${at.index}`;
    });
    expect(told).toEqual(['a', 'a0', 'a1', 'b', 'c0', null]);
  });
});

describe('keys in a table', () => {
  it('stays within the lines', () => {
    expect(movedLine('ArrowUp', 0, 5, 3)).toBe(0);
    expect(movedLine('PageDown', 3, 5, 3)).toBe(4);
    expect(movedLine('End', 0, 5, 3)).toBe(4);
    expect(movedLine('Home', 4, 5, 3)).toBe(0);
  });

  it('leaves other keys and empty tables alone', () => {
    expect(movedLine('x', 0, 5, 3)).toBeNull();
    expect(movedLine('ArrowDown', 0, 0, 3)).toBeNull();
  });
});

describe('names that give way in the middle', () => {
  it('keeps last word and extension, and loses nothing', () => {
    const name = 'Rechnung_2025-11_Kraus-Elektrotechnik_RE-20418.pdf';
    const { head, tail } = splitName(name);
    expect(head + tail).toBe(name);
    expect(tail.endsWith('20418.pdf')).toBe(true);
  });

  it('leaves short names whole', () => {
    expect(splitName('IMG_2231.heic')).toEqual({ head: 'IMG_2231.heic', tail: '' });
  });
});
