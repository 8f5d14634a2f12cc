import type { CaseRelease } from './piles/terms.ts';
import type { CaseRule } from '../../../shared/case-rule.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showFault, showToast } from '../../stores/toasts.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import type { Chosen } from './choice.ts';
import { clearChoice, useChoice } from './choice.ts';

/** Most files the engine takes with one command. */
const mostItems = 1_000;

interface Changed {
  readonly itemIds: readonly string[];
  readonly refused: readonly { readonly itemId: string; readonly fault: Fault }[];
}

function tellRefused({ refused }: Changed): void {
  const [first] = refused;
  if (first === undefined) return;
  showToast(textOf('cases')('not-moved', { count: refused.length }), faultSentence(first.fault), 'critical');
}

function slices(ids: readonly string[]): readonly string[][] {
  return Array.from({ length: Math.ceil(ids.length / mostItems) }, (_, at) =>
    ids.slice(at * mostItems, (at + 1) * mostItems),
  );
}

async function move(ids: readonly string[], pileId: string | null): Promise<Changed | null> {
  const itemIds: string[] = [];
  const refused: Changed['refused'][number][] = [];
  for (const slice of slices(ids)) {
    const outcome = await bridge().command({ name: 'piles.move-items', itemIds: slice, pileId });
    if (!outcome.ok) {
      showFault(outcome.fault);
      return itemIds.length === 0 ? null : { itemIds, refused };
    }
    itemIds.push(...outcome.value.itemIds);
    refused.push(...outcome.value.refused);
  }
  return { itemIds, refused };
}

/** Puts files into a pile (null: they are loose then), and remembers where they were. */
export async function moveFiles(files: Chosen, pileId: string | null): Promise<void> {
  const moving = new Map([...files].filter(([, from]) => from !== pileId));
  if (moving.size === 0) return;
  const changed = await move([...moving.keys()], pileId);
  clearChoice();
  if (changed === null) return;
  tellRefused(changed);
  if (changed.itemIds.length === 0) return;
  useChoice.setState({ lastMove: new Map(changed.itemIds.map((id) => [id, moving.get(id) ?? null])) });
  const say = textOf('cases');
  showToast(say('moved', { count: changed.itemIds.length }), say('moved-undo'));
}

/** Takes the last move back, as far as the piles are still open. */
export async function undoMove(): Promise<void> {
  const { lastMove } = useChoice.getState();
  if (lastMove === null) return;
  useChoice.setState({ lastMove: null });
  const homes = new Map<string | null, string[]>();
  for (const [id, home] of lastMove) homes.set(home, [...(homes.get(home) ?? []), id]);
  for (const [home, ids] of homes) {
    const changed = await move(ids, home);
    if (changed === null) return;
    tellRefused(changed);
  }
  showToast(textOf('cases')('undone'));
}

/** Gives files a role; null takes it away. */
export async function setRole(itemIds: readonly string[], role: string | null): Promise<void> {
  for (const slice of slices(itemIds)) {
    const outcome = await bridge().command({ name: 'piles.set-role', itemIds: slice, role });
    if (!outcome.ok) return showFault(outcome.fault);
    tellRefused(outcome.value);
  }
}

/** Marks the main file of a pile. */
export async function setMain(pileId: string, itemId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'piles.set-main', pileId, itemId });
  if (!outcome.ok) showFault(outcome.fault);
}

/** What a pile can be told, and the answer: null = done. */
export type PileChange =
  | { readonly title: string }
  | { readonly externalId: string | null }
  | { readonly externalData: ExternalData | null }
  | { readonly roles: readonly string[]; readonly required: readonly string[] }
  | { readonly release: CaseRelease };

/** Changes what a pile is called, carries or waits for. */
export async function changePile(pileId: string, change: PileChange): Promise<Fault | null> {
  const outcome =
    'title' in change
      ? await bridge().command({ name: 'piles.rename', pileId, title: change.title })
      : 'release' in change
        ? await bridge().command({ name: 'piles.set-terms', pileId, release: change.release })
        : 'roles' in change
          ? await bridge().command({
              name: 'piles.set-terms',
              pileId,
              roles: [...change.roles],
              required: [...change.required],
            })
          : await bridge().command({ name: 'piles.set-external', pileId, ...change });
  return outcome.ok ? null : outcome.fault;
}

/** Sends a pile as a case; `anyway` although something is missing. */
export async function release(pileId: string, anyway = false): Promise<void> {
  const outcome = await bridge().command({ name: 'piles.release', pileId, ...(anyway ? { anyway } : {}) });
  if (outcome.ok) showToast(textOf('cases')('released'));
  else showFault(outcome.fault);
}

/** Takes a release back as long as nothing was sent. */
export async function takeBack(pileId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'piles.reopen', pileId });
  if (outcome.ok) showToast(textOf('cases')('taken-back'));
  else showFault(outcome.fault);
}

/** Makes the files of a pile loose and ends it. */
export async function dissolve(pileId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'piles.dissolve', pileId });
  if (!outcome.ok) return showFault(outcome.fault);
  useChoice.setState({ pileId: null });
  showToast(textOf('cases')('dissolved'));
}

/** Puts all files of a pile into another one. */
export async function merge(pileId: string, intoPileId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'piles.merge', pileId, intoPileId });
  if (!outcome.ok) return showFault(outcome.fault);
  tellRefused(outcome.value);
  useChoice.setState({ pileId: intoPileId });
  showToast(textOf('cases')('merged'));
}

/** Where new piles are made. */
export interface PilePlace {
  readonly connectionId: string;
  readonly projectId: string;
}

/** Makes a pile by hand with these files; the fault where it could not be made. */
export async function createPile(
  place: PilePlace,
  title: string,
  externalId: string | null,
  files: Chosen,
): Promise<Fault | null> {
  const [first = [], ...others] = slices([...files.keys()]);
  const outcome = await bridge().command({
    name: 'piles.create',
    title,
    ...place,
    ...(externalId === null ? {} : { externalId }),
    itemIds: first,
  });
  if (!outcome.ok) return outcome.fault;
  tellRefused(outcome.value);
  for (const slice of others) await move(slice, outcome.value.pileId);
  clearChoice();
  useChoice.setState({ pileId: outcome.value.pileId });
  showToast(textOf('cases')('created'));
  return null;
}

/** Files loose files into piles as a rule says; the fault where it could not be done. */
export async function groupFiles(
  place: PilePlace,
  itemIds: readonly string[] | 'all',
  rule: CaseRule,
): Promise<Fault | null> {
  const piles = new Set<string>();
  for (const part of itemIds === 'all' ? (['all'] as const) : slices(itemIds)) {
    const outcome = await bridge().command({ name: 'piles.group', ...place, itemIds: part, rule });
    if (!outcome.ok) return outcome.fault;
    for (const id of outcome.value.pileIds) piles.add(id);
    tellRefused(outcome.value);
  }
  clearChoice();
  showToast(textOf('cases')('grouped', { count: piles.size }));
  return null;
}

/** Sends the open batches of a source as they are. */
export async function sendBatches(sourceId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'batches.send-now', sourceId });
  if (outcome.ok) showToast(textOf('cases')('batches-sent', { count: outcome.value.batches }));
  else showFault(outcome.fault);
}
