import { expect, it } from 'vitest';
import { createAnnouncingJournal } from '../../../src/main/engine/events/announcing-journal.ts';
import { added, committed, openTestJournal, someItem } from '../journal/journal-fixtures.ts';
import { createTestLog } from '../../support/ports.ts';

it('tells on after a read of the journal that was rejected, and hides no item behind one that cannot be read', async () => {
  const { journal } = await openTestJournal();
  const items = ['bad', 'good', 'later'].map((name) => someItem({ name, path: `/in/${name}` }));
  const [bad, good, later] = items;
  if (bad === undefined || good === undefined || later === undefined) throw new Error('there are three items');
  const log = createTestLog();
  const announcing = createAnnouncingJournal(
    {
      ...journal,
      itemsByIds: (ids) => (ids.includes(bad.id) ? Promise.reject(new Error('disk')) : journal.itemsByIds(ids)),
    },
    log,
  );
  const told: string[] = [];
  announcing.onItem(({ name, stage }) => told.push(`${name} ${stage}`));
  await committed(announcing.journal, added(bad, 'accepted'), added(good, 'accepted'));
  await announcing.announced();
  await committed(announcing.journal, added(later, 'accepted'));
  await announcing.announced();
  expect(told.filter((line) => line.endsWith('accepted'))).toEqual(['good accepted', 'later accepted']);
  expect(log.lines.filter((line) => line.includes('item-not-told'))).toHaveLength(1);
});
