import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ScanPageView } from '../../../../shared/scanning.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { classes } from '../../../components/classes.ts';
import { useText } from '../../../text/index.ts';
import styles from './pages.module.css';

/** Sides of an upright A4 page: the room a page takes before its size is known. */
const usual = { widthMm: 210, heightMm: 297 };

/** How long a page stays in sight before its picture is asked for, ms: who scrolls past many pages waits for none of them. */
const glanceMs = 80;
/** Waits before a picture that did not come is asked for anew, ms: the engine may be starting anew just then. */
const pauses = [500, 2_000, 8_000, 30_000] as const;

/** Failed tries after which it is said. */
const patience = 2;

/** Width to height of a page. */
export function proportion({ widthMm, heightMm }: ScanPageView): number {
  return (widthMm ?? usual.widthMm) / (heightMm ?? usual.heightMm);
}

/** Asks for the picture of a page once its place comes into sight; the last picture stays until the new one is there. */
export function PagePicture({
  sessionId,
  page,
  most,
  label,
  faded = false,
}: {
  readonly sessionId: string;
  readonly page: ScanPageView;
  /** The longer side of the picture, pixels. */
  readonly most: number;
  /** Read aloud; '' = what stands beside it says it. */
  readonly label: string;
  readonly faded?: boolean;
}): ReactElement {
  const say = useText('scan');
  const place = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null || near) return;
    let glance: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver((entries) => {
      clearTimeout(glance);
      if (entries.at(-1)?.isIntersecting === true) glance = setTimeout(() => setNear(true), glanceMs);
    });
    watcher.observe(element);
    return () => {
      clearTimeout(glance);
      watcher.disconnect();
    };
  }, [near]);
  const { id, version } = page;
  useEffect(() => {
    if (!near) return;
    let current = true;
    void bridge()
      .desktop({ name: 'content.open', content: { kind: 'scan-page', sessionId, pageId: id, version, most } })
      .then((opened) => {
        if (!current) return;
        setBroken(!opened.ok);
        setTries(0);
        setUrl(opened.ok ? opened.value.url : null);
      });
    return () => {
      current = false;
    };
  }, [near, sessionId, id, version, most]);
  const pause = broken && url !== null ? pauses[tries] : undefined;
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setTimeout(() => {
      setTries((value) => value + 1);
      setBroken(false);
    }, pause);
    return () => clearTimeout(timer);
  }, [pause]);
  return (
    <span
      ref={place}
      className={classes(styles['paper'], faded && styles['faded'])}
      style={{ aspectRatio: proportion(page) }}
    >
      {url !== null && !broken && (
        <img key={tries} src={url} alt={label} draggable={false} onError={() => setBroken(true)} />
      )}
      {broken && (url === null || tries >= patience) && <span className={styles['broken']}>{say('no-picture')}</span>}
    </span>
  );
}
