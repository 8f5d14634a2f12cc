import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Segmented } from '../../components/tabs.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useText } from '../../text/index.ts';
import type { CasePlace } from './case-acts.ts';
import { reportCase } from './case-acts.ts';

/** Longest message the contract takes. */
const longestMessage = 2_000;

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
  const numbers = { length: words.length, limit: longestMessage };
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
          <Button kind="primary" disabled={busy || words.length > longestMessage} onPress={() => void tell()}>
            {say('report-do')}
          </Button>
        </>
      }
    >
      <p>{say('report-text')}</p>
      <Segmented
        label={say('result')}
        value={result}
        options={[
          { value: 'ok', label: say('result-ok') },
          { value: 'failed', label: say('result-failed') },
        ]}
        onChange={setResult}
      />
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
