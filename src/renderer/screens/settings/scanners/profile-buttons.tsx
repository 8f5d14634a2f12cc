import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { ScanProfile } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CommandButton } from '../../../lists/command-button.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { showFault, showToast } from '../../../stores/toasts.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { saveSetting, showFirstWrong } from '../use-setting.ts';
import { dropProfile, removeProfile, saveProfile } from './profile-drafts.ts';

/** How a profile stands, as far as it tells what can be done with it. */
interface ProfileStanding {
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly isDefault: boolean;
  readonly locked: boolean;
}

function RemoveProfile({
  profile,
  onClose,
}: {
  readonly profile: ScanProfile;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('scanners');
  const shared = useText('shared');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const problem = await removeProfile(profile.id);
    setBusy(false);
    setFault(problem);
    if (problem !== null) return;
    dropProfile(profile.id);
    onClose();
  };
  return (
    <Dialog
      asks
      title={say('remove-title', { name: profile.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="danger" disabled={busy} onPress={() => void remove()}>
            {say('remove-now')}
          </Button>
        </>
      }
    >
      <p>{say('remove-text')}</p>
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
    </Dialog>
  );
}

/** What can be done with the chosen profile beside saving it, and the question before it is removed. */
export function useProfileCommands(
  draft: ScanProfile | undefined,
  { isNew, changed, isDefault, locked }: ProfileStanding,
  onDiscarded: () => void,
): { readonly commands: readonly RowCommand[]; readonly question: ReactElement | null } {
  const say = useText('scanners');
  const shared = useText('shared');
  const [removes, setRemoves] = useState<ScanProfile | null>(null);
  const makeDefault = async (id: string): Promise<void> => {
    const problem = await saveSetting('scanning.defaultProfile', id);
    if (problem !== null) showFault(problem);
  };
  const why = locked ? shared('why-locked') : null;
  return {
    commands:
      draft === undefined
        ? []
        : [
            ...(isNew || isDefault
              ? []
              : [
                  {
                    id: 'default',
                    label: say('make-default'),
                    icon: <Check aria-hidden />,
                    why,
                    onAction: () => void makeDefault(draft.id),
                  },
                ]),
            ...(changed
              ? [
                  {
                    id: 'discard',
                    label: say('discard'),
                    onAction() {
                      dropProfile(draft.id);
                      onDiscarded();
                    },
                  },
                ]
              : []),
            ...(isNew ? [] : [{ id: 'remove', label: say('remove'), why, onAction: () => setRemoves(draft) }]),
          ],
    question: removes && <RemoveProfile profile={removes} onClose={() => setRemoves(null)} />,
  };
}

/** Save, discard and remove of the chosen profile. */
export function ProfileButtons({
  draft,
  changed,
  complete,
  disabled,
  commands,
  onTried,
}: {
  readonly draft: ScanProfile;
  readonly changed: boolean;
  readonly complete: boolean;
  readonly disabled: boolean;
  readonly commands: readonly RowCommand[];
  /** Saving was tried: from now on what is wrong is said. */
  readonly onTried: () => void;
}): ReactElement {
  const say = useText('scanners');
  const sayShared = useText('shared');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const save = async (): Promise<void> => {
    onTried();
    if ((await showFirstWrong('[data-profile-form]')) || !complete) return;
    setBusy(true);
    const problem = await saveProfile(draft);
    setBusy(false);
    setFault(problem);
    if (problem !== null) return;
    dropProfile(draft.id);
    showToast(say('saved', { name: draft.name.trim() }));
  };
  return (
    <>
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
      <Button
        kind={changed ? 'primary' : 'plain'}
        disabled={busy}
        why={disabled ? sayShared('why-locked') : changed ? null : sayShared('why-unchanged')}
        onPress={() => void save()}
      >
        {say('save')}
      </Button>
      <CommandButton commands={commands} id="discard" />
      <CommandButton commands={commands} id="remove" />
    </>
  );
}
