import { expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { createDecisions, type Decisions } from '../../../src/main/engine/items/decide.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { added, committed, newId, openTestJournal, someItem, someJob } from '../journal/journal-fixtures.ts';
import { noCopies, noFields } from './no-copies.ts';
import { expectWholeDecisions } from './whole-decisions.ts';

const many = 2_000;

function decisionsOn(journal: Journal): Decisions {
  return createDecisions({
    journal,
    queue: {
      add: () => undefined,
      cancel: () => Promise.resolve(),
      requeue: () => undefined,
      lift: () => undefined,
      pause: () => undefined,
      running: () => [],
    },
    known: { forget: () => undefined, pause: () => undefined },
    now: () => 3,
    actor: 'anna',
    copies: noCopies,
    ...noFields,
    placed: ({ id }) => ({ kind: 'item-placed', itemId: id, role: null, openCase: null, at: 3 }),
    newId,
    uploadJob: () => someJob({}),
    ruleOf: () => null,
    settleAgain: () => undefined,
    dropped: () => undefined,
    leftBatches: () => undefined,
    whileBatchesAreStill: (act) => act(),
    lookAtCase: () => undefined,
  });
}

/** A journal with many items that wait to be sent, and some that are at the service. */
async function manyItems() {
  const { journal } = await openTestJournal();
  const waiting = Array.from({ length: many }, () => someItem());
  const sent = Array.from({ length: 30 }, () => someItem({ name: 'sent.pdf' }));
  await committed(
    journal,
    ...waiting.flatMap((item) => [
      added(item, 'seen', 'accepted'),
      { kind: 'job-added', job: someJob({ kind: 'upload', subjectId: item.id }) } as const,
    ]),
    ...sent.map((item) => added(item, 'seen', 'accepted', 'submitted')),
  );
  return { journal, ids: [...waiting, ...sent].map(({ id }) => id) };
}

it('tells how far an act on many items is, and groups what was not changed by reason', async () => {
  const { journal, ids } = await manyItems();
  const seen: number[] = [];
  const decisions = decisionsOn({
    ...journal,
    itemsByIds(asked) {
      seen.push(decisions.progress('mine')?.done ?? -1);
      return journal.itemsByIds(asked);
    },
  });
  const answer = await decisions.cancel([...ids, 'nobody'], 'mine');
  if (!answer.ok) throw new Error(answer.fault.code);
  expect(seen).toEqual(Array.from({ length: 21 }, (_, index) => index * 100));
  expect(decisions.progress('mine')).toBeNull();
  const { itemIds, refused, left } = answer.value;
  expect([itemIds.length, left]).toEqual([many, 0]);
  expect(refused.map(({ count, first }) => [count, first.length, first[0]?.name, first[0]?.fault.code])).toEqual([
    [30, 20, 'sent.pdf', 'wrong-usage'],
    [1, 1, 'nobody', 'not-found'],
  ]);
  expect(await expectWholeDecisions(journal, ids)).toBe(many);
});

it.each(['stop', 'end'] as const)(
  'ends after the slice in hand when it is asked to (%s): what is done stays done',
  async (how) => {
    const { journal, ids } = await manyItems();
    let slices = 0;
    let ended: Promise<void> | void = undefined;
    const decisions = decisionsOn({
      ...journal,
      itemsByIds(asked) {
        slices += 1;
        if (slices === 5) ended = how === 'stop' ? decisions.stop('mine') : decisions.end();
        return journal.itemsByIds(asked);
      },
    });
    const answer = await decisions.cancel('all', 'mine');
    await Promise.resolve(ended);
    expect(answer).toMatchObject({ ok: true, value: { refused: [], left: many - 500 } });
    expect(await expectWholeDecisions(journal, ids)).toBe(500);
    const rest = await decisionsOn(journal).cancel('all');
    expect(rest).toMatchObject({ ok: true, value: { left: 0 } });
    expect(await expectWholeDecisions(journal, ids)).toBe(many);
  },
);

it('leaves each item decided about or untouched where the journal ends in the middle', async () => {
  const { journal, ids } = await manyItems();
  let commits = 0;
  const decisions = decisionsOn({
    ...journal,
    commit(changes, actor) {
      commits += 1;
      return commits > 730 ? Promise.reject(new Error('gone')) : journal.commit(changes, actor);
    },
  });
  await expect(decisions.cancel('all', 'mine')).rejects.toThrow('gone');
  expect(decisions.progress('mine')).toBeNull();
  expect(await expectWholeDecisions(journal, ids)).toBe(730);
});

it('lets no item go on that was held once more while it was decided about: its job would stay behind', async () => {
  const { journal } = await openTestJournal();
  const item = someItem();
  const job = someJob({ kind: 'upload', subjectId: item.id });
  const held = (at: number): Change => ({
    kind: 'item-moved',
    itemId: item.id,
    from: ['accepted'],
    trail: [{ stage: 'held', at }],
    set: { fault: fault('request-refused') },
  });
  await committed(journal, added(item, 'seen', 'accepted'), { kind: 'job-added', job }, held(100));
  const decisions = decisionsOn({
    ...journal,
    async jobsOf(id) {
      const jobs = await journal.jobsOf(id);
      await committed(
        journal,
        { kind: 'item-moved', itemId: id, from: ['held'], trail: [{ stage: 'accepted', at: 200 }] },
        held(300),
        { kind: 'job-set', jobId: job.id, set: { state: 'held' } },
      );
      return jobs;
    },
  });
  await decisions.retry([item.id]);
  expect((await journal.item(item.id))?.stage).toBe('held');
});
