import { Clock, FlaskConical, Gauge, Monitor, Plug, TriangleAlert, Unplug, Upload } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { useStation } from '../stores/station.ts';
import { faultSentence } from '../text/faults/fault-text.ts';
import { formatBytes, formatNumber } from '../text/format.ts';
import { useText } from '../text/index.ts';
import styles from './shell.module.css';

/** What stands in the way, else how the connection, the quota and the queue are doing. */
export function StatusBar({ waiting }: { readonly waiting: number }): ReactElement {
  const say = useText('shared');
  const { info, settings, progress, blocks, sources } = useStation();
  const now = useSeconds();
  const connection =
    settings?.connections.find(({ id }) => id === settings.defaultConnection) ?? settings?.connections[0];
  const practice = connection !== undefined && connection.id === info?.practiceConnectionId;
  const block = blocks[0];
  const silent = sources.flatMap(({ name, fault }) => (fault === null ? [] : [{ name, fault }]))[0];
  const sending = progress?.inFlight.length ?? 0;
  const quota = progress?.quota ?? null;
  return (
    <footer className={styles['status']} aria-label={say('status')}>
      {block === undefined ? (
        <span>
          {connection === undefined ? <Unplug aria-hidden /> : <Plug aria-hidden />}
          {practice ? say('practice-service') : (connection?.name ?? say('no-connection'))}
        </span>
      ) : (
        <span className={styles['fault']}>
          <TriangleAlert aria-hidden />
          {faultSentence(block.fault)}
        </span>
      )}
      {silent !== undefined && (
        <span className={styles['fault']}>
          <TriangleAlert aria-hidden />
          {silent.name}: {faultSentence(silent.fault)}
        </span>
      )}
      {quota !== null && quota.remaining !== null && quota.limit !== null && (
        <span className="tabular">
          <Gauge aria-hidden />
          {quota.resetsAt === null || quota.resetsAt < now
            ? say('quota', { remaining: quota.remaining, limit: quota.limit })
            : say('quota-resets', {
                remaining: quota.remaining,
                limit: quota.limit,
                seconds: Math.ceil((quota.resetsAt - now) / 1000),
              })}
        </span>
      )}
      <span className="tabular">
        <Upload aria-hidden />
        {sending === 0
          ? say('idle')
          : say('rate', { count: sending, rate: formatBytes(progress?.bytesPerSecond ?? 0) })}
      </span>
      <span className="tabular">
        <Clock aria-hidden />
        {say('waiting', { count: formatNumber(waiting) })}
      </span>
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

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
