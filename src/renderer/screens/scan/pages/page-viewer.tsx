import {
  Check,
  Crop,
  Ellipsis,
  Maximize,
  RotateCcw,
  RotateCw,
  ScanLine,
  Scissors,
  Trash2,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ScanSessionView } from '../../../../shared/scanning.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { Menu } from '../../../components/menu.tsx';
import type { MenuEntry } from '../../../components/menu.tsx';
import { formatPercent } from '../../../text/format.ts';
import { textOf, useText } from '../../../text/index.ts';
import { type Arrangement, pageAfter, type ShownPage } from './arrangement.ts';
import { CropFrame } from './crop-frame.tsx';
import { type CropPart, wholePart } from './crop-part.ts';
import crop from './crop.module.css';
import { PagePicture, proportion } from './page-picture.tsx';
import { editSession, startScan } from '../scan-acts.ts';
import { showPage, useScan } from '../scan-store.ts';
import styles from '../scan.module.css';

/** CSS pixels of a millimetre at 100 %, and the height of a page whose size is not known yet. */
const pixelsPerMm = 96 / 25.4;
const usualHeightMm = 297;
const margin = 32;
const minZoom = 0.1;
const maxZoom = 4;
/** Longer sides of the two pictures of a page, pixels: to see it whole, and to read what is small. */
const wholePicture = 1_600;
const finePicture = 3_600;

/** A page that came into sight by itself can be deleted after so long, ms. */
const seenMs = 1_000;

/** Deletes pages and shows the next one; undo brings them back. A page that has only just come stays: the one before it was meant. */
export async function deleteAndShowNext(arrangement: Arrangement, pageIds: ReadonlySet<string>): Promise<void> {
  if (performance.now() < useScan.getState().cameAt + seenMs) return;
  const next = pageAfter(arrangement, pageIds);
  if (await editSession({ act: 'remove', pageIds: [...pageIds] })) showPage(next);
}

function useFit(shown: ShownPage | undefined): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly fit: number;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 600, height: 700 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const height = (shown?.page.heightMm ?? usualHeightMm) * pixelsPerMm;
  const width = height * (shown === undefined ? 210 / 297 : proportion(shown.page));
  return { ref, fit: Math.max(minZoom, Math.min((room.width - margin) / width, (room.height - margin) / height)) };
}

/** What can be done with the chosen pages: that of the bar, and that of its menu. */
export function pageCommands(
  session: ScanSessionView,
  arrangement: Arrangement,
  shown: ShownPage | undefined,
  chosen: readonly string[],
): { readonly bar: readonly MenuEntry[]; readonly more: readonly MenuEntry[] } {
  const say = textOf('scan');
  const none = shown === undefined ? say('why-no-page') : null;
  const scanning = none ?? (session.scanning ? say('why-scanning') : null);
  const begins = arrangement.documents.some(({ pages }) => pages[0]?.page.id === shown?.page.id);
  const scanAt = (kind: 'before' | 'after' | 'instead'): void => {
    if (shown !== undefined) void startScan({ kind, pageId: shown.page.id }, kind === 'instead' ? 1 : undefined);
  };
  const rotate = (by: 90 | 270): void => void editSession({ act: 'rotate', pageIds: [...chosen], by });
  return {
    bar: [
      { id: 'left', label: say('rotate-left'), icon: <RotateCcw />, why: none, onAction: () => rotate(270) },
      { id: 'right', label: say('rotate-right'), icon: <RotateCw />, why: none, onAction: () => rotate(90) },
      {
        id: 'split',
        label: say('split'),
        icon: <Scissors />,
        why: none ?? (begins ? say('why-begins') : null),
        onAction: () => shown !== undefined && void editSession({ act: 'split', pageId: shown.page.id }),
      },
      {
        id: 'delete',
        label: say('delete-pages', { count: Math.max(1, chosen.length) }),
        icon: <Trash2 />,
        why: none,
        onAction: () => void deleteAndShowNext(arrangement, new Set(chosen)),
      },
    ],
    more: [
      ...(['before', 'after'] as const).map((kind) => ({
        id: kind,
        label: say(`insert-${kind}`),
        why: scanning,
        onAction: () => scanAt(kind),
      })),
      {
        id: 'instead',
        label: say('replace-page'),
        why: scanning,
        onAction: () => scanAt('instead'),
      },
      {
        id: 'straighten',
        label: say(shown !== undefined && shown.page.straighten !== 0 ? 'straighten-back' : 'straighten'),
        why: none ?? (shown?.page.skewDegrees === null ? say('why-no-skew') : null),
        onAction: () => void editSession({ act: 'straighten', pageIds: [...chosen], on: shown?.page.straighten === 0 }),
      },
      {
        id: 'uncut',
        label: say('crop-back'),
        why: none ?? (shown?.page.cut === false ? say('why-not-cropped') : null),
        onAction: () => shown !== undefined && void editSession({ act: 'crop', pageId: shown.page.id, part: null }),
      },
      {
        id: 'own',
        label: say('own-document'),
        why: none,
        onAction: () => void editSession({ act: 'move', pageIds: [...chosen], documentId: 'new', index: 0 }),
      },
    ].filter(({ id }) => session.edited === undefined || id === 'own'),
  };
}

/** The bar above the page: which it is, how large it is shown, and what can be done with it. */
function ViewerBar({
  session,
  arrangement,
  shown,
  zoom,
  framed,
  onFrame,
}: {
  readonly session: ScanSessionView;
  readonly arrangement: Arrangement;
  readonly shown: ShownPage | undefined;
  /** `scale` 1 = 100 %; `fits` = the page is shown as large as there is room. */
  readonly zoom: {
    readonly scale: number;
    readonly fits: boolean;
    readonly zoomTo: (scale: number) => void;
    readonly fit: () => void;
  };
  /** Whether a part to keep is being chosen. */
  readonly framed: boolean;
  readonly onFrame: () => void;
}): ReactElement {
  const say = useText('scan');
  const selected = useScan((state) => state.selected);
  const chosen = arrangement.pages.filter(({ page }) => selected.has(page.id)).map(({ page }) => page.id);
  const { bar, more } = pageCommands(session, arrangement, shown, chosen);
  const none = shown === undefined;
  const button = (id: string): ReactElement | null => {
    const command = bar.find((each) => each.id === id);
    return command === undefined ? null : (
      <Button kind="icon" label={command.label} icon={command.icon} why={command.why} onPress={command.onAction} />
    );
  };
  const split = bar.find(({ id }) => id === 'split');
  return (
    <div className={styles['bar']}>
      <span className={styles['place']} aria-live="polite">
        {none ? '' : say('page-of', { page: shown.number, pages: arrangement.pages.length })}
      </span>
      <span className={styles['rule']} />
      <Button kind="icon" label={say('zoom-out')} icon={<ZoomOut />} onPress={() => zoom.zoomTo(zoom.scale / 1.25)} />
      <span className={styles['zoom']}>{formatPercent(zoom.scale)}</span>
      <Button kind="icon" label={say('zoom-in')} icon={<ZoomIn />} onPress={() => zoom.zoomTo(zoom.scale * 1.25)} />
      <Button
        kind="icon"
        label={say('fit')}
        icon={<Maximize />}
        why={zoom.fits ? say('why-fits') : null}
        onPress={zoom.fit}
      />
      <span className={styles['rule']} />
      {button('left')}
      {button('right')}
      {session.edited === undefined && (
        <Button
          kind="icon"
          label={say('crop')}
          icon={<Crop />}
          why={none ? say('why-no-page') : framed ? say('why-framed') : null}
          onPress={onFrame}
        />
      )}
      <Menu
        label={say(session.edited === undefined ? 'page-acts' : 'more-acts')}
        icon={session.edited === undefined ? <ScanLine /> : <Ellipsis />}
        entries={more}
      />
      <span className={styles['barEnd']}>
        <Button
          kind="quiet"
          label={say('split')}
          icon={<Scissors />}
          why={split?.why}
          onPress={() => split?.onAction()}
        >
          <span className={styles['word']}>{say('split')}</span>
        </Button>
        {button('delete')}
      </span>
    </div>
  );
}

/** The bar while a part of the page is chosen to be kept. */
function CropBar({
  part,
  onCut,
  onLeave,
}: {
  readonly part: CropPart;
  readonly onCut: () => void;
  readonly onLeave: () => void;
}): ReactElement {
  const say = useText('scan');
  return (
    <div className={styles['bar']}>
      <span id="crop-keys" className={styles['cropKeys']}>
        {say('crop-keys')}
      </span>
      <span className={styles['barEnd']}>
        <Button icon={<X aria-hidden />} onPress={onLeave}>
          {say('crop-leave')}
        </Button>
        <Button
          icon={<Check aria-hidden />}
          why={part.width === 1 && part.height === 1 ? say('why-whole') : null}
          onPress={onCut}
        >
          {say('crop-now')}
        </Button>
      </span>
    </div>
  );
}

/** The page that is chosen, large, and what can be done with it. */
export function PageViewer({
  session,
  arrangement,
}: {
  readonly session: ScanSessionView;
  readonly arrangement: Arrangement;
}): ReactElement {
  const say = useText('scan');
  const pageId = useScan((state) => state.pageId);
  const [zoom, setZoom] = useState<number | null>(null);
  const [framed, setFramed] = useState<{ readonly pageId: string; readonly part: CropPart } | null>(null);
  const shown = arrangement.pages.find(({ page }) => page.id === pageId);
  const { ref, fit } = useFit(shown);
  const scale = zoom ?? fit;
  const zoomTo = (value: number): void => setZoom(Math.min(maxZoom, Math.max(minZoom, value)));
  const none = shown === undefined;
  const part = framed !== null && framed.pageId === pageId ? framed.part : null;
  const leaveFrame = (): void => {
    setFramed(null);
    ref.current?.focus();
  };
  const cut = (): void => {
    if (shown !== undefined && part !== null) void editSession({ act: 'crop', pageId: shown.page.id, part });
    leaveFrame();
  };
  const turn = (by: 1 | -1): void => {
    const at = arrangement.pages.findIndex(({ page }) => page.id === pageId);
    const next = arrangement.pages[at + by];
    if (next !== undefined) showPage(next.page.id);
  };
  const act = (event: KeyboardEvent): void => {
    if (event.key === '+') zoomTo(scale * 1.25);
    else if (event.key === '-') zoomTo(scale / 1.25);
    else if (event.key === '0') setZoom(null);
    else if (event.key === 'PageDown') turn(1);
    else if (event.key === 'PageUp') turn(-1);
    else return;
    event.preventDefault();
  };
  return (
    <section className={styles['viewer']} aria-label={say('page-large')}>
      <ViewerBar
        session={session}
        arrangement={arrangement}
        shown={shown}
        zoom={{ scale, fits: zoom === null, zoomTo, fit: () => setZoom(null) }}
        framed={part !== null}
        onFrame={() => shown !== undefined && setFramed({ pageId: shown.page.id, part: wholePart })}
      />
      {part !== null && <CropBar part={part} onCut={cut} onLeave={leaveFrame} />}
      <div
        ref={ref}
        className={classes(styles['well'], zoom === null && styles['fits'])}
        role="group"
        aria-label={none ? say('no-page') : say('page-name', { number: shown.number })}
        tabIndex={0}
        onKeyDown={act}
      >
        {shown !== undefined && (
          <div
            className={crop['page']}
            style={{
              width: `${Math.round((shown.page.heightMm ?? usualHeightMm) * pixelsPerMm * scale * proportion(shown.page))}px`,
            }}
          >
            <PagePicture
              key={shown.page.id}
              sessionId={session.id}
              page={shown.page}
              most={scale * usualHeightMm * pixelsPerMm > wholePicture ? finePicture : wholePicture}
              label={say('page-name', { number: shown.number })}
            />
            {part !== null && (
              <CropFrame
                part={part}
                onChange={(next) => setFramed({ pageId: shown.page.id, part: next })}
                onCut={cut}
                onLeave={leaveFrame}
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}
