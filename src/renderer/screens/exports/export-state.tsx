import type { LucideIcon } from 'lucide-react';
import { Check, CheckCheck, Clock, FilePen, Hand, Layers, RotateCw, Send, Undo2, Wrench } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ExportView } from '../../../shared/views.ts';
import { Chip } from '../../components/marks.tsx';
import type { TextKey } from '../../text/index.ts';
import { useText } from '../../text/index.ts';

interface Mark {
  readonly icon: LucideIcon;
  readonly word: TextKey<'exports'>;
  readonly kind: 'moving' | 'caution' | 'critical' | 'positive';
}

/** How each state of an export is drawn; a new state of the contract is one line here and one in {@link exportFilters}. */
const marks: Readonly<Record<ExportView['state'], Mark>> = {
  planned: { icon: Clock, word: 'state-planned', kind: 'moving' },
  writing: { icon: FilePen, word: 'state-writing', kind: 'moving' },
  written: { icon: Check, word: 'state-written', kind: 'moving' },
  waiting: { icon: Clock, word: 'state-waiting', kind: 'moving' },
  acknowledged: { icon: Check, word: 'state-acknowledged', kind: 'moving' },
  refused: { icon: Hand, word: 'state-refused', kind: 'caution' },
  rejected: { icon: Undo2, word: 'state-rejected', kind: 'moving' },
  reported: { icon: CheckCheck, word: 'state-reported', kind: 'moving' },
  replaced: { icon: Layers, word: 'state-replaced', kind: 'moving' },
  'left-out': { icon: Layers, word: 'state-left-out', kind: 'moving' },
  held: { icon: Hand, word: 'state-held', kind: 'caution' },
};

/** Where an export differs from its state: what comes next with it is the better word. */
function markOf({ state, reportTransfer, fault }: ExportView): Mark {
  if ((state === 'written' || state === 'acknowledged') && reportTransfer)
    return { icon: Send, word: 'state-reporting', kind: 'moving' };
  if (state === 'held' && fault?.owner === 'it') return { icon: Wrench, word: 'state-held-it', kind: 'caution' };
  // Tried again by itself: nobody has to act, but it does not just wait.
  if (state !== 'held' && fault !== null) return { icon: RotateCw, word: 'state-trying', kind: 'moving' };
  return marks[state];
}

/** Counters of the strip: the states each stands for, and whether a person must act. */
export const exportFilters = [
  { id: 'waiting', states: ['planned', 'writing', 'waiting'], asks: false },
  { id: 'held', states: ['held', 'refused'], asks: true },
  { id: 'written', states: ['written', 'acknowledged', 'replaced', 'left-out'], asks: false },
  { id: 'reported', states: ['reported', 'rejected'], asks: false },
] as const satisfies readonly {
  readonly id: string;
  readonly states: readonly ExportView['state'][];
  readonly asks: boolean;
}[];

/** One of {@link exportFilters}. */
export type ExportFilter = (typeof exportFilters)[number]['id'];

/** The word for where an export stands. */
export const exportWord = (view: ExportView): TextKey<'exports'> => markOf(view).word;

/** Where an export stands, with icon and word, filled only where a person must act. */
export function ExportMark({ view }: { readonly view: ExportView }): ReactElement {
  const say = useText('exports');
  const { icon: Icon, word, kind } = markOf(view);
  return (
    <Chip icon={<Icon aria-hidden size={14} />} kind={kind}>
      {say(word)}
    </Chip>
  );
}
