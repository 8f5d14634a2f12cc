import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../../shared/faults.ts';
import type { Connection, Settings } from '../../../../shared/settings.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { faultSentence, nextStep } from '../../../text/faults/fault-text.ts';
import { useText } from '../../../text/index.ts';
import styles from '../settings.module.css';

/** Items looked at to see whose they are. */
const lookedAt = 1_000;

/** Asks before a connection is forgotten, and says what becomes of what has not been sent yet. */
export function RemoveConnection({
  connection,
  settings,
  onClose,
  onRemoved,
}: {
  readonly connection: Connection;
  readonly settings: Settings;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}): ReactElement {
  const say = useText('connections');
  const sayShared = useText('shared');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const onItsWay = useQuery<'items.page'>({ name: 'items.page', group: 'on-its-way', limit: lookedAt }).value;
  const needsYou = useQuery<'items.page'>({ name: 'items.page', group: 'needs-you', limit: lookedAt }).value;
  const waiting = [...(onItsWay?.rows ?? []), ...(needsYou?.rows ?? [])].filter(
    ({ connectionId }) => connectionId === connection.id,
  ).length;
  const folders = settings.hotFolders.filter(({ rule }) => rule.connectionId === connection.id);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const removed = await bridge().desktop({ name: 'connections.remove', connectionId: connection.id });
    setBusy(false);
    if (removed.ok) onRemoved();
    else setFault(removed.fault);
  };
  return (
    <Dialog
      asks
      title={say(folders.length > 0 ? 'remove-used-title' : 'remove-title', { name: connection.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{sayShared(folders.length > 0 ? 'close' : 'cancel')}</Button>
          {folders.length === 0 && (
            <Button kind="danger" disabled={busy} onPress={() => void remove()}>
              {say('remove-now')}
            </Button>
          )}
        </>
      }
    >
      {folders.length > 0 ? (
        <p>{say('remove-used', { count: folders.length, folders: folders.map(({ name }) => name).join(', ') })}</p>
      ) : (
        <>
          <p>{say('remove-text')}</p>
          {waiting > 0 && <p>{say('remove-waiting', { count: waiting })}</p>}
          {waiting === 0 && onItsWay !== undefined && <p>{say('remove-nothing')}</p>}
        </>
      )}
      {fault !== null && (
        <p className={styles['error']} role="alert">
          {faultSentence(fault)} {nextStep(fault)}
        </p>
      )}
    </Dialog>
  );
}
