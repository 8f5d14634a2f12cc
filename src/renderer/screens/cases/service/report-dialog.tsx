import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { maxMessageLength, ReportFields } from '../../../components/fields/report-fields.tsx';
import { useText } from '../../../text/index.ts';
import type { CasePlace } from './case-acts.ts';
import { reportCase } from './case-acts.ts';

/** Asks how the transfer of a case went. */
export function ReportDialog({
  place,
  onClose,
  onDone,
}: {
  readonly place: CasePlace;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): ReactElement {
  const say = useText('serviceCases');
  const shared = useText('shared');
  const [words, setWords] = useState('');
  const [result, setResult] = useState<'ok' | 'failed'>('ok');
  const [busy, setBusy] = useState(false);
  const tell = async (): Promise<void> => {
    setBusy(true);
    const taken = await reportCase(place, result === 'ok', words);
    setBusy(false);
    if (!taken) return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={say('report-title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy}
            why={words.length > maxMessageLength ? shared('why-too-long') : null}
            onPress={() => void tell()}
          >
            {say('report-do')}
          </Button>
        </>
      }
    >
      <p>{say('report-text')}</p>
      <ReportFields say={say} result={result} words={words} onResult={setResult} onWords={setWords} />
    </Dialog>
  );
}
