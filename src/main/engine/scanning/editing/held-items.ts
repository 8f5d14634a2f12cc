import { z } from 'zod';
import { closedCaseOf } from '../../cases/open-case-state.ts';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { faultSchema } from '../../../../shared/faults.ts';
import { heldUnedited, itemStageSchema, type ItemStage } from '../../../../shared/item.ts';
import { fault, failure, success } from '../../faults/fault.ts';
import { misuse, wrongUse } from '../../faults/usage-sentences.ts';
import { mayShowPages } from '../../intake/inspection/page-types.ts';
import type { Change } from '../../journal/changes.ts';
import type { Journal } from '../../journal/journal.ts';
import { sentFile, type ItemRecord, type JobRecord } from '../../journal/records.ts';
import type { KnownItems } from '../../submissions/known-items.ts';
import type { EditedItem } from '../session/session-state.ts';

/** What holding items for an edit needs. */
export interface HoldParts {
  readonly journal: Journal;
  /** The memory of items on their way. */
  readonly known: Pick<KnownItems, 'forget'>;
  /** Stops what would send an item; resolves when no attempt runs. */
  readonly stopJobs: (itemId: string) => Promise<unknown>;
  /** Lets jobs go on. */
  readonly goOn: (jobs: readonly JobRecord[]) => void;
  /** An item stands as before: whatever waits for it, a case or a batch, goes on. */
  readonly givenBack: (item: ItemRecord) => void;
  readonly now: () => number;
  /** The account that edits, for the history. */
  readonly actor: string;
}

/** Stages from which an item can be held back: nothing of it is submitted yet. */
const editable: readonly (ItemStage | null)[] = ['accepted', 'uploading', 'uploaded'];
/** The same where it is held: a call that was refused made nothing. */
const editableHeld: readonly (ItemStage | null)[] = [...editable, 'submitting'];
/** What the history of an item says of how it was before its pages were edited. */
const beforeSchema = z.object({
  stage: itemStageSchema,
  resumeStage: itemStageSchema.nullable(),
  fault: faultSchema.nullable(),
});

/** Why the pages of an item can't be edited now; null where they can. */
export async function hindranceOf(journal: Journal, item: ItemRecord): Promise<Fault | null> {
  const { name, stage, resumeStage } = item;
  const { mediaType } = sentFile(item);
  if (item.fault?.code === 'pages-edited' && stage === 'held') return item.fault;
  if (!mayShowPages(mediaType ?? '')) return wrongUse('no-pages', { name });
  const isUnsent = stage === 'held' ? editableHeld.includes(resumeStage) : editable.includes(stage);
  const isDoubtful = stage === 'held' && item.fault !== null && heldUnedited.has(item.fault.code);
  if (!isUnsent || isDoubtful) return wrongUse('pages-too-late', { name });
  const closed = await closedCaseOf(journal, item.id);
  if (closed !== null) return closed;
  for (const { state, items } of await journal.submissionsOfItem(item.id)) {
    if (state === 'cancelled' || (items.length === 1 && (state === 'ready' || state === 'held'))) continue;
    return wrongUse(state === 'submitting' || state === 'unclear' ? 'being-submitted' : 'pages-too-late', { name });
  }
  return null;
}

/** Jobs and own submissions that would bring an item to the service. */
async function waysOf(journal: Journal, itemId: string) {
  const submissions = (await journal.submissionsOfItem(itemId)).filter(
    ({ items, state }) => items.length === 1 && (state === 'ready' || state === 'held'),
  );
  const subjects = [itemId, ...submissions.map(({ id }) => id)];
  const all = (await Promise.all(subjects.map((id) => journal.jobsOf(id)))).flat();
  return { submissions, jobs: all.filter(({ kind }) => kind === 'upload' || kind === 'submit') };
}

const setJobs = (jobs: readonly JobRecord[], set: Extract<Change, { kind: 'job-set' }>['set']): readonly Change[] =>
  jobs.map(({ id }) => ({ kind: 'job-set', jobId: id, set }));

/**
 * Holds items for a person who edits their pages: what would send them is stopped first. All of them or none. Faults: one is being sent
 * just now, or was moved meanwhile. Where the journal rejects, they go on as before.
 */
export async function holdItems(
  parts: HoldParts,
  items: readonly ItemRecord[],
  edited: readonly EditedItem[],
): Promise<Outcome<null>> {
  try {
    return await stopAndHold(parts, items, edited);
  } catch (error) {
    for (const { id } of items) {
      parts.known.forget(id);
      // As the journal has them now: a commit may be durable though its answer was an error.
      parts.goOn((await waysOf(parts.journal, id)).jobs.filter(({ state }) => state === 'ready'));
    }
    throw error;
  }
}

async function stopAndHold(
  parts: HoldParts,
  items: readonly ItemRecord[],
  edited: readonly EditedItem[],
): Promise<Outcome<null>> {
  const { journal, actor } = parts;
  const changes: Change[] = [];
  const stopped: JobRecord[] = [];
  let hindrance: Fault | null = null;
  for (const { id, name } of items) {
    await parts.stopJobs(id);
    const { jobs } = await waysOf(journal, id);
    const live = jobs.filter(({ state }) => state === 'ready');
    stopped.push(...live);
    const item = await journal.item(id);
    hindrance ??= item === null ? fault('not-found', { subject: 'item', id }) : await hindranceOf(journal, item);
    const heldAt = edited.find(({ itemId }) => itemId === id)?.heldAt;
    if (item === null || heldAt === undefined) continue;
    const { stage, resumeStage, fault: reason } = item;
    const before = JSON.stringify({ stage, resumeStage, fault: reason } satisfies z.infer<typeof beforeSchema>);
    changes.push(
      {
        kind: 'item-moved',
        itemId: id,
        from: [stage],
        since: item.stageSince,
        trail: [{ stage: 'held', at: heldAt, detail: { decision: 'edit-pages', before } }],
        set: { fault: fault('pages-edited', { name }), resumeStage: stage === 'held' ? resumeStage : stage },
      },
      ...setJobs(live, { state: 'held' }),
    );
  }
  const outcome = hindrance === null ? await journal.commit(changes, actor) : null;
  for (const { id } of items) parts.known.forget(id);
  if (outcome?.ok === true) return success(null);
  parts.goOn(stopped);
  return hindrance === null
    ? misuse('pages-too-late', { name: items[0]?.name ?? '' })
    : { ok: false, fault: hindrance };
}

/** Whether an item is held for just this edit. */
export function isHeldFor(item: ItemRecord | null, { heldAt }: Pick<EditedItem, 'heldAt'>): item is ItemRecord {
  return item?.stage === 'held' && item.fault?.code === 'pages-edited' && item.stageSince === heldAt;
}

/** Gives an item back as it was before its pages were edited; nothing where it is not held for that any more. */
export async function giveBack(parts: HoldParts, itemId: string): Promise<void> {
  const { journal, now, actor } = parts;
  const item = await journal.item(itemId);
  if (item === null || !isHeldFor(item, { heldAt: item.stageSince })) return;
  const history = await journal.custody({ subjectIds: [itemId], limit: 10_000 });
  const told = history.findLast(({ detail }) => detail['decision'] === 'edit-pages')?.detail['before'];
  const read = beforeSchema.safeParse(typeof told === 'string' ? JSON.parse(told) : null);
  const before = read.success
    ? read.data
    : { stage: item.resumeStage ?? ('accepted' as const), resumeStage: null, fault: null };
  const { jobs } = await waysOf(journal, itemId);
  const held = before.stage === 'held' ? [] : jobs.filter(({ state }) => state === 'held');
  const set = { state: 'ready', dueAt: now() } as const;
  const outcome = await journal.commit(
    [
      {
        kind: 'item-moved',
        itemId,
        from: ['held'],
        since: item.stageSince,
        trail: [{ stage: before.stage, at: now(), detail: { decision: 'edit-cancelled' } }],
        set: { fault: before.fault, resumeStage: before.resumeStage },
      },
      ...setJobs(held, set),
    ],
    actor,
  );
  parts.known.forget(itemId);
  if (!outcome.ok) return;
  parts.goOn(held.map((job) => ({ ...job, ...set })));
  parts.givenBack(item);
}

/** The changes by which an item that is held for an edit ends: its pages are other items from then on. */
export async function endedBy(
  { journal, now }: Pick<HoldParts, 'journal' | 'now'>,
  { itemId, heldAt }: EditedItem,
  detail: Readonly<Record<string, string | number>>,
): Promise<Outcome<readonly Change[]>> {
  const item = await journal.item(itemId);
  if (!isHeldFor(item, { heldAt })) return failure('not-found', { subject: 'item', id: itemId });
  const { jobs, submissions } = await waysOf(journal, itemId);
  const at = now();
  return success([
    {
      kind: 'item-moved',
      itemId,
      from: ['held'],
      since: heldAt,
      trail: [{ stage: 'separated', at, detail: { decision: 'edit-done', ...detail } }],
      set: { fault: null, resumeStage: null },
    },
    ...setJobs(
      jobs.filter(({ state }) => state === 'held' || state === 'ready'),
      { state: 'cancelled' },
    ),
    ...submissions.map(({ id, state }): Change => ({
      kind: 'submission-set',
      submissionId: id,
      from: [state],
      set: { state: 'cancelled' },
      at,
    })),
  ]);
}
