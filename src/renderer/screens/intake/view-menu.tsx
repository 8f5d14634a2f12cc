import { SlidersHorizontal } from 'lucide-react';
import type { ReactElement } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { ChoiceMenu } from '../../components/menu.tsx';
import { useStation } from '../../stores/station.ts';
import { showFault } from '../../stores/toasts.ts';
import { useText } from '../../text/index.ts';
import styles from './intake.module.css';
import { doneDays } from './strip.tsx';

async function setDensity(value: string): Promise<void> {
  const outcome = await bridge().desktop({ name: 'settings.set', path: 'window.density', value });
  if (!outcome.ok) showFault(outcome.fault);
}

/** How the table is shown: order of its rows, their height. */
export function ViewMenu({
  order,
  since,
  onOrder,
  onSince,
}: {
  readonly order: 'newest' | 'oldest';
  /** Days of what is done, see `doneFrom`. */
  readonly since: string;
  readonly onSince: (days: string) => void;
  readonly onOrder: (order: 'newest' | 'oldest') => void;
}): ReactElement {
  const say = useText('intake');
  const density = useStation((state) => state.settings?.window.density ?? 'comfortable');
  return (
    <div className={styles['view']}>
      <ChoiceMenu
        label={say('view')}
        icon={<SlidersHorizontal aria-hidden />}
        choices={[
          {
            id: 'order',
            title: say('order'),
            value: order,
            options: [
              { value: 'newest', label: say('newest') },
              { value: 'oldest', label: say('oldest') },
            ],
            onChange: (value) => onOrder(value === 'oldest' ? 'oldest' : 'newest'),
          },
          {
            id: 'since',
            title: say('done-since'),
            value: since,
            options: doneDays.map((days) => ({
              value: days,
              label: days === '' ? say('today') : days === '0' ? say('ever') : say('last-days', { number: days }),
            })),
            onChange: onSince,
          },
          {
            id: 'density',
            title: say('density'),
            value: density,
            options: [
              { value: 'comfortable', label: say('comfortable') },
              { value: 'compact', label: say('compact') },
            ],
            onChange: (value) => void setDensity(value),
          },
        ]}
      />
    </div>
  );
}
