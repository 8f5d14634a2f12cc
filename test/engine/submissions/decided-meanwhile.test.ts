import { expect, it } from 'vitest';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { createKnownItems } from '../../../src/main/engine/submissions/known-items.ts';
import { documentSubmission, submitJob } from '../../../src/main/engine/submissions/submission.ts';
import { createSubmitHandler } from '../../../src/main/engine/submissions/submit.ts';
import { committed, newId, openTestJournal, rule } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import { createTestClock } from '../../support/ports.ts';
import { attemptAt, uploadedItem } from './uploaded-item.ts';

it('what a person decides while the service is looked through is not submitted again after it', async () => {
  const { journal } = await openTestJournal();
  const clock = createTestClock();
  const at = clock.now();
  const { item, fileId } = await uploadedItem(journal, at);
  const submission = { ...documentSubmission(item, newId(), at), state: 'unclear' as const, submittedAt: at };
  const job = submitJob(submission, newId(), at);
  await committed(journal, { kind: 'submission-added', submission }, { kind: 'job-added', job });
  let calls = 0;
  const service = createScriptedService();
  const handler = createSubmitHandler({
    journal,
    known: createKnownItems(journal),
    now: clock.now,
    newId,
    client: () =>
      success({
        ...service.client,
        processFile() {
          calls += 1;
          return Promise.resolve(success({ documentId: 'second', fileId, projectId: rule.projectId }));
        },
      }),
    async find() {
      // The grace time is over when the look ends; meanwhile somebody ended the submission.
      clock.advance(60_000);
      await committed(journal, {
        kind: 'submission-set',
        submissionId: submission.id,
        from: ['unclear', 'submitting'],
        set: { state: 'cancelled' },
        at: clock.now(),
      });
      return success(null);
    },
    fileExists: () => Promise.resolve(true),
    heldElsewhere: () => Promise.resolve(false),
    graceMs: 10_000,
    enqueue: () => undefined,
    submitted: () => undefined,
  });
  const queued = await journal.job(job.id);
  if (queued === null) throw new Error('no job');
  await handler(attemptAt({ ...queued, payload: {} }, clock));
  expect(calls).toBe(0);
  expect((await journal.submission(submission.id))?.state).toBe('cancelled');
});
