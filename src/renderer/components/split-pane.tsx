import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useState, useSyncExternalStore } from 'react';
import { useText } from '../text/index.ts';
import styles from './panes.module.css';

const narrowest = 280;
const widest = 900;

/** Widths of the window from which panes are wider (see `tokens.css`). */
const wider = ['(width >= 960px)', '(width >= 1360px)', '(width >= 1720px)'] as const;

function subscribe(listener: () => void): () => void {
  const lists = wider.map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

const windowSize = (): number => wider.filter((query) => window.matchMedia(query).matches).length;

/** The width of a pane, and how to set it (px). `usual`: below 960 px of the window, from there on, from 1360 and from 1720 px; what is set holds in that range alone. */
export function usePaneWidth(
  usual: readonly [number, number, number, number],
): readonly [width: number, setWidth: (width: number) => void] {
  const size = useSyncExternalStore(subscribe, windowSize);
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  return [chosen[size] ?? usual[size] ?? usual[2], (width) => setChosen((known) => ({ ...known, [size]: width }))];
}

/** Whether the window is at least so wide, px. */
export function useWindowFrom(width: number): boolean {
  const query = `(width >= ${String(width)}px)`;
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

const within = (value: number, min: number): number => Math.round(Math.min(widest, Math.max(min, value)));

/** The edge of a pane beside it, by which its width is set: drag, or arrows. It stands inside the pane. */
export function PaneEdge({
  at,
  label,
  width,
  min = narrowest,
  onWidth,
}: {
  /** The side of the pane on which the edge is. */
  readonly at: 'left' | 'right';
  readonly label: string;
  readonly width: number;
  readonly min?: number;
  readonly onWidth: (width: number) => void;
}): ReactElement {
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    onWidth(within(at === 'left' ? box.right - event.clientX : event.clientX - box.left, min));
  };
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    const right = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (right === 0 || box === undefined) return;
    event.preventDefault();
    onWidth(within(box.width + (at === 'left' ? -right : right), min));
  };
  return (
    <div
      className={styles[at === 'left' ? 'handle' : 'handleRight']}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
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
  const [width, setWidth] = usePaneWidth([316, 352, 392, 472]);
  const shown = details !== null && details !== undefined && details !== false;
  return (
    <div className={styles['split']}>
      <div className={styles['main']}>{children}</div>
      {shown && (
        <aside className={styles['side']} style={{ width }}>
          <PaneEdge at="left" label={say('resize')} width={width} onWidth={setWidth} />
          {details}
        </aside>
      )}
    </div>
  );
}
