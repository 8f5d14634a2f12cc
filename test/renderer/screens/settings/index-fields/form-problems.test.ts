import { expect, test } from 'vitest';
import { formFits, formProblems } from '../../../../../src/renderer/screens/settings/index-fields/form-problems.ts';
import type { Field } from '../../../../../src/shared/fields/field-rule.ts';

const text: Field = { kind: 'text', key: 'order', label: 'Order', required: false };
const lookup: Field = { ...text, kind: 'lookup', file: '', keyColumn: '', labelColumns: [] };

test.each<[string, Field, unknown]>([
  ['a whole field', text, {}],
  ['no name', { ...text, label: ' ' }, { label: 'name-missing' }],
  ['no key', { ...text, key: '' }, { key: 'key-missing' }],
  ['a key that commands would split', { ...text, key: 'a=b' }, { key: 'key-wrong' }],
  ['a list without values', { ...text, kind: 'list', values: [] }, { values: 'values-missing' }],
  ['a value that is too long', { ...text, kind: 'list', values: ['x'.repeat(201)] }, { values: 'values-wrong' }],
  ['a lookup that looks nowhere', lookup, { file: 'file-missing', keyColumn: 'column-missing' }],
  [
    'many columns',
    { ...lookup, file: '/a', keyColumn: 'A', labelColumns: ['B', 'C', 'D', 'E', 'F', 'G'] },
    { labelColumns: 'columns-wrong' },
  ],
  ['no fixed value', { ...text, default: { from: 'fixed', value: '' } }, { value: 'value-missing' }],
  [
    'a fixed value that is none of its kind',
    { ...text, kind: 'date', default: { from: 'fixed', value: 'soon' } },
    { value: 'value-unfit' },
  ],
  ['a pattern without a value', { ...text, default: { from: 'name', pattern: '{any}' } }, { pattern: 'pattern-wrong' }],
])('%s', (_, field, problems) => {
  expect(formProblems([field])).toEqual([problems]);
  expect(formFits([field])).toBe(Object.keys(formProblems([field])[0] ?? {}).length === 0);
});

test('two fields of one key are told at both, as the service tells no difference of case', () => {
  expect(formProblems([text, { ...text, key: 'ORDER' }])).toEqual([{ key: 'key-taken' }, { key: 'key-taken' }]);
});
