import { FlaskConical, Plug, Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../components/classes.ts';
import { screens } from '../screens/registry.ts';
import type { ScreenName } from '../stores/navigation.ts';
import { openScreen, useNavigation } from '../stores/navigation.ts';
import { useStation } from '../stores/station.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { useText } from '../text/index.ts';
import { shortcutOf } from '../text/shortcut.ts';
import { connectionStanding } from './use-contact.ts';
import styles from './shell.module.css';
import { useContact } from './use-contact.ts';

/** ms between two changes of a number that are told: of many in a row only the last one is of use. */
const tellPause = 3_000;

/** Tells how much of a screen waits for a person: a region of its own, so that a change is not told with those of others. */
function SpokenCount({ name, count }: { readonly name: ScreenName; readonly count: number }): ReactElement {
  const say = useText('shared');
  const [told, setTold] = useState(count);
  const toldAt = useRef(-tellPause);
  useEffect(() => {
    if (count === told) return;
    const wait = Math.max(0, toldAt.current + tellPause - performance.now());
    const timer = setTimeout(() => {
      toldAt.current = performance.now();
      setTold(count);
    }, wait);
    return () => clearTimeout(timer);
  }, [count, told]);
  return (
    <span className="spoken" role="status">
      {told > 0 && say('now-needs-you', { screen: say(name), count: told })}
    </span>
  );
}

/** The way between screens, with the connection above them. */
export function Rail({
  needsYou,
}: {
  /** How much waits for a person, by screen. */
  readonly needsYou: Readonly<Partial<Record<ScreenName, number>>>;
}): ReactElement {
  const say = useText('shared');
  const shown = useNavigation((state) => state.screen);
  const settings = useStation((state) => state.settings);
  const practiceId = useStation((state) => state.info?.practiceConnectionId ?? null);
  const paused = useStation((state) => state.pauses.all);
  const connection =
    settings?.connections.find(({ id }) => id === settings.defaultConnection) ?? settings?.connections[0];
  const practice = connection !== undefined && connection.id === practiceId;
  const contact = useContact(connection?.id);
  const { fault } = contact;
  return (
    <>
      <nav className={styles['rail']} aria-label={say('main')}>
        <div
          className={styles['connection']}
          {...(fault === undefined ? {} : { title: `${faultSentence(fault)} ${nextStep(fault)}` })}
        >
          {practice ? (
            <FlaskConical aria-hidden />
          ) : fault === undefined ? (
            <Plug aria-hidden />
          ) : (
            <Unplug aria-hidden />
          )}
          <span>
            <strong>{practice ? say('practice-service') : (connection?.name ?? say('no-connection'))}</strong>
            {connection !== undefined && (
              <small role="status" className={fault === undefined ? undefined : styles['troubled']}>
                {say(connectionStanding({ ...contact, paused }))}
              </small>
            )}
          </span>
        </div>
        {screens.map(({ name, icon: Icon, atFoot }) => (
          <button
            key={name}
            type="button"
            className={classes(styles['entry'], atFoot === true && styles['foot'])}
            {...(name === shown ? { 'aria-current': 'page' as const } : {})}
            title={shortcutOf(`show-${name}`).words}
            aria-keyshortcuts={shortcutOf(`show-${name}`).keys}
            onClick={() => openScreen(name)}
          >
            <Icon aria-hidden />
            {say(name)}
            {(needsYou[name] ?? 0) > 0 && (
              <span className={styles['count']}>
                <span className="spoken">{say('needs-you')} </span>
                {needsYou[name]}
              </span>
            )}
          </button>
        ))}
      </nav>
      {/* Who does not see the numbers hears of each change. */}
      {screens.map(({ name }) => (
        <SpokenCount key={name} name={name} count={needsYou[name] ?? 0} />
      ))}
    </>
  );
}
