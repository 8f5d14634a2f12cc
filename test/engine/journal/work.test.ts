import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { Change } from '../../../src/main/engine/journal/changes.ts';
import {
  added,
  committed,
  eventsOf,
  moved,
  noon,
  openTestJournal,
  someItem,
  someJob,
  someSubmission,
} from './journal-fixtures.ts';

function started(jobId: string, leaseOwner = 'station', leaseUntil = noon + 60_000): Change {
  return { kind: 'attempt-started', jobId, at: noon, leaseOwner, leaseUntil };
}

function ended(jobId: string, rest: Partial<Extract<Change, { kind: 'attempt-ended' }>> = {}): Change {
  return { kind: 'attempt-ended', jobId, at: noon + 10, state: 'done', ...rest };
}

async function withJob(): Promise<{ journal: Journal; jobId: string; itemId: string }> {
  const { journal } = await openTestJournal();
  const item = someItem();
  const job = someJob({ subjectId: item.id, payload: { part: 1, message: 'für später' } });
  await committed(journal, added(item), { kind: 'job-added', job });
  return { journal, jobId: job.id, itemId: item.id };
}

describe('a job', () => {
  it('is ready when it is added, once', async () => {
    const { journal, jobId, itemId } = await withJob();

    expect(await journal.job(jobId)).toEqual({
      id: jobId,
      kind: 'upload',
      subjectId: itemId,
      connectionId: 'office',
      sourceId: 'inbox',
      state: 'ready',
      priority: 3,
      dueAt: noon,
      attempts: 0,
      fault: null,
      leaseOwner: null,
      leaseUntil: null,
      payload: { part: 1, message: 'für später' },
    });
    expect(await journal.jobsOf(itemId)).toHaveLength(1);
    expect(await journal.commit([{ kind: 'job-added', job: someJob({ id: jobId }) }])).toMatchObject({
      reason: 'taken',
      found: 'ready',
    });
  });

  it('runs under a lease from the start of an attempt to its end', async () => {
    const { journal, jobId } = await withJob();

    await committed(journal, started(jobId));
    expect(await journal.job(jobId)).toMatchObject({
      state: 'running',
      leaseOwner: 'station',
      leaseUntil: noon + 60_000,
    });
    expect(await journal.commit([started(jobId, 'another')])).toMatchObject({
      ok: false,
      reason: 'stage',
      found: 'running',
    });
    // The owner itself goes on: the receipt of its last try could not be written.
    await committed(journal, started(jobId, 'station', noon + 90_000));
    expect(await journal.job(jobId)).toMatchObject({ state: 'running', leaseUntil: noon + 90_000 });
    await committed(journal, ended(jobId));

    expect(await journal.job(jobId)).toMatchObject({ state: 'done', leaseOwner: null, leaseUntil: null, attempts: 0 });
    expect(await journal.commit([ended(jobId)])).toMatchObject({ ok: false, reason: 'stage', found: 'done' });
    expect(await journal.commit([started('nothing')])).toMatchObject({ ok: false, reason: 'missing' });
  });

  it('waits with its fault after a failed try, which counts unless it is said not to', async () => {
    const { journal, jobId, itemId } = await withJob();
    const busy = fault('service-busy', { connection: 'office' }, 'HTTP 503');

    await committed(journal, started(jobId));
    await committed(journal, ended(jobId, { state: 'ready', dueAt: noon + 5_000, fault: busy }));
    expect(await journal.job(jobId)).toMatchObject({ state: 'ready', dueAt: noon + 5_000, attempts: 1, fault: busy });
    await committed(journal, started(jobId));
    await committed(journal, ended(jobId, { state: 'ready', counts: false }));
    expect(await journal.job(jobId)).toMatchObject({ state: 'ready', dueAt: noon + 10, attempts: 1, fault: null });
    await committed(journal, started(jobId));
    await committed(journal, ended(jobId, { state: 'held', fault: busy }));
    expect(await journal.job(jobId)).toMatchObject({ state: 'held', attempts: 2 });

    const history = await journal.custody({ subjectIds: [itemId], limit: 10 });
    expect(history.slice(2).map((row) => [row.event, row.detail['number'], row.detail['fault']])).toEqual([
      ['attempt-failed', 1, 'service-busy'],
      ['attempt-stopped', 2, undefined],
      ['attempt-failed', 3, 'service-busy'],
    ]);
  });

  it('is decided about by a person while it is not running', async () => {
    const { journal, jobId, itemId } = await withJob();
    const set = { kind: 'job-set', jobId, set: { state: 'cancelled' } } as const;
    await committed(journal, started(jobId));

    expect(await journal.commit([set], 'maria')).toMatchObject({ ok: false, reason: 'stage', found: 'running' });
    await committed(journal, ended(jobId, { state: 'held', fault: fault('file-gone') }));
    await journal.commit(
      [{ ...set, set: { state: 'ready', dueAt: noon, priority: 0, attempts: 0, fault: null } }],
      'maria',
    );

    expect(await journal.job(jobId)).toMatchObject({ state: 'ready', priority: 0, attempts: 0, fault: null });
    expect((await journal.custody({ subjectIds: [itemId], limit: 10 })).at(-1)).toMatchObject({
      event: 'job-ready',
      actor: 'maria',
    });
  });

  it('starts in the same list that adds it, and the list falls as a whole where it can not', async () => {
    const { journal } = await openTestJournal();
    const item = someItem();
    const job = someJob({ subjectId: item.id });

    await committed(journal, added(item), { kind: 'job-added', job }, started(job.id));
    const refused = await journal.commit([moved(item.id, 'accepted', 'uploading'), started(job.id, 'another')]);

    expect(refused).toEqual({ ok: false, index: 1, reason: 'stage', found: 'running' });
    expect(await journal.item(item.id)).toMatchObject({ stage: 'accepted' });
  });

  it('is listed by priority, then due time, page by page', async () => {
    const { journal } = await openTestJournal();
    const order = [
      ['c', 1, 0],
      ['a', 1, 50],
      ['b', 2, 0],
      ['d', 2, 0],
      ['e', 3, 9],
    ] as const;
    const jobs = order.map(([id, priority, wait]) => someJob({ id, priority, dueAt: noon + wait }));
    await committed(journal, ...jobs.toReversed().map((job): Change => ({ kind: 'job-added', job })));
    await committed(journal, started('b'), started('d'), ended('d'));

    const query = { states: ['ready', 'running'] as const, limit: 2 };
    expect((await journal.jobs(query)).map((job) => job.id)).toEqual(['c', 'a']);
    expect((await journal.jobs({ ...query, after: 'a' })).map((job) => job.id)).toEqual(['b', 'e']);
    expect(await journal.jobs({ ...query, after: 'e' })).toEqual([]);
    expect(await journal.jobs({ ...query, after: 'nothing' })).toEqual([]);
  });
});

describe('a submission', () => {
  it('is kept with its items in their order and found by what the service knows of it', async () => {
    const { journal } = await openTestJournal();
    const items = [someItem(), someItem()];
    const submission = someSubmission({
      kind: 'case',
      externalData: { a: 1 },
      fileBatchId: 'batch-1',
      items: items.map((item, index) => ({ itemId: item.id, role: `role ${index}`, position: 1 - index })),
    });
    await committed(journal, ...items.map((item) => added(item)), { kind: 'submission-added', submission });
    const expected = { ...submission, items: submission.items.toReversed() };

    expect(await journal.submission(submission.id)).toEqual(expected);
    expect(await journal.submissionByExternalId('office', submission.externalId)).toEqual(expected);
    expect(await journal.submissionByFileBatchId('office', 'batch-1')).toEqual(expected);
    expect(await journal.submissionByExternalId('branch', submission.externalId)).toBeNull();
    expect(await journal.submissionByFileBatchId('office', 'batch-2')).toBeNull();
    expect(await journal.submissionsOfItem(submission.items[0]?.itemId ?? '')).toEqual([expected]);
    expect(await journal.commit([{ kind: 'submission-added', submission }])).toMatchObject({ reason: 'taken' });
  });

  it('is refused where one of its items is not there', async () => {
    const { journal } = await openTestJournal();
    const submission = someSubmission({ items: [{ itemId: 'nobody', role: null, position: 0 }] });

    expect(await journal.commit([{ kind: 'submission-added', submission }])).toMatchObject({ reason: 'missing' });
    expect(await journal.submission(submission.id)).toBeNull();
  });

  it('takes more items, each once, while it is open', async () => {
    const { journal } = await openTestJournal();
    const items = [someItem(), someItem(), someItem()];
    const submission = someSubmission({ kind: 'batch', state: 'open' });
    const join = (index: number) =>
      ({
        kind: 'submission-item-added',
        submissionId: submission.id,
        itemId: items[index]?.id ?? '',
        role: null,
      }) as const;
    await committed(journal, ...items.map((item) => added(item)), { kind: 'submission-added', submission });

    await committed(journal, join(0), join(1));
    expect(await journal.commit([join(0)])).toMatchObject({ ok: false, reason: 'taken' });
    await committed(journal, {
      kind: 'submission-set',
      submissionId: submission.id,
      from: ['open'],
      set: { state: 'ready' },
      at: noon,
    });
    expect(await journal.commit([join(2)])).toMatchObject({ ok: false, reason: 'stage', found: 'ready' });
    expect(await journal.commit([{ ...join(2), submissionId: 'none' }])).toMatchObject({ reason: 'missing' });

    expect((await journal.submission(submission.id))?.items).toEqual([
      { itemId: items[0]?.id, role: null, position: 0 },
      { itemId: items[1]?.id, role: null, position: 1 },
    ]);
  });

  it('moves only from an expected state, and tells', async () => {
    const { journal } = await openTestJournal();
    const submission = someSubmission();
    const set = { kind: 'submission-set', submissionId: submission.id, at: noon + 5 } as const;
    await committed(journal, { kind: 'submission-added', submission });

    await committed(journal, { ...set, from: ['ready'], set: { state: 'submitting' } });
    expect(await journal.commit([{ ...set, from: ['ready'], set: { state: 'held' } }])).toMatchObject({
      reason: 'stage',
      found: 'submitting',
    });
    await committed(journal, {
      ...set,
      from: ['submitting', 'unclear'],
      set: { state: 'submitted', submittedAt: noon + 5, fileBatchId: 'batch-7' },
      detail: { status: 201 },
    });

    expect(await journal.submission(submission.id)).toMatchObject({
      state: 'submitted',
      submittedAt: noon + 5,
      fileBatchId: 'batch-7',
    });
    expect(await eventsOf(journal, submission.id)).toEqual(['ready', 'submitting', 'submitted']);
    expect((await journal.custody({ subjectIds: [submission.id], limit: 10 })).at(-1)?.detail).toEqual({
      status: 201,
      fileBatchId: 'batch-7',
    });
  });

  it('is listed by state and id, page by page', async () => {
    const { journal } = await openTestJournal();
    const states = ['open', 'ready', 'open', 'held', 'ready'] as const;
    await committed(
      journal,
      ...states.map((state, index): Change => ({
        kind: 'submission-added',
        submission: someSubmission({ id: `s${index}`, state }),
      })),
    );

    const ids = async (after?: string) =>
      (await journal.submissions(['open', 'ready'], 3, after)).map((submission) => submission.id);
    expect(await ids()).toEqual(['s0', 's1', 's2']);
    expect(await ids('s2')).toEqual(['s4']);
  });
});
