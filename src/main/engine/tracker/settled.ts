import type { IntakeRule } from '../../../shared/settings.ts';
import type { DocumentRecord } from '../journal/records.ts';

/**
 * How a document's state is to be taken (the service's interface, "States"; the meaning from what live services were seen to do):
 * `moving` = the service goes on by itself; `resting` = ended, but somebody may still change it; `final` = ended for good;
 * `unknown` = a word we don't know: kept and shown, never taken for an end.
 */
export type Standing = 'moving' | 'resting' | 'final' | 'unknown';

const standings: ReadonlyMap<string, Standing> = new Map([
  ['new', 'moving'],
  ['processing', 'moving'],
  ['split', 'moving'],
  ['done', 'resting'],
  ['doneAutomatically', 'resting'],
  ['extracted', 'resting'],
  ['inCompletion', 'resting'],
  ['reviewRequired', 'resting'],
  ['transferred', 'final'],
  ['transferFailed', 'final'],
  ['rejected', 'final'],
  ['failed', 'final'],
  ['junk', 'final'],
]);

/** How a state is to be taken. */
export function standingOf(state: string): Standing {
  return standings.get(state) ?? 'unknown';
}

/** Whether a state ends the waiting. A rule's own list takes the place of the built-in one, except that what is final always ends it. */
export function isSettledState(state: string, settledStates: IntakeRule['settledStates']): boolean {
  const standing = standingOf(state);
  if (standing === 'final') return true;
  return settledStates === undefined ? standing === 'resting' : settledStates.includes(state);
}

/** Where an item stands by all of its documents: still waited for, settled, or failed in one of them. */
export type ItemStanding = 'moving' | 'settled' | 'failed';

/**
 * Where an item stands by its documents. One that failed is told at once. A document that was split goes on in the others it
 * became: beside them it is no longer waited for.
 */
export function itemStanding(
  documents: readonly DocumentRecord[],
  rule: Pick<IntakeRule, 'settledStates'>,
): ItemStanding {
  if (documents.some((document) => document.state === 'failed')) return 'failed';
  const awaited = documents.some((document) => document.state !== 'split')
    ? documents.filter((document) => document.state !== 'split')
    : documents;
  if (awaited.length === 0) return 'moving';
  return awaited.every((document) => isSettledState(document.state, rule.settledStates)) ? 'settled' : 'moving';
}
