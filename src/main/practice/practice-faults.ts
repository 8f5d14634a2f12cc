import { fraction } from './seeded.ts';

/**
 * What can go wrong on purpose.
 * - `503`: a gateway's HTML page, the act is not done
 * - `429`: without a body, the act is not done
 * - `reset-before`: the connection is reset, the act is not done
 * - `reset-after`: the connection is reset, the act is done and its answer lost
 * - `slow`: the answer comes in drips
 * - `hang`: no answer ever, the act is not done
 * - `garbage-html`: 200 with a portal's HTML page, the act is not done
 * - `garbage-cut`: the right status with JSON that ends too early, the act is done
 * - `garbage`: one of the two
 */
export const faultKinds = [
  '503',
  '429',
  'reset-before',
  'reset-after',
  'slow',
  'hang',
  'garbage-html',
  'garbage-cut',
  'garbage',
] as const;

/** One of the faults; see {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** One rule: which calls it is for (an operation, `resource.*`, or null for all), how often, and how many times at most. */
export interface FaultRule {
  readonly operation: string | null;
  readonly kind: FaultKind;
  /** 0 to 1 */
  readonly probability: number;
  /** null: no limit */
  readonly times: number | null;
}

/** The faults of a practice service, tried in this order. */
export type PracticeFaults = readonly FaultRule[];

/** The rules of a text, or a sentence that says what is wrong with it. */
export type FaultParse =
  | { readonly ok: true; readonly faults: PracticeFaults }
  | { readonly ok: false; readonly error: string };

const rulePattern = /^(?:([a-z][a-z0-9.*-]*):)?([a-z0-9-]+)=([0-9]*\.?[0-9]+)(?:x([0-9]+))?$/;

function isFaultKind(text: string): text is FaultKind {
  return faultKinds.some((kind) => kind === text);
}

/**
 * Reads a list such as `503=0.05,documents.process-file:reset-after=1x3`: `[operation:]kind=probability[xTIMES]`, comma-separated.
 * An empty text is no fault at all.
 */
export function parseFaults(text: string): FaultParse {
  const faults: FaultRule[] = [];
  for (const part of text.split(',')) {
    const item = part.trim();
    if (item === '') continue;
    const match = rulePattern.exec(item);
    if (match === null) {
      return {
        ok: false,
        error: `"${item}" is not a fault; write [operation:]kind=probability[xTIMES], for example 503=0.05`,
      };
    }
    const [, operation, kind = '', probabilityText, timesText] = match;
    if (!isFaultKind(kind)) {
      return { ok: false, error: `"${kind}" is not a kind of fault; there are ${faultKinds.join(', ')}` };
    }
    const probability = Number(probabilityText);
    if (probability > 1) return { ok: false, error: `"${item}": the probability must be between 0 and 1` };
    const times = timesText === undefined ? null : Number(timesText);
    if (times === 0) return { ok: false, error: `"${item}": the number of times must be at least 1` };
    faults.push({ operation: operation ?? null, kind, probability, times });
  }
  return { ok: true, faults };
}

/** Decides for each call whether it goes wrong, and how. */
export interface FaultPlan {
  /** The fault of the next call of an operation, or null. */
  draw(operation: string): Exclude<FaultKind, 'garbage'> | null;
  /** Puts a rule before all others. */
  add(rule: FaultRule): void;
  /** Takes all rules away. */
  clear(): void;
  /** How often each kind was drawn. */
  counts(): Readonly<Record<string, number>>;
}

function concerns(rule: FaultRule, operation: string): boolean {
  if (rule.operation === null || rule.operation === operation) return true;
  return rule.operation.endsWith('*') && operation.startsWith(rule.operation.slice(0, -1));
}

/**
 * Creates a plan. The n-th call of an operation meets the same fate for the same seed, whatever the other operations do meanwhile.
 */
export function createFaultPlan(seed: number, faults: PracticeFaults): FaultPlan {
  let live = faults.map((rule, index) => ({ rule, name: String(index), left: rule.times ?? Number.POSITIVE_INFINITY }));
  let added = 0;
  const calls = new Map<string, number>();
  const drawn = new Map<string, number>();
  return {
    draw(operation) {
      if (live.length === 0) return null;
      const number = (calls.get(operation) ?? 0) + 1;
      calls.set(operation, number);
      for (const entry of live) {
        if (entry.left <= 0 || !concerns(entry.rule, operation)) continue;
        const chance = fraction(seed, `${operation} ${String(number)} ${entry.name}`);
        if (chance >= entry.rule.probability) continue;
        entry.left -= 1;
        drawn.set(entry.rule.kind, (drawn.get(entry.rule.kind) ?? 0) + 1);
        if (entry.rule.kind !== 'garbage') return entry.rule.kind;
        return fraction(seed, `${operation} ${String(number)} which`) < 0.5 ? 'garbage-html' : 'garbage-cut';
      }
      return null;
    },
    add(rule) {
      added += 1;
      live = [{ rule, name: `added ${String(added)}`, left: rule.times ?? Number.POSITIVE_INFINITY }, ...live];
    },
    clear() {
      live = [];
    },
    counts() {
      return Object.fromEntries(drawn);
    },
  };
}
