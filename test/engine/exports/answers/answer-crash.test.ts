import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerFiles, type AnswerFiles } from '../../../../src/main/engine/exports/answers/answer-files.ts';
import { createAnswerWatch } from '../../../../src/main/engine/exports/answers/answer-watch.ts';
import { acknowledgeJob } from '../../../../src/main/engine/exports/follow-up-jobs.ts';
import type { Journal } from '../../../../src/main/engine/journal/journal.ts';
import type { JobRecord } from '../../../../src/main/engine/journal/records.ts';
import { createTestLog, makeTestFolder, realClock } from '../../../support/ports.ts';
import { newId, openTestJournal } from '../../journal/journal-fixtures.ts';
import type { ScriptedService } from '../../tracker/scripted-service.ts';
import { exportOf, itemOf } from '../export-fixtures.ts';
import { createMortality, mortalJournal, type Step } from '../mortality.ts';
import { createDealing, waitingExport, type Dealing } from './answer-fixtures.ts';

function mortalAnswers(step: Step): AnswerFiles {
  return {
    list: (folder) => step(() => answerFiles.list(folder)),
    of: (xml) => step(() => answerFiles.of(xml)),
    look: (path) => step(() => answerFiles.look(path)),
    read: (path, expected, limit) => step(() => answerFiles.read(path, expected, limit)),
    putAway: (path) => step(() => answerFiles.putAway(path)),
  };
}

/** The world ends before a call is made, or after it arrived and before its answer. */
function mortalService(service: ScriptedService, step: Step): ScriptedService {
  const { client } = service;
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    const answer = await step(call);
    return step(() => Promise.resolve(answer));
  };
  return {
    ...service,
    client: {
      ...client,
      setExternalId: (...values) => around(() => client.setExternalId(...values)),
      setExternalData: (...values) => around(() => client.setExternalData(...values)),
      transferDocument: (...values) => around(() => client.transferDocument(...values)),
    },
  };
}

/** What a start does: attempts that never ended are ready again, and all that is ready is done. */
async function startAgain(journal: Journal, subjects: readonly string[], deal: Dealing): Promise<void> {
  for (const subject of subjects) {
    for (const job of await journal.jobsOf(subject)) {
      if (job.state === 'running') {
        await journal.commit([
          { kind: 'attempt-ended', jobId: job.id, at: Date.now(), state: 'ready', dueAt: 0, counts: false },
        ]);
      }
      if (job.state === 'running' || job.state === 'ready') await deal.all(job);
    }
  }
}

test('a crash between any two steps takes an answer once, brings its data back and reports once', async () => {
  const { journal } = await openTestJournal();
  const root = await makeTestFolder();
  let finished = false;
  let crashes = 0;
  for (let dieAt = 1; !finished && dieAt < 60; dieAt += 1) {
    const folder = join(root, String(dieAt));
    await mkdir(folder);
    const scene = await waitingExport({}, true, { journal, folder });
    const { xml, documentId, exportId, itemId, service, job, deal } = scene;
    await writeFile(`${xml}.ok`, 'externalId=ERP-1\nexternalData.voucher=7');
    const { died, step } = createMortality(dieAt);
    const doomed = createDealing(mortalJournal(journal, step), mortalService(service, step), {
      files: mortalAnswers(step),
    });
    finished = (await Promise.race([doomed.all(job), died])) !== 'died';
    if (!finished) crashes += 1;

    await startAgain(journal, [exportId, documentId], deal);
    await startAgain(journal, [documentId], deal);
    // An answer that was written down but not put away is found by the next look through the folder.
    const woken: JobRecord[] = [];
    const watch = createAnswerWatch({
      journal,
      clock: realClock,
      log: createTestLog(),
      files: answerFiles,
      wake: (found) => Promise.resolve(void woken.push(found)),
      lateJob: (record) => acknowledgeJob(record, { id: newId(), sourceId: null, priority: 20, dueAt: 0 }),
    });
    if ((await readdir(folder)).includes('Invoice 1.xml.ok')) {
      watch.expect(xml);
      await expect.poll(() => woken.length).toBe(1);
      for (const found of woken) await deal.all(found);
    }
    await watch.stop();

    const where = `crash before step ${String(dieAt)}`;
    expect(
      service.requests.filter((request) => request.startsWith('transfer')),
      where,
    ).toHaveLength(1);
    expect(service.documents.get(documentId), where).toMatchObject({
      externalId: 'ERP-1',
      externalData: { voucher: '7' },
      state: 'transferred',
    });
    expect(await exportOf(journal, exportId), where).toMatchObject({
      state: 'reported',
      answer: { kind: 'ok', writtenBack: true },
    });
    expect((await itemOf(journal, itemId)).stage, where).toBe('handed-over');
    expect((await readdir(folder)).sort(), where).toEqual(['Invoice 1.xml', 'processed']);
    expect(await readdir(join(folder, 'processed')), where).toEqual(['Invoice 1.xml.ok']);
  }
  expect(finished).toBe(true);
  expect(crashes).toBeGreaterThan(15);
  expect((await journal.verifyCustody()).brokenAt).toBeNull();
});
