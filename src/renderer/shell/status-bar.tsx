import {
  CirclePause,
  Clock,
  FlaskConical,
  FolderCheck,
  FolderX,
  Gauge,
  Monitor,
  Plug,
  TriangleAlert,
  Unplug,
  Upload,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { classes } from '../components/classes.ts';
import { useClock } from '../stores/clock.ts';
import { openScreen } from '../stores/navigation.ts';
import { useStation } from '../stores/station.ts';
import { faultSentence, nextStep } from '../text/faults/fault-text.ts';
import { formatBytes, formatNumber } from '../text/format.ts';
import { useText } from '../text/index.ts';
import styles from './shell.module.css';
import { UpdateNotice } from './update-notice.tsx';

/** How much of the service's quota is left, and when it is whole again. */
function Quota(): ReactElement | null {
  const say = useText('shared');
  const quota = useStation((state) => state.progress?.quota ?? null);
  const resetsAt = quota?.resetsAt ?? null;
  const seconds = useClock((now) => (resetsAt === null ? 0 : Math.max(0, Math.ceil((resetsAt - now) / 1000))));
  if (quota === null || quota.remaining === null || quota.limit === null) return null;
  const figures = { remaining: formatNumber(quota.remaining), limit: formatNumber(quota.limit) };
  return (
    <span className={classes('tabular', styles['quota'])}>
      <Gauge aria-hidden />
      {seconds === 0 ? say('quota', figures) : say('quota-resets', { ...figures, seconds })}
    </span>
  );
}

/** How the hot folders are, with the way to them. */
function Folders(): ReactElement | null {
  const say = useText('shared');
  const sources = useStation((state) => state.sources);
  const ill = sources.filter(({ fault }) => fault !== null);
  const paused = sources.filter(({ state }) => state === 'paused').length;
  const [first] = ill;
  const fault = first?.fault ?? null;
  if (sources.length === 0) return null;
  const key =
    first === undefined
      ? paused === 0
        ? 'folders-well'
        : 'folders-paused'
      : fault?.owner === 'it'
        ? 'folders-it'
        : 'folders-you';
  const count = first === undefined ? paused : ill.length;
  const words = key === 'folders-well' ? say(key) : say(key, { count });
  return (
    <button
      type="button"
      aria-label={words}
      className={classes(styles['statusLink'], first !== undefined && styles['fault'])}
      title={fault === null ? say('folders') : `${first?.name ?? ''}: ${faultSentence(fault)} ${nextStep(fault)}`}
      onClick={() => openScreen('settings', { section: 'hot-folders' })}
    >
      {first !== undefined ? (
        <FolderX aria-hidden />
      ) : paused > 0 ? (
        <CirclePause aria-hidden />
      ) : (
        <FolderCheck aria-hidden />
      )}
      <span className={styles['whole']}>{words}</span>
      <span className={styles['short']}>{say(`${key}-short`, { number: formatNumber(count) })}</span>
    </button>
  );
}

/** What stands in the way, else how the connection, the quota and the queue are doing. */
export function StatusBar({ waiting }: { readonly waiting: number }): ReactElement {
  const say = useText('shared');
  const info = useStation((state) => state.info);
  const settings = useStation((state) => state.settings);
  const block = useStation((state) => state.blocks[0]);
  const paused = useStation((state) => state.pauses.all);
  const sending = useStation((state) => state.progress?.inFlight.length ?? 0);
  const rate = useStation((state) => formatBytes(state.progress?.bytesPerSecond ?? 0));
  const connection =
    settings?.connections.find(({ id }) => id === settings.defaultConnection) ?? settings?.connections[0];
  const practice = connection !== undefined && connection.id === info?.practiceConnectionId;
  return (
    <footer className={styles['status']} aria-label={say('status')}>
      {block === undefined ? (
        <span>
          {connection === undefined ? <Unplug aria-hidden /> : <Plug aria-hidden />}
          {practice ? say('practice-service') : (connection?.name ?? say('no-connection'))}
        </span>
      ) : (
        <span className={classes(styles['fault'], styles['block'])} title={nextStep(block.fault)}>
          <TriangleAlert aria-hidden />
          <span>{faultSentence(block.fault)}</span>
        </span>
      )}
      <Quota />
      {paused ? (
        <span className={styles['fault']}>
          <CirclePause aria-hidden />
          {say('all-paused')}
        </span>
      ) : (
        <span className={classes('tabular', styles['queueRate'])}>
          <Upload aria-hidden />
          {sending === 0 ? say('idle') : say('rate', { count: sending, rate })}
        </span>
      )}
      <span className={classes('tabular', styles['waiting'])}>
        <Clock aria-hidden />
        {say('waiting', { count: waiting })}
      </span>
      <Folders />
      <UpdateNotice />
      <span className={styles['push']}>
        <Monitor aria-hidden />
        {settings?.station.name}
      </span>
      {practice && (
        <span className={styles['practice']}>
          <FlaskConical aria-hidden />
          {say('practice-mark')}
        </span>
      )}
    </footer>
  );
}
