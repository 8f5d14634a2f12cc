import { expect, test } from 'vitest';
import { mainValues, regionsOf } from '../../../../../src/renderer/screens/intake/details/document-values.tsx';

const region = { page: 1, left: 10, top: 10, width: 100, height: 20 };

test('what is unsure is among the few values shown, in the order in which a clerk reads', () => {
  const values = mainValues(
    {
      currency: 'EUR',
      a: 1,
      b: 2,
      c: 3,
      d: 4,
      e: 5,
      iban: { value: 'DE02', probability: 0.3, region },
      totalGrossAmount: 12,
      supplierName: 'Kraus',
      empty: '',
      invoiceLines: [{ netAmount: 1 }],
    },
    (name) => name,
  );
  expect(values.map(({ id }) => id)).toEqual(['supplierName', 'totalGrossAmount', 'iban', 'a', 'b', 'c']);
  expect(regionsOf(values, 'iban')).toEqual([{ ...region, id: 'iban', label: 'iban', unsure: true, active: true }]);
});
