import { ChevronLeft, ChevronRight, Maximize, ScanText, Printer, ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button, Toggle } from '../components/button.tsx';
import { printPage } from '../print/print-page.tsx';
import { formatPercent } from '../text/format.ts';
import { textOf, useText } from '../text/index.ts';
import styles from './preview.module.css';
import type { PageRegion } from './regions.tsx';
import { Regions } from './regions.tsx';

/** Size of a page at 100 %, in CSS pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Room between the page and the edges of its well, in CSS pixels. */
const margin = 32;
const minZoom = 0.1;
const maxZoom = 5;

/** What draws one page: told the page, its scale, and whom to tell its size, that it is all there, and that it can't be drawn. */
export type DrawPage = (
  page: number,
  scale: number,
  onSize: (size: PageSize) => void,
  onDrawn?: () => void,
  onBroken?: () => void,
) => ReactNode;

/** The first page alone, as wide as its place: for a glance. */
export function PageGlance({
  regions,
  draw,
}: {
  readonly regions: readonly PageRegion[];
  readonly draw: DrawPage;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [size, take] = useSize();
  // Never higher than an upright sheet of its width.
  const scale = Math.min(room.width / size.width, (room.width * Math.SQRT2) / size.height);
  return (
    <div ref={place} className={styles['glance']}>
      <div className={styles['paper']} style={{ width: size.width * scale, height: size.height * scale }}>
        {draw(1, scale, take)}
        <Regions regions={regions.filter(({ unsure, active }) => unsure || active)} page={1} tags={false} />
      </div>
    </div>
  );
}

function useRoom(place: RefObject<HTMLElement | null>): PageSize {
  const [room, setRoom] = useState<PageSize>({ width: 600, height: 700 });
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [place]);
  return room;
}

function useSize(): readonly [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useState<PageSize>({ width: 794, height: 1123 });
  const take = useCallback((next: PageSize) => {
    setSize((before) => (before.width === next.width && before.height === next.height ? before : next));
  }, []);
  return [size, take];
}

/** Pages one at a time, with buttons and keys (Page Up/Down, + - 0) for page and zoom, and the regions over them. */
export function PagesView({
  name,
  pages,
  regions,
  draw,
}: {
  readonly name: string;
  readonly pages: number;
  readonly regions: readonly PageRegion[];
  readonly draw: DrawPage;
}): ReactElement {
  const say = useText('preview');
  const well = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  const [framed, setFramed] = useState(true);
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, take] = useSize();
  const room = useRoom(well);
  const active = regions.find((region) => region.active);
  const [shown, setShown] = useState<string>();
  if (active !== undefined && active.id !== shown && active.page <= pages) {
    setShown(active.id);
    setPage(active.page);
  }
  const fit = Math.max(minZoom, Math.min((room.width - margin) / size.width, (room.height - margin) / size.height));
  const scale = zoom ?? fit;
  const zoomTo = (value: number): void => setZoom(Math.min(maxZoom, Math.max(minZoom, value)));
  const turn = (by: number): void => setPage((before) => Math.min(pages, Math.max(1, before + by)));
  const act = (event: KeyboardEvent): void => {
    if (event.key === 'PageDown') turn(1);
    else if (event.key === 'PageUp') turn(-1);
    else if (event.key === '+') zoomTo(scale * 1.25);
    else if (event.key === '-') zoomTo(scale / 1.25);
    else if (event.key === '0') setZoom(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['preview']}>
      <div className={styles['bar']}>
        <Button
          kind="icon"
          label={say('previous')}
          icon={<ChevronLeft />}
          why={page <= 1 ? textOf('shared')('why-first') : null}
          onPress={() => turn(-1)}
        />
        <span className="tabular" aria-live="polite">
          {say('page-of', { page, pages })}
        </span>
        <Button
          kind="icon"
          label={say('next')}
          icon={<ChevronRight />}
          why={page >= pages ? textOf('shared')('why-last') : null}
          onPress={() => turn(1)}
        />
        <span className={styles['rule']} />
        <Button kind="icon" label={say('smaller')} icon={<ZoomOut />} onPress={() => zoomTo(scale / 1.25)} />
        <span className="tabular">{formatPercent(scale)}</span>
        <Button kind="icon" label={say('larger')} icon={<ZoomIn />} onPress={() => zoomTo(scale * 1.25)} />
        <Button
          kind="quiet"
          label={say('fit')}
          icon={<Maximize />}
          why={zoom === null ? textOf('scan')('why-fits') : null}
          onPress={() => setZoom(null)}
        >
          <span className={styles['word']}>{say('fit')}</span>
        </Button>
        <Button
          kind="icon"
          label={say('print-page')}
          icon={<Printer />}
          onPress={() => printPage(say('page-name', { name, page }), page, draw)}
        />
        {regions.length > 0 && (
          <span className={styles['last']}>
            <Toggle label={say('regions')} icon={<ScanText aria-hidden />} selected={framed} onChange={setFramed} />
          </span>
        )}
      </div>
      <div
        ref={well}
        className={styles['well']}
        role="group"
        aria-label={say('preview', { name })}
        tabIndex={0}
        onKeyDown={act}
      >
        <div className={styles['paper']} style={{ width: size.width * scale, height: size.height * scale }}>
          {draw(page, scale, take)}
          <Regions regions={framed ? regions : regions.filter((region) => region.active)} page={page} />
        </div>
      </div>
    </div>
  );
}
