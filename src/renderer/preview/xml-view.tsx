import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, ChevronUp } from 'lucide-react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { classes } from '../components/classes.ts';
import { textOf, useText } from '../text/index.ts';
import styles from './preview.module.css';
import type { XmlAsk, XmlRow, XmlTell } from './xml-messages.ts';
import { xmlParts } from './xml-parts.ts';

const lineHeight = 20;
/** Where the outermost lines begin, in pixels: behind their numbers and the folds. */
const textLeft = 84;
/** Rows that are fetched beyond those in sight, above and below. */
const spare = 40;
/** Tallest content a browser scrolls rightly, in pixels. */
const tallest = 16_000_000;

/** Pixels of scrolling for each pixel of lines: below 1 where all lines together are taller than a browser scrolls. */
function scrollFactor(rows: number, seen: number): number {
  const whole = rows * lineHeight;
  return whole <= tallest ? 1 : (tallest - seen) / (whole - seen);
}

/** Where the lines stand for a scroll position: the first in sight, and by how much all are shifted (0 unless compressed). */
function placeOf(element: HTMLElement, rows: number): { readonly first: number; readonly shift: number } {
  const top = element.scrollTop / scrollFactor(rows, element.clientHeight);
  return { first: Math.floor(top / lineHeight), shift: element.scrollTop - top };
}

interface Slice {
  readonly from: number;
  readonly rows: readonly XmlRow[];
}

const partStyles = {
  name: styles['codeName'],
  attribute: styles['codeAttribute'],
  value: styles['codeValue'],
  quiet: styles['codeQuiet'],
  text: undefined,
} as const;

function Words({ text, wanted }: { readonly text: string; readonly wanted: string }): ReactElement {
  return (
    <>
      {xmlParts(text, wanted).map((part, index) => {
        const Part = part.found ? 'mark' : 'span';
        return (
          <Part key={index} className={partStyles[part.kind]}>
            {part.text}
          </Part>
        );
      })}
    </>
  );
}

/** One line of the XML, `top` pixels below the first. */
function Line({
  row,
  top,
  current,
  wanted,
  onToggle,
}: {
  readonly row: XmlRow;
  readonly top: number;
  /** Whether it holds the place that the search shows. */
  readonly current: boolean;
  readonly wanted: string;
  readonly onToggle: () => void;
}): ReactElement {
  const say = useText('preview');
  return (
    <div
      className={classes(styles['line'], current && styles['lineFound'])}
      style={{
        top,
        paddingLeft: textLeft + Math.min(row.depth, 30) * 14,
      }}
    >
      <span className={styles['number']} aria-hidden>
        {row.line + 1}
      </span>
      {row.folds && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!row.folded}
          aria-label={say(row.folded ? 'unfold' : 'fold', { line: row.line + 1 })}
          onClick={onToggle}
        >
          {row.folded ? <ChevronRight aria-hidden size={14} /> : <ChevronDown aria-hidden size={14} />}
        </button>
      )}
      <Words text={row.text} wanted={wanted} />
      {row.folded && <span className={styles['folded']}>{say('folded-lines', { count: row.inside })}</span>}
    </div>
  );
}

/** The rows of an XML around those in sight. A thread of its own reads the XML, folds it and searches it. */
function useXmlRows(
  url: string,
  scroller: RefObject<HTMLDivElement | null>,
): {
  /** Undefined while the XML is read. */
  readonly count: number | 'failed' | undefined;
  readonly rows: number;
  readonly slice: Slice;
  readonly shift: number;
  /** In how many lines the search found something, which of them is shown, and its number in the XML. */
  readonly found: number;
  readonly place: number;
  readonly current: number | null;
  readonly ask: (message: XmlAsk) => void;
  /** Fetches the rows that are in sight now. */
  readonly look: () => void;
  /** Shows another place that was found. */
  readonly go: (by: 1 | -1) => void;
} {
  const asks = useRef<(ask: XmlAsk) => void>(() => undefined);
  const [count, setCount] = useState<number | 'failed'>();
  const [slice, setSlice] = useState<Slice>({ from: 0, rows: [] });
  const [shift, setShift] = useState(0);
  const [found, setFound] = useState(0);
  const [place, setPlace] = useState(0);
  const [current, setCurrent] = useState<number | null>(null);
  const rows = typeof count === 'number' ? count : 0;
  const ask = (message: XmlAsk): void => asks.current(message);
  const look = (): void => {
    const element = scroller.current;
    if (element === null) return;
    const { first, shift: moved } = placeOf(element, rows);
    setShift(moved);
    const last = first + Math.ceil(element.clientHeight / lineHeight);
    ask({ kind: 'rows', from: Math.max(0, first - spare), to: last + spare });
  };
  useEffect(() => {
    const worker = new Worker(new URL('./xml-worker.ts', import.meta.url), { type: 'module' });
    const send = (message: XmlAsk): void => worker.postMessage(message);
    asks.current = send;
    let known = 0;
    worker.addEventListener('message', ({ data: told }: MessageEvent<XmlTell>) => {
      const element = scroller.current;
      if (element === null) return;
      if (told.kind === 'count') {
        setCount(told.rows);
        known = told.rows;
        const { first, shift: moved } = placeOf(element, known);
        setShift(moved);
        send({ kind: 'rows', from: Math.max(0, first - spare), to: first + 3 * spare });
      } else if (told.kind === 'rows') setSlice({ from: told.from, rows: told.rows });
      else if (told.kind === 'found') {
        setFound(told.count);
        setPlace(0);
        setCurrent(null);
      } else {
        setCurrent(told.line);
        const top = Math.max(0, told.row - 4) * lineHeight * scrollFactor(known, element.clientHeight);
        element.scrollTo({ top });
      }
    });
    worker.addEventListener('error', () => setCount('failed'));
    let isCurrent = true;
    const open = async (): Promise<void> => {
      // Fetched here, not in the thread: an address relative to the page means another one there.
      const answer = await fetch(url);
      if (!answer.ok || answer.body === null) throw new Error('The XML could not be fetched.');
      // Handed on part by part: to put 50 MB together here would keep the page from drawing.
      const reader = answer.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (!isCurrent) return reader.cancel();
        worker.postMessage({ kind: 'part', bytes: part.value } satisfies XmlAsk, [part.value.buffer]);
      }
      send({ kind: 'whole' });
    };
    open().catch(() => {
      if (isCurrent) setCount('failed');
    });
    return () => {
      isCurrent = false;
      worker.terminate();
    };
  }, [url, scroller]);
  const go = (by: 1 | -1): void => {
    if (found === 0) return;
    const next = (place + by + found) % found;
    setPlace(next);
    ask({ kind: 'show', place: next });
  };
  return { count, rows, slice, shift, found, place, current, ask, look, go };
}

/** An XML with folding and search; read and cut in a thread of its own, only the lines in sight are drawn. */
export function XmlView({
  url,
  title,
}: {
  readonly url: string;
  /** Stands before the search: what the XML is called. */
  readonly title?: ReactNode;
}): ReactElement {
  const say = useText('preview');
  const scroller = useRef<HTMLDivElement>(null);
  const { count, rows, slice, shift, found, place, current, ask, look, go } = useXmlRows(url, scroller);
  const [words, setWords] = useState('');
  const [folds, setFolds] = useState(false);
  const height = Math.min(rows * lineHeight, tallest);
  if (count === 'failed') return <p className={styles['note']}>{say('broken-text')}</p>;
  return (
    <div className={styles['preview']}>
      <div className={styles['bar']}>
        {title}
        <input
          type="search"
          className={styles['find']}
          value={words}
          placeholder={say('xml-search')}
          aria-label={say('xml-search')}
          onChange={({ target }) => {
            setWords(target.value);
            ask({ kind: 'find', words: target.value.trim() });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          }}
        />
        <Button
          kind="icon"
          label={say('previous-place')}
          icon={<ChevronUp />}
          why={found === 0 ? textOf('shared')('why-nothing-found') : null}
          onPress={() => go(-1)}
        />
        <Button
          kind="icon"
          label={say('next-place')}
          icon={<ChevronDown />}
          why={found === 0 ? textOf('shared')('why-nothing-found') : null}
          onPress={() => go(1)}
        />
        <Button
          kind="icon"
          label={say(folds ? 'unfold-all' : 'fold-all')}
          icon={folds ? <ChevronsUpDown /> : <ChevronsDownUp />}
          why={rows === 0 ? textOf('shared')('why-empty') : null}
          onPress={() => {
            setFolds(!folds);
            ask({ kind: 'fold-all', folds: !folds });
          }}
        />
        <span className="tabular" role="status">
          {words.trim() !== '' &&
            (found === 0 ? say('xml-found-none') : say('xml-found', { at: place + 1, count: found }))}
        </span>
      </div>
      <div
        ref={scroller}
        className={styles['xml']}
        role="region"
        aria-label={say('xml-lines')}
        tabIndex={0}
        onScroll={look}
      >
        {count === undefined && <p className={styles['note']}>{say('loading')}</p>}
        <div style={{ height, position: 'relative' }}>
          {slice.rows.map((row, index) => (
            <Line
              key={row.line}
              row={row}
              top={(slice.from + index) * lineHeight + shift}
              current={row.line === current}
              wanted={words.trim()}
              onToggle={() => ask({ kind: 'toggle', line: row.line })}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
