import type { ReactElement } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../text/index.ts';
import { discardSession } from './scan-acts.ts';
import { openPages } from './use-session.ts';

/** Asks before pages are thrown away. */
export function DiscardDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}): ReactElement | null {
  const say = useText('scan');
  const sayShared = useText('shared');
  const asked = useQuery<'scan.session'>({ name: 'scan.session', sessionId }, { live: false });
  if (asked.value === undefined) return null;
  const edits = asked.value.edited !== undefined;
  return (
    <Dialog
      asks
      title={edits ? say('edit-cancel-title') : say('discard-title', { count: openPages(asked.value) })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{edits ? say('edit-go-on') : sayShared('cancel')}</Button>
          <Button
            kind="danger"
            onPress={() => {
              onClose();
              void discardSession(sessionId);
            }}
          >
            {say(edits ? 'edit-cancel' : 'discard-now')}
          </Button>
        </>
      }
    >
      <p>{say(edits ? 'edit-cancel-text' : 'discard-text')}</p>
    </Dialog>
  );
}
