import type { ReactElement } from 'react';
import { useState } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { faultSentence, nextStep } from '../../text/faults/fault-text.ts';
import { useText } from '../../text/index.ts';
import { unlockItems } from './acts.ts';

/** Asks for the password of held PDFs, one for all of them; where it opens none it is asked again. It lives as long as the dialog. */
export function PasswordDialog({
  ids,
  name,
  onClose,
}: {
  readonly ids: readonly string[];
  /** Of the file, where it is one. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('intake');
  const shared = useText('shared');
  const [password, setPassword] = useState('');
  const [opening, setOpening] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const open = async (): Promise<void> => {
    if (password === '' || opening) return;
    setOpening(true);
    const refused = await unlockItems(ids, password);
    if (refused === null) return onClose();
    setOpening(false);
    setFault(refused);
  };
  return (
    <Dialog
      title={name === undefined ? say('password-title-many', { count: ids.length }) : say('password-title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            disabled={opening}
            why={password === '' ? shared('why-fill') : null}
            onPress={() => void open()}
          >
            {say(opening ? 'password-opening' : 'password-open')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <TextField
          label={say('password')}
          type="password"
          value={password}
          onChange={(value) => {
            setPassword(value);
            setFault(null);
          }}
          focused
          hint={say('password-hint')}
          error={fault === null ? undefined : `${faultSentence(fault)} ${nextStep(fault)}`}
        />
      </form>
    </Dialog>
  );
}
