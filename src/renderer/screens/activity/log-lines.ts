import type { LogSubject } from '../../../shared/activity-views.ts';
import type { CustodyView } from '../../../shared/views.ts';
import type { ScreenName, ScreenParams } from '../../stores/navigation.ts';
import type { TextKey } from '../../text/index.ts';
import { textOf } from '../../text/index.ts';

/** What the log can be limited to, by what it is about; the first of each list that the other does not exclude. */
export const logSubjects = ['item', 'submission', 'document', 'case', 'export', 'station'] as const;

/** Events that can be asked for, with what they happen to. */
export const logEvents = [
  ['accepted', ['item']],
  ['uploaded', ['item']],
  ['submitted', ['item', 'submission']],
  ['settled', ['item']],
  ['held', ['item', 'submission', 'export']],
  ['duplicate', ['item']],
  ['cancelled', ['item', 'submission']],
  ['separated', ['item']],
  ['tidied', ['item']],
  ['state-changed', ['document', 'case']],
  ['transfer-reported', ['document']],
  ['report-refused', ['document']],
  ['written', ['export']],
  ['attempt-failed', ['item', 'submission', 'document', 'case', 'export']],
  ['paused', ['item', 'station']],
  ['resumed', ['item', 'station']],
  ['journal-recovered', ['station']],
] as const satisfies readonly (readonly [string, readonly CustodyView['subject'][]])[];

/** One of {@link logEvents}. */
export type LogEvent = (typeof logEvents)[number][0];

/** Events that happen to a subject; to any where it is null. */
export function eventsOf(subject: CustodyView['subject'] | null): readonly LogEvent[] {
  return logEvents
    .filter(([, subjects]) => subject === null || subjects.some((each) => each === subject))
    .map(([event]) => event);
}

/** The name of what a line is about: its own, or what kind of thing it is with the beginning of its id. */
export function subjectName(
  { subject, subjectId, detail }: CustodyView,
  known: LogSubject | undefined,
  sourceName: (id: string) => string,
): string {
  const say = textOf('events');
  if (subject === 'station') {
    if (detail['scope'] === 'all') return say('everything');
    return detail['scope'] === 'source' ? sourceName(subjectId) : say('a-source');
  }
  if (known?.name !== undefined && known.name !== null) {
    return known.items > 1 ? say('and-more', { name: known.name, count: known.items - 1 }) : known.name;
  }
  const key: TextKey<'events'> = `a-${subject}`;
  return say(key, { id: (known?.documentId ?? subjectId).slice(0, 8) });
}

/** Where a line leads; null where there is nothing to show. */
export function placeOf(
  { subject, subjectId }: CustodyView,
  known: LogSubject | undefined,
): { readonly screen: ScreenName; readonly params: ScreenParams } | null {
  if (known === undefined) return null;
  if (subject === 'export') return { screen: 'exports', params: { exportId: subjectId } };
  if (known.itemId !== null) return { screen: 'intake', params: { itemId: known.itemId } };
  if (known.documentId === null || known.connectionId === null) return null;
  return { screen: 'documents', params: { documentId: known.documentId, connectionId: known.connectionId } };
}
