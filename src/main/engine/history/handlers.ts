import { success, failure } from '../faults/fault.ts';
import type { QueriesOf, QueryHandlers } from '../dispatcher.ts';
import type { Journal } from '../journal/journal.ts';
import { createCustodyWhole } from './custody-whole.ts';
import { logSubjects } from './log-subjects.ts';

/** Questions about what happened: the chain of custody, and the log that is read from it. */
export function historyQueries(
  journal: Omit<Journal, 'commit' | 'onChange'>,
): QueryHandlers<QueriesOf<'custody' | 'activity'>> {
  const custodyWhole = createCustodyWhole(journal);
  return {
    async 'custody.page'({ subjectId, after, limit }) {
      const subject = subjectId === undefined ? {} : { subjectIds: [subjectId] };
      return success({ rows: await journal.custody({ limit, ...subject, ...(after === undefined ? {} : { after }) }) });
    },
    async 'custody.whole'(query) {
      const rows = await custodyWhole(query);
      return success({ rows, subjects: await logSubjects(journal, rows) });
    },
    'custody.verify': async () => success(await journal.verifyCustody()),
    async 'activity.log'(query) {
      const rows = await journal.log(query);
      return success({ rows, subjects: await logSubjects(journal, rows) });
    },
    'activity.summary': async (query) =>
      query.from < query.to
        ? success(await journal.activity(query))
        : failure('wrong-usage', { problem: 'The span of time is empty.' }),
  };
}
