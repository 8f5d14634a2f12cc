import { describe, expect, it } from 'vitest';
import { casePatternSchema } from '../../../src/shared/case-rule.ts';
import { readByPattern, roleInName } from '../../../src/main/engine/cases/case-pattern.ts';
import { fc } from '../../support/property.ts';

const roles = ['invoice', 'deliveryNote'];

describe('a pattern of names', () => {
  it.each([
    ['1234_invoice', '{case}_{role}', { case: '1234', role: 'invoice' }],
    ['1234_INVOICE (2)', '{case}_{role}', { case: '1234', role: 'invoice' }],
    ['a_b_DELIVERYNOTE-3', '{case}_{role}', { case: 'a_b', role: 'deliveryNote' }],
    ['a_b_c', '{case}_{role}', { case: 'a', role: null }],
    ['Scan 17 - 4711', '{any} - {case}', { case: '4711', role: null }],
    ['PO 17 invoice', 'po {case} {role}', { case: '17', role: 'invoice' }],
    ['Übergabe_17', 'übergabe_{case}', { case: '17', role: null }],
    ['1234', '{case}_{role}', null],
    ['_invoice', '{case}_{role}', null],
    ['1234_', '{case}_{role}', { case: '1234', role: null }],
  ] as const)('reads %s by %s', (name, pattern, expected) => {
    expect(readByPattern(name, pattern, roles)).toEqual(expected);
  });

  it.each([
    ['1234_invoice (2)', { case: '1234', role: 'invoice' }],
    ['Rechnung_4711', { case: 'Rechnung', role: null }],
    ['Lieferschein Dahlke_4711 vom Mai', { case: 'Lieferschein Dahlke', role: null }],
  ])('of %s makes a role of a word only, where a rule names none', (name, expected) => {
    expect(readByPattern(name, '{case}_{role}', [])).toEqual(expected);
  });

  it.each([
    '',
    '{role}',
    '{case}{role}',
    '{case}_{case}',
    '{case}_{other}',
    '{case',
    '{case}_{role}_{role}',
    '{}{case}',
  ])('is refused as %j', (pattern) => {
    expect(casePatternSchema.safeParse(pattern).success).toBe(false);
  });

  it('takes any name by any pattern in bounded time, and only gives back what stands in it', () => {
    const piece = fc.oneof(
      fc.constantFrom('_', '-', ' ', 'a', '__', '(', '*', '\\d+', 'İ'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('{case}_{role}', '{any}-{case}_{any}-{role}', '{case}', 'a{case}a{role}', '{role} {case}'),
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
        (pattern, name) => {
          const found = readByPattern(name, pattern, roles);
          if (found === null) return;
          expect(found.case.trim()).not.toBe('');
          expect(name.normalize('NFC').toLowerCase()).toContain(found.case.toLowerCase());
        },
      ),
    );
  });

  it('does not take long on a name made to be hard', () => {
    const hard = '_'.repeat(290);
    expect(readByPattern(`${hard}x`, '{any}_{case}_{any}_{role}', roles)).not.toBeNull();
    expect(readByPattern('a'.repeat(5_000), '{case}', roles)).toBeNull();
  });

  it.each([
    ['invoice', 'invoice'],
    ['4711 Invoice', 'invoice'],
    ['4711-deliverynote_2', 'deliveryNote'],
    ['preinvoice', null],
    ['invoice of May', null],
  ] as const)('finds the role of %s', (stem, role) => {
    expect(roleInName(stem, roles)).toBe(role);
  });
});
