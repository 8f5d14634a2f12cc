import { ScanLine, Square } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useMemo, useState } from 'react';
import type { ScanSessionView } from '../../../shared/scanning.ts';
import { Button } from '../../components/button.tsx';
import { ScreenFrame } from '../../shell/top-bar.tsx';
import { useClock } from '../../stores/clock.ts';
import { useStation } from '../../stores/station.ts';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { arrange, type ShownPage } from './pages/arrangement.ts';
import { AskForMore } from './ask-for-more.tsx';
import { EditActs } from './edit-acts.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { PageViewer } from './pages/page-viewer.tsx';
import { ScanDetails } from './scan-details.tsx';
import { ScanEmpty } from './scan-empty.tsx';
import { ScanFilters } from './scan-filters.tsx';
import { ScanMenu } from './scan-menu.tsx';
import { lookForScanners, profileInUse, startScan, stopScan, undoEdit } from './scan-acts.ts';
import { useScan } from './scan-store.ts';
import styles from './scan.module.css';
import { Thumbs } from './pages/thumbs.tsx';
import { useShownPage } from './pages/use-shown-page.ts';
import { openPages, useSession } from './use-session.ts';

const noPages: readonly ShownPage[] = [];

/** Pages of a run before its speed says anything. */
const fewPages = 3;

function Live({ session }: { readonly session: ScanSessionView }): ReactElement {
  const say = useText('scan');
  const run = useScan((state) => state.run);
  const count = openPages(session);
  const came = run === null ? 0 : Object.keys(session.pages).length - run.before;
  const rate = useClock((now) =>
    run === null || came < fewPages ? 0 : Math.round(came / (Math.max(1, now - run.startedAt) / 60_000)),
  );
  const number = count + 1;
  const { importing } = session;
  return (
    <span className={styles['live']} role="status">
      {importing !== null
        ? say('importing', importing)
        : rate === 0
          ? say('coming-now', { number })
          : say('coming-rate', { number, rate: formatNumber(rate) })}
    </span>
  );
}

/** Undo by keyboard and the end of a run by Esc, wherever the keyboard is, but not where it writes. */
function useKeys(session: ScanSessionView | null): void {
  const scanning = session?.scanning === true;
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const writes = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key === 'Escape' && scanning) void stopScan();
      else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !writes) void undoEdit();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', act);
    return () => window.removeEventListener('keydown', act);
  }, [scanning]);
}

/** Paper comes in: pages as they come, what they become, and the way to send them. */
export function Scan(): ReactElement {
  const say = useText('scan');
  const scanning = useStation((state) => state.settings?.scanning);
  const session = useSession();
  const chosen = useScan((state) => state.profileId);
  const startFault = useScan((state) => state.fault);
  const scanners = useScan((state) => state.scanners);
  const [discarding, setDiscarding] = useState<string | null>(null);
  useKeys(session);
  const inUse = profileInUse(scanning, chosen);
  const profile = scanning?.profiles.find(({ id }) => id === session?.profileId) ?? inUse;
  const arrangement = useMemo(
    () => (session === null ? null : arrange(session, profile ?? undefined)),
    [session, profile],
  );
  const stay = useShownPage(session, arrangement?.pages ?? noPages);
  const isScanning = session?.scanning === true;
  const wantsScanners = inUse !== null && scanners === null;
  useEffect(() => {
    if (wantsScanners) void lookForScanners();
  }, [wantsScanners]);
  const fault = startFault ?? session?.fault ?? null;
  const edits = session?.edited !== undefined;
  const hasPages = arrangement !== null && arrangement.documents.length > 0;
  return (
    <ScreenFrame
      title={say(edits ? 'edit-title' : 'title')}
      filters={edits ? null : <ScanFilters profile={inUse} />}
      actions={
        edits ? (
          <EditActs session={session} onCancel={setDiscarding} />
        ) : (
          inUse !== null && (
            <>
              {isScanning && <Live session={session} />}
              {isScanning ? (
                <Button icon={<Square aria-hidden />} onPress={() => void stopScan()}>
                  {say('stop')}
                  <kbd className={styles['key']} data-key={say('stop-key')} aria-hidden />
                </Button>
              ) : (
                <Button
                  kind={hasPages ? 'plain' : 'primary'}
                  icon={<ScanLine aria-hidden />}
                  onPress={() => void startScan()}
                >
                  {say('scan')}
                  <kbd className={styles['key']} data-key={say('scan-key')} aria-hidden />
                </Button>
              )}
              <ScanMenu session={session} profile={inUse} onDiscard={setDiscarding} />
            </>
          )
        )
      }
    >
      {session !== null && arrangement !== null && (hasPages || isScanning) ? (
        // Whoever does something with a page means the one that is shown.
        <div className={styles['screen']} onPointerDownCapture={stay} onKeyDownCapture={stay}>
          <Thumbs session={session} arrangement={arrangement} />
          <PageViewer session={session} arrangement={arrangement} />
          <ScanDetails session={session} arrangement={arrangement} profile={profile} fault={fault} />
        </div>
      ) : (
        <ScanEmpty profile={inUse} fault={fault} onDiscard={setDiscarding} />
      )}
      <AskForMore key={session?.id ?? 'new'} session={session} wanted={!edits && profile?.askForMore === true} />
      {discarding !== null && <DiscardDialog sessionId={discarding} onClose={() => setDiscarding(null)} />}
    </ScreenFrame>
  );
}
