import type { ReactElement } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { showToast } from '../stores/toasts.ts';
import { formatDay, formatTime } from '../text/format.ts';
import { textOf } from '../text/index.ts';
import styles from './print.module.css';
import { usePrinting, type Sheet } from './printing.ts';

/** ms for drawing a sheet: the content of a page may go away with its preview, and nobody tells of that. */
const drawLimit = 20_000;

/** The sheet that is to be printed, which only the printer sees; nothing while there is none. */
export function PrintSheet(): ReactElement | null {
  const { sheet, round } = usePrinting();
  return sheet === null ? null : createPortal(<Drawn key={round} sheet={sheet} />, document.body);
}

function Drawn({ sheet }: { readonly sheet: Sheet }): ReactElement {
  const [isReady, setReady] = useState(false);
  const [now] = useState(() => Date.now());
  // The same one at each drawing: what draws a page begins anew for another one.
  const ready = useCallback(() => setReady(true), []);
  const broken = useCallback(() => {
    // One that another took the place of has nothing to tell any more.
    if (usePrinting.getState().sheet !== sheet) return;
    usePrinting.setState({ sheet: null });
    showToast(textOf('lists')('not-printed', { title: sheet.title }), textOf('lists')('not-printed-text'), 'critical');
  }, [sheet]);
  useEffect(() => {
    if (!isReady) {
      const limit = setTimeout(broken, drawLimit);
      return () => clearTimeout(limit);
    }
    const end = (): void => usePrinting.setState({ sheet: null, isPrinting: false });
    addEventListener('afterprint', end);
    usePrinting.setState({ isPrinting: true });
    print();
    return () => removeEventListener('afterprint', end);
  }, [isReady, broken]);
  return (
    <article className={styles['sheet']} aria-hidden>
      <header>
        <h1>{sheet.title}</h1>
        <p>
          {formatDay(now)}, {formatTime(now)}
        </p>
      </header>
      {sheet.draw(ready, broken)}
    </article>
  );
}
