import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { ScanPageView } from '../../../shared/scanning.ts';
import { bridge } from '../../bridge/bridge.ts';
import { classes } from '../../components/classes.ts';
import { useText } from '../../text/index.ts';
import styles from './pages.module.css';

/** Sides of an upright A4 page: the room a page takes before its size is known. */
const usual = { widthMm: 210, heightMm: 297 };

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
  useEffect(() => {
    const element = place.current;
    if (element === null || near) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
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
        if (opened.ok) setUrl(opened.value.url);
      });
    return () => {
      current = false;
    };
  }, [near, sessionId, id, version, most]);
  return (
    <span
      ref={place}
      className={classes(styles['paper'], faded && styles['faded'])}
      style={{ aspectRatio: proportion(page) }}
    >
      {url !== null && !broken && <img src={url} alt={label} draggable={false} onError={() => setBroken(true)} />}
      {broken && <span className={styles['broken']}>{say('no-picture')}</span>}
    </span>
  );
}
