import { FileWarning } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { describeFault } from '../../main/engine/faults/describe.ts';
import type { DesktopRequest } from '../../shared/desktop-contract.ts';
import type { Fault } from '../../shared/faults.ts';
import { bridge } from '../bridge/bridge.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/marks.tsx';
import { loadStation } from '../stores/station.ts';
import { showFault } from '../stores/toasts.ts';
import { formatMoment } from '../text/format.ts';
import { useText } from '../text/index.ts';
import { currentLanguage } from '../text/language.ts';
import styles from './shell.module.css';

/** What the window shows while its settings can't be used: which file and field, what to do, and the ways out. */
export function SettingsBroken({ fault }: { readonly fault: Fault }): ReactElement {
  const say = useText('shared');
  const [goodAt, setGoodAt] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void bridge()
      .desktop<'settings.last-good'>({ name: 'settings.last-good' })
      .then((answer) => setGoodAt(answer.ok ? answer.value.at : null));
  }, []);
  const act = async (request: DesktopRequest): Promise<void> => {
    setBusy(true);
    const answer = await bridge().desktop(request);
    setBusy(false);
    if (request.name === 'settings.repair') await loadStation();
    if (!answer.ok) showFault(answer.fault);
  };
  // The window's own sentence for settings sends to a screen that can't be opened now.
  const { reason, nextStep, who } = describeFault(fault, currentLanguage());
  const path = String(fault.params['path'] ?? fault.params['directory'] ?? '');
  // An administrator's file is not brought back from here, and that of a newer Mailroom is not replaced.
  const isOwn = path === '' || /settings\.json$/u.test(path);
  const inRegistry = path.startsWith('HKLM\\');
  const mayRestore = isOwn && fault.params['problem'] !== 'newer-version';
  return (
    <main className={styles['broken']}>
      <EmptyState
        icon={<FileWarning aria-hidden />}
        title={say('settings-broken')}
        isPage
        actions={
          <>
            {mayRestore && goodAt !== null && (
              <Button
                kind="primary"
                disabled={busy}
                onPress={() => void act({ name: 'settings.repair', use: 'last-good' })}
              >
                {say('use-last-good', { when: formatMoment(goodAt) })}
              </Button>
            )}
            {!inRegistry && (
              <Button disabled={busy} onPress={() => void act({ name: 'settings.show-file' })}>
                {say('open-folder')}
              </Button>
            )}
            <Button disabled={busy} onPress={() => void act({ name: 'settings.repair', use: 'present' })}>
              {say('read-again')}
            </Button>
          </>
        }
      >
        {reason} {nextStep} {say('settings-broken-hint')} {say('who')}: {who}.
      </EmptyState>
    </main>
  );
}
