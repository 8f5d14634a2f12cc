import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../components/button.tsx';
import { formatBytes } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import type { CasePlace } from './case-acts.ts';
import styles from '../cases.module.css';

/** ms between two looks at how far it has come. */
const lookPause = 250;

/** How much of a case's files has come while they are saved, and the way to break it off. */
export function SavingCase({ place: { connectionId, caseId } }: { readonly place: CasePlace }): ReactElement {
  const say = useText('serviceCases');
  const [bytes, setBytes] = useState<number | null>(null);
  const [stops, setStops] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      void bridge()
        .query({ name: 'cases.saving', connectionId, caseId })
        .then((answer) => {
          if (answer.ok) setBytes(answer.value.bytes);
        });
    }, lookPause);
    return () => clearInterval(timer);
  }, [connectionId, caseId]);
  return (
    <>
      <span className={styles['saving']} role="status">
        {bytes === null ? say('saving') : say('saving-bytes', { bytes: formatBytes(bytes) })}
      </span>
      <Button
        disabled={bytes === null || stops}
        onPress={() => {
          setStops(true);
          void bridge().command({ name: 'cases.stop-saving', connectionId, caseId });
        }}
      >
        {say('save-stop')}
      </Button>
    </>
  );
}
