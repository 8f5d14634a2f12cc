import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { maxMessageLength, ReportFields } from '../../components/fields/report-fields.tsx';
import { textOf, useText } from '../../text/index.ts';
import type { DocumentPlace } from './acts.ts';
import { handOver } from './acts.ts';

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
            disabled={busy}
            why={words.length > maxMessageLength ? textOf('shared')('why-too-long') : null}
            onPress={() => void tell()}
          >
            {say(rejects ? 'reject-do' : 'report-do')}
          </Button>
        </>
      }
    >
      <p>{rejects ? say('reject-text', { title: place.document.title ?? place.document.id }) : say('report-text')}</p>
      <ReportFields say={say} result={rejects ? null : result} words={words} onResult={setResult} onWords={setWords} />
    </Dialog>
  );
}
