import { Layers } from 'lucide-react';
import type { ReactElement } from 'react';
import { useQuery } from '../../bridge/use-query.ts';
import { Button } from '../../components/button.tsx';
import { formatTime } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import { useSourceName } from '../intake/item-columns.tsx';
import { sendBatches } from './acts.ts';
import styles from './cases.module.css';

/** Batches that still gather, each with the way to send it at once; nothing where there are none. */
export function OpenBatches(): ReactElement | null {
  const say = useText('cases');
  const sourceName = useSourceName();
  const batches = useQuery<'batches.open'>({ name: 'batches.open' }).value?.batches ?? [];
  if (batches.length === 0) return null;
  return (
    <ul className={styles['batches']} aria-label={say('batches')}>
      {batches.map(({ id, sourceId, items, closesAt }) => {
        const words = say('batch-words', {
          source: sourceName(sourceId),
          count: items,
          time: formatTime(closesAt, true),
        });
        return (
          <li key={id}>
            <Layers aria-hidden />
            <span className="tabular">{words}</span>
            <Button label={`${say('send-now')}: ${sourceName(sourceId)}`} onPress={() => void sendBatches(sourceId)}>
              {say('send-now')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
