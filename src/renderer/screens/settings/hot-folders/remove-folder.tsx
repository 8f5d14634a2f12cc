import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';
import { removeFolder } from './save-folders.ts';

/** Asks before a hot folder ends, and says what becomes of its files. */
export function RemoveFolder({
  folder,
  onClose,
  onRemoved,
}: {
  readonly folder: HotFolder;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}): ReactElement {
  const say = useText('hotFolders');
  const sayShared = useText('shared');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const problem = await removeFolder(folder.id);
    setBusy(false);
    setFault(problem);
    if (problem === null) onRemoved();
  };
  return (
    <Dialog
      asks
      title={say('remove-title', { name: folder.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{sayShared('cancel')}</Button>
          <Button kind="danger" disabled={busy} onPress={() => void remove()}>
            {say('remove-now')}
          </Button>
        </>
      }
    >
      <p>{say('remove-text')}</p>
      <p>{say('remove-files')}</p>
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
    </Dialog>
  );
}
