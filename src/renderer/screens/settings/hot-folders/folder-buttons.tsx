import { Pause, Play } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { CommandButton } from '../../../lists/command-button.tsx';
import type { RowCommand } from '../../../lists/row-commands.ts';
import { showFault, showToast } from '../../../stores/toasts.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { dropDraft, sayProblems } from './folder-drafts.ts';
import { showFirstWrong } from '../use-setting.ts';
import { RemoveFolder } from './remove-folder.tsx';
import { pauseFolder, saveFolder } from './save-folders.ts';

/** What can be done with the chosen hot folder beside saving it, and the question before it is removed. */
export function useFolderCommands(
  draft: HotFolder | undefined,
  {
    isNew,
    changed,
    paused,
    locked,
  }: { readonly isNew: boolean; readonly changed: boolean; readonly paused: boolean; readonly locked: boolean },
): { readonly commands: readonly RowCommand[]; readonly question: ReactElement | null } {
  const say = useText('hotFolders');
  const shared = useText('shared');
  const [removes, setRemoves] = useState<HotFolder | null>(null);
  const close = (): void => setRemoves(null);
  const pause = async (folder: HotFolder): Promise<void> => {
    const problem = await pauseFolder(folder, !paused);
    if (problem !== null) showFault(problem);
  };
  return {
    commands:
      draft === undefined
        ? []
        : [
            {
              id: 'pause',
              label: say(paused ? 'resume' : 'pause'),
              icon: paused ? <Play aria-hidden /> : <Pause aria-hidden />,
              why: isNew ? say('why-new') : null,
              onAction: () => void pause(draft),
            },
            ...(changed ? [{ id: 'discard', label: say('discard'), onAction: () => dropDraft(draft.id) }] : []),
            {
              id: 'remove',
              label: say('remove'),
              why: isNew ? say('why-new') : locked ? shared('why-locked') : null,
              onAction: () => setRemoves(draft),
            },
          ],
    question: removes && (
      <RemoveFolder
        folder={removes}
        onClose={close}
        onRemoved={() => {
          close();
          dropDraft(removes.id);
        }}
      />
    ),
  };
}

/** Save, discard and remove of the chosen hot folder. */
export function FolderButtons({
  draft,
  isNew,
  changed,
  complete,
  disabled,
  commands,
}: {
  readonly draft: HotFolder;
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly complete: boolean;
  readonly disabled: boolean;
  readonly commands: readonly RowCommand[];
}): ReactElement {
  const say = useText('hotFolders');
  const shared = useText('shared');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const save = async (): Promise<void> => {
    sayProblems(draft.id);
    if ((await showFirstWrong('[data-folder-form]')) || !complete) return;
    setBusy(true);
    const problem = await saveFolder(draft);
    setBusy(false);
    setFault(problem);
    if (problem !== null) return;
    dropDraft(draft.id);
    showToast(say('saved', { name: draft.name }));
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
        why={disabled ? shared('why-locked') : changed ? null : shared('why-unchanged')}
        onPress={() => void save()}
      >
        {say('save')}
      </Button>
      <CommandButton commands={commands} id="discard" />
      {!isNew && <CommandButton commands={commands} id="remove" />}
    </>
  );
}
