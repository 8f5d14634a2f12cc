import type { ReactElement, ReactNode } from 'react';
import type { Fault } from '../../shared/faults.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { Button } from './button.tsx';
import { EmptyState } from './marks.tsx';

/** A screen or pane whose content did not come: why, what to do, and a button that asks for it again. */
export function FailedState({
  icon,
  title,
  fault,
  again,
  onAgain,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly fault: Fault;
  /** Words of the button. */
  readonly again: string;
  readonly onAgain: () => void;
}): ReactElement {
  return (
    <EmptyState icon={icon} title={title} actions={<Button onPress={onAgain}>{again}</Button>}>
      {faultSentence(fault)} {nextStep(fault)}
    </EmptyState>
  );
}
