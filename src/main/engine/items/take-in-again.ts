import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import { closedCaseOf } from '../cases/open-case-state.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change, CustodyDetail } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob, SubmissionRecord } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import type { Queue } from '../queue/queue.ts';
import type { KnownItems } from '../submissions/known-items.ts';
import { lookingFirst } from '../submissions/look-first.ts';
import type { Withdraw } from './cancel-item.ts';
import { isBeingGathered, isLive, leavingBatches } from './cancel-item.ts';
import { queuedJob } from './outstanding.ts';
import { drop } from './retry-item.ts';
import { isAtService, type createSendSecond } from './send-second.ts';

/** What taking items in again needs. */
export interface TakeInAgainDependencies {
  readonly journal: Journal;
  readonly queue: Pick<Queue, 'add' | 'cancel'>;
  readonly known: Pick<KnownItems, 'forget'>;
  readonly now: () => number;
  /** The account that decides, for custody. */
  readonly actor: string;
  readonly uploadJob: (item: ItemRecord, dueAt: number) => NewJob;
  /** The intake looks at the file again. */
  readonly settleAgain: (item: ItemRecord) => void;
  /** A case lost a file: what follows from that is done. */
  readonly lookAtCase: (openCaseId: string) => void;
}

/** Where items are to go instead of where their rule says; what is left out stays. */
export interface OtherWay {
  readonly projectId?: string | undefined;
  readonly mode?: IntakeRule['mode'] | undefined;
  /** What is at the service already is sent there once more, as a new item beside it. */
  readonly second?: boolean | undefined;
}

/** Whether the service may have been told of it, and nobody knows what came of that: a person gave it up. */
const isUnclear = ({ state, submittedAt }: SubmissionRecord): boolean =>
  state === 'unclear' || (state === 'cancelled' && submittedAt !== null);

/** Held because another station or a lost record may have sent it, which nothing here tells. What was cancelled has its fault still. */
const isDoubtful = ({ fault }: ItemRecord): boolean =>
  fault?.code === 'outcome-unclear' || fault?.code === 'record-unreadable';

/** The steps of the history that say where it goes now. */
function told(rule: IntakeRule, next: IntakeRule): readonly CustodyDetail[] {
  const project = next.projectId === rule.projectId ? [] : [{ decision: 'send-to', project: next.projectId }];
  const mode = next.mode === rule.mode ? [] : [{ decision: `send-as-${next.mode}` }];
  const steps = [...project, ...mode];
  return steps.length === 0 ? [{ decision: 'take-in-again' }] : steps;
}

/**
 * Makes the act that takes an item in again: one that was cancelled, as it was, or one that is not at the service, for another
 * project or in another mode. It leaves the batch or case that it would have been sent with. It begins anew as the intake finds its file, whose content is compared with that of others once more, so nothing
 * goes twice; one that may be at the service is looked for there first, or held as it was where nothing tells what to look for. Answers why it can't be, null where it goes on.
 */
export function createTakeInAgain(
  dependencies: TakeInAgainDependencies,
  withdraw: Withdraw,
  sendSecond: ReturnType<typeof createSendSecond>,
): (item: ItemRecord, way: OtherWay) => Promise<Fault | null> {
  const { journal, queue, known, now, actor } = dependencies;

  /** What stands against it, whatever way it goes; null: nothing. */
  async function hindrance(item: ItemRecord): Promise<Fault | null> {
    const { name } = item;
    // Whoever edits its pages has it: their end decides what is sent.
    if (item.stage === 'held' && item.fault?.code === 'pages-edited') return item.fault;
    // Its case was sent without it: it would wait there for good.
    const closed = item.rule.mode === 'case' ? await closedCaseOf(journal, item.id) : null;
    if (closed !== null) return closed;
    // What was sent, or may have been, keeps its files: it would join no other one.
    const isKept = (each: SubmissionRecord): boolean =>
      each.state !== 'cancelled' && each.items.length > 1 && !isBeingGathered(each);
    if ((await journal.submissionsOfItem(item.id)).some(isKept)) return wrongUse('in-a-batch', { name });
    const seen = await journal.seenFile(item.sourceId, item.path);
    return seen !== null && seen.itemId !== item.id ? wrongUse('came-again', { name }) : null;
  }

  const again = (item: ItemRecord, stage: ItemStage): Extract<Change, { kind: 'item-moved' }> => ({
    kind: 'item-moved',
    itemId: item.id,
    from: ['cancelled'],
    since: item.stageSince,
    trail: [{ stage, at: now(), detail: { decision: 'take-in-again' } }],
  });

  async function lookFirst(item: ItemRecord): Promise<null> {
    const job = lookingFirst(dependencies.uploadJob(item, now()));
    const outcome = await journal.commit([again(item, 'accepted'), { kind: 'job-added', job }], actor);
    if (outcome.ok) queue.add([queuedJob(job)]);
    return null;
  }

  /** What it was held for is asked once more. */
  async function askAgain(item: ItemRecord): Promise<null> {
    const change = { ...again(item, 'held'), set: { fault: item.fault, resumeStage: 'accepted' } } as const;
    known.forget(item.id);
    await journal.commit([change], actor);
    return null;
  }

  /** From an end that a person or the intake brought it to. */
  async function fromEnd(item: ItemRecord, { more = [], ...onward }: Parameters<Withdraw>[1]): Promise<Fault | null> {
    // Its original may just be on its way to `duplicates/`: where it lies has to be known before it is read.
    const tidying = (await journal.jobsOf(item.id)).filter((job) => job.kind === 'tidy' && isLive(job));
    await queue.cancel(tidying.map(({ id }) => id));
    const left = (await journal.jobsOf(item.id)).filter((job) => job.kind === 'tidy' && isLive(job));
    const move: Change = {
      kind: 'item-moved',
      itemId: item.id,
      from: [item.stage],
      since: item.stageSince,
      ...onward,
    };
    const leaving = leavingBatches(await journal.submissionsOfItem(item.id), item.id);
    const outcome = await journal.commit([move, ...leaving, ...more, ...drop(left)], actor);
    // Another decision was faster.
    return outcome.ok ? null : wrongUse('not-cancelled', { name: item.name });
  }

  return async (item, { projectId = item.rule.projectId, mode = item.rule.mode, second = false }) => {
    const rule = { ...item.rule, projectId, mode };
    const isOtherProject = projectId !== item.rule.projectId;
    const isOther = isOtherProject || mode !== item.rule.mode;
    if (second && isOther && isAtService(item)) return sendSecond(item, rule);
    const ended = item.stage === 'cancelled' || (isOtherProject && item.stage === 'duplicate');
    const unsent = unsentStages.includes(item.stage);
    if (!ended && !(isOther && unsent)) {
      const isUnsent = unsent || item.stage === 'duplicate';
      return wrongUse(isUnsent ? 'not-cancelled' : 'at-service', { name: item.name });
    }
    const reason = await hindrance(item);
    if (reason !== null) return reason;
    const findable = (await journal.submissionsOfItem(item.id)).some(isUnclear);
    if (isOther && (findable || isDoubtful(item))) return wrongUse('maybe-at-service', { name: item.name });
    if (findable) return lookFirst(item);
    if (isDoubtful(item)) return askAgain(item);
    const [place] = isOther ? await journal.places([item.id]) : [];
    const onward: Parameters<Withdraw>[1] = {
      trail: told(item.rule, rule).map((detail) => ({ stage: 'settling', at: now(), detail })),
      set: { rule, fault: null, resumeStage: null, fileId: null },
      more: place === undefined ? [] : [{ kind: 'item-unplaced', itemId: item.id, at: now() }],
    };
    known.forget(item.id);
    const refused = ended ? await fromEnd(item, onward) : await withdraw(item, onward);
    if (refused !== null) return refused;
    if (place !== undefined && place.openCaseId !== null) dependencies.lookAtCase(place.openCaseId);
    const present = await journal.item(item.id);
    if (present?.stage === 'settling') dependencies.settleAgain(present);
    return null;
  };
}
