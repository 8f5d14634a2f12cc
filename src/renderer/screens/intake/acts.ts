import { create } from 'zustand';
import type { Named } from '../../../shared/bridge.ts';
import type { Command } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { idsInMessage, nothingDecided, together, type Decided, type Refused } from '../../../shared/decisions.ts';
import { heldUnedited, pageTypes, submittedStages, unsubmittedStages, type ItemStage } from '../../../shared/item.ts';
import type { ItemKey } from '../../../shared/selection.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { Remarks } from '../../notes/note-dialog.tsx';
import { showFault, showToast, type ToastAct } from '../../stores/toasts.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import { textOf } from '../../text/index.ts';

/** What can be done with items. */
export type ItemAct =
  | 'items.pause'
  | 'items.resume'
  | 'items.retry'
  | 'items.cancel'
  | 'items.send-anyway'
  | 'items.unlock'
  | 'items.take-in-again'
  | 'items.note';

/** The same as they are offered: to another project goes what is taken in again for it, and pages are edited in Scan. */
export type OfferedAct = ItemAct | 'send-to' | 'send-second' | 'edit-pages' | 'fill-fields';

/** An act on many items while it goes on; `done` and `total` count items. */
export interface Acting {
  readonly name: ItemAct;
  readonly done: number;
  readonly total: number;
  /** Ends it after what is in hand; null: it was asked to already. */
  readonly stop: (() => void) | null;
}

/** The act on many items that goes on in this window, if any. */
export const useActing = create<{ readonly acting: Acting | null }>(() => ({ acting: null }));

/** So many are done in a moment: nobody has to see how far it is. */
const maxAtOnce = 100;
/** ms between two looks at how far it is. */
const lookPause = 250;

/** Does it, and says which items stayed as they were and why. Of many it shows how far it is, and one such act goes on at a time. */
export async function actOnItems(
  name: Exclude<ItemAct, 'items.note' | 'items.unlock' | 'items.take-in-again'>,
  itemIds: readonly string[] | 'all',
): Promise<void> {
  const fault =
    itemIds === 'all'
      ? tellDecided(name, await bridge().command<ItemAct>({ name, itemIds }))
      : await actOnNamed(name, itemIds, (ids, act) => ({ name, itemIds: [...ids], ...act }));
  if (fault !== null) showFault(fault);
}

/** Writes a note on items, or says whose turn it is; the fault where it could not be written. */
export async function noteItems(itemIds: readonly string[], remarks: Remarks): Promise<Fault | null> {
  const name = 'items.note';
  return actOnNamed(name, itemIds, (ids, act) => ({ name, itemIds: [...ids], ...remarks, ...act }));
}

/** Opens held PDFs with their password; the fault where it opens none of them. */
export async function unlockItems(itemIds: readonly string[], password: string): Promise<Fault | null> {
  const outcome = await bridge().command({ name: 'items.unlock', itemIds: [...itemIds], password });
  const [first] = outcome.ok && outcome.value.itemIds.length === 0 ? (outcome.value.refused[0]?.first ?? []) : [];
  if (first !== undefined) return first.fault;
  const fault = tellRefused(outcome);
  if (outcome.ok) showToast(textOf('intake')('bulk-items.unlock', { count: outcome.value.itemIds.length }));
  return fault;
}

/** The message of an act about these items, under the name of the act where it has one. */
type MessageOf = (ids: readonly string[], act: { readonly act?: string }) => Named<Command, ItemAct>;

async function actOnNamed(name: ItemAct, itemIds: readonly string[], messageOf: MessageOf): Promise<Fault | null> {
  if (itemIds.length > maxAtOnce) return actOnMany(name, itemIds, messageOf);
  return tellDecided(name, await bridge().command<ItemAct>(messageOf(itemIds, {})));
}

/** Takes cancelled items in again; with a project or a mode: sends what is not at the service yet that way. */
export async function takeInAgain(
  itemIds: readonly string[],
  way: Pick<Named<Command, 'items.take-in-again'>, 'projectId' | 'mode' | 'second'> = {},
): Promise<void> {
  const name = 'items.take-in-again';
  const fault = await actOnNamed(name, itemIds, (ids, act) => ({ name, itemIds: [...ids], ...way, ...act }));
  if (fault !== null) showFault(fault);
}

/** What was cancelled can be taken in again at once. */
function undoOf(name: ItemAct, itemIds: readonly string[]): ToastAct | null {
  if (name !== 'items.cancel' || itemIds.length === 0) return null;
  return { label: textOf('intake')('undo'), run: () => void takeInAgain(itemIds) };
}

function tellDecided(name: ItemAct, outcome: Outcome<Decided>): Fault | null {
  const fault = tellRefused(outcome);
  const undo = outcome.ok ? undoOf(name, outcome.value.itemIds) : null;
  if (outcome.ok && undo !== null)
    showToast(textOf('intake')(`bulk-${name}`, { count: outcome.value.itemIds.length }), null, 'plain', undo);
  return fault;
}

function tellRefused(outcome: Outcome<Decided>): Fault | null {
  if (!outcome.ok) return outcome.fault;
  const { refused } = outcome.value;
  const [first] = refused[0]?.first ?? [];
  if (first !== undefined) {
    showToast(textOf('intake')('not-changed', { count: countOf(refused) }), faultSentence(first.fault), 'critical');
  }
  return null;
}

function countOf(refused: Refused): number {
  return refused.reduce((sum, { count }) => sum + count, 0);
}

async function actOnMany(name: ItemAct, itemIds: readonly string[], messageOf: MessageOf): Promise<Fault | null> {
  if (useActing.getState().acting !== null) return null;
  const act = crypto.randomUUID();
  let before = 0;
  const change = (fields: Partial<Acting>): void =>
    useActing.setState(({ acting }) => ({ acting: acting === null ? null : { ...acting, ...fields } }));
  const isStopped = (): boolean => useActing.getState().acting?.stop === null;
  const stop = (): void => {
    change({ stop: null });
    void bridge().command({ name: 'items.stop', act });
  };
  useActing.setState({ acting: { name, done: 0, total: itemIds.length, stop } });
  const timer = setInterval(() => {
    void bridge()
      .query({ name: 'items.acting', act })
      .then((answer) => {
        if (answer.ok && answer.value.progress !== null) change({ done: before + answer.value.progress.done });
      });
  }, lookPause);
  let all = nothingDecided;
  let fault: Fault | null = null;
  try {
    for (; before < itemIds.length && !isStopped(); before += idsInMessage) {
      const asked = itemIds.slice(before, before + idsInMessage);
      const outcome = await bridge().command<ItemAct>(messageOf(asked, { act }));
      // What is left then is told as after a stop.
      if (!outcome.ok) {
        fault = outcome.fault;
        break;
      }
      all = together(all, outcome.value);
    }
  } finally {
    clearInterval(timer);
    useActing.setState({ acting: null });
  }
  const left = all.left + Math.max(0, itemIds.length - before);
  if (left < itemIds.length) showEnd(name, { ...all, left });
  return fault;
}

/** Tells how many were changed, how many a stop left, and of the others the reasons, each with an example. */
function showEnd(name: ItemAct, { itemIds, refused, left }: Decided): void {
  const say = textOf('intake');
  const reasons = refused.flatMap(({ count, first: [example] }) =>
    example === undefined
      ? []
      : say('bulk-reason', { number: formatNumber(count), reason: faultSentence(example.fault) }),
  );
  const stopped = left === 0 ? [] : [say('bulk-left', { count: left })];
  const details = [...stopped, ...reasons];
  showToast(
    say(`bulk-${name}`, { count: itemIds.length }),
    details.length === 0 ? null : details.join(' '),
    reasons.length === 0 ? 'plain' : 'critical',
    undoOf(name, itemIds),
  );
}

const movingStages: ReadonlySet<ItemStage> = new Set(unsubmittedStages);
const atService: ReadonlySet<ItemStage> = new Set(submittedStages);
/** How many kinds of acts there are: no more have to be looked for. */
const allActs = 11;

/** What is known of an item that acts are offered for: all of it, or what choosing many tells. */
type Offered = ItemKey & { readonly fault?: Fault | null; readonly mediaType?: string | null };

const editableStages: ReadonlySet<ItemStage> = new Set(['accepted', 'uploading', 'uploaded', 'held']);

/** Why the pages of an item can't be edited, as a word of the screen. */
export type WhyNoPages =
  | 'why-edit-early'
  | 'why-edit-pages'
  | 'why-edit-password'
  | 'why-edit-none'
  | 'why-edit-reason';

/** Why the pages of an item can't be edited, as far as it is seen here; null: the engine decides. */
export function whyNoPages({ stage, locked, fault, mediaType }: Offered): WhyNoPages | null {
  if (stage === 'seen' || stage === 'settling') return 'why-edit-early';
  if (!editableStages.has(stage)) return 'why-edit-pages';
  if (stage === 'held' && (locked === true || fault?.code === 'pdf-password')) return 'why-edit-password';
  if (typeof mediaType === 'string' && !pageTypes.has(mediaType)) return 'why-edit-none';
  return stage === 'held' && fault?.code !== undefined && heldUnedited.has(fault.code) ? 'why-edit-reason' : null;
}

/** Whether filling in fields ends it. */
const waitsForFields = (fault: Fault | null | undefined): boolean =>
  fault?.code === 'fields-missing' || fault?.code === 'field-unfit';

/** Which acts can change at least one of these items; the engine decides in the end. */
export function possibleActs(items: Iterable<Offered>): ReadonlySet<OfferedAct> {
  const acts = new Set<OfferedAct>();
  for (const item of items) {
    const { stage, paused, locked, unfilled, fault } = item;
    const moving = movingStages.has(stage);
    if (moving) acts.add(paused ? 'items.resume' : 'items.pause');
    if (stage === 'held') acts.add('items.retry');
    if (stage === 'held' && (locked === true || fault?.code === 'pdf-password')) acts.add('items.unlock');
    if (stage === 'held' && (unfilled === true || waitsForFields(fault))) acts.add('fill-fields');
    if (stage === 'duplicate' || fault?.code === 'team-unclear') acts.add('items.send-anyway');
    if (moving || stage === 'held') acts.add('items.cancel');
    if (stage === 'cancelled') acts.add('items.take-in-again');
    if (moving || stage === 'held' || stage === 'duplicate' || stage === 'cancelled') acts.add('send-to');
    if (atService.has(stage)) acts.add('send-second');
    if (whyNoPages(item) === null) acts.add('edit-pages');
    if (acts.size === allActs) break;
  }
  return acts;
}
