import { acknowledgementSchema } from '../../../../src/shared/settings.ts';
import type { Acknowledgement } from '../../../../src/shared/settings.ts';
import { createAcknowledgeHandler } from '../../../../src/main/engine/exports/answers/acknowledge-job.ts';
import type { AcknowledgeDependencies } from '../../../../src/main/engine/exports/answers/acknowledge-job.ts';
import { answerFiles } from '../../../../src/main/engine/exports/answers/answer-files.ts';
import { createWriteBackHandler } from '../../../../src/main/engine/exports/answers/write-back-job.ts';
import { createTransferHandler } from '../../../../src/main/engine/exports/transfer-job.ts';
import type { Journal } from '../../../../src/main/engine/journal/journal.ts';
import type { NewJob } from '../../../../src/main/engine/journal/records.ts';
import type { JobHandler, JobResult } from '../../../../src/main/engine/queue/job.ts';
import { createTestLog, makeTestFolder, realClock } from '../../../support/ports.ts';
import { newId, openTestJournal } from '../../journal/journal-fixtures.ts';
import { createScriptedService } from '../../tracker/scripted-service.ts';
import type { ScriptedService } from '../../tracker/scripted-service.ts';
import { attemptAt, createBench, exportOf, plan, resultOf } from '../export-fixtures.ts';

/** A written XML whose answer is outstanding, and everything that deals with it. */
export interface Waiting {
  readonly journal: Journal;
  readonly folder: string;
  /** Path of the XML. */
  readonly xml: string;
  readonly itemId: string;
  readonly documentId: string;
  readonly exportId: string;
  /** The job that waits for the answer. */
  readonly job: NewJob;
  readonly service: ScriptedService;
  readonly deal: Dealing;
}

/** Does jobs as the queue does: what one leads to is done after it. */
export interface Dealing {
  readonly one: (job: NewJob) => Promise<JobResult>;
  /** The job, then all that it and its followers announce; answers the kinds in order. */
  readonly all: (job: NewJob) => Promise<readonly string[]>;
}

/** Makes the handlers over the real disk; `overrides` for the acknowledging one. */
export function createDealing(
  journal: Journal,
  service: ScriptedService,
  overrides: Partial<AcknowledgeDependencies> = {},
): Dealing {
  const announced: NewJob[] = [];
  const common = {
    journal,
    clock: realClock,
    ids: newId,
    log: createTestLog(),
    priority: 20,
    clientOf: () => service.client,
    announceJobs: (jobs: readonly NewJob[]) => void announced.push(...jobs),
  };
  const acknowledge = createAcknowledgeHandler({ ...common, files: answerFiles, ...overrides });
  const transfer = createTransferHandler(common);
  const handlers: Readonly<Record<string, JobHandler>> = {
    acknowledge,
    'write-back': createWriteBackHandler(common),
    transfer,
    reject: transfer,
  };
  const one = (job: NewJob): Promise<JobResult> => {
    const handler = handlers[job.kind];
    if (handler === undefined) throw new Error(`no handler for ${job.kind}`);
    return resultOf(handler, attemptAt(job));
  };
  return {
    one,
    async all(job) {
      const kinds: string[] = [];
      const todo = [job];
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
        kinds.push(next.kind);
        announced.length = 0;
        await one(next);
        todo.push(...announced);
      }
      return kinds;
    },
  };
}

/** Writes an XML whose rule waits for an answer. */
export async function waitingExport(
  rule: Partial<Acknowledgement> = {},
  reportTransfer = true,
  opened?: { readonly journal: Journal; readonly folder: string },
): Promise<Waiting> {
  const journal = opened?.journal ?? (await openTestJournal()).journal;
  const folder = opened?.folder ?? (await makeTestFolder());
  const acknowledgement = acknowledgementSchema.parse(rule);
  const planned = await plan(journal, folder, {
    reportTransfer,
    handOver: { binaries: 'inline', reportFailedWrites: false, versions: 'one', acknowledgement },
  });
  const bench = createBench(journal);
  await bench.run(planned.job);
  const [job] = bench.announced;
  const { path } = await exportOf(journal, planned.exportId);
  if (job === undefined || path === null) throw new Error('nothing waits');
  const service = createScriptedService();
  service.put({ id: planned.documentId, state: 'done' });
  return { ...planned, journal, folder, xml: path, job, service, deal: createDealing(journal, service) };
}
