import { describeFault } from '../../faults/describe.ts';
import type { FaultLanguage } from '../../faults/describe.ts';
import type { ItemRecord } from '../../journal/records.ts';

const words = {
  en: {
    file: 'File',
    takenIn: 'Taken in',
    reason: 'Reason',
    next: 'What to do',
    item: 'Mailroom item',
    first: 'The same content came first as',
    lies: 'It lies at',
  },
  de: {
    file: 'Datei',
    takenIn: 'Aufgenommen',
    reason: 'Grund',
    next: 'Was zu tun ist',
    item: 'Datei in Mailroom',
    first: 'Derselbe Inhalt kam zuerst als',
    lies: 'Er liegt unter',
  },
} as const;

function when(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19) + ' UTC';
}

function lines(pairs: readonly (readonly [label: string, value: string])[]): string {
  return pairs.map(([label, value]) => `${label}: ${value}\r\n`).join('');
}

/** The text of `<name>.reason.txt`: why a file was set aside, and what to do. */
export function reasonText(item: ItemRecord, language: FaultLanguage): string {
  const label = words[language];
  const said = item.fault === null ? null : describeFault(item.fault, language);
  return lines([
    [label.file, item.name],
    [label.takenIn, when(item.takenInAt)],
    ...(said === null
      ? []
      : ([
          [label.reason, said.reason],
          [label.next, said.nextStep],
        ] as const)),
    [label.item, item.id],
  ]);
}

/** The text beside a duplicate: which file was the first. */
export function duplicateText(item: ItemRecord, first: ItemRecord | null, language: FaultLanguage): string {
  const label = words[language];
  return lines([
    [label.file, item.name],
    [label.takenIn, when(item.takenInAt)],
    ...(first === null
      ? []
      : ([
          [label.first, `${first.name} (${when(first.takenInAt)}, ${first.id})`],
          [label.lies, first.path],
        ] as const)),
    [label.item, item.id],
  ]);
}
