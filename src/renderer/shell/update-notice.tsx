import { RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { bridge } from '../bridge/bridge.ts';
import { classes } from '../components/classes.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useStation } from '../stores/station.ts';
import { showFault } from '../stores/toasts.ts';
import { useText } from '../text/index.ts';
import styles from './shell.module.css';

/** That a newer version is ready, for as long as it takes until a person wants it. */
export function UpdateNotice(): ReactElement | null {
  const say = useText('shared');
  const version = useStation((state) => state.info?.updates.version ?? null);
  const [asks, setAsks] = useState(false);
  if (version === null) return null;
  return (
    <>
      <button
        type="button"
        title={say('update-ready')}
        className={classes(styles['statusLink'], styles['update'])}
        onClick={() => setAsks(true)}
      >
        <RotateCw aria-hidden />
        <span>{say('update-ready')}</span>
      </button>
      {asks && <RestartDialog version={version} onClose={() => setAsks(false)} />}
    </>
  );
}

/** Asks whether Mailroom is to restart for a version, and has it do so. */
export function RestartDialog({
  version,
  onClose,
}: {
  readonly version: string;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('shared');
  const sends = useStation((state) => (state.progress?.inFlight.length ?? 0) > 0);
  const [busy, setBusy] = useState(false);
  const restart = async (): Promise<void> => {
    setBusy(true);
    const begun = await bridge().desktop({ name: 'updates.restart' });
    if (begun.ok) return;
    showFault(begun.fault);
    onClose();
  };
  return (
    <Dialog
      title={say('update-title', { version })}
      // What has begun can't be put off any more.
      onClose={() => (busy ? undefined : onClose())}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {say('update-later')}
          </Button>
          <Button kind="primary" disabled={busy} onPress={() => void restart()}>
            {say('update-restart')}
          </Button>
        </>
      }
    >
      <p role="status">{say(busy ? 'update-preparing' : 'update-text')}</p>
      {sends && <p>{say('update-sending')}</p>}
    </Dialog>
  );
}
