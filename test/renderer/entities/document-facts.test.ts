import { describe, expect, it } from 'vitest';
import { documentFacts, formatAmount } from '../../../src/renderer/entities/document-facts.ts';

describe('facts of a document', () => {
  it('come from leaves with certainty, and from bare values in groups', () => {
    expect(
      documentFacts({
        supplierName: { value: ' Kraus Elektrotechnik ', probability: 0.97 },
        invoice: { invoiceNumber: 'RE-20418', issuedDate: { value: '2025-11-24', probability: 0.4 } },
        currency: 'EUR',
        totalGrossAmount: { value: 1284.61, probability: 0.5 },
        invoiceLines: [{ number: { value: '1', probability: 0.1 } }],
      }),
    ).toEqual({
      supplier: 'Kraus Elektrotechnik',
      number: 'RE-20418',
      date: '2025-11-24',
      gross: 1284.61,
      currency: 'EUR',
      values: 5,
      unsure: 2,
    });
  });

  it('are absent where the data does not tell them, also where an amount is no figure', () => {
    const nothing = { supplier: null, number: null, date: null, gross: null, currency: null };
    expect(documentFacts(null)).toEqual({ ...nothing, values: 0, unsure: 0 });
    expect(documentFacts({ totalGrossAmount: 'a lot', supplierName: null, number: '' })).toMatchObject(nothing);
  });

  it('the number of a line is not that of the document', () => {
    expect(documentFacts({ lines: [{ number: '1', total: 5 }] })).toMatchObject({ number: null, gross: null });
  });
});

it('amounts have two decimals and their currency where it is known', () => {
  expect(formatAmount(1284.6, 'EUR')).toMatch(/^1[.,]284[.,]60 EUR$/u);
  expect(formatAmount(5, null)).toMatch(/^5[.,]00$/u);
});
