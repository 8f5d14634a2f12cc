import type { Fault, FaultCode } from '../../../../../shared/faults.ts';
import { fault } from '../../../faults/fault.ts';

/** The words of SANE's statuses (sane_strstatus, locale C) and what they mean here. */
const meanings: readonly (readonly [RegExp, FaultCode])[] = [
  [/Device busy/i, 'scanner-busy'],
  [/feeder jammed/i, 'scanner-jammed'],
  [/out of documents/i, 'scanner-empty'],
  [/cover is open/i, 'scanner-open'],
  [/Access to resource has been denied/i, 'scanner-denied'],
  [/setting of option|Operation not supported|bad option|unrecognized option/i, 'scanner-refused'],
  [/open of device .* failed: Invalid argument/i, 'scanner-missing'],
  [/open of device .* failed/i, 'scanner-off'],
  [/Error during device I\/O/i, 'scanner-off'],
  // SANE's own client for other computers takes what lies in its memory for the answer of one that has gone.
  [/Unknown SANE status code/i, 'scanner-off'],
  [/No space left/i, 'disk-full'],
];

/** What `scanimage` says when a run is over and only its driver has to end. */
export const batchEnded = /^Batch terminated/m;

/** Lines that are no complaint: a value was rounded, or a backend's own thread ended by a signal after what went wrong. */
const remarks = /^(?:rounded value|received signal|trying to stop scanner|aborting)/;

/** The last complaint of `scanimage` among the lines of its error output; null where it had none. */
function complaint(errors: string): string | null {
  // Its progress is written over itself, without a new line.
  const lines = errors.split(/[\r\n]/).flatMap((line) => /^scanimage: (.*)$/.exec(line)?.[1]?.trim() ?? []);
  return lines.findLast((line) => !remarks.test(line)) ?? null;
}

/**
 * What went wrong in a run of `scanimage`, from its error output; null where nothing did. An empty feeder after at least one
 * page is the good end of a run.
 */
export function saneFault(errors: string, status: number | null, pages: number): Fault | null {
  const words = complaint(errors);
  const code = words === null ? undefined : meanings.find(([pattern]) => pattern.test(words))?.[1];
  if (code === 'scanner-empty' && pages > 0) return null;
  if (code !== undefined) return fault(code, {}, words?.slice(0, 200));
  // Some drivers never return from their end, after all is done: they are ended then.
  if (words === null && (status === 0 || batchEnded.test(errors))) return null;
  return fault('scanner-failed', {}, (words ?? `scanimage ended with status ${status ?? 'none'}`).slice(0, 200));
}
