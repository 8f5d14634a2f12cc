import type { AnswerHeaders } from '../transport/exchange.ts';
import { headerOf } from '../transport/exchange.ts';

/** What the rate headers of one answer say; null where a header is missing or can't be read. */
export interface RateReading {
  readonly limit: number | null;
  readonly windowSeconds: number | null;
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}

function wholeNumber(text: string | null): number | null {
  const match = text === null ? null : /^\s*(\d{1,15})(?:\.\d+)?\s*(?:$|[,;])/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** Seconds until the reset; some servers send decimals. */
function seconds(text: string | null): number | null {
  const match = text === null ? null : /^\s*(\d{1,12}(?:\.\d+)?)\s*(?:$|[,;])/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/**
 * Reads `x-ratelimit-limit: 10, 10;w=1` (quota of the client, then the quota policies; observed). Of several
 * policies the one of the present quota counts, else the first with a window.
 */
export function readRateHeaders(headers: AnswerHeaders): RateReading {
  const limitText = headerOf(headers, 'x-ratelimit-limit');
  const limit = wholeNumber(limitText);
  let windowSeconds: number | null = null;
  for (const policy of (limitText ?? '').split(',')) {
    const match = /^\s*(\d{1,15})\s*;(?:[^,]*;)?\s*w\s*=\s*"?(\d{1,9})/.exec(policy);
    if (match === null || Number(match[2]) === 0) continue;
    const matches = Number(match[1]) === limit;
    if (matches || windowSeconds === null) windowSeconds = Number(match[2]);
    if (matches) break;
  }
  const reset = seconds(headerOf(headers, 'x-ratelimit-reset'));
  return {
    limit: limit === 0 ? null : limit,
    windowSeconds,
    remaining: wholeNumber(headerOf(headers, 'x-ratelimit-remaining')),
    // No window is left longer than it lasts.
    resetSeconds: reset === null ? null : Math.min(reset, windowSeconds ?? Infinity),
  };
}

/**
 * The wait a Retry-After header asks for, in ms: seconds, or an HTTP date, which is measured against the answer's own Date where it
 * has one (this computer's clock, `now`, may be wrong); null: none that can be read.
 */
export function readRetryAfter(headers: AnswerHeaders, now: number): number | null {
  const text = headerOf(headers, 'retry-after')?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(date)) return null;
  const sentAt = Date.parse(headerOf(headers, 'date') ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? now : sentAt));
}
