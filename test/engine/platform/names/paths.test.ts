import { describe, expect, it } from 'vitest';
import { createPaths, folded } from '../../../../src/main/engine/platform/names/paths.ts';
import { fc } from '../../../support/property.ts';

const linux = createPaths('linux');
const windows = createPaths('win32');
const apple = createPaths('darwin');

describe('paths of Windows', () => {
  it('are told with / below a folder, as patterns and settings write them', () => {
    expect(windows.below('D:\\In', 'D:\\In\\failed\\a.pdf.reason.txt')).toBe('failed/a.pdf.reason.txt');
    expect(windows.below('D:\\In', 'D:\\In')).toBe('');
    expect(windows.namesOf('failed/a.pdf')).toEqual(['failed', 'a.pdf']);
  });

  it('are the same in other case, with / and with a separator at the end', () => {
    expect(windows.wayTo('d:\\in', 'D:\\IN\\Case\\A.pdf')).toEqual(['Case', 'A.pdf']);
    expect(windows.wayTo('D:/In/', 'D:\\In\\a.pdf')).toEqual(['a.pdf']);
    expect(windows.keyOf('D:/In/x/..//')).toBe(windows.keyOf('d:\\IN'));
    expect(windows.keyOf('D:\\')).not.toBe(windows.keyOf('D:'));
  });

  it('begin with a drive or a share, and what lies on another lies nowhere below', () => {
    expect(windows.wayTo('D:\\', 'D:\\In\\a.pdf')).toEqual(['In', 'a.pdf']);
    expect(windows.wayTo('D:\\In', 'E:\\In\\a.pdf')).toBeNull();
    expect(windows.wayTo('\\\\server\\scans', '\\\\SERVER\\Scans\\in\\a.pdf')).toEqual(['in', 'a.pdf']);
    expect(windows.wayTo('\\\\server\\scans', '\\\\server\\other\\a.pdf')).toBeNull();
    expect(windows.namesOf('\\\\server\\scans\\in')).toEqual(['in']);
  });

  it('are the same with what lifts the limit of 260 characters', () => {
    expect(windows.keyOf('\\\\?\\D:\\In')).toBe(windows.keyOf('d:\\in\\'));
    expect(windows.keyOf('\\\\?\\UNC\\server\\scans\\in')).toBe(windows.keyOf('\\\\server\\scans\\in'));
    expect(windows.wayTo('D:\\In', '\\\\?\\D:\\in\\Case\\a.pdf')).toEqual(['Case', 'a.pdf']);
  });

  it('tell of a server by their beginning', () => {
    expect(['\\\\server\\share\\in', '//server/share', '\\\\?\\UNC\\server\\share'].map(windows.isOnServer)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['D:\\in', '\\\\?\\D:\\in', '\\\\.\\pipe\\x'].some(windows.isOnServer)).toBe(false);
    expect(linux.isOnServer('//server/share')).toBe(false);
  });

  it('are divided at a folder whatever its case', () => {
    expect(windows.dividedAt('D:\\In\\.Mailroom\\s\\files\\c\\a.pdf', '.mailroom')).toEqual({
      before: 'D:\\In',
      after: ['s', 'files', 'c', 'a.pdf'],
    });
    expect(windows.dividedAt('D:\\In\\.mailroom', '.mailroom')).toBeNull();
  });
});

describe('paths of Linux', () => {
  it('count every letter, and \\ is one', () => {
    expect(linux.wayTo('/in', '/In/a.pdf')).toBeNull();
    expect(linux.below('/in', '/in/a\\b.pdf')).toBe('a\\b.pdf');
    expect(linux.dividedAt('/in/.Mailroom/s/a.pdf', '.mailroom')).toBeNull();
  });

  it('of names that begin with dots lie where they lie', () => {
    expect(linux.wayTo('/in', '/in/..scan/a.pdf')).toEqual(['..scan', 'a.pdf']);
    expect(linux.wayTo('/in', '/in/../a.pdf')).toBeNull();
    expect(linux.liesIn('/in', '/in')).toBe(false);
  });
});

describe('paths of Apple', () => {
  it('are the same decomposed and in other case; their names stay as they were given', () => {
    const [composed, decomposed] = ['/Akten/Müller', '/akten/Müller'.normalize('NFD')];
    expect(apple.wayTo(composed, `${decomposed}/Größe.pdf`)).toEqual(['Größe.pdf']);
    expect(apple.keyOf(composed)).toBe(apple.keyOf(decomposed));
  });
});

describe('on every system', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[\\/:\0]/u.test(text) && text !== '.' && text !== '..' && folded(text).length === text.length);

  it.each([
    ['linux', linux, '/mnt/in', '/'],
    ['win32', windows, 'D:\\Mail\\in', '\\'],
    ['darwin', apple, '/Users/in', '/'],
  ] as const)(
    'the way to what was put below a folder is the names it was put under: %s',
    (_system, system, root, sep) => {
      fc.assert(
        fc.property(fc.array(name, { maxLength: 5 }), (names) => {
          const path = [root, ...names].join(sep);
          expect(system.wayTo(root, path)).toEqual(names);
          expect(system.below(root, path)).toBe(names.join('/'));
          expect(system.liesIn(path, root)).toBe(false);
        }),
      );
    },
  );
});
