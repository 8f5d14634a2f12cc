import { describe, expect, test } from 'vitest';
import { fieldSchema, fieldsSchema } from '../../src/shared/fields/field-rule.ts';
import { lacksOf, readAmount, readDate, readField, valueOf, withValues } from '../../src/shared/fields/field-values.ts';
import { fc } from '../support/property.ts';

const field = (fields: object) => fieldSchema.parse({ key: 'k', label: 'K', ...fields });

const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

describe('dates', () => {
  test('whatever way a date is written in, it is the same date', () => {
    fc.assert(
      fc.property(dates, fc.constantFrom('en' as const, 'de' as const), (date, writing) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', day = ''] = iso.split('-');
        const plain = [String(Number(day)), String(Number(month)), year];
        for (const text of [iso, plain.join('.'), `${day}${month}${year}`, `${year}${month}${day}`, plain.join('/')])
          expect(readDate(text, writing), text).toBe(iso);
        for (const text of [iso, plain.join('.'), `${year}${month}${day}`]) expect(readDate(text, null)).toBe(iso);
      }),
    );
  });

  test('no text that is none is one', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('en' as const, 'de' as const, null), (text, writing) => {
        const read = readDate(text, writing);
        if (read !== null) expect(new Date(`${read}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read);
      }),
    );
    for (const text of ['30.02.2026', '2026-13-01', '31.04.2026', '0', '1.1.1', '32.1.2026', '12.2026'])
      expect(readDate(text, 'de'), text).toBeNull();
    expect(readDate('311226', 'de')).toBe('2026-12-31');
    expect(readDate('29.02.24', 'de')).toBe('2024-02-29');
    // A program may mean the third of April.
    expect(readDate('04/03/2026', null)).toBeNull();
  });
});

describe('amounts', () => {
  test('whatever way an amount is written in, it is the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
        const value = (Math.abs(cents) / 100).toFixed(2);
        const sign = cents < 0 ? '-' : '';
        const [whole = '', decimals = ''] = value.split('.');
        const grouped = (by: string): string => whole.replaceAll(/\B(?=(\d{3})+$)/gu, by);
        const kept = `${sign}${value}`;
        for (const text of [
          `${grouped('.')},${decimals}`,
          `${whole},${decimals} €`,
          `${grouped(' ')},${decimals}`,
          kept,
        ])
          expect(readAmount(sign + text.replace('-', ''), 'de'), text).toBe(kept);
        for (const text of [`${grouped(',')}.${decimals}`, value, `€ ${value}`, `${whole},${decimals}`])
          expect(readAmount(text.startsWith('€') ? text : sign + text, 'en'), text).toBe(
            text.startsWith('€') ? value : kept,
          );
        expect(readAmount(kept, null)).toBe(kept);
      }),
    );
  });

  test('what can be meant in two ways is nobody’s amount; what is none is none', () => {
    expect(readAmount('1.234', 'de')).toBe('1234.00');
    expect(readAmount('1,234', 'en')).toBe('1234.00');
    for (const text of ['1.234', '1,234', '12.345']) expect(readAmount(text, null), text).toBeNull();
    expect(readAmount('1.234', 'en')).toBeNull();
    expect(readAmount('1,234', 'de')).toBeNull();
    expect(readAmount('1.234.567,8', null)).toBe('1234567.80');
    expect(readAmount('007', 'de')).toBe('7.00');
    expect(readAmount('-0,00', 'de')).toBe('0.00');
    for (const text of ['', '-', ',', '1,2,3', '12.34.56', '1.23.456', 'abc', '1e5', '0x10', '--1'])
      for (const writing of ['en', 'de', null] as const) expect(readAmount(text, writing), text).toBeNull();
  });

  test('whatever is read is a plain number with two decimals', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[-−+]?[\d.,' ]{0,14}(?: ?€)?$/u),
        fc.constantFrom('en' as const, 'de' as const, null),
        (text, writing) => {
          const read = readAmount(text, writing);
          if (read !== null) expect(read).toMatch(/^-?(?:0|[1-9]\d*)\.\d{2}$/u);
        },
      ),
    );
  });
});

describe('values', () => {
  test('what was read is read again as the same, in nobody’s writing', () => {
    const kinds = [
      field({ kind: 'text' }),
      field({ kind: 'date' }),
      field({ kind: 'amount' }),
      field({ kind: 'list', values: ['Nord', 'Süd'] }),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string(),
        fc.constantFrom('en' as const, 'de' as const),
        (of, text, as) => {
          const read = readField(of, text, as);
          if (read.ok) expect(readField(of, read.value, null)).toEqual(read);
        },
      ),
    );
  });

  test('a mask says which characters stand where', () => {
    const masked = field({ kind: 'text', mask: 'KD-##@?' });
    expect(readField(masked, ' KD-12Äx ', null)).toEqual({ ok: true, value: 'KD-12Äx' });
    for (const text of ['KD-12A', 'KD-1AAA', 'kd-12AA', 'KD-12AAA'])
      expect(readField(masked, text, null), text).toEqual({ ok: false, problem: 'wrong-form' });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ minLength: 1, maxLength: 20 }), (text, mask) => {
        expect(() => readField(field({ kind: 'text', mask }), text, null)).not.toThrow();
      }),
    );
  });

  test('a list has its values in whatever case they are typed', () => {
    const list = field({ kind: 'list', values: ['Nord', 'Süd'] });
    expect(readField(list, 'nord', null)).toEqual({ ok: true, value: 'Nord' });
    expect(readField(list, 'West', null)).toEqual({ ok: false, problem: 'not-in-list' });
  });

  test('keys are the same in any case, as to the service', () => {
    const external = { Customer: '1', other: 2 };
    expect(valueOf(external, 'customer')).toBe('1');
    expect(valueOf(external, 'OTHER')).toBe('2');
    expect(withValues(external, { customer: '3' })).toEqual({ other: 2, customer: '3' });
    expect(withValues({ Customer: '1' }, { customer: '' })).toBeNull();
  });

  test('a form lacks what is required and what does not fit', () => {
    const form = fieldsSchema.parse([
      { kind: 'text', key: 'a', label: 'A', required: true },
      { kind: 'date', key: 'b', label: 'B' },
      { kind: 'date', key: 'c', label: 'C' },
    ]);
    const lacks = lacksOf(form, { a: ' ', b: 'tomorrow' });
    expect(lacks.map(({ field: { key }, problem }) => [key, problem])).toEqual([
      ['a', 'missing'],
      ['b', 'no-date'],
    ]);
  });
});

describe('a form', () => {
  const text = { kind: 'text', key: 'a', label: 'A' };

  test.each([
    ['a key twice', [text, { ...text, key: 'A' }]],
    ['more keys than the service takes', Array.from({ length: 21 }, (_, at) => ({ ...text, key: `k${at}` }))],
    ['a key that is too long', [{ ...text, key: 'k'.repeat(51) }]],
    ['a key with =', [{ ...text, key: 'a=b' }]],
    ['a default without {value}', [{ ...text, default: { from: 'name', pattern: '{any}_x' } }]],
    ['slots that touch', [{ ...text, default: { from: 'name', pattern: '{any}{value}' } }]],
    ['no level of folders', [{ ...text, default: { from: 'folder', level: 0 } }]],
    ['a list without values', [{ ...text, kind: 'list', values: [] }]],
    ['a lookup without a file', [{ ...text, kind: 'lookup', keyColumn: 'x' }]],
  ])('is refused with %s', (_, form) => {
    expect(fieldsSchema.safeParse(form).success).toBe(false);
  });
});
