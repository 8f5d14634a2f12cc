import { Check, CirclePause, Hourglass, PenLine, RefreshCw, Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import type { SourceHealth } from '../../../../shared/views.ts';
import { Chip } from '../../../components/marks.tsx';
import { formatSince } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';

/** How a hot folder is doing, with icon and word; filled only where somebody must act. `now` in ms. */
export function FolderHealth({
  health,
  changed,
  paused,
  now,
}: {
  readonly health: SourceHealth | undefined;
  readonly changed: boolean;
  readonly paused: boolean;
  readonly now: number;
}): ReactElement {
  const say = useText('hotFolders');
  if (changed) return <Chip icon={<PenLine aria-hidden />}>{say('not-saved')}</Chip>;
  if (paused || health?.state === 'paused') return <Chip icon={<CirclePause aria-hidden />}>{say('paused')}</Chip>;
  if (health === undefined || health.state === 'starting')
    return <Chip icon={<Hourglass aria-hidden />}>{say('starting')}</Chip>;
  if (health.state === 'silent' || health.state === 'stopped') {
    return (
      <Chip kind="critical" icon={<Unplug aria-hidden />}>
        {say('silent')}
      </Chip>
    );
  }
  if (health.state === 'watching') {
    return (
      <Chip kind="positive" icon={<Check aria-hidden />}>
        {say('watching')}
      </Chip>
    );
  }
  return (
    <Chip kind="positive" icon={<RefreshCw aria-hidden />}>
      {health.lastScanAt === null ? say('polling') : say('looked', { since: formatSince(health.lastScanAt, now) })}
    </Chip>
  );
}
