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
import type { KnownState } from '../../../shared/document-states.ts';
import { asksPerson, knownStates } from '../../../shared/document-states.ts';
import { Chip } from '../../components/marks.tsx';
import type { Say } from '../../text/index.ts';
import { useText } from '../../text/index.ts';

const icons: Readonly<Record<KnownState, LucideIcon>> = {
  new: CircleDashed,
  processing: CircleDashed,
  split: Split,
  reviewRequired: Eye,
  extracted: FileCheck,
  inCompletion: ClipboardPen,
  done: Check,
  doneAutomatically: Check,
  transferred: CheckCheck,
  transferFailed: PackageX,
  rejected: Ban,
  failed: CircleX,
  junk: Trash2,
};

function kindOf(state: string): 'moving' | 'caution' | 'critical' {
  // Somebody completes it at the service.
  if (state === 'inCompletion' || state === 'reviewRequired') return 'caution';
  return asksPerson(state) ? 'critical' : 'moving';
}

/** A state as a word; one we don't know as the service names it. */
export function stateWord(state: string, say: Say<'documents'>): string {
  const known = knownStates.find((name) => name === state);
  return known === undefined ? state : say(`state-${known}`);
}

/** A document's state with icon and word, filled only where a person must act; `isKept`: as it was seen last, which it says. */
export function StateMark({
  state,
  isKept = false,
}: {
  readonly state: string;
  readonly isKept?: boolean | undefined;
}): ReactElement {
  const say = useText('documents');
  const known = knownStates.find((name) => name === state);
  const Icon = known === undefined ? CircleHelp : icons[known];
  return (
    <Chip icon={<Icon aria-hidden size={14} />} kind={kindOf(state)}>
      {isKept ? say('last-known', { state: stateWord(state, say) }) : stateWord(state, say)}
    </Chip>
  );
}
