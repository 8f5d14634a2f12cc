import { describe, expect, test } from 'vitest';
import {
  maxSegmentBytes,
  numberedName,
  safePath,
  safeSegment,
  temporaryName,
} from '../../../src/main/engine/exports/safe-name.ts';
import type { NameValues } from '../../../src/main/engine/exports/safe-name.ts';
import { fc } from '../../support/property.ts';

const values: NameValues = {
  date: '2026-03-04',
  title: 'Rechnung 12/2026',
  externalId: 'A-1',
  documentId: 'd1',
  project: 'invoices',
  state: 'done',
  name: 'scan',
};

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        ' ',
        'CON',
        'nul',
        'Lpt1',
        '\u202e',
        '\ud800',
        'ä',
        'a\u0308',
        '😀',
        '\n',
        ':',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
);

describe('safeSegment', () => {
  test('keeps ordinary names as they are', () => {
    for (const name of ['Rechnung 4711.pdf', 'Überweisung – März', '注文書', '.NET'.slice(1)]) {
      expect(safeSegment(name)).toBe(name);
    }
  });

  test.each([
    ['a/b\\c', 'a-b-c'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1 .xml', '_com1 .xml'],
    ['COM10', 'COM10'],
    ['name. . .', 'name'],
    ['  x  ', 'x'],
    ['a<b>:"c|?*', 'a_b___c___'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['line\r\nbreak\tand', 'line break and'],
    ['e\u0301', 'é'],
    ['\ud800x', '_x'],
    ['...', '_'],
    ['', '_'],
  ])('makes %j safe', (text, safe) => {
    expect(safeSegment(text)).toBe(safe);
  });

  test('uses the fallback where nothing is left', () => {
    expect(safeSegment(' .. ', '../d1')).toBe('-d1');
  });

  test('is safe on Windows and Linux whatever comes in', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = safeSegment(text);
        expect(safe).not.toBe('');
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(maxSegmentBytes);
        expect(safe).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(safe).not.toMatch(/^[\s.]|[\s.]$/);
        expect(safe).not.toMatch(/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i);
        expect(safe).toBe(safe.normalize('NFC'));
        expect(safeSegment(safe)).toBe(safe);
      }),
      { numRuns: 500 },
    );
  });

  test('does not take long over long hostile names', () => {
    // Work that grows with the square of this length would run into the test's time limit.
    expect(safeSegment(`x${' .'.repeat(500_000)}y`).length).toBeLessThan(256);
  });
});

describe('safePath', () => {
  test('fills in what the template names', () => {
    expect(safePath('{project}/{date}/{title} {externalId}', values)).toEqual({
      folders: ['invoices', '2026-03-04'],
      base: 'Rechnung 12-2026 A-1',
    });
    expect(safePath('{name}-{state}-{documentId}', values).base).toBe('scan-done-d1');
  });

  test('takes the document id for an empty name', () => {
    expect(safePath('{title}', { ...values, title: ' . ' }).base).toBe('d1');
    expect(safePath('///', values).base).toBe('d1');
  });

  test('no value and no template leaves the folder', () => {
    fc.assert(
      fc.property(hostile, hostile, (template, value) => {
        const all = {
          date: value,
          title: value,
          externalId: value,
          documentId: value,
          project: value,
          state: value,
          name: value,
        };
        for (const path of [safePath(template, all), safePath(`{title}/{project}/${template}{name}`, all)]) {
          for (const segment of [...path.folders, path.base]) {
            expect(segment).toBe(safeSegment(segment));
            expect(['', '.', '..']).not.toContain(segment);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a value with a slash makes no folder, the template does', () => {
    expect(safePath('a/{title}', { ...values, title: 'x/y/z' })).toEqual({ folders: ['a'], base: 'x-y-z' });
    expect(safePath('../../{title}', { ...values, title: 'x' })).toEqual({ folders: ['_', '_'], base: 'x' });
  });
});

test('the file name fits 255 bytes with its number, extension and the answer of a target system', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 99_999 }), (text, number) => {
      expect(Buffer.byteLength(`${numberedName(safeSegment(text), number)}.err`)).toBeLessThanOrEqual(255);
    }),
  );
  expect(numberedName('a', 1)).toBe('a.xml');
  expect(numberedName('a', 2)).toBe('a (2).xml');
});

test('the temporary name is hidden and ignored by hot folders', () => {
  expect(temporaryName('abc')).toBe('.abc.xml.part');
});
