import { expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { NewJob } from '../../../src/main/engine/journal/records.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { holdForBug } from '../../../src/main/engine/submissions/hold-for-bug.ts';
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
} from '../journal/journal-fixtures.ts';

const reason = fault('internal', {}, 'TypeError');

function queued(job: NewJob): QueuedJob {
  return { ...job, attempts: 0, payload: job.payload ?? {} };
}

const started = (job: NewJob) =>
  ({ kind: 'attempt-started', jobId: job.id, at: noon, leaseOwner: 'station', leaseUntil: noon + 60_000 }) as const;

it('holds an upload that met a bug, with its item and the reason', async () => {
  const { journal } = await openTestJournal();
  const item = someItem();
  const job = someJob({ subjectId: item.id });
  await committed(journal, added(item), { kind: 'job-added', job });
  await committed(journal, started(job), moved(item.id, 'accepted', 'uploading'));
  await holdForBug(journal, queued(job), reason, noon + 1);
  expect(await journal.item(item.id)).toMatchObject({ stage: 'held', fault: reason, resumeStage: 'uploading' });
  expect(await journal.job(job.id)).toMatchObject({ state: 'held', fault: reason });
  expect(await eventsOf(journal, item.id)).toEqual(expect.arrayContaining(['attempt-failed', 'held']));
});

it('holds a job whose attempt never began', async () => {
  const { journal } = await openTestJournal();
  const item = someItem();
  const job = someJob({ subjectId: item.id });
  await committed(journal, added(item), { kind: 'job-added', job });
  await holdForBug(journal, queued(job), reason, noon + 1);
  expect(await journal.job(job.id)).toMatchObject({ state: 'held', fault: reason });
  expect(await journal.item(item.id)).toMatchObject({ stage: 'held', fault: reason, resumeStage: 'accepted' });
});

it('holds what a submission was sending, and leaves alone what went its own way meanwhile', async () => {
  const { journal } = await openTestJournal();
  const [sending, cancelled, settled] = [someItem(), someItem(), someItem()];
  const submission = someSubmission({
    kind: 'batch',
    state: 'submitting',
    items: [sending, cancelled, settled].map(({ id }, position) => ({ itemId: id, role: null, position })),
  });
  const job = someJob({ kind: 'submit', subjectId: submission.id });
  await committed(
    journal,
    added(sending, 'seen', 'accepted', 'uploading', 'uploaded', 'submitting'),
    added(cancelled, 'seen', 'accepted', 'uploading', 'uploaded', 'cancelled'),
    added(settled, 'seen', 'accepted', 'uploading', 'uploaded', 'submitting', 'submitted', 'settled'),
    { kind: 'submission-added', submission },
    { kind: 'job-added', job },
    started(job),
  );
  await holdForBug(journal, queued(job), reason, noon + 1);
  expect(await journal.item(sending.id)).toMatchObject({ stage: 'held', fault: reason });
  expect(await journal.item(cancelled.id)).toMatchObject({ stage: 'cancelled', fault: null });
  expect(await journal.item(settled.id)).toMatchObject({ stage: 'settled', fault: null });
  // What the service may have got stays in question.
  expect(await journal.submission(submission.id)).toMatchObject({ state: 'submitting' });
});

it('takes tidying that met a bug for no reason to hold its item', async () => {
  const { journal } = await openTestJournal();
  const item = someItem();
  const job = someJob({ kind: 'tidy', subjectId: item.id });
  await committed(journal, added(item), { kind: 'job-added', job }, started(job));
  await holdForBug(journal, queued(job), reason, noon + 1);
  expect(await journal.item(item.id)).toMatchObject({ stage: 'accepted', fault: null });
  expect(await journal.job(job.id)).toMatchObject({ state: 'held' });
});
