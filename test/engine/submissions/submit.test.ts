import { describe, expect, it } from 'vitest';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import { reviveJobs } from '../../../src/main/engine/start/live-jobs.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { JobRecord, NewJob } from '../../../src/main/engine/journal/records.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { createKnownItems } from '../../../src/main/engine/submissions/known-items.ts';
import { documentSubmission, submitJob } from '../../../src/main/engine/submissions/submission.ts';
import { createSubmitHandler } from '../../../src/main/engine/submissions/submit.ts';
import { committed, newId, openTestJournal, rule } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import { createTestClock } from '../../support/ports.ts';
import { attemptAt, uploadedItem } from './uploaded-item.ts';
import { fc } from '../../support/property.ts';

const graceMs = 10_000;

/** How one call goes, and whether the service made a document of it. */
const calls = ['accepted', 'lost-after', 'lost-before', 'busy', 'unreachable', 'file-unknown'] as const;
type Call = (typeof calls)[number];

/** Thrown where a process would be gone: nothing after it happens. */
class Killed extends Error {}

interface Script {
  readonly calls: readonly Call[];
  /** How long after it was made a document shows, ms. */
  readonly showsAfter: number;
  /** Looks that fail before one gets through. */
  readonly failingLooks: number;
  /** Kills, by the number of the commit (over all lives), before or after it is durable. */
  readonly kills: readonly { readonly commit: number; readonly durable: boolean }[];
}

/** One uploaded item whose submission is worked on until it needs no more tries. */
async function submitThroughAll(journal: Journal, script: Script) {
  const clock = createTestClock();
  const at = clock.now();
  const { item, fileId } = await uploadedItem(journal, at);
  const submission = { ...documentSubmission(item, newId(), at), state: 'ready' as const };
  const first = submitJob(submission, newId(), at);
  await committed(journal, { kind: 'submission-added', submission }, { kind: 'job-added', job: first });

  const pending = [...script.calls];
  const documents: { readonly id: string; readonly shownAt: number }[] = [];
  let looks = 0;
  let commits = 0;
  const uploads: NewJob[] = [];

  const mortal: Journal = {
    ...journal,
    async commit(changes, actor) {
      commits += 1;
      const kill = script.kills.find(({ commit }) => commit === commits);
      if (kill !== undefined && !kill.durable) throw new Killed();
      const outcome = await journal.commit(changes, actor);
      if (kill !== undefined) throw new Killed();
      return outcome;
    },
  };

  const service = createScriptedService();
  const client = {
    ...service.client,
    processFile: () => {
      const call = pending.shift() ?? 'accepted';
      // What must never happen: a second call for what the service has.
      expect(documents).toEqual([]);
      const id = `document-${item.id}`;
      if (call === 'accepted' || call === 'lost-after') {
        documents.push({ id, shownAt: clock.now() + script.showsAfter });
      }
      clock.advance(50);
      switch (call) {
        case 'accepted':
          return Promise.resolve(success({ documentId: id, fileId, projectId: rule.projectId }));
        case 'lost-after':
        case 'lost-before':
          return Promise.resolve(failure('outcome-unclear'));
        case 'busy':
          return Promise.resolve(failure('service-busy'));
        case 'unreachable':
          return Promise.resolve(failure('service-unreachable'));
        case 'file-unknown':
          return Promise.resolve(failure('not-found'));
      }
    },
  };

  function live() {
    return createSubmitHandler({
      journal: mortal,
      known: createKnownItems(mortal),
      now: clock.now,
      newId,
      client: () => success(client),
      find: () => {
        looks += 1;
        clock.advance(20);
        if (looks <= script.failingLooks) return Promise.resolve(failure('service-failed'));
        const shown = documents.filter(({ shownAt }) => shownAt <= clock.now());
        return Promise.resolve(
          success(
            shown.length === 0 ? null : { documentIds: shown.map(({ id }) => id), fileBatchId: null, caseIds: [] },
          ),
        );
      },
      fileExists: () => Promise.resolve(true),
      heldElsewhere: () => Promise.resolve(false),
      graceMs,
      enqueue: (jobs) => uploads.push(...jobs.filter(({ kind }) => kind === 'upload')),
      submitted: () => undefined,
    });
  }

  let handler = live();
  const run = async (job: QueuedJob): Promise<void> => {
    await handler(attemptAt(job, clock));
  };

  let job: JobRecord | null = await journal.job(first.id);
  for (let tries = 0; tries < 60 && job?.state === 'ready'; tries += 1) {
    clock.advance(Math.max(0, job.dueAt - clock.now()));
    try {
      await run({ ...job, payload: {} });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      handler = live();
      await reviveJobs(journal, clock.now(), () => undefined, 'this process');
    }
    job = await journal.job(first.id);
  }
  return {
    documents,
    uploads,
    job,
    item: await journal.item(item.id),
    submission: await journal.submission(submission.id),
    linked: await journal.documentsOfItem(item.id),
  };
}

const scripts: fc.Arbitrary<Script> = fc.record({
  calls: fc.array(fc.constantFrom(...calls.filter((call) => call !== 'file-unknown')), { maxLength: 4 }),
  showsAfter: fc.integer({ min: 0, max: graceMs - 100 }),
  failingLooks: fc.integer({ min: 0, max: 3 }),
  kills: fc.array(fc.record({ commit: fc.integer({ min: 1, max: 12 }), durable: fc.boolean() }), { maxLength: 4 }),
});

describe('a submission', () => {
  it(
    'makes exactly one document, whatever is lost and whenever the process is killed',
    { timeout: 240_000 },
    async () => {
      const { journal } = await openTestJournal();
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const end = await submitThroughAll(journal, script);
          expect(end.job?.state).toBe('done');
          expect(end.documents).toHaveLength(1);
          expect(end.item?.stage).toBe('submitted');
          expect(end.item?.fault).toBeNull();
          expect(end.submission?.state).toBe('resolved');
          expect(end.linked.map(({ id }) => id)).toEqual(end.documents.map(({ id }) => id));
        }),
        { numRuns: 120 },
      );
    },
  );

  it('whose file the service has forgotten uploads it anew, once by itself', async () => {
    const { journal } = await openTestJournal();
    const end = await submitThroughAll(journal, { calls: ['file-unknown'], showsAfter: 0, failingLooks: 0, kills: [] });
    expect(end.item).toMatchObject({ stage: 'accepted', fileId: null });
    expect(end.submission?.state).toBe('cancelled');
    expect(end.job?.state).toBe('cancelled');
    expect(end.uploads.map(({ subjectId }) => subjectId)).toEqual([end.item?.id]);
    expect(end.documents).toEqual([]);
  });
});
