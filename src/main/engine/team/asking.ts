import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { JobHandler, JobResult } from '../queue/job.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import type { SubmitAttempt } from '../submissions/submit-ends.ts';
import { voidJob } from '../submissions/void-job.ts';
import { createRuled, type RuledParts } from './ruled.ts';
import { contentOf, createRulings, type RulingParts } from './rulings.ts';
import type { Team, TeamContent } from './team.ts';

/** What asking the team needs of the engine. */
export interface AskingParts extends RulingParts, RuledParts {
  readonly team: Team;
  readonly journal: Pick<Journal, 'commit' | 'custody'>;
  readonly known: Pick<KnownItems, 'get' | 'forget'>;
  /** Address of the service that a connection leads to, as all stations write it; null: there is no such connection. */
  readonly serviceOf: (connectionId: string) => string | null;
}

/** What a station asks its team before it sends. */
export interface Asking {
  /** Wraps the handler of uploads: nothing of an item is sent before the team has decided whose content it is. */
  first(upload: JobHandler): JobHandler;
  /**
   * Right before the service makes documents of these: why it must not; where it may, what is called once the service has surely not
   * taken them.
   */
  begin(attempt: Pick<SubmitAttempt, 'items' | 'submission' | 'context'>): Promise<Outcome<() => void>>;
}

const dayMs = 86_400_000;

/** Makes it; see {@link Asking}. */
export function createAsking(parts: AskingParts): Asking {
  const { team, journal, known, now } = parts;
  const rulingOf = createRulings(parts);
  const { wait, hold, setAside, goes } = createRuled(parts);

  /** What the team is asked about an item; null: its rule sends each content, or nothing is known of it. */
  const askedOf = (item: ItemRecord): TeamContent | null =>
    item.rule.duplicates === 'send-anyway' ? null : contentOf(item, parts.serviceOf);

  return {
    first: (upload) => async (context) => {
      if (!team.isShared) return upload(context);
      const item = await known.get(context.job.subjectId);
      const content = item === null ? null : askedOf(item);
      // Looked for at the service first: what comes of that is a job of its own.
      if (item === null || content === null || item.paused || context.job.payload['look'] === true) {
        return upload(context);
      }
      const { duplicateDays } = item.rule;
      const anewMs = duplicateDays === undefined ? undefined : duplicateDays * dayMs;
      const answer = await team.ask({ ...content, anewMs });
      const ruling = context.signal.aborted ? null : await rulingOf(item, answer, context.signal);
      if (ruling === null || context.signal.aborted) return { state: 'ready', dueAt: now(), counts: false };
      switch (ruling.kind) {
        case 'wait':
          return wait(context, item, ruling.reason);
        case 'held':
          return hold(context, item, ruling.reason);
        case 'duplicate': {
          const result: JobResult = { state: 'done' };
          const before = [context.started(), context.ended(result)];
          const outcome = await setAside(item, ruling, ['accepted', 'uploading'], before);
          if (outcome.ok) return result;
          return outcome.index > 0 ? voidJob(journal, context) : { state: 'cancelled' };
        }
        case 'go':
          return (await goes(item, ruling.fence, answer.ok)) ? upload(context) : voidJob(journal, context);
      }
    },
    async begin({ items, submission: { kind, externalId }, context }) {
      if (!team.isShared) return success(() => undefined);
      const begun = await Promise.all(
        items.flatMap((item) => {
          const content = askedOf(item);
          if (content === null || item.fileId === null) return [];
          const call = { kind, externalId, fileId: item.fileId };
          return [team.begin({ ...content, call }).then((answer) => ({ item, content, answer }))];
        }),
      );
      const notSent = (): void => {
        for (const { content, answer } of begun) {
          if (answer.ok && answer.value.kind === 'ours') {
            void team.notSent({ ...content, attempt: answer.value.attempt });
          }
        }
      };
      for (const { item, answer } of begun) {
        const ruling = await rulingOf(item, answer, context.signal);
        if (ruling.kind === 'go') continue;
        notSent();
        if (ruling.kind !== 'duplicate') return { ok: false, fault: ruling.reason };
        await setAside(item, ruling, ['uploaded', 'submitting'], []);
        // What is left of the submission begins anew without it.
        return { ok: false, fault: { ...ruling.reason, retry: 'later' } };
      }
      return success(notSent);
    },
  };
}
