import type { ReactElement } from 'react';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { classes } from '../../components/classes.ts';
import { currentLanguage } from '../../text/language.ts';
import styles from './activity.module.css';
import type { ChartColours } from './colours.ts';
import { chartColours, useThemeVersion } from './colours.ts';

/** One row of values of a chart, one for each position; null = none there. */
export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly colour: 'quiet' | 'accent' | 'caution';
  readonly dashed?: boolean;
}

/** A chart over time: `at` = beginnings of the buckets, ms, one after the other. */
export interface ChartProps {
  readonly title: string;
  readonly at: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly kind: 'bars' | 'lines';
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xWords: (at: number) => string;
  readonly yWords: (value: number) => string;
  /** Distances that marks of the upright axis may have. */
  readonly steps: readonly number[];
  /** What stands under the pointer, in words. */
  readonly pointWords: (index: number) => string;
}

/** px that a mark of the lying axis takes. */
const tickWidth = 72;

function options(
  props: ChartProps,
  colours: ChartColours,
  size: uPlot.Options['width'],
  height: number,
): uPlot.Options {
  const { at, series, kind } = props;
  const step = Math.max(1, Math.ceil((at.length * tickWidth) / Math.max(1, size - 72)));
  const half = at.length > 1 ? ((at[1] ?? 0) - (at[0] ?? 0)) / 2 : 1_800_000;
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const axis: uPlot.Axis = {
    stroke: colours.text,
    font,
    labelFont: font,
    labelSize: 18,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars;
  return {
    width: size,
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: 'activity' }, points: { show: kind === 'lines' }, drag: { x: false, y: false }, y: false },
    scales: {
      x: { time: false, range: () => [(at[0] ?? 0) - half, (at.at(-1) ?? 0) + half] },
      y: { range: (_, __, top) => [0, Math.max(props.steps[0] ?? 1, top) * 1.08] },
    },
    axes: [
      {
        ...axis,
        label: props.xTitle,
        size: 24,
        grid: { show: false },
        splits: () => at.filter((_, index) => index % step === 0),
        values: (_, splits) => splits.map(props.xWords),
      },
      {
        ...axis,
        label: props.yTitle,
        size: 56,
        incrs: [...props.steps],
        space: 28,
        values: (_, splits) => splits.map(props.yWords),
      },
    ],
    series: [
      {},
      ...series.map((each, index): uPlot.Series => {
        const colour = colours[each.colour];
        if (kind === 'bars' && bars !== undefined) {
          const alone = series.length === 1;
          return {
            label: each.label,
            fill: colour,
            stroke: colour,
            width: 0,
            points: { show: false },
            paths: bars({ size: [alone ? 0.6 : 0.36, 28], align: alone ? 0 : index === 0 ? -1 : 1, radius: 0.1 }),
          };
        }
        return {
          label: each.label,
          stroke: colour,
          width: 2,
          spanGaps: true,
          points: { show: true, size: 5, fill: colours.panel },
          ...(each.dashed === true ? { dash: [5, 4] } : {}),
        };
      }),
    ],
  };
}

/** A chart for the eye; the same numbers stand in a table for everybody else, so it is hidden from screen readers. */
export function Chart(props: ChartProps): ReactElement {
  const { title, at, series } = props;
  const box = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  const [point, setPoint] = useState<number | null>(null);
  const theme = useThemeVersion();
  const language = currentLanguage();
  const numbers = JSON.stringify([at, series, language]);
  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let chart: uPlot | null = null;
    const draw = (): void => {
      const { clientWidth, clientHeight } = element;
      if (clientWidth === 0 || clientHeight === 0) return;
      chart?.destroy();
      const { at: xs, series: rows } = newest.current;
      chart = new uPlot(
        {
          ...options(newest.current, chartColours(element), clientWidth, clientHeight),
          hooks: { setCursor: [(plot) => setPoint(plot.cursor.idx ?? null)] },
        },
        [[...xs], ...rows.map(({ values }) => [...values])],
        element,
      );
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart?.destroy();
    };
    // Drawn anew when the numbers, the language or the theme change; the newest words are taken then.
  }, [numbers, theme]);
  return (
    <figure className={styles['chart']} aria-hidden>
      <figcaption>
        <b>{title}</b>
        {point === null || point >= at.length ? (
          series.length > 1 &&
          series.map(({ label, colour, dashed }) => (
            <span key={label} className={styles['key']}>
              <i className={classes(styles[colour], dashed === true && styles['dashed'])} />
              {label}
            </span>
          ))
        ) : (
          <span className={classes('tabular', styles['point'])}>{props.pointWords(point)}</span>
        )}
      </figcaption>
      <div ref={box} className={styles['canvas']} />
    </figure>
  );
}
