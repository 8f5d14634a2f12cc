import { ScanLine } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ScanSessionView } from '../../../shared/scanning.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../text/index.ts';
import { startScan } from './scan-acts.ts';
import { useScan } from './scan-store.ts';

/** Asks for more paper after each run that ended well, where the profile says so; a run that a person ended asks nothing. */
export function AskForMore({
  session,
  wanted,
}: {
  readonly session: ScanSessionView | null;
  readonly wanted: boolean;
}): ReactElement | null {
  const say = useText('scan');
  const [asks, setAsks] = useState(false);
  const wasScanning = useRef(false);
  const isScanning = session?.scanning === true;
  const count = Object.keys(session?.pages ?? {}).length;
  const isWell = session !== null && session.fault === null;
  useEffect(() => {
    const { run } = useScan.getState();
    if (wasScanning.current && !isScanning) setAsks(wanted && isWell && run !== null && count > run.before);
    wasScanning.current = isScanning;
  }, [isScanning, wanted, isWell, count]);
  if (!asks || isScanning) return null;
  const close = (): void => setAsks(false);
  return (
    <Dialog
      asks
      title={say('more-title')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{say('more-none')}</Button>
          <Button
            kind="primary"
            icon={<ScanLine aria-hidden />}
            onPress={() => {
              close();
              void startScan();
            }}
          >
            {say('more-scan')}
          </Button>
        </>
      }
    >
      <p>{say('more-text', { count })}</p>
    </Dialog>
  );
}
