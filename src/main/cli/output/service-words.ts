import type { FaultLanguage } from '../../engine/faults/describe.ts';
import type { ServiceSaid } from './terminal.ts';
import { capital, safeText } from './text.ts';

/** Things that lists of the service hold. */
export type Things = 'documents' | 'cases' | 'projects';

const things = {
  en: { documents: 'documents', cases: 'cases', projects: 'projects' },
  de: { documents: 'Dokumente', cases: 'Fälle', projects: 'Projekte' },
} as const;

function inItsWords({ status, title, detail }: ServiceSaid): string {
  return safeText([`${status}`, title, detail].filter((part) => part !== undefined).join(', '));
}

const english = {
  noneHere: (of: Things): string => `No ${things.en[of]} here.`,
  page: (of: Things, from: number, to: number, total: number | null): string =>
    `${capital(things.en[of])} ${from} to ${to}${total === null ? '' : ` of ${total}`}.`,
  more: (offset: number): string => `See more with --offset ${offset}.`,
  main: (file: string): string => `${file} (main)`,
  yes: 'yes',
  no: 'no',
  days: (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`,
  noDocuments: 'No documents yet.',
  saved: (files: number): string =>
    files === 0 ? 'The case has no such files.' : `${files} ${files === 1 ? 'file' : 'files'} saved.`,
  handedOver: 'The service has been told.',
  handOverHeld: 'It waits for you: correct it, then hand over again.',
  handOverQueued: 'It stays queued and is told when the service can be reached and Mailroom runs.',
  bytes: (count: number): string => `${count} bytes`,
  nothingAnswered: 'Done; the service answers nothing.',
  serviceSaid: (said: ServiceSaid): string => `The service said: ${inItsWords(said)}`,
  keysLeftOut: (keys: string): string => `The service leaves out keys of more than 50 characters: ${keys}.`,
  repeat: 'Repeat: safe at any time, or only after a look whether it happened.',
  anyTime: 'safe',
  afterLook: 'after a look',
  takenByRunning: 'The running Mailroom has taken them and sends them.',
  locked: 'locked',
  notSet: 'not set',
  historyWhole: (lines: number): string => `The history is whole: ${lines} lines, none changed or taken out.`,
  historyChanged: (line: number): string =>
    `The history was changed: line ${line} does not follow from the one before it. Tell IT; keep the data directory as it is.`,
  historyCut: (line: number): string =>
    `The history was cut off or written anew: line ${line} is not the one that was noted. Tell IT; keep the data directory as it is.`,
  historyLast: (line: string): string => `The last is ${line}`,
  nothingStored: 'Nothing was stored.',
  interruptedNothingStored: 'Interrupted. Nothing was stored.',
  stored: (connection: string): string => `Signed in. ${connection} is stored; its secret is in the keychain.`,
  allowed: (scopes: string): string => `Allowed: ${scopes}.`,
  notAllowed: (scopes: string): string => `The sign-in does not allow ${scopes}. Ask for them at the service.`,
  askBaseUrl: 'Base URL of the service',
  askClientId: 'Client id',
  askSecret: 'Client secret (not shown)',
  askPassword: 'Password of the PDF (not shown)',
  askPassphrase: 'Passphrase of the key, empty if there is none (not shown):',
  certificateKept: (file: string): string =>
    `The key was opened. The service is shown ${file}; a running mailroom watch shows it from its next start.`,
  certificateRemoved: 'No certificate is shown from now on; the files are where they were.',
};

/** What the commands towards the service, and those that decide, say by themselves. */
export type ServiceWords = typeof english;

const german: ServiceWords = {
  noneHere: (of) => `Hier sind keine ${things.de[of]}.`,
  page: (of, from, to, total) => `${things.de[of]} ${from} bis ${to}${total === null ? '' : ` von ${total}`}.`,
  more: (offset) => `Weiter mit --offset ${offset}.`,
  main: (file) => `${file} (Hauptdatei)`,
  yes: 'ja',
  no: 'nein',
  days: (count) => `${count} ${count === 1 ? 'Tag' : 'Tage'}`,
  noDocuments: 'Noch keine Dokumente.',
  saved: (files) =>
    files === 0 ? 'Der Fall hat keine solchen Dateien.' : `${files} ${files === 1 ? 'Datei' : 'Dateien'} gespeichert.`,
  handedOver: 'Es ist dem Dienst gemeldet.',
  handOverHeld: 'Es wartet auf Sie: berichtigen, dann erneut übergeben.',
  handOverQueued:
    'Es bleibt in der Warteschlange und wird gemeldet, sobald der Dienst erreichbar ist und Mailroom läuft.',
  bytes: (count) => `${count} Byte`,
  nothingAnswered: 'Erledigt; der Dienst antwortet darauf nichts.',
  serviceSaid: (said) => `Der Dienst sagte: ${inItsWords(said)}`,
  keysLeftOut: (keys) => `Schlüssel mit mehr als 50 Zeichen lässt der Dienst weg: ${keys}.`,
  repeat: 'Erneut: jederzeit unbedenklich, oder erst nach einem Blick, ob es geschehen ist.',
  anyTime: 'jederzeit',
  afterLook: 'nach Blick',
  takenByRunning: 'Der laufende Mailroom hat sie übernommen und sendet sie.',
  locked: 'festgelegt',
  notSet: 'nicht gesetzt',
  historyWhole: (lines) => `Der Verlauf ist lückenlos belegt: ${lines} Zeilen, keine geändert oder entfernt.`,
  historyChanged: (line) =>
    `Der Verlauf wurde geändert: Zeile ${line} folgt nicht aus der davor. Die IT benachrichtigen; den Datenordner lassen, wie er ist.`,
  historyCut: (line) =>
    `Der Verlauf wurde gekürzt oder neu geschrieben: Zeile ${line} ist nicht die notierte. Die IT benachrichtigen; den Datenordner lassen, wie er ist.`,
  historyLast: (line) => `Die letzte ist ${line}`,
  nothingStored: 'Nichts wurde gespeichert.',
  interruptedNothingStored: 'Unterbrochen. Nichts wurde gespeichert.',
  stored: (connection) => `Angemeldet. ${connection} ist gespeichert, das Geheimnis im Schlüsselbund.`,
  allowed: (scopes) => `Erlaubt: ${scopes}.`,
  notAllowed: (scopes) => `Die Anmeldung erlaubt ${scopes} nicht. Diese Rechte beim Dienst beantragen.`,
  askBaseUrl: 'Basis-URL des Dienstes',
  askClientId: 'Client-ID',
  askSecret: 'Client-Geheimnis (wird nicht gezeigt)',
  askPassword: 'Kennwort des PDF (wird nicht gezeigt)',
  askPassphrase: 'Kennwort des Schlüssels, leer, wenn es keines gibt (nicht sichtbar):',
  certificateKept: (file) =>
    `Der Schlüssel ließ sich öffnen. Dem Dienst wird ${file} gezeigt; ein laufendes mailroom watch zeigt es ab seinem nächsten Start.`,
  certificateRemoved: 'Ab jetzt wird kein Zertifikat gezeigt; die Dateien bleiben, wo sie sind.',
};

/** The words in a language. */
export function serviceWordsIn(language: FaultLanguage): ServiceWords {
  return language === 'de' ? german : english;
}
