import type { CustodyView } from '../views.ts';
import { englishEvents } from './events-en.ts';

/** Names of the sentences that tell what happened, and of the words in them; those that depend on a number are not among them. */
export type EventKey = Exclude<keyof typeof englishEvents, `${string}_one` | `${string}_other`>;

function isKey(key: string): key is EventKey {
  return Object.hasOwn(englishEvents, key);
}

function firstKey(candidates: readonly string[]): EventKey {
  return candidates.find(isKey) ?? 'unknown';
}

function word(detail: CustodyView['detail'], name: string): string {
  const value = detail[name];
  return value === undefined || value === null ? '' : String(value);
}

/** The sentence of a line of the history; `unknown` where it has none. */
export function eventKeyOf({ subject, event, detail }: CustodyView): EventKey {
  const decision = word(detail, 'decision');
  const how = word(detail, 'result') || (word(detail, 'to') !== '' ? 'moved' : '');
  return firstKey([
    ...(decision === '' ? [] : [`decision-${decision}`]),
    ...(event === 'tidied' && how !== '' ? [`item-tidied-${how}`] : []),
    ...(word(detail, 'fault') === '' ? [] : [`${subject}-${event}-fault`]),
    `${subject}-${event}`,
    `any-${event}`,
  ]);
}

/** What the job of a line is called within its sentence. */
export function jobKeyOf({ subject, detail }: CustodyView): EventKey {
  const job = firstKey([`job-${word(detail, 'job')}`]);
  return job === 'unknown' ? (subject === 'export' ? 'job-export' : 'job-other') : job;
}
