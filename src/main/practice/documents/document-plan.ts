import { fraction } from '../seeded.ts';

/** Where a project's documents end: one state for all, or weights by state. Any word is allowed, also ones the interface doesn't know. */
export type Outcome = string | Readonly<Record<string, number>>;

/** One step of a document's way; `after` in milliseconds since its creation. */
export interface Step {
  readonly state: string;
  readonly after: number;
}

const markers: Readonly<Record<string, string>> = {
  failed: 'failed',
  junk: 'junk',
  review: 'reviewRequired',
  extracted: 'extracted',
  done: 'done',
};
const markerPattern = /\.(failed|junk|review|extracted|done)(?:\.[a-z0-9]{1,5})?$/i;

function weighted(weights: Readonly<Record<string, number>>, chance: number): string {
  const entries = Object.entries(weights);
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let left = chance * total;
  for (const [state, weight] of entries) {
    left -= weight;
    if (left < 0) return state;
  }
  return entries.at(-1)?.[0] ?? 'doneAutomatically';
}

/**
 * The state that a document ends in: a name such as `invoice.failed.pdf` decides (also junk, review, extracted, done), else the
 * project's outcome, by name and seed.
 */
export function outcomeFor(outcome: Outcome, name: string, seed: number): string {
  const marker = markerPattern.exec(name)?.[1]?.toLowerCase();
  if (marker !== undefined) return markers[marker] ?? 'failed';
  return typeof outcome === 'string' ? outcome : weighted(outcome, fraction(seed, `outcome ${name}`));
}

/** The way to an outcome: processing after a tenth of the time, the end between 60 % and 100 % of it, by name and seed. */
export function planSteps(outcome: string, processingMs: number, name: string, seed: number): Step[] {
  const start = Math.round(processingMs * 0.1);
  const end = Math.round(processingMs * (0.6 + 0.4 * fraction(seed, `time ${name}`)));
  const steps: Step[] = [{ state: 'processing', after: start }];
  if (outcome === 'new') return [];
  if (outcome === 'processing') return steps;
  if (outcome === 'done') {
    const middle = Math.round((start + end) / 2);
    steps.push({ state: 'extracted', after: middle }, { state: 'inCompletion', after: Math.round((middle + end) / 2) });
  }
  steps.push({ state: outcome, after: end });
  return steps;
}
