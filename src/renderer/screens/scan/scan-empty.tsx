import { ScanLine } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Fault } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ReasonCard } from '../../components/marks.tsx';
import { keepProfile, newProfile } from '../settings/scanners/profile-drafts.ts';
import { openScreen } from '../../stores/navigation.ts';
import { useStation } from '../../stores/station.ts';
import { formatMoment } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { FaultAct } from './scan-details.tsx';
import { workOn } from './scan-store.ts';
import styles from './scan.module.css';
import { openPages, useOpenSessions } from './use-session.ts';

/** Pages from earlier that were not sent, each with the way back to it. */
function Waiting({ onDiscard }: { readonly onDiscard: (sessionId: string) => void }): ReactElement | null {
  const say = useText('scan');
  const sessions = useOpenSessions();
  const profiles = useStation((state) => state.settings?.scanning.profiles ?? []);
  if (sessions.length === 0) return null;
  return (
    <section className={styles['waiting']} aria-label={say('waiting-title')}>
      <h2>{say('waiting-title')}</h2>
      <p>{say('waiting-text')}</p>
      <ul>
        {sessions.map((session) => {
          const name =
            session.edited?.map((item) => item.name).join(', ') ??
            profiles.find(({ id }) => id === session.profileId)?.name ??
            say('waiting-plain');
          const discard = say(session.edited === undefined ? 'throw-away' : 'edit-cancel');
          const row = say('waiting-row', {
            pages: say('pages', { count: openPages(session) }),
            moment: formatMoment(session.startedAt),
          });
          return (
            <li key={session.id}>
              <span>
                <strong>{name}</strong>
                <small>{row}</small>
              </span>
              <Button label={`${say('go-on')}: ${name}, ${row}`} onPress={() => workOn(session.id)}>
                {say('go-on')}
              </Button>
              <Button
                kind="quiet"
                label={`${discard}: ${name}, ${row}`}
                why={session.scanning ? say('why-scanning') : null}
                onPress={() => onDiscard(session.id)}
              >
                {discard}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function beginProfile(): void {
  const profile = newProfile();
  keepProfile(profile);
  openScreen('settings', { section: 'scanners', profileId: profile.id });
}

/** The screen without pages: what stopped the scanning, what is there from earlier, and what to do. */
export function ScanEmpty({
  profile,
  fault,
  onDiscard,
}: {
  readonly profile: ScanProfile | null;
  readonly fault: Fault | null;
  readonly onDiscard: (sessionId: string) => void;
}): ReactElement {
  const say = useText('scan');
  return (
    <div className={styles['empty']}>
      {profile === null ? (
        <EmptyState
          icon={<ScanLine aria-hidden />}
          title={say('no-profiles-title')}
          actions={
            <Button kind="primary" onPress={beginProfile}>
              {say('new-profile')}
            </Button>
          }
        >
          {say('no-profiles-text')}
        </EmptyState>
      ) : fault !== null ? (
        <div className={styles['emptyFault']} role="alert">
          <h2 className="spoken">{profile.name}</h2>
          <ReasonCard
            title={say(fault.params['picture'] === undefined ? 'stopped-title' : 'import-stopped-title')}
            fault={fault}
            actions={<FaultAct fault={fault} profile={profile} />}
          />
        </div>
      ) : (
        <EmptyState icon={<ScanLine aria-hidden />} title={say('empty-title')}>
          {say('empty-text')}
        </EmptyState>
      )}
      <Waiting onDiscard={onDiscard} />
    </div>
  );
}
