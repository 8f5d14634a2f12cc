import { expect, test } from 'vitest';
import { entityTree, isUnsure, valuesOf, wordsOf } from '../../../src/renderer/entities/entity-tree.ts';

const region = { left: 100, top: 90, width: 150, height: 18, page: 1 };

test('leaves, tables, bare values and groups become one tree', () => {
  const tree = entityTree({
    invoiceNumber: { value: '4711', probability: 0.93, region },
    currency: 'EUR',
    invoiceLines: [{ itemText: { value: 'Paper', probability: 0.4 } }],
    supplier: { vatId: { value: 'DE1' } },
  });
  expect(tree.map(({ name, kind }) => [name, kind])).toEqual([
    ['Invoice number', 'value'],
    ['Currency', 'value'],
    ['Invoice lines', 'list'],
    ['Supplier', 'group'],
  ]);
  expect(valuesOf(tree).map(({ value }) => value)).toEqual(['4711', 'EUR', 'Paper', 'DE1']);
  expect(valuesOf(tree).map(isUnsure)).toEqual([false, false, true, false]);
  expect(tree[0]?.region).toEqual(region);
});

test('a region that leaves the page is no region', () => {
  const [value] = entityTree({ a: { value: 1, region: { ...region, left: 900 } } });
  expect(value?.region).toBeNull();
});

test('data that goes on without end is followed only so far', () => {
  const loop: Record<string, unknown> = {};
  loop['again'] = loop;
  expect(valuesOf(entityTree(loop))).toEqual([]);
});

test('names of the service are said as words', () => {
  expect(wordsOf('totalNetAmount')).toBe('Total net amount');
  expect(wordsOf('cost_centre')).toBe('Cost centre');
});
