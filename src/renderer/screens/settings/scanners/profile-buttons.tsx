import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { showToast } from '../../../stores/toasts.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { dropProfile, removeProfile, saveProfile } from './profile-drafts.ts';

/** Save, discard and remove of the chosen profile. */
export function ProfileButtons({
  draft,
  isNew,
  changed,
  complete,
  disabled,
  onTried,
  onDiscarded,
}: {
  readonly draft: ScanProfile;
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly complete: boolean;
  readonly disabled: boolean;
  /** Saving was tried: from now on what is wrong is said. */
  readonly onTried: () => void;
  /** What was typed is gone. */
  readonly onDiscarded: () => void;
}): ReactElement {
  const say = useText('scanners');
  const sayShared = useText('shared');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const act = async (work: () => Promise<Fault | null>): Promise<void> => {
    setBusy(true);
    const problem = await work();
    setBusy(false);
    setFault(problem);
    if (problem !== null) return;
    dropProfile(draft.id);
    setAsking(false);
  };
  const save = async (): Promise<void> => {
    onTried();
    // What is said of a name shows with the next drawing.
    await new Promise(requestAnimationFrame);
    const wrong = document.querySelector<HTMLElement>('[data-profile-form] [aria-invalid=true]');
    wrong?.focus();
    if (!complete || wrong !== null) return;
    await act(async () => {
      const problem = await saveProfile(draft);
      if (problem === null) showToast(say('saved', { name: draft.name.trim() }));
      return problem;
    });
  };
  const problem = fault !== null && (
    <p className={styles['error']} role="alert">
      {faultSentence(fault)} {nextStep(fault)}
    </p>
  );
  return (
    <>
      {!asking && problem}
      <Button
        kind={changed ? 'primary' : 'plain'}
        disabled={busy}
        why={disabled ? sayShared('why-locked') : changed ? null : sayShared('why-unchanged')}
        onPress={() => void save()}
      >
        {say('save')}
      </Button>
      {changed && (
        <Button
          disabled={busy}
          onPress={() => {
            dropProfile(draft.id);
            onDiscarded();
          }}
        >
          {say('discard')}
        </Button>
      )}
      {!isNew && (
        <Button disabled={busy} why={disabled ? sayShared('why-locked') : null} onPress={() => setAsking(true)}>
          {say('remove')}
        </Button>
      )}
      {asking && (
        <Dialog
          asks
          title={say('remove-title', { name: draft.name })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onPress={() => setAsking(false)}>{sayShared('cancel')}</Button>
              <Button kind="danger" disabled={busy} onPress={() => void act(() => removeProfile(draft.id))}>
                {say('remove-now')}
              </Button>
            </>
          }
        >
          <p>{say('remove-text')}</p>
          {problem}
        </Dialog>
      )}
    </>
  );
}
