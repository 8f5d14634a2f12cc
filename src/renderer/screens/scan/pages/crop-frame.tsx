import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { type CropPart, drawn, moved, sized, wholePart } from './crop-part.ts';
import styles from './crop.module.css';

/** What a pointer does while it is down: it draws a new frame from a point, moves the frame, or one corner of it. */
type Grip = { readonly kind: 'draw' | 'move'; readonly x: number; readonly y: number } | { readonly kind: 'size' };

/** One press of an arrow key, in shares of the page; with Ctrl the fine one. */
const step = 0.02;
const fineStep = 0.002;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A frame over a page: drawn with the mouse, or moved by arrows and sized by Shift and arrows; Enter cuts, Esc leaves it. */
export function CropFrame({
  part,
  onChange,
  onCut,
  onLeave,
}: {
  readonly part: CropPart;
  readonly onChange: (part: CropPart) => void;
  readonly onCut: () => void;
  readonly onLeave: () => void;
}): ReactElement {
  const say = useText('scan');
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [grip, setGrip] = useState<Grip | null>(null);
  useEffect(() => frame.current?.focus(), []);
  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? [0, 0] : [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
  };
  const take = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    const [x, y] = at(event);
    const { target } = event;
    const kind = target instanceof HTMLElement ? target.dataset['grip'] : undefined;
    // The whole page as it is first framed gives no room beside it: a new frame is drawn in it.
    const moves = kind === 'move' && (part.width < 1 || part.height < 1);
    setGrip(kind === 'size' ? { kind } : { kind: moves ? 'move' : 'draw', x, y });
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    frame.current?.focus();
  };
  const follow = (event: PointerEvent): void => {
    if (grip === null) return;
    const [x, y] = at(event);
    if (grip.kind === 'draw') onChange(drawn(grip.x, grip.y, x, y));
    else if (grip.kind === 'size') onChange(drawn(part.left, part.top, x, y));
    else {
      onChange(moved(part, x - grip.x, y - grip.y));
      setGrip({ kind: 'move', x, y });
    }
  };
  const act = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    const by = event.ctrlKey || event.metaKey ? fineStep : step;
    if (arrow !== undefined) {
      const [x, y] = arrow;
      onChange(event.shiftKey ? sized(part, x * by, y * by) : moved(part, x * by, y * by));
    } else if (event.key === 'Enter') onCut();
    else if (event.key === 'Escape') onLeave();
    else if (event.key === 'Home') onChange(wholePart);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const percent = (value: number): string => `${value * 100}%`;
  const words = (value: number): string => formatNumber(value * 100);
  return (
    <div
      ref={area}
      className={styles['area']}
      onPointerDown={take}
      onPointerMove={follow}
      onPointerUp={() => setGrip(null)}
      onPointerCancel={() => setGrip(null)}
    >
      <div
        ref={frame}
        className={styles['frame']}
        role="group"
        tabIndex={0}
        data-grip="move"
        aria-label={say('crop-frame')}
        aria-describedby="crop-keys"
        style={{
          left: percent(part.left),
          top: percent(part.top),
          width: percent(part.width),
          height: percent(part.height),
        }}
        onKeyDown={act}
      >
        <span className={styles['corner']} data-grip="size" aria-hidden />
      </div>
      <p className="spoken" aria-live="polite">
        {say('crop-size', { width: words(part.width), height: words(part.height) })}
      </p>
    </div>
  );
}
