import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useText } from '../../text/index.ts';
import type { DocumentPlace } from './acts.ts';
import { handOver } from './acts.ts';

/** Longest message the contract takes. */
const longestMessage = 2_000;

/** Asks before a document is rejected, or whether and how its transfer went. */
export function HandOverDialog({
  place,
  kind,
  onClose,
  onDone,
}: {
  readonly place: DocumentPlace;
  readonly kind: 'reject' | 'report';
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const say = useText('documents');
  const [words, setWords] = useState('');
  const [result, setResult] = useState<'ok' | 'failed'>('ok');
  const [busy, setBusy] = useState(false);
  const rejects = kind === 'reject';
  const numbers = { length: words.length, limit: longestMessage };
  const tell = async (): Promise<void> => {
    setBusy(true);
    const taken = await handOver(place, rejects ? null : result === 'ok', words);
    setBusy(false);
    if (!taken) return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={say(rejects ? 'reject-ask' : 'report-title')}
      asks={rejects}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('cancel')}</Button>
          <Button
            kind={rejects ? 'danger' : 'primary'}
            disabled={busy || words.length > longestMessage}
            onPress={() => void tell()}
          >
            {say(rejects ? 'reject-do' : 'report-do')}
          </Button>
        </>
      }
    >
      <p>{rejects ? say('reject-text', { title: place.document.title ?? place.document.id }) : say('report-text')}</p>
      {!rejects && (
        <Segmented
          label={say('result')}
          value={result}
          options={[
            { value: 'ok', label: say('result-ok') },
            { value: 'failed', label: say('result-failed') },
          ]}
          onChange={setResult}
        />
      )}
      <TextField
        label={say('message')}
        value={words}
        onChange={setWords}
        rows={3}
        hint={say('count', numbers)}
        error={words.length > longestMessage ? say('too-long', numbers) : undefined}
      />
    </Dialog>
  );
}
