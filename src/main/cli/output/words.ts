import type { ItemStage } from '../../../shared/item.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';

const english = {
  /** Words of the stages, as people read them. */
  stages: {
    seen: 'seen',
    settling: 'not complete yet',
    accepted: 'waits to be sent',
    uploading: 'being uploaded',
    uploaded: 'uploaded',
    submitting: 'being submitted',
    submitted: 'submitted',
    tracking: 'being processed',
    settled: 'done',
    exported: 'XML written',
    'handed-over': 'handed over',
    held: 'needs you',
    duplicate: 'duplicate',
    cancelled: 'cancelled',
    separated: 'separated',
  } satisfies Readonly<Record<ItemStage, string>>,
  columns: {
    item: 'Item',
    stage: 'Status',
    document: 'Document',
    state: 'At service',
    xml: 'XML',
  },
  groups: { needsYou: 'Needs you', onItsWay: 'On its way', done: 'Done', setAside: 'Set aside' },
  isWith: (name: string): string => `With ${name}.`,
  noteSays: (text: string): string => `Note: ${text}`,
  takenInBefore: 'Its content was taken in before. Nothing was sent again.',
  nothingYet: 'Nothing has been taken in yet.',
  atWork: 'Mailroom is at work.',
  notRunning: 'Mailroom is not running on this data directory; this is as it was left.',
  allPaused: 'Everything is paused. Resume with mailroom resume.',
  paused: 'paused',
  /** Uploads go at most at this rate, such as `1 MB`. */
  atMost: (rate: string): string => `Sends at most ${rate} a second.`,
  /** Files are sent within these hours only. */
  within: (from: string, to: string): string => `Sends from ${from} to ${to} only.`,
  interrupted: 'Interrupted. Everything that is not done stays queued and continues at the next start.',
  /** Stage of an uploaded file whose case is being put together. */
  inOpenCase: 'waits in a case',
  allQueued: 'Everything that was found is in the journal and stays queued.',
  /** Heads the list of what is not done at the limit; 0: the folders were not looked through by then, so that nothing can be named. */
  notDone: (count: number): string =>
    count === 0
      ? 'The time was up before everything was found. The next run continues.'
      : count === 1
        ? 'One of the files is not done in the time given. It stays followed:'
        : `${count} of the files are not done in the time given. They stay followed:`,
  more: (count: number): string => `… ${count} more; list them with --limit or --stage`,
  /** `12 MB of 30 MB`. */
  bytesOf: (sent: string, total: string): string => `${sent} of ${total}`,
  left: (time: string): string => `${time} left`,
  files: (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`,
  done: (count: number): string => `${count} done`,
  xmlFiles: (count: number): string => `${count} XML ${count === 1 ? 'file' : 'files'}`,
  needYou: (count: number): string => `${count} ${count === 1 ? 'needs' : 'need'} you`,
  duplicates: (count: number): string => `${count} ${count === 1 ? 'duplicate' : 'duplicates'}`,
  notTakenIn: (count: number): string => `${count} not taken in`,
  inSeconds: (seconds: number): string => `in ${seconds} s`,
};

/** What the command line says by itself about a run and the journal, in one language; faults have their own sentences. */
export type CommandWords = typeof english;

const german: CommandWords = {
  stages: {
    seen: 'gesehen',
    settling: 'noch nicht vollständig',
    accepted: 'wartet aufs Senden',
    uploading: 'wird hochgeladen',
    uploaded: 'hochgeladen',
    submitting: 'wird eingereicht',
    submitted: 'eingereicht',
    tracking: 'wird verarbeitet',
    settled: 'fertig',
    exported: 'XML geschrieben',
    'handed-over': 'übergeben',
    held: 'zu klären',
    duplicate: 'Duplikat',
    cancelled: 'abgebrochen',
    separated: 'aufgeteilt',
  },
  columns: {
    item: 'Datei',
    stage: 'Status',
    document: 'Dokument',
    state: 'Beim Dienst',
    xml: 'XML',
  },
  groups: { needsYou: 'Zu klären', onItsWay: 'Unterwegs', done: 'Fertig', setAside: 'Beiseite' },
  isWith: (name) => `Liegt bei ${name}.`,
  noteSays: (text) => `Notiz: ${text}`,
  takenInBefore: 'Der Inhalt wurde schon aufgenommen. Nichts wurde erneut gesendet.',
  nothingYet: 'Noch wurde nichts aufgenommen.',
  atWork: 'Mailroom arbeitet.',
  notRunning: 'Auf diesem Datenordner läuft kein Mailroom; so wurde er zurückgelassen.',
  allPaused: 'Alles ist angehalten. Weiter geht es mit mailroom resume.',
  paused: 'angehalten',
  atMost: (rate) => `Sendet höchstens ${rate} in der Sekunde.`,
  within: (from, to) => `Sendet nur von ${from} bis ${to}.`,
  interrupted: 'Unterbrochen. Was nicht fertig ist, bleibt in der Warteschlange und geht beim nächsten Start weiter.',
  inOpenCase: 'wartet in einer Mappe',
  allQueued: 'Alles Gefundene steht im Journal und bleibt in der Warteschlange.',
  notDone: (count) =>
    count === 0
      ? 'Die Zeit war um, bevor alles gefunden war. Der nächste Lauf macht weiter.'
      : `${count === 1 ? 'Eine der Dateien ist' : `${count} der Dateien sind`} in der Zeit nicht fertig geworden. Mailroom verfolgt sie weiter:`,
  more: (count) => `… ${count} weitere; zu sehen mit --limit oder --stage`,
  bytesOf: (sent, total) => `${sent} von ${total}`,
  left: (time) => `noch ${time}`,
  files: (count) => `${count} ${count === 1 ? 'Datei' : 'Dateien'}`,
  done: (count) => `${count} fertig`,
  xmlFiles: (count) => `${count} XML-${count === 1 ? 'Datei' : 'Dateien'}`,
  needYou: (count) => `${count} zu klären`,
  duplicates: (count) => `${count} ${count === 1 ? 'Duplikat' : 'Duplikate'}`,
  notTakenIn: (count) => `${count} nicht aufgenommen`,
  inSeconds: (seconds) => `in ${String(seconds).replace('.', ',')} s`,
};

/** The command line's words in a language. */
export function wordsIn(language: FaultLanguage): CommandWords {
  return language === 'de' ? german : english;
}
