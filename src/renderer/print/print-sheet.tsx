import type { ReactElement } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDay, formatTime } from '../text/format.ts';
import styles from './print.module.css';
import { usePrinting, type Sheet } from './printing.ts';

/** The sheet that is to be printed, which only the printer sees; nothing while there is none. */
export function PrintSheet(): ReactElement | null {
  const sheet = usePrinting((state) => state.sheet);
  return sheet === null ? null : createPortal(<Drawn sheet={sheet} />, document.body);
}

function Drawn({ sheet }: { readonly sheet: Sheet }): ReactElement {
  const [isReady, setReady] = useState(false);
  const [now] = useState(() => Date.now());
  // The same one at each drawing: what draws a page begins anew for another one.
  const ready = useCallback(() => setReady(true), []);
  useEffect(() => {
    if (!isReady) return;
    const end = (): void => usePrinting.setState({ sheet: null });
    addEventListener('afterprint', end);
    print();
    return () => removeEventListener('afterprint', end);
  }, [isReady]);
  return (
    <article className={styles['sheet']} aria-hidden>
      <header>
        <h1>{sheet.title}</h1>
        <p>
          {formatDay(now)}, {formatTime(now)}
        </p>
      </header>
      {sheet.draw(ready)}
    </article>
  );
}
