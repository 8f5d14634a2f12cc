import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../stores/toasts.ts';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { dropDraft, sayProblems } from './folder-drafts.ts';
import { RemoveFolder } from './remove-folder.tsx';
import { saveFolder } from './save-folders.ts';

/** Save, discard and remove of the chosen hot folder. */
export function FolderButtons({
  draft,
  isNew,
  changed,
  complete,
  disabled,
}: {
  readonly draft: HotFolder;
  readonly isNew: boolean;
  readonly changed: boolean;
  readonly complete: boolean;
  readonly disabled: boolean;
}): ReactElement {
  const say = useText('hotFolders');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const save = async (): Promise<void> => {
    sayProblems(draft.id);
    if (!complete) return;
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
      <Button kind={changed ? 'primary' : 'plain'} disabled={disabled || busy || !changed} onPress={() => void save()}>
        {say('save')}
      </Button>
      {changed && (
        <Button disabled={busy} onPress={() => dropDraft(draft.id)}>
          {say('discard')}
        </Button>
      )}
      {!isNew && (
        <Button disabled={disabled || busy} onPress={() => setAsking(true)}>
          {say('remove')}
        </Button>
      )}
      {asking && (
        <RemoveFolder
          folder={draft}
          onClose={() => setAsking(false)}
          onRemoved={() => {
            setAsking(false);
            dropDraft(draft.id);
          }}
        />
      )}
    </>
  );
}
