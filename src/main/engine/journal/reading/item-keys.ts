import type { ItemKey } from '../../../../shared/selection.ts';
import { number, text } from '../storage/columns.ts';
import type { Database } from '../storage/database.ts';
import { stageOf } from '../writing/stages.ts';

/** What choosing needs of the items with these numbers, in their order; a row whose stage can't be read is held, as in the list. */
export function keysOf(database: Database, numbers: readonly number[]): readonly ItemKey[] {
  const rows = database.all(
    'SELECT number, id, stage, paused FROM items WHERE number IN (SELECT value FROM json_each(?))',
    JSON.stringify(numbers),
  );
  const keys = new Map(
    rows.map((row) => {
      return [
        number(row, 'number'),
        { id: text(row, 'id'), stage: stageOf(row), paused: row['paused'] === 1 },
      ] as const;
    }),
  );
  return numbers.flatMap((each) => keys.get(each) ?? []);
}
