import { expect, it } from 'vitest';
import { createKnownItems } from '../../../src/main/engine/submissions/known-items.ts';
import { noon, someItem } from '../journal/some-records.ts';

function unread() {
  const asked: string[] = [];
  const known = createKnownItems({
    item(id) {
      asked.push(id);
      return Promise.resolve(null);
    },
  });
  return { asked, known };
}

it('answers what is on its way without reading it back, and asks the journal for all else', async () => {
  const { asked, known } = unread();
  const item = someItem();
  known.remember(item, noon);
  known.update(item.id, { fileId: 'f' });
  expect(await known.get(item.id)).toMatchObject({ id: item.id, stage: 'accepted', takenInAt: noon, fileId: 'f' });
  expect(asked).toEqual([]);
  known.forget(item.id);
  expect(await known.get(item.id)).toBeNull();
  expect(asked).toEqual([item.id]);
});

it('knows what a person stopped before it was accepted', async () => {
  const { known } = unread();
  const [stopped, released] = [someItem(), someItem()];
  for (const { id } of [stopped, released]) known.pause(id, true);
  known.pause(released.id, false);
  for (const item of [stopped, released]) known.remember(item, noon);
  expect(await known.get(stopped.id)).toMatchObject({ paused: true });
  expect(await known.get(released.id)).toMatchObject({ paused: false });
});

it('does not hold all of a long queue in memory', async () => {
  const { asked, known } = unread();
  const items = Array.from({ length: 6_000 }, () => someItem());
  for (const item of items) known.remember(item, noon);
  for (const { id } of items) await known.get(id);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain(items[0]?.id);
});
