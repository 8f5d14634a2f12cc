import { expect, test } from 'vitest';
import { reviveJobs } from '../../../src/main/engine/start/live-jobs.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import { createAttempt } from '../../../src/main/engine/queue/attempt.ts';
import type { ServiceClient } from '../../../src/main/engine/service/client.ts';
import { createFindSubmitted } from '../../../src/main/engine/service/find-submitted.ts';
import { createKnownItems } from '../../../src/main/engine/submissions/known-items.ts';
import { createSubmitHandler } from '../../../src/main/engine/submissions/submit.ts';
import { realClock } from '../../support/ports.ts';
import { createMortality, mortalJournal, type Step } from '../exports/mortality.ts';
import { added, committed, newId, openTestJournal } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import { caseItem, createScene, start, uploaded, type Scene } from './open-case-fixtures.ts';

const rule = { by: 'name', required: ['invoice', 'note'], release: 'complete' } as const;
const graceMs = 10_000;

/** The practice of cases: what was created, and how the answer of the first call goes. */
function createCaseService(firstAnswer: 'answered' | 'lost') {
  const scripted = createScriptedService();
  let calls = 0;
  const client: ServiceClient = {
    ...scripted.client,
    createCase({ files, externalId, projectId }) {
      calls += 1;
      const id = `case-${String(calls)}`;
      const raw = { files, createdAt: new Date(start).toISOString() };
      scripted.cases.push({
        id,
        externalId: externalId ?? null,
        projectId,
        raw,
        fileBatchId: null,
        state: null,
        title: null,
      });
      const lost = calls === 1 && firstAnswer === 'lost';
      return Promise.resolve(lost ? failure('outcome-unclear') : success({ caseId: id }));
    },
  };
  return { cases: scripted.cases, client };
}

/** One life of a station: its open cases, and the handler of its submissions. */
function createLife(journal: Journal, client: ServiceClient, now: number) {
  const scene: Scene = createScene(journal, now);
  const handler = createSubmitHandler({
    journal,
    known: createKnownItems(journal),
    now: scene.clock.now,
    newId,
    client: () => success(client),
    find: (service, { kind, projectId, externalId, createdAt }, fileIds) =>
      createFindSubmitted({ clock: realClock, monotonic: () => performance.now() })({
        client: service,
        projectId,
        kind,
        fileIds,
        externalId,
        since: createdAt,
        askedAt: null,
        options: { lane: 'submit' },
      }),
    fileExists: () => Promise.resolve(true),
    heldElsewhere: () => Promise.resolve(false),
    graceMs,
    enqueue: () => undefined,
    submitted: () => undefined,
  });

  /** Releases, and does what is due until nothing is left to do. */
  async function liveOn(openCaseId: string): Promise<void> {
    await scene.openCases.start();
    scene.clock.advance(5_000);
    await scene.openCases.look(openCaseId);
    for (let tries = 0; tries < 20; tries += 1) {
      const submissionId = (await journal.openCase(openCaseId))?.submissionId ?? null;
      const jobs = submissionId === null ? [] : await journal.jobsOf(submissionId);
      const job = jobs.find(({ state }) => state === 'ready');
      if (job === undefined) break;
      scene.clock.advance(Math.max(0, job.dueAt - scene.clock.now()));
      await handler(
        createAttempt({ ...job, payload: {} }, new AbortController().signal, {
          now: scene.clock.now,
          random: () => 0.5,
          leaseOwner: `life ${String(now)}`,
          leaseMs: 60_000,
          failuresBehind: () => 0,
        }),
      );
    }
    await scene.openCases.stop();
  }
  return { scene, liveOn };
}

function mortalClient(client: ServiceClient, step: Step): ServiceClient {
  return {
    ...client,
    // Before it is made, and after it arrived and before its answer.
    async createCase(...values) {
      const answer = await step(() => client.createCase(...values));
      return step(() => Promise.resolve(answer));
    },
    listCases: (...values) => step(() => client.listCases(...values)),
  };
}

test.each(['answered', 'lost'] as const)(
  'a crash before or after any commit or call of a case makes it once, each file in it once (first answer: %s)',
  async (firstAnswer) => {
    let finished = false;
    let crashes = 0;
    for (let dieAt = 1; !finished && dieAt < 40; dieAt += 1) {
      const { journal } = await openTestJournal();
      const { cases, client } = createCaseService(firstAnswer);
      const { died, step } = createMortality(dieAt);
      const doomed = createLife(mortalJournal(journal, step), mortalClient(client, step), start);
      const items = ['inbox', 'scans'].map((sourceId, index) =>
        caseItem(index === 0 ? '7_invoice.pdf' : '7_note.pdf', { ...rule, required: [...rule.required] }, { sourceId }),
      );
      for (const item of items) {
        const trail = [{ stage: 'accepted', at: start }] as const;
        await committed(journal, { ...added(item, 'seen'), trail }, doomed.scene.openCases.placed(item));
        await uploaded(journal, item.id, start);
      }
      const openCaseId = (await journal.openCasePage({ offset: 0, limit: 1 })).rows[0]?.id ?? '';
      finished = (await Promise.race([doomed.liveOn(openCaseId).then(() => 'lived'), died])) === 'lived';
      if (!finished) crashes += 1;

      // The next process: attempts without an end are ready again, and all goes on.
      await reviveJobs(journal, start + 60_000, () => undefined, 'the next process');
      await createLife(journal, client, start + 60_000).liveOn(openCaseId);

      const where = `died at step ${String(dieAt)}`;
      expect(cases, where).toHaveLength(1);
      const ids = items.map(({ id }) => `file-${id}`);
      expect(cases[0]?.raw['files'], where).toEqual([
        { id: ids[0], type: 'invoice', mainFile: true },
        { id: ids[1], type: 'note', mainFile: false },
      ]);
      expect(await journal.openCase(openCaseId), where).toMatchObject({ state: 'submitted', fault: null });
      for (const { id } of items)
        expect(await journal.item(id), where).toMatchObject({ stage: 'submitted', fault: null });
      const submissionId = (await journal.openCase(openCaseId))?.submissionId ?? '';
      expect(
        (await journal.cases(submissionId)).map(({ id }) => id),
        where,
      ).toEqual(['case-1']);
      expect(
        (await journal.jobsOf(submissionId)).map(({ state }) => state),
        where,
      ).toEqual(['done']);
      expect((await journal.verifyCustody()).brokenAt, where).toBeNull();
    }
    expect(finished).toBe(true);
    expect(crashes).toBeGreaterThan(firstAnswer === 'lost' ? 7 : 5);
  },
);
