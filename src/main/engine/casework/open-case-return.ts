import type { Outcome } from '../../../shared/faults.ts';
import { unheld } from '../cases/open-case-moves.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import { pages } from '../journal/pages.ts';
import type { CustodyRow } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import { queuedJob } from '../items/outstanding.ts';
import { isLive } from '../items/cancel-item.ts';

/** What taking a release back needs. */
export interface OpenCaseReturnDependencies {
  readonly journal: Journal;
  readonly now: () => number;
  readonly actor: string;
  readonly queue: Pick<Queue, 'add' | 'cancel'>;
  readonly look: (openCaseId: string) => Promise<void>;
  readonly forget: (itemIds: readonly string[]) => void;
}

/** Lines of a history that are read at once. */
const linesAtOnce = 1_000;

/** What the history says of the end of a dissolved open case: the files it had then, its main one, and the case they went to. */
async function endOf(
  { journal }: Pick<OpenCaseReturnDependencies, 'journal'>,
  openCaseId: string,
): Promise<{ readonly itemIds: readonly string[]; readonly main: unknown; readonly into: unknown }> {
  const read = (after?: number) =>
    journal.custody({ subjectIds: [openCaseId], limit: linesAtOnce, ...(after === undefined ? {} : { after }) });
  const lines: CustodyRow[] = [];
  for await (const page of pages(read, ({ sequence }) => sequence)) lines.push(...page);
  const end = lines.findLast(({ event }) => event === 'dissolved');
  const went = lines.filter(({ event, at }) => event === 'item-went' && at === end?.at);
  return {
    itemIds: went.flatMap(({ detail: { item } }) => (typeof item === 'string' ? [item] : [])),
    main: end?.detail['main'],
    into: end?.detail['into'],
  };
}

/** The open case that gathers the files of the same key by now; null where none does. */
async function gatheringAs(
  journal: Pick<Journal, 'openCasePage'>,
  { connectionId, projectId, sourceId }: OpenCaseRecord,
  key: string,
): Promise<OpenCaseRecord | null> {
  const query = { states: ['open', 'held'], connectionId, projectId, called: key, offset: 0, limit: 200 } as const;
  const { rows } = await journal.openCasePage(query);
  return rows.find((other) => other.key === key && other.sourceId === sourceId) ?? null;
}

/**
 * Puts an open case together again that was dissolved or merged into another one, of those of its files that are loose or in that one
 * since: in their order, with their roles and the main mark. Refused where none is, where the other one gathers no more, and where a
 * newer one gathers the files of its key: two of them would share what comes.
 */
async function restore(dependencies: OpenCaseReturnDependencies, openCase: OpenCaseRecord): Promise<Outcome<object>> {
  const { journal, now, actor } = dependencies;
  const { name, connectionId, projectId } = openCase;
  const { itemIds, main, into } = await endOf(dependencies, openCase.id);
  const other = typeof into === 'string' ? await journal.openCase(into) : null;
  const places = new Map((await journal.places(itemIds)).map((place) => [place.itemId, place.openCaseId]));
  const items = new Map((await journal.itemsByIds(itemIds)).map((item) => [item.id, item]));
  const back = itemIds
    .flatMap((id) => items.get(id) ?? [])
    .filter(({ id, stage, rule }) => {
      const place = places.get(id);
      const isThere = place === null || (place !== undefined && place === other?.id);
      return (
        isThere &&
        unsentStages.includes(stage) &&
        rule.mode === 'case' &&
        rule.projectId === projectId &&
        rule.connectionId === connectionId
      );
    });
  if (back.length === 0) return { ok: false, fault: wrongUse('open-case-not-restored', { name }) };
  const newer = openCase.key === null ? null : await gatheringAs(journal, openCase, openCase.key);
  if (newer !== null) return { ok: false, fault: wrongUse('open-case-anew', { name: newer.name }) };
  const at = now();
  const outcome = await journal.commit(
    [
      {
        kind: 'open-case-set',
        openCaseId: openCase.id,
        from: ['dissolved'],
        set: { state: 'open', fault: null, changedAt: at },
        at,
        event: 'dissolving-taken-back',
      },
      ...back.map(({ id }): Change => ({ kind: 'item-put', itemId: id, openCaseId: openCase.id, at })),
      ...(back.some(({ id }) => id === main)
        ? [{ kind: 'place-set', itemId: String(main), set: { mainFile: true }, at } as const]
        : []),
      ...unheld(back, at),
    ],
    actor,
  );
  // The other one was released, or its files went on their way just now.
  if (!outcome.ok) return { ok: false, fault: wrongUse('open-case-closed', { name: other?.name ?? name }) };
  dependencies.forget(back.map(({ id }) => id));
  for (const id of [openCase.id, ...(other === null ? [] : [other.id])]) await dependencies.look(id);
  return success({});
}

/**
 * Takes a release back, or that an open case was dissolved or merged: only what was surely not sent, or surely refused, gathers again.
 * A submission that is in the air or whose outcome is unclear may be a case already.
 */
export async function takeBack(dependencies: OpenCaseReturnDependencies, openCaseId: string): Promise<Outcome<object>> {
  const { journal, now, actor, queue } = dependencies;
  const openCase = await journal.openCase(openCaseId);
  if (openCase === null) return failure('not-found', { subject: 'case', id: openCaseId });
  if (openCase.state === 'open' || openCase.state === 'held') return success({});
  if (openCase.state === 'dissolved') return restore(dependencies, openCase);
  const { submissionId } = openCase;
  const jobs = submissionId === null ? [] : await journal.jobsOf(submissionId);
  await queue.cancel(jobs.filter(isLive).map(({ id }) => id));
  // The attempt that was stopped may have sent it: only what the journal says now counts.
  const submission = submissionId === null ? null : await journal.submission(submissionId);
  const left = submissionId === null ? [] : await journal.jobsOf(submissionId);
  const present = await journal.openCase(openCaseId);
  if (present?.state !== 'released' && present?.state !== 'refused') {
    queue.add(left.filter(({ state }) => state === 'ready').map(queuedJob));
    const sent = present?.state === 'submitted' ? 'at-service' : 'being-submitted';
    return { ok: false, fault: wrongUse(sent, { name: openCase.name }) };
  }
  const at = now();
  const members = await journal.itemsByIds(openCase.members.map(({ itemId }) => itemId));
  const held = members.filter(({ stage, resumeStage }) => stage === 'held' && resumeStage === 'uploaded');
  const outcome = await journal.commit(
    [
      ...(submission === null || submission.state === 'cancelled'
        ? []
        : [
            {
              kind: 'submission-set',
              submissionId: submission.id,
              from: ['ready', 'held'],
              set: { state: 'cancelled' },
              at,
            } as const,
          ]),
      ...left
        .filter((job) => isLive(job) || job.state === 'held')
        .map((job): Change => ({ kind: 'job-set', jobId: job.id, set: { state: 'cancelled' } })),
      {
        kind: 'open-case-set',
        openCaseId,
        from: ['released', 'refused'],
        set: {
          state: 'open',
          fault: null,
          submissionId: null,
          releasedAt: null,
          releasedBy: null,
          changedAt: at,
          // A person took it back: only a person lets it go again.
          terms: { ...openCase.terms, release: 'decision' },
        },
        at,
        event: 'release-taken-back',
      },
      ...held.map(({ id }): Change => ({
        kind: 'item-moved',
        itemId: id,
        from: ['held'],
        trail: [{ stage: 'uploaded', at }],
        set: { fault: null, resumeStage: null },
      })),
    ],
    actor,
  );
  if (!outcome.ok) return { ok: false, fault: wrongUse('being-submitted', { name: openCase.name }) };
  dependencies.forget(members.map(({ id }) => id));
  await dependencies.look(openCaseId);
  return success({});
}
