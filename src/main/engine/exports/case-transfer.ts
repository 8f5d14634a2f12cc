import type { Fault } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { JobContext, JobHandler, JobResult } from '../queue/job.ts';
import type { ServiceClient } from '../service/client.ts';
import { reportOf, wasIntended, type Report, type TransferHandlerDependencies } from './report.ts';
import { commitReported, heldForReport } from './reported-items.ts';

/**
 * Makes the handling of `transfer` jobs of a whole case (subject: the case): intent, call, receipt. A lost answer is looked up
 * before repeating; the exports of the case's documents that are known here are at their end with it.
 */
export function createCaseTransfer({ clientOf, journal, clock, log }: TransferHandlerDependencies): JobHandler {
  function told(context: JobContext, event: string, detail: Readonly<Record<string, string>> = {}): Change {
    const { id, subjectId } = context.job;
    const report = reportOf(context).kind;
    return {
      kind: 'custody',
      subject: 'case',
      subjectId,
      event,
      at: clock.now(),
      detail: { job: id, report, ...detail },
    };
  }

  /** Before the job ends: after a crash between two documents it is done again, which changes nothing twice. */
  async function concludeDocuments(caseId: string, report: Report): Promise<void> {
    for (const { id } of await journal.documentsOfCase(caseId)) {
      await commitReported(journal, id, report, clock.now(), { report: report.kind, case: caseId }, []);
    }
  }

  async function receipt(context: JobContext, how: 'answered' | 'found'): Promise<JobResult> {
    const result: JobResult = { state: 'done' };
    await concludeDocuments(context.job.subjectId, reportOf(context));
    await journal.commit([told(context, 'transfer-reported', { how }), context.ended(result)]);
    return result;
  }

  /** A report that waits for a person is told on each file of the case that it would have handed over. */
  async function holds(context: JobContext, reason: Fault): Promise<readonly Change[]> {
    const documents = await journal.documentsOfCase(context.job.subjectId);
    const items = (await Promise.all(documents.map(({ id }) => journal.itemsOfDocument(id)))).flat();
    const each = new Map(items.map((item) => [item.id, item]));
    return [...each.values()].flatMap((item) => heldForReport(item, ['settled', 'exported'], reason, clock.now()));
  }

  async function failed(context: JobContext, reason: Fault, unclear: boolean): Promise<JobResult> {
    const refused = reason.code === 'not-found' || reason.code === 'request-refused';
    const meant = refused ? fault('transfer-refused', reason.params, reason.cause) : reason;
    const result = context.failed(meant);
    const base = [
      told(context, unclear ? 'report-unclear' : 'report-refused', { fault: meant.code }),
      context.ended(result),
    ];
    const together = await journal.commit([...base, ...(result.state === 'held' ? await holds(context, meant) : [])]);
    if (!together.ok) await journal.commit(base);
    if (!context.signal.aborted) log.warn('report-failed', { case: context.job.subjectId, fault: meant.code });
    return result;
  }

  /** Whether the service shows the report already; null: it could not be asked, and what became of the attempt. */
  async function look(client: ServiceClient, context: JobContext): Promise<boolean | JobResult> {
    const answer = await client.getCase(context.job.subjectId, { lane: 'hand-over', signal: context.signal });
    if (!answer.ok) return failed(context, answer.fault, true);
    return answer.value.state === reportOf(context).kind;
  }

  async function act(client: ServiceClient, context: JobContext): Promise<JobResult> {
    const { kind, message } = reportOf(context);
    const answer = await client.transferCase(
      context.job.subjectId,
      { successful: kind === 'transferred', ...(message === null ? {} : { message }) },
      { lane: 'hand-over', signal: context.signal, tries: 1 },
    );
    if (answer.ok) return receipt(context, 'answered');
    if (answer.fault.code !== 'outcome-unclear') return failed(context, answer.fault, false);
    const seen = await look(client, context);
    if (typeof seen !== 'boolean') return seen;
    return seen ? receipt(context, 'found') : failed(context, { ...answer.fault, retry: 'later' }, true);
  }

  return async (context) => {
    const { id, subjectId, connectionId } = context.job;
    const earlier = await wasIntended(journal, subjectId, id);
    const begun = await journal.commit([context.started(), told(context, 'reporting')]);
    if (!begun.ok) return { state: 'cancelled' };
    const client = clientOf(connectionId);
    if (client === null) return failed(context, fault('settings-invalid', { connection: connectionId }), earlier);
    if (earlier) {
      const seen = await look(client, context);
      if (typeof seen !== 'boolean') return seen;
      if (seen) return receipt(context, 'found');
    }
    return act(client, context);
  };
}
