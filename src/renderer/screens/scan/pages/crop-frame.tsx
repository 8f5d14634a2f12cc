import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../text/format.ts';
import { useText } from '../../../text/index.ts';
import { type CropPart, drawn, type Edges, moved, sized, wholePart } from './crop-part.ts';
import styles from './crop.module.css';

/** What a pointer does while it is down: it draws a new frame from a point, moves the frame, or some of its edges; from where, and from which frame. */
type Grip = { readonly x: number; readonly y: number; readonly part: CropPart } & (
  | { readonly kind: 'draw' | 'move' }
  | { readonly kind: 'size'; readonly edges: Edges }
);

/** The handles, clockwise, with what they move. */
const handles = [
  ['top-left', [-1, -1]],
  ['top', [0, -1]],
  ['top-right', [1, -1]],
  ['right', [1, 0]],
  ['bottom-right', [1, 1]],
  ['bottom', [0, 1]],
  ['bottom-left', [-1, 1]],
  ['left', [-1, 0]],
] as const satisfies readonly (readonly [string, Edges])[];

/** What Shift and arrows move. */
const lastEdges: Edges = [1, 1];

/** One press of an arrow key, in shares of the page; with Ctrl the fine one. */
const step = 0.02;
const fineStep = 0.002;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A frame over a page: drawn with the mouse, or moved by arrows and sized by Shift and arrows, or by a handle at each side and corner; Enter cuts, Esc leaves it. */
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
    const held = target instanceof HTMLElement ? target : null;
    const edges = handles.find(([name]) => name === held?.dataset['grip'])?.[1];
    // The whole page as it is first framed gives no room beside it: a new frame is drawn in it.
    const moves = held?.dataset['grip'] === 'move' && (part.width < 1 || part.height < 1);
    setGrip({
      ...{ x, y, part },
      ...(edges === undefined ? { kind: moves ? 'move' : 'draw' } : { kind: 'size', edges }),
    });
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    (edges === undefined ? frame.current : held)?.focus();
  };
  const follow = (event: PointerEvent): void => {
    if (grip === null) return;
    const [x, y] = at(event);
    if (grip.kind === 'draw') onChange(drawn(grip.x, grip.y, x, y));
    else {
      // From where it began: a pointer that comes back from beyond the page finds the edge under it.
      const [byX, byY] = [x - grip.x, y - grip.y];
      onChange(grip.kind === 'size' ? sized(grip.part, grip.edges, byX, byY) : moved(grip.part, byX, byY));
    }
  };
  const act = (event: KeyboardEvent, handle: Edges | null): void => {
    const arrow = arrows[event.key];
    const by = event.ctrlKey || event.metaKey ? fineStep : step;
    if (arrow !== undefined) {
      const [x, y] = arrow;
      const edges = handle ?? (event.shiftKey ? lastEdges : null);
      onChange(edges === null ? moved(part, x * by, y * by) : sized(part, edges, x * by, y * by));
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
        onKeyDown={(event) => act(event, null)}
      >
        {handles.map(([name, edges]) => (
          <button
            key={name}
            type="button"
            className={styles['handle']}
            data-grip={name}
            aria-label={say(`crop-${name}`)}
            aria-describedby="crop-handle-keys"
            onKeyDown={(event) => act(event, edges)}
          />
        ))}
      </div>
      <p id="crop-handle-keys" className="spoken">
        {say('crop-handle-keys')}
      </p>
      <p className="spoken" aria-live="polite">
        {say('crop-size', { width: words(part.width), height: words(part.height) })}
      </p>
    </div>
  );
}
