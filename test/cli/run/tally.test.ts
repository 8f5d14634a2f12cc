import { expect, test } from 'vitest';
import { createTally } from '../../../src/main/cli/run/tally.ts';
import type { ItemView } from '../../../src/shared/views.ts';
import { itemViewOf } from '../../support/item-view.ts';

test('of very many items those that are well at their end are only counted, each once, whatever comes of them later', () => {
  const tally = createTally();
  const numbers = Array.from({ length: 5_000 }, (_, number) => number);
  const written: ItemView['exports'] = [{ path: '/out/a.xml', state: 'written', fault: null }];
  for (const stage of ['uploading', 'settled', 'exported', 'handed-over'] as const) {
    const exports = stage === 'uploading' ? [] : written;
    for (const number of numbers) tally.see(itemViewOf({ id: `i${String(number)}`, size: 10, stage, exports }));
    expect(tally.summary()).toMatchObject({ items: 5_000, bytes: 50_000 });
  }
  tally.see(itemViewOf({ id: 'double', size: 10, stage: 'duplicate' }));
  expect(tally.items().length).toBeLessThan(200);
  expect(tally.items().at(-1)).toMatchObject({ id: 'double' });
  expect(tally.size()).toBe(5_001);
  expect(tally.has('i4999')).toBe(true);
  expect(tally.summary()).toMatchObject({ items: 5_001, settled: 5_000, exported: 5_000, duplicates: 1 });
  tally.see(itemViewOf({ id: 'i4999', size: 10, stage: 'submitting' }));
  expect(tally.summary()).toMatchObject({ items: 5_001, settled: 4_999 });
  tally.keepOnly(['i4998', 'double']);
  expect(tally.summary()).toMatchObject({ items: 2, settled: 1, duplicates: 1 });
});
