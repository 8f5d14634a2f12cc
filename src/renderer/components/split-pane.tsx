import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../text/index.ts';
import styles from './panes.module.css';

const narrowest = 280;
const widest = 900;

/** A main pane with details on its right whose width the user sets (drag, or arrows on the edge); no details: only the pane. */
export function SplitPane({
  children,
  details,
}: {
  readonly children: ReactNode;
  readonly details: ReactNode;
}): ReactElement {
  const say = useText('shared');
  const [width, setWidth] = useState<number | null>(null);
  const shown = details !== null && details !== undefined && details !== false;
  const limit = (value: number): number => Math.round(Math.min(widest, Math.max(narrowest, value)));
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const side = event.currentTarget.parentElement;
    if (side !== null) setWidth(limit(side.getBoundingClientRect().right - event.clientX));
  };
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowLeft' ? 16 : event.key === 'ArrowRight' ? -16 : 0;
    const side = event.currentTarget.parentElement;
    if (by === 0 || side === null) return;
    event.preventDefault();
    setWidth(limit(side.getBoundingClientRect().width + by));
  };
  return (
    <div className={styles['split']}>
      <div className={styles['main']}>{children}</div>
      {shown && (
        <aside className={styles['side']} style={{ width: width === null ? 'var(--details)' : `${width}px` }}>
          <div
            className={styles['handle']}
            role="separator"
            aria-orientation="vertical"
            aria-label={say('resize')}
            aria-valuenow={width ?? 392}
            aria-valuemin={narrowest}
            aria-valuemax={widest}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={step}
          />
          {details}
        </aside>
      )}
    </div>
  );
}
