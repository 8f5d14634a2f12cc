import type { LucideIcon } from 'lucide-react';
import {
  Ban,
  Check,
  CheckCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  ClipboardPen,
  Eye,
  FileCheck,
  PackageX,
  Split,
  Trash2,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Chip } from '../../components/marks.tsx';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';

/** States the service is known to have, in the order of a document's way. */
export const knownStates = [
  'new',
  'processing',
  'split',
  'reviewRequired',
  'extracted',
  'inCompletion',
  'done',
  'doneAutomatically',
  'transferred',
  'transferFailed',
  'rejected',
  'failed',
  'junk',
] as const;

const marks: Readonly<
  Record<(typeof knownStates)[number], readonly [LucideIcon, 'moving' | 'caution' | 'critical' | 'positive']>
> = {
  new: [CircleDashed, 'moving'],
  processing: [CircleDashed, 'moving'],
  split: [Split, 'moving'],
  reviewRequired: [Eye, 'caution'],
  extracted: [FileCheck, 'moving'],
  inCompletion: [ClipboardPen, 'caution'],
  done: [Check, 'moving'],
  doneAutomatically: [Check, 'moving'],
  transferred: [CheckCheck, 'moving'],
  transferFailed: [PackageX, 'critical'],
  rejected: [Ban, 'moving'],
  failed: [CircleX, 'critical'],
  junk: [Trash2, 'moving'],
};

/** A state as a word; one we don't know as the service names it. */
export function stateWord(state: string, say: Say<'documents'>): string {
  const known = knownStates.find((name) => name === state);
  return known === undefined ? state : say(`state-${known}`);
}

/** A document's state with icon and word, filled only where a person must act. */
export function StateMark({ state }: { readonly state: string }): ReactElement {
  const say = useText('documents');
  const known = knownStates.find((name) => name === state);
  const [Icon, kind] = known === undefined ? ([CircleHelp, 'moving'] as const) : marks[known];
  return (
    <Chip icon={<Icon aria-hidden size={14} />} kind={kind}>
      {stateWord(state, say)}
    </Chip>
  );
}
