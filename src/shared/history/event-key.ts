import { asksPerson } from '../document-states.ts';
import type { CustodyView } from '../views.ts';
import { englishEvents } from './events-en.ts';

/** Names of the sentences that tell what happened, and of the words in them; those that depend on a number are not among them. */
export type EventKey = Exclude<keyof typeof englishEvents, `${string}_one` | `${string}_other`>;

/** What can happen to a subject, by the sentences there are for it. */
export type EventOf<Subject extends string, Key = EventKey> = Key extends `${Subject | 'any'}-${infer Event}`
  ? Event
  : never;

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

/** Whether nothing more happens to an item by itself because a person is asked at the service. */
export function asksForPerson({ event, detail }: CustodyView): boolean {
  return event === 'settled' && asksPerson(word(detail, 'state'));
}

/** A copy tells how it was made, and where it is no signed one any more. */
function copiedKeys({ subject, event, detail }: CustodyView): readonly string[] {
  const key = `${subject}-${event}-${word(detail, 'copy')}`;
  return word(detail, 'signed') === '' ? [key] : [`${key}-signed`, key];
}

/** The sentence of a line of the history; `unknown` where it has none. */
export function eventKeyOf(row: CustodyView): EventKey {
  const { subject, event, detail } = row;
  const decision = word(detail, 'decision');
  const how = word(detail, 'result') || (word(detail, 'to') !== '' ? 'moved' : '');
  return firstKey([
    ...(decision === '' ? [] : [`decision-${decision}`]),
    ...(event === 'tidied' && how !== '' ? [`item-tidied-${how}`] : []),
    ...(asksForPerson(row) ? [`${subject}-${event}-asks`] : []),
    ...(word(detail, 'station') === '' ? [] : [`${subject}-${event}-elsewhere`]),
    ...(word(detail, 'owner') === '' ? [] : [`${subject}-${event}-gave-details`]),
    ...(word(detail, 'fault') === '' ? [] : [`${subject}-${event}-fault`]),
    ...(event === 'copied' ? copiedKeys(row) : []),
    ...(event === 'not-separated' ? [`${subject}-${event}-${word(detail, 'because')}`] : []),
    // A refused XML was reported too, and is handed over to nobody.
    ...(event === 'reported' ? [`${subject}-${event}-${word(detail, 'report')}`] : []),
    `${subject}-${event}`,
    `any-${event}`,
  ]);
}

/** What the job of a line is called within its sentence. */
export function jobKeyOf({ subject, detail }: CustodyView): EventKey {
  const job = firstKey([`job-${word(detail, 'job')}`]);
  return job === 'unknown' ? (subject === 'export' ? 'job-export' : 'job-other') : job;
}

/** What the sentences hold beside the name, as it was noted; '' where it was not. */
export function notedWords({
  detail,
}: CustodyView): Readonly<
  Record<
    | 'from'
    | 'to'
    | 'type'
    | 'format'
    | 'documents'
    | 'pages'
    | 'keys'
    | 'owner'
    | 'note'
    | 'assignee'
    | 'project'
    | 'station',
    string
  >
> {
  const noted = (name: string): string => word(detail, name);
  return {
    from: noted('from'),
    to: noted('to'),
    type: noted('type'),
    format: noted('format'),
    documents: noted('documents'),
    pages: noted('pages'),
    keys: noted('keys'),
    owner: noted('owner'),
    note: noted('note').replaceAll(/\s+/gu, ' '),
    assignee: noted('assignee'),
    project: noted('project'),
    station: noted('station'),
  };
}
