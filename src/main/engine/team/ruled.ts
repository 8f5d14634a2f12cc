import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import type { JobContext, JobResult } from '../queue/job.ts';
import { added, duplicateJob } from '../submissions/first-jobs.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { voidJob } from '../submissions/void-job.ts';
import { toldDetail, type Ruling } from './rulings.ts';

/** What writing down what was decided needs. */
export interface RuledParts {
  readonly journal: Pick<Journal, 'commit'>;
  readonly known: Pick<KnownItems, 'forget'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly hasFolder: (sourceId: string) => boolean;
  /** It will not be sent from here. */
  readonly dropped: (item: ItemRecord) => void;
}

/** Writes down what was decided about an item with its team; the result of a job is void where the item went another way meanwhile. */
export interface Ruled {
  wait(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult>;
  hold(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult>;
  setAside: SetAside;
  /** `fence` null: it goes although it is not this station's; `wasAsked`: the team answered. False: it went another way meanwhile. */
  goes(item: ItemRecord, fence: string | null, wasAsked: boolean): Promise<boolean>;
}

/** Another station has sent it: it is set aside, `before` and this in one commit. */
type SetAside = (
  item: ItemRecord,
  ruling: Extract<Ruling, { kind: 'duplicate' }>,
  from: readonly ItemStage[],
  before: readonly Change[],
) => Promise<Awaited<ReturnType<Journal['commit']>>>;

/** Claims that this process has noted: only a memory, so that an upload that is tried again is not noted again. */
const maxRemembered = 5_000;

/** Makes it; see {@link Ruled}. */
export function createRuled({ journal, known, now, newId, enqueue, hasFolder, dropped }: RuledParts): Ruled {
  const remembered = new Map<string, string | null>();

  /** Only where the item is still on its way. */
  const stays = (item: ItemRecord, set: Extract<Change, { kind: 'item-moved' }>['set']): Change => ({
    kind: 'item-moved',
    itemId: item.id,
    from: ['accepted', 'uploading'],
    trail: [],
    ...(set === undefined ? {} : { set }),
  });

  const noted = (item: ItemRecord, event: string, detail: Readonly<Record<string, string | number>>): Change => ({
    kind: 'custody',
    subject: 'item',
    subjectId: item.id,
    event,
    at: now(),
    detail,
  });

  async function wait(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult> {
    const { code, params } = reason;
    const isTold = item.fault?.code === code && item.fault.params['station'] === params['station'];
    if (!isTold) {
      const { station = '' } = params;
      const detail = { fault: code, ...(station === '' ? {} : { station }) };
      const outcome = await journal.commit([stays(item, { fault: reason }), noted(item, 'team-waits', detail)]);
      known.forget(item.id);
      if (!outcome.ok) return voidJob(journal, context);
    }
    return context.failed({ ...reason, retry: 'later' });
  }

  /** A person has to look. */
  async function hold(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult> {
    const result = context.failed(reason);
    const outcome = await journal.commit([
      context.started(),
      context.ended(result),
      {
        kind: 'item-moved',
        itemId: item.id,
        from: ['accepted', 'uploading'],
        trail: [{ stage: 'held', at: now(), detail: { fault: reason.code } }],
        set: { fault: reason, resumeStage: 'accepted' },
      },
    ]);
    known.forget(item.id);
    if (outcome.ok) return result;
    return outcome.index > 0 ? voidJob(journal, context) : { state: 'cancelled' };
  }

  /** Another station has sent it: it is set aside, `before` and this in one commit. */
  async function setAside(
    item: ItemRecord,
    { reason, of }: Extract<Ruling, { kind: 'duplicate' }>,
    from: readonly ItemStage[],
    before: readonly Change[],
  ): Promise<Awaited<ReturnType<Journal['commit']>>> {
    const at = now();
    const job = hasFolder(item.sourceId) ? duplicateJob(item, newId(), at) : null;
    const outcome = await journal.commit([
      ...before,
      {
        kind: 'item-moved',
        itemId: item.id,
        from,
        trail: [{ stage: 'duplicate', at, detail: { ...toldDetail(of), path: item.path } }],
        set: { fault: reason },
      },
      ...(job === null ? [] : [added(job)]),
    ]);
    known.forget(item.id);
    if (!outcome.ok) return outcome;
    if (job !== null) enqueue([job]);
    dropped(item);
    return outcome;
  }

  /** What is decided is in the journal before anything is sent; false: it went another way meanwhile. */
  async function goes(item: ItemRecord, fence: string | null, wasAsked: boolean): Promise<boolean> {
    const isWaiting = item.fault?.code.startsWith('team-') === true;
    if (!isWaiting && remembered.get(item.id) === fence) return true;
    // That a person wants it sent is in the history already.
    const notes =
      fence !== null ? [noted(item, 'team-claimed', { fence })] : wasAsked ? [] : [noted(item, 'team-alone', {})];
    const outcome = await journal.commit([stays(item, isWaiting ? { fault: null } : undefined), ...notes]);
    if (isWaiting || !outcome.ok) known.forget(item.id);
    if (remembered.size >= maxRemembered) remembered.clear();
    if (outcome.ok) remembered.set(item.id, fence);
    return outcome.ok;
  }

  return { wait, hold, setAside, goes };
}
