import type { ReactElement } from 'react';
import { useCallback, useRef, useState } from 'react';
import type { ExportView } from '../../../shared/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Progress } from '../../components/marks.tsx';
import { formatNumber } from '../../text/format.ts';
import { useText } from '../../text/index.ts';
import type { Writing } from './acts.ts';
import { writeAgain } from './acts.ts';
import styles from './exports.module.css';

/** Writing again: asks first where a file was written already, shows how far it is, and can be stopped. */
export interface WriteAgain {
  readonly busy: boolean;
  readonly start: (views: readonly ExportView[]) => void;
  /** The question, where one is open. */
  readonly question: ReactElement | null;
  /** How far it is, with the way to stop, while several are written. */
  readonly progress: ReactElement | null;
}

/** See {@link WriteAgain}. */
export function useWriteAgain(): WriteAgain {
  const say = useText('exports');
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [writing, setWriting] = useState<Writing | null>(null);
  const stop = useRef(false);
  const run = useCallback((ids: readonly string[]): void => {
    setAsked([]);
    stop.current = false;
    setWriting({ done: 0, total: ids.length });
    void writeAgain(ids, setWriting, () => stop.current).finally(() => setWriting(null));
  }, []);
  const start = (views: readonly ExportView[]): void => {
    const ids = views.map(({ id }) => id);
    if (views.some(({ path }) => path !== null)) setAsked(ids);
    else run(ids);
  };
  return {
    busy: writing !== null,
    start,
    question:
      asked.length === 0 ? null : (
        <Dialog
          asks
          title={say('again-title', { count: asked.length })}
          onClose={() => setAsked([])}
          actions={
            <>
              <Button onPress={() => setAsked([])}>{say('again-keep')}</Button>
              <Button kind="primary" onPress={() => run(asked)}>
                {say('write-again')}
              </Button>
            </>
          }
        >
          <p>{say('again-text')}</p>
        </Dialog>
      ),
    progress:
      writing === null || writing.total < 2 ? null : (
        <span className={styles['writing']}>
          <Progress
            value={writing.done / writing.total}
            label={say('write-again')}
            words={say('again-progress', { done: formatNumber(writing.done), total: formatNumber(writing.total) })}
          />
          <Button
            onPress={() => {
              stop.current = true;
            }}
          >
            {say('stop')}
          </Button>
        </span>
      ),
  };
}
