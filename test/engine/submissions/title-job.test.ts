import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/shared/faults.ts';
import { queuedJob } from '../../../src/main/engine/items/outstanding.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type { Notifier } from '../../../src/main/engine/platform/ports.ts';
import { createTitleHandler, titleJobs } from '../../../src/main/engine/submissions/title-job.ts';
import { committed, newId, openTestJournal, someDocument } from '../journal/journal-fixtures.ts';
import { createScriptedService } from '../tracker/scripted-service.ts';
import { createTestClock, createTestLog } from '../../support/ports.ts';
import { attemptAt, uploadedItem } from './uploaded-item.ts';

const documentId = 'document-1';

/** A document whose title is to be set; the service gives these answers in turn, then it takes the title. */
async function titled(answers: readonly Outcome<void>[]) {
  const { journal } = await openTestJournal();
  const clock = createTestClock();
  const { item } = await uploadedItem(journal, clock.now());
  const found = { documentIds: [documentId], fileBatchId: null, caseIds: [] };
  const [job] = titleJobs({ ...item, title: 'March' }, found, newId, clock.now());
  if (job === undefined) throw new Error('no job');
  await committed(journal, { kind: 'job-added', job });
  const pending: (() => Promise<Outcome<void>>)[] = answers.map((answer) => () => Promise.resolve(answer));
  const asked: string[] = [];
  const client = {
    ...createScriptedService().client,
    setTitle(id: string, title: string) {
      asked.push(`${id}: ${title}`);
      return pending.shift()?.() ?? Promise.resolve(success(undefined));
    },
  };
  const told: Parameters<Notifier['notify']>[0][] = [];
  const handler = createTitleHandler({
    client: () => success(client),
    journal,
    clock,
    log: createTestLog(),
    notify: (notice) => told.push(notice),
  });
  return {
    journal,
    clock,
    asked,
    answers: pending,
    told,
    item,
    /** Works until it ends or waits for a person. */
    async end() {
      let queued = queuedJob(job);
      for (;;) {
        const result = await handler(attemptAt(queued, clock));
        if (result.state !== 'ready') return result;
        queued = { ...queued, attempts: queued.attempts + (result.counts ? 1 : 0) };
        clock.advance(Math.max(0, result.dueAt - clock.now()));
      }
    },
  };
}

describe('a title that is to be set', () => {
  it('waits for a document that does not show yet, and is set again after a lost answer', async () => {
    const run = await titled([failure('not-found'), failure('outcome-unclear'), failure('not-found')]);
    expect(await run.end()).toEqual({ state: 'done' });
    expect(run.asked).toEqual(Array(4).fill('document-1: March'));
    const rows = await run.journal.custody({ subjectIds: [documentId], limit: 100 });
    expect(rows.at(-1)).toMatchObject({ event: 'title-set', actor: 'engine' });
  });

  it('is given to a person where the document never shows, within an hour', async () => {
    const run = await titled(Array<Outcome<void>>(100).fill(failure('not-found')));
    const begun = run.clock.now();
    expect(await run.end()).toMatchObject({ state: 'held', fault: { code: 'not-found' } });
    expect(run.clock.now() - begun).toBeLessThan(3_600_000);
    const rows = await run.journal.custody({ subjectIds: [documentId], limit: 100 });
    expect(rows.at(-1)).toMatchObject({ event: 'title-not-set', detail: { fault: 'not-found' } });
  });

  it('is told to a person where it can not be set, and changes nothing else of the document', async () => {
    const document = someDocument({ id: documentId, state: 'processing', title: 'a.pdf' });
    for (const answer of [failure('request-refused'), success(undefined)]) {
      const run = await titled([]);
      const at = run.clock.now();
      await committed(
        run.journal,
        { kind: 'document-seen', document, at },
        { kind: 'document-linked', documentId, itemId: run.item.id, role: null, at },
      );
      run.answers.push(async () => {
        // Seen while the call is on its way.
        await committed(run.journal, {
          kind: 'document-seen',
          document: { ...document, state: 'done', settled: true },
          at,
        });
        return answer;
      });
      await run.end();
      const fault = { code: 'title-not-set', params: { name: run.item.name } };
      expect(run.told).toMatchObject(answer.ok ? [] : [{ kind: 'held', subject: run.item.id, fault }]);
      const title = answer.ok ? 'March' : 'a.pdf';
      expect(await run.journal.document(documentId)).toMatchObject({ title, state: 'done', settled: true });
    }
  });

  it('does not replace one that a person has set meanwhile', async () => {
    const run = await titled([]);
    const at = run.clock.now();
    await run.journal.commit(
      [{ kind: 'custody', subject: 'document', subjectId: documentId, event: 'title-set', at }],
      'someone',
    );
    expect(await run.end()).toEqual({ state: 'cancelled' });
    expect(run.asked).toEqual([]);
  });
});
