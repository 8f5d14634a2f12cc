/** The middle of some numbers (mean of the two middle ones where there are two). NaN for none. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 50);
}

/** The p-th percentile of some numbers, interpolated; p from 0 to 100. NaN for none. */
export function percentile(numbers: readonly number[], p: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * p) / 100;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Whether a figure is what the project promises. */
export interface Target {
  readonly text: string;
  readonly met: boolean;
}

/** One row of the table of a benchmark: what was measured, the figures of both sides (or only ours), and the target. */
export interface Row {
  readonly measured: string;
  readonly mailroom: string;
  readonly peer: string;
  readonly ratio: string;
  readonly target: Target | null;
}

/** What a benchmark found: how it was done in two sentences, and its rows. */
export interface BenchReport {
  readonly title: string;
  readonly how: string;
  readonly rows: readonly Row[];
}

/** The row about the main thread that every benchmark ends with; delays in ms, one of each run. */
export function delayRow(p99: readonly number[], maxValue: readonly number[]): Row {
  const worst = Math.max(...p99);
  return {
    measured: 'event-loop delay of the main thread, 99th percentile (worst run)',
    mailroom: `${worst.toFixed(1)} ms (longest ${Math.max(...maxValue).toFixed(0)} ms)`,
    peer: '',
    ratio: '',
    target: { text: 'under 20 ms', met: worst < 20 },
  };
}
