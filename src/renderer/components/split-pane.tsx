import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { useText } from '../text/index.ts';
import styles from './panes.module.css';

const narrowest = 280;
const widest = 900;

const within = (value: number, least: number): number => Math.round(Math.min(widest, Math.max(least, value)));

/** The edge of a pane beside it, by which its width is set: drag, or arrows. It stands inside the pane. */
export function PaneEdge({
  at,
  label,
  width,
  least = narrowest,
  onWidth,
}: {
  /** The side of the pane on which the edge is. */
  readonly at: 'left' | 'right';
  readonly label: string;
  readonly width: number;
  readonly least?: number;
  readonly onWidth: (width: number) => void;
}): ReactElement {
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    onWidth(within(at === 'left' ? box.right - event.clientX : event.clientX - box.left, least));
  };
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const right = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (right === 0 || box === undefined) return;
    event.preventDefault();
    onWidth(within(box.width + (at === 'left' ? -right : right), least));
  };
  return (
    <div
      className={styles[at === 'left' ? 'handle' : 'handleRight']}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={step}
    />
  );
}

/** A main pane with details on its right whose width the user sets; no details: only the pane. */
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
  return (
    <div className={styles['split']}>
      <div className={styles['main']}>{children}</div>
      {shown && (
        <aside className={styles['side']} style={{ width: width === null ? 'var(--details)' : `${width}px` }}>
          <PaneEdge at="left" label={say('resize')} width={width ?? 392} onWidth={setWidth} />
          {details}
        </aside>
      )}
    </div>
  );
}
