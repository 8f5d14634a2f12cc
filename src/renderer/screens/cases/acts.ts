import type { CaseRelease } from './open-cases/terms.ts';
import type { CaseRule } from '../../../shared/case-rule.ts';
import type { Fault } from '../../../shared/faults.ts';
import type { ExternalData } from '../../../shared/settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import type { Remarks } from '../../notes/note-dialog.tsx';
import { showFault, showToast, type ToastAct } from '../../stores/toasts.ts';
import { faultSentence } from '../../text/faults/fault-text.ts';
import { textOf } from '../../text/index.ts';
import type { Chosen } from './choice.ts';
import { clearChoice, useChoice } from './choice.ts';

/** Most files the engine takes with one command. */
const maxItems = 1_000;

interface Changed {
  readonly itemIds: readonly string[];
  readonly refused: readonly { readonly itemId: string; readonly fault: Fault }[];
}

function showRefused({ refused }: Changed): void {
  const [first] = refused;
  if (first === undefined) return;
  showToast(textOf('cases')('not-moved', { count: refused.length }), faultSentence(first.fault), 'critical');
}

function slices(ids: readonly string[]): readonly string[][] {
  return Array.from({ length: Math.ceil(ids.length / maxItems) }, (_, at) =>
    ids.slice(at * maxItems, (at + 1) * maxItems),
  );
}

async function move(ids: readonly string[], openCaseId: string | null): Promise<Changed | null> {
  const itemIds: string[] = [];
  const refused: Changed['refused'][number][] = [];
  for (const slice of slices(ids)) {
    const outcome = await bridge().command({ name: 'open-cases.move-items', itemIds: slice, openCaseId });
    if (!outcome.ok) {
      showFault(outcome.fault);
      return itemIds.length === 0 ? null : { itemIds, refused };
    }
    itemIds.push(...outcome.value.itemIds);
    refused.push(...outcome.value.refused);
  }
  return { itemIds, refused };
}

/** Puts files into an open case (null: they are loose then), and remembers where they were. */
export async function moveFiles(files: Chosen, openCaseId: string | null): Promise<void> {
  const moving = new Map([...files].filter(([, from]) => from !== openCaseId));
  if (moving.size === 0) return;
  const changed = await move([...moving.keys()], openCaseId);
  clearChoice();
  if (changed === null) return;
  showRefused(changed);
  if (changed.itemIds.length === 0) return;
  useChoice.setState({ lastMove: new Map(changed.itemIds.map((id) => [id, moving.get(id) ?? null])) });
  const say = textOf('cases');
  showToast(say('moved', { count: changed.itemIds.length }), say('moved-undo'));
}

/** Takes the last move back, as far as the open cases are still open. */
export async function undoMove(): Promise<void> {
  const { lastMove } = useChoice.getState();
  if (lastMove === null) return;
  useChoice.setState({ lastMove: null });
  const homes = new Map<string | null, string[]>();
  for (const [id, home] of lastMove) homes.set(home, [...(homes.get(home) ?? []), id]);
  for (const [home, ids] of homes) {
    const changed = await move(ids, home);
    if (changed === null) return;
    showRefused(changed);
  }
  showToast(textOf('cases')('undone'));
}

/** Gives files a role; null takes it away. */
export async function setRole(itemIds: readonly string[], role: string | null): Promise<void> {
  for (const slice of slices(itemIds)) {
    const outcome = await bridge().command({ name: 'open-cases.set-role', itemIds: slice, role });
    if (!outcome.ok) return showFault(outcome.fault);
    showRefused(outcome.value);
  }
}

/** Marks the main file of an open case. */
export async function setMain(openCaseId: string, itemId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'open-cases.set-main', openCaseId, itemId });
  if (!outcome.ok) showFault(outcome.fault);
}

/** What an open case can be told, and the answer: null = done. */
export type OpenCaseChange =
  | { readonly title: string }
  | { readonly externalId: string | null }
  | { readonly externalData: ExternalData | null }
  | { readonly roles: readonly string[]; readonly required: readonly string[] }
  | { readonly release: CaseRelease };

/** Changes what an open case is called, carries or waits for. */
export async function changeOpenCase(openCaseId: string, change: OpenCaseChange): Promise<Fault | null> {
  const outcome =
    'title' in change
      ? await bridge().command({ name: 'open-cases.rename', openCaseId, title: change.title })
      : 'release' in change
        ? await bridge().command({ name: 'open-cases.set-terms', openCaseId, release: change.release })
        : 'roles' in change
          ? await bridge().command({
              name: 'open-cases.set-terms',
              openCaseId,
              roles: [...change.roles],
              required: [...change.required],
            })
          : await bridge().command({ name: 'open-cases.set-external', openCaseId, ...change });
  return outcome.ok ? null : outcome.fault;
}

/** Writes a note on an open case, or says whose turn it is; the fault where it could not be written. */
export async function noteOpenCase(openCaseId: string, remarks: Remarks): Promise<Fault | null> {
  const outcome = await bridge().command({ name: 'open-cases.note', openCaseId, ...remarks });
  return outcome.ok ? null : outcome.fault;
}

/** Sends an open case as a case; `anyway` although something is missing. */
export async function release(openCaseId: string, anyway = false): Promise<void> {
  const outcome = await bridge().command({ name: 'open-cases.release', openCaseId, ...(anyway ? { anyway } : {}) });
  if (outcome.ok) showToast(textOf('cases')('released'));
  else showFault(outcome.fault);
}

/** Takes a release back as long as nothing was sent. */
export async function takeBack(openCaseId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'open-cases.reopen', openCaseId });
  if (outcome.ok) showToast(textOf('cases')('taken-back'));
  else showFault(outcome.fault);
}

/** "Undo" of a dissolved or merged case. */
function restoring(openCaseId: string): ToastAct {
  return {
    label: textOf('intake')('undo'),
    run: () =>
      void bridge()
        .command({ name: 'open-cases.reopen', openCaseId })
        .then((outcome) => {
          if (!outcome.ok) return showFault(outcome.fault);
          useChoice.setState({ openCaseId });
          showToast(textOf('cases')('undone'));
        }),
  };
}

/** Makes the files of an open case loose and ends it. */
export async function dissolve(openCaseId: string, hadFiles: boolean): Promise<void> {
  const outcome = await bridge().command({ name: 'open-cases.dissolve', openCaseId });
  if (!outcome.ok) return showFault(outcome.fault);
  useChoice.setState({ openCaseId: null });
  // There is nothing to bring back of an empty one.
  showToast(textOf('cases')('dissolved'), null, 'plain', hadFiles ? restoring(openCaseId) : null);
}

/** Puts all files of an open case into another one. */
export async function merge(openCaseId: string, intoOpenCaseId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'open-cases.merge', openCaseId, intoOpenCaseId });
  if (!outcome.ok) return showFault(outcome.fault);
  if (outcome.value.refused.length > 0) return showRefused(outcome.value);
  useChoice.setState({ openCaseId: intoOpenCaseId });
  showToast(textOf('cases')('merged'), null, 'plain', restoring(openCaseId));
}

/** Where new open cases are made. */
export interface OpenCasePlace {
  readonly connectionId: string;
  readonly projectId: string;
}

/** Makes an open case by hand with these files; the fault where it could not be made. */
export async function createOpenCase(
  place: OpenCasePlace,
  title: string,
  externalId: string | null,
  files: Chosen,
): Promise<Fault | null> {
  const [first = [], ...others] = slices([...files.keys()]);
  const outcome = await bridge().command({
    name: 'open-cases.create',
    title,
    ...place,
    ...(externalId === null ? {} : { externalId }),
    itemIds: first,
  });
  if (!outcome.ok) return outcome.fault;
  showRefused(outcome.value);
  for (const slice of others) await move(slice, outcome.value.openCaseId);
  clearChoice();
  useChoice.setState({ openCaseId: outcome.value.openCaseId });
  showToast(textOf('cases')('created'));
  return null;
}

/** Files loose files into open cases as a rule says; the fault where it could not be done. */
export async function groupFiles(
  place: OpenCasePlace,
  itemIds: readonly string[] | 'all',
  rule: CaseRule,
): Promise<Fault | null> {
  const openCases = new Set<string>();
  for (const part of itemIds === 'all' ? (['all'] as const) : slices(itemIds)) {
    const outcome = await bridge().command({ name: 'open-cases.group', ...place, itemIds: part, rule });
    if (!outcome.ok) return outcome.fault;
    for (const id of outcome.value.openCaseIds) openCases.add(id);
    showRefused(outcome.value);
  }
  clearChoice();
  showToast(textOf('cases')('grouped', { count: openCases.size }));
  return null;
}

/** Sends the open batches of a source as they are. */
export async function sendBatches(sourceId: string): Promise<void> {
  const outcome = await bridge().command({ name: 'batches.send-now', sourceId });
  if (outcome.ok) showToast(textOf('cases')('batches-sent', { count: outcome.value.batches }));
  else showFault(outcome.fault);
}
