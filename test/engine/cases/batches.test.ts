import { describe, expect, test, vi } from 'vitest';
import { createBatches } from '../../../src/main/engine/cases/batches.ts';
import type { Batches } from '../../../src/main/engine/cases/batches.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { NewItem, NewJob, SubmissionRecord } from '../../../src/main/engine/journal/records.ts';
import type { IntakeRule } from '../../../src/shared/settings.ts';
import { createJumpingClock, createTestLog } from '../../support/ports.ts';
import { added, committed, newId, openTestJournal, rule, someItem } from '../journal/journal-fixtures.ts';

const start = 1_750_000_000_000;

function createScene(journal: Journal, now = start) {
  const clock = createJumpingClock(now);
  const announced: NewJob[] = [];
  const batches: Batches = createBatches({
    journal,
    clock,
    ids: newId,
    log: createTestLog(),
    priority: 10,
    announceJobs: (jobs) => announced.push(...jobs),
  });
  return { clock, announced, batches };
}

async function upload(
  journal: Journal,
  fields: Partial<NewItem> = {},
  more: Partial<IntakeRule> = {},
): Promise<string> {
  const item = someItem({ rule: { ...rule, mode: 'batch', batchQuietMs: 5_000, batchMaximum: 3, ...more }, ...fields });
  const trail = [{ stage: 'uploaded', at: start } as const];
  await committed(journal, { ...added(item, 'seen'), trail });
  return item.id;
}

async function inState(journal: Journal, state: SubmissionRecord['state']): Promise<readonly SubmissionRecord[]> {
  return journal.submissions([state], 100);
}

describe('uploaded items', () => {
  test('gather in one batch, which closes after quiet time with its job', async () => {
    const { journal } = await openTestJournal();
    const { clock, announced, batches } = createScene(journal);
    const first = await upload(journal);
    await batches.join(first);
    clock.advance(4_000);
    const second = await upload(journal, { role: 'attachment' });
    await batches.join(second);
    clock.advance(4_900);
    expect(announced).toEqual([]);
    clock.advance(100);
    await vi.waitFor(() => expect(announced).toHaveLength(1));
    const [batch] = await inState(journal, 'ready');
    expect(batch).toMatchObject({
      kind: 'batch',
      externalId: `mailroom-${batch?.id ?? ''}`,
      items: [
        { itemId: first, role: null, position: 0 },
        { itemId: second, role: 'attachment', position: 1 },
      ],
    });
    expect(await journal.jobsOf(batch?.id ?? '')).toMatchObject([{ kind: 'submit', state: 'ready', priority: 10 }]);
  });

  test('close a batch at its maximum, and go on in the next', async () => {
    const { journal } = await openTestJournal();
    const { announced, batches } = createScene(journal);
    const ids = await Promise.all(Array.from({ length: 7 }, () => upload(journal)));
    await Promise.all(ids.map((id) => batches.join(id)));
    expect(announced).toHaveLength(2);
    expect((await inState(journal, 'ready')).map((batch) => batch.items.length)).toEqual([3, 3]);
    const [open] = await inState(journal, 'open');
    expect(open?.items.map((part) => part.itemId)).toEqual(ids.slice(6));
  });

  test('of two sources over ten minutes make one batch for each, sent at the quiet time or when a person says so', async () => {
    const { journal } = await openTestJournal();
    const { clock, announced, batches } = createScene(journal);
    const quiet = { batchQuietMs: 400_000, batchMaximum: 50 };
    for (const sourceId of ['inbox', 'scanner', 'inbox', 'scanner', 'inbox']) {
      await batches.join(await upload(journal, { sourceId }, quiet));
      clock.advance(150_000);
    }
    expect(announced).toEqual([]);
    expect(batches.gathering().map(({ sourceId, items }) => [sourceId, items])).toEqual([
      ['inbox', 3],
      ['scanner', 2],
    ]);
    expect(await batches.closeNow('scanner')).toBe(1);
    expect(announced).toHaveLength(1);
    clock.advance(250_000);
    await vi.waitFor(() => expect(announced).toHaveLength(2));
    expect((await inState(journal, 'ready')).map((batch) => batch.items.length).sort()).toEqual([2, 3]);
    expect(batches.gathering()).toEqual([]);
  });

  test('join once, however often they are told', async () => {
    const { journal } = await openTestJournal();
    const { batches } = createScene(journal);
    const id = await upload(journal);
    await Promise.all([batches.join(id), batches.join(id)]);
    await batches.join(id);
    expect((await inState(journal, 'open')).map((batch) => batch.items.length)).toEqual([1]);
  });

  test('of different sources, projects or terms do not share a batch', async () => {
    const { journal } = await openTestJournal();
    const { batches } = createScene(journal);
    await batches.join(await upload(journal));
    await batches.join(await upload(journal, { sourceId: 'other' }));
    await batches.join(await upload(journal, {}, { projectId: 'other' }));
    await batches.join(await upload(journal, { externalId: 'mine' }));
    await batches.join(await upload(journal, { externalData: { a: 1 } }));
    const open = await inState(journal, 'open');
    expect(open).toHaveLength(5);
    expect(open.map((batch) => batch.externalId)).toContain('mine');
    expect(open.map((batch) => batch.externalData)).toContainEqual({ a: 1 });
  });

  test('wait while the source still has files on their way', async () => {
    const { journal } = await openTestJournal();
    const { clock, announced, batches } = createScene(journal);
    await batches.join(await upload(journal));
    for (let round = 0; round < 5; round += 1) {
      clock.advance(4_000);
      batches.hold('inbox');
    }
    expect(announced).toEqual([]);
    clock.advance(5_000);
    await vi.waitFor(() => expect(announced).toHaveLength(1));
  });

  test('are closed at once when asked', async () => {
    const { journal } = await openTestJournal();
    const { announced, batches } = createScene(journal);
    await batches.join(await upload(journal));
    await batches.join(await upload(journal, { sourceId: 'other' }));
    await batches.closeNow('inbox');
    expect(announced).toHaveLength(1);
    expect((await inState(journal, 'open')).map((batch) => batch.sourceId)).toEqual(['other']);
  });

  test('go into a new batch where a person cancelled the open one', async () => {
    const { journal } = await openTestJournal();
    const { batches } = createScene(journal);
    await batches.join(await upload(journal));
    const [open] = await inState(journal, 'open');
    const submissionId = open?.id ?? '';
    await committed(journal, {
      kind: 'submission-set',
      submissionId,
      from: ['open'],
      set: { state: 'cancelled' },
      at: 1,
    });
    const late = await upload(journal);
    await batches.join(late);
    expect((await inState(journal, 'open')).map((batch) => batch.items.map((part) => part.itemId))).toEqual([[late]]);
  });
});

describe('a restart', () => {
  test('keeps the open batch and counts quiet time from the last join', async () => {
    const { journal } = await openTestJournal();
    const before = createScene(journal);
    await before.batches.join(await upload(journal));
    await before.batches.stop();
    const { clock, announced, batches } = createScene(journal, start + 3_000);
    await batches.start();
    await batches.join(await upload(journal));
    expect(await inState(journal, 'open')).toHaveLength(1);
    await batches.stop();
    expect(announced).toEqual([]);
    expect(clock.now()).toBe(start + 3_000);

    const later = createScene(journal, start + 3_600_000);
    await later.batches.start();
    later.clock.advance(0);
    await vi.waitFor(() => expect(later.announced).toHaveLength(1));
    expect((await inState(journal, 'ready')).map((batch) => batch.items.length)).toEqual([2]);
  });

  test('takes in what was uploaded but had not joined', async () => {
    const { journal } = await openTestJournal();
    const forgotten = await upload(journal);
    const single = await upload(journal, {}, { mode: 'document' });
    const { batches } = createScene(journal);
    await batches.start();
    const items = (await inState(journal, 'open')).flatMap((batch) => batch.items.map((part) => part.itemId));
    expect(items).toEqual([forgotten]);
    expect(items).not.toContain(single);
  });
});

test.each([3_600_000, -3_600_000])(
  'a clock that jumps by %d ms neither sends a batch early nor keeps it',
  async (ms) => {
    const { journal } = await openTestJournal();
    const { clock, batches } = createScene(journal);
    await batches.start();
    await batches.join(await upload(journal));
    clock.advance(3_000);
    clock.jump(ms);
    await batches.join(await upload(journal));
    clock.advance(4_000);
    expect(await inState(journal, 'open')).toHaveLength(1);
    clock.advance(1_100);
    await expect.poll(async () => (await inState(journal, 'ready')).map(({ items }) => items.length)).toEqual([2]);
    await batches.stop();
  },
);
