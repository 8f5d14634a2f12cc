import { describe, expect, it } from 'vitest';
import { activityViewSchema } from '../../../src/shared/activity-views.ts';
import { noon, openTestJournal, someItem } from './journal-fixtures.ts';

const hour = 3_600_000;
/** A whole hour. */
const start = Math.ceil(noon / hour) * hour;

describe('the count of very many items', () => {
  it('counts each of them once, and knows how long they took', async () => {
    const { journal } = await openTestJournal();
    const many = 9_000;
    // Thousands settle in one millisecond: what is read at once can't end among them.
    const endOf = (index: number): number => start + (index < 2_000 ? index : index < 7_000 ? 2_000 : index);
    const commits = Array.from({ length: many }, (_, index) =>
      journal.commit([
        {
          kind: 'item-added',
          item: someItem({ sourceId: index % 3 === 0 ? 'scanner' : 'inbox' }),
          trail: [
            { stage: 'accepted', at: start },
            { stage: index % 10 === 0 ? 'held' : 'settled', at: endOf(index) },
          ],
        },
      ]),
    );
    await Promise.all(commits);

    const view = activityViewSchema.parse(await journal.activity({ from: start, to: start + hour, bucket: 'hour' }));

    const took = Array.from({ length: many }, (_, index) => index)
      .filter((index) => index % 10 !== 0)
      .map((index) => endOf(index) - start);
    expect(view.buckets.filter(({ takenIn }) => takenIn > 0)).toMatchObject([
      { takenIn: many, settled: 8_100, held: 900, medianMs: took[4_049], p95Ms: took[7_694] },
    ]);
    expect(view).toMatchObject({ medianMs: took[4_049], p95Ms: took[7_694] });
    expect(view.sources).toMatchObject([
      { id: 'inbox', takenIn: 6_000, settled: 5_400, held: 600 },
      { id: 'scanner', takenIn: 3_000, settled: 2_700, held: 300 },
    ]);
    const part = await journal.activity({ from: start, to: start + hour, bucket: 'hour', sourceId: 'scanner' });
    expect(part.sources).toMatchObject([{ id: 'scanner', takenIn: 3_000, settled: 2_700, held: 300 }]);
  });
});
