import type { Fault } from '../../../shared/faults.ts';
import { tidyActions } from '../intake/tidy/tidy-away.ts';
import { patientTries, tidyFault } from '../intake/tidy/tidy-job.ts';
import { isThere } from '../platform/disk/is-there.ts';
import type { Journal } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import type { CustodyRow, JobRecord } from '../journal/records.ts';
import { jobPages } from '../items/outstanding.ts';

/** Originals that stay for one reason: how many, and where the first of them lie. */
export interface Untidied {
  readonly count: number;
  readonly paths: readonly string[];
  /** Names no file. */
  readonly fault: Fault;
}

type Reading = Pick<Journal, 'jobs' | 'log' | 'custody' | 'itemsByIds'>;

const named = 10;
const looked = 500;

/** Finds originals that lie where they came in although they should have been tidied away: those still tried, and those given up. */
export async function untidiedOriginals(journal: Reading): Promise<readonly Untidied[]> {
  const reasons = new Map<string, Fault>();
  for await (const page of jobPages(journal, ['ready', 'running']))
    for (const job of page) if (stays(job)) reasons.set(job.subjectId, withoutName(job.fault));
  const failures = (before?: number): Promise<readonly CustodyRow[]> =>
    journal.log({ event: 'tidy-up-failed', before, limit: looked });
  for await (const page of pages(failures, ({ sequence }) => sequence))
    for (const row of page) {
      const { subjectId } = row;
      if (reasons.has(subjectId)) continue;
      const reason = givenUp(row);
      if (reason !== null && (await isLast(journal, row))) reasons.set(subjectId, reason);
    }
  const groups = new Map<string, { count: number; paths: string[]; fault: Fault }>();
  const ids = [...reasons.keys()];
  for (let start = 0; start < ids.length; start += looked) {
    for (const item of await journal.itemsByIds(ids.slice(start, start + looked))) {
      const reason = reasons.get(item.id);
      if (reason === undefined || !(await isThere(item.path))) continue;
      const key = JSON.stringify([reason.code, reason.params]);
      const group = groups.get(key) ?? { count: 0, paths: [], fault: reason };
      groups.set(key, group);
      group.count += 1;
      if (group.paths.length < named) group.paths.push(item.path);
    }
  }
  return [...groups.values()];
}

/** Tried in vain for longer than a program usually has a file open. */
function stays(job: JobRecord): job is JobRecord & { readonly fault: Fault } {
  if (job.kind !== 'tidy' || job.fault === null) return false;
  return job.attempts >= patientTries || job.fault.params['problem'] !== 'in-use';
}

function givenUp({ detail }: CustodyRow): Fault | null {
  const action = tidyActions.find((known) => known === detail['action']);
  return action === undefined ? null : withoutName(tidyFault({ name: '' }, action, String(detail['problem'])));
}

/** Whether it was not tidied away after all, by a later try. */
async function isLast(journal: Reading, { subjectId, sequence }: CustodyRow): Promise<boolean> {
  const later = await journal.custody({ subjectIds: [subjectId], after: sequence, limit: looked });
  return !later.some(({ event }) => event === 'tidied');
}

function withoutName({ code, retry, owner, params }: Fault): Fault {
  const others = Object.entries(params).filter(([key]) => key !== 'name');
  return { code, retry, owner, params: Object.fromEntries(others) };
}
