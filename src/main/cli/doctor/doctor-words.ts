import type { FaultLanguage } from '../../engine/faults/describe.ts';

/** What is checked; `of` names the folder, source or shared folder where there are several. */
export interface Check {
  readonly kind:
    | 'version'
    | 'data-directory'
    | 'disk-space'
    | 'journal'
    | 'held-items'
    | 'source'
    | 'claims'
    | 'originals'
    | 'sending'
    | 'folder'
    | 'xml'
    | 'trash'
    | 'watch-limit'
    | 'scan-profile'
    | 'updates'
    | 'team'
    | 'keychain'
    | 'connection'
    | 'scopes'
    | 'project'
    | 'clock';
  readonly of?: string;
}

/** What something is, and what to do about it; nothing where all is well. */
interface Sentences {
  readonly detail: string;
  readonly nextStep: string;
}

const english = {
  checks: {
    version: 'Version',
    'data-directory': 'Data directory',
    'disk-space': 'Disk space',
    journal: 'Journal',
    'held-items': 'Held items',
    source: 'Source',
    claims: 'Shared folder',
    originals: 'Originals',
    sending: 'Sending',
    folder: 'Folder',
    xml: 'XML of',
    trash: 'Trash of',
    'watch-limit': 'Watch limit',
    'scan-profile': 'Scan profile',
    updates: 'Updates',
    team: 'Team',
    keychain: 'Keychain',
    connection: 'Connection',
    scopes: 'Scopes',
    project: 'Project',
    clock: 'Clock',
  } satisfies Readonly<Record<Check['kind'], string>>,
  ok: 'ok',
  problem: 'problem',
  allWell: 'All is well.',
  needAttention: (problems: number, checks: number): string =>
    `${problems} of ${checks} ${problems === 1 ? 'needs' : 'need'} attention.`,
  withoutPackage: 'not from a package',
  free: (bytes: string): string => `${bytes} free`,
  littleSpace: (free: string, min: string): Sentences => ({
    detail: `Only ${free} are free.`,
    nextStep: `Free ${min}.`,
  }),
  watches: (limit: number): string => `${limit} folders`,
  fewWatches: (limit: number): Sentences => ({
    detail: `This computer watches ${limit} folders at most. Files are still found, a little later.`,
    nextStep: 'Raise fs.inotify.max_user_watches to 524288.',
  }),
  usualProfileGone: (profile: string, first: string | null): Sentences => ({
    detail:
      `The usual scan profile "${profile}" is not there. ` +
      (first === null ? 'There is no other one.' : `"${first}" is used instead.`),
    nextStep: 'Choose another with mailroom settings set scanning.defaultProfile.',
  }),
  updatesHalf: (missing: string): Sentences => ({
    detail: `The window does not update itself: ${missing} is not set.`,
    nextStep: `Set ${missing} with mailroom settings set, or in the policy.`,
  }),
  updatesNotYet: (from: string): string => `from ${from}; no window that updates itself has looked yet`,
  updatesNone: (at: string, expired: string | null): string =>
    `nothing newer, looked at ${at}${expired === null ? '' : `; the manifest has expired on ${expired}: sign it anew`}`,
  updatesReady: (version: string, at: string): string =>
    `${version} is ready (looked at ${at}), and waits for a restart`,
  teamOf: (stations: number, present: number, address: string): string =>
    `${stations} ${stations === 1 ? 'station' : 'stations'}, ${present} there now, at ${address}`,
  /** Deleted originals: how many, how large together, for how many hours each, and where. */
  trash: (files: number, bytes: string, hours: string, folder: string): string =>
    `${files} deleted ${files === 1 ? 'original' : 'originals'} (${bytes}), each for ${hours} h, in ${folder}`,
  nothingYet: 'Nothing has been taken in yet.',
  changedOutside: (line: number, lines: number): Sentences => ({
    detail: `The history was changed from outside at line ${line} of ${lines}.`,
    nextStep: 'Compare it with a backup and find out who writes into the data directory.',
  }),
  unbroken: (lines: number, running: boolean): string =>
    `history of ${lines} lines unbroken${running ? '; a Mailroom is running' : ''}`,
  none: 'none',
  held: (count: number): Sentences => ({
    detail: `${count} ${count === 1 ? 'waits' : 'wait'} for somebody to decide.`,
    nextStep: 'See mailroom status --stage held.',
  }),
  stationIsGone: (claims: string): Sentences => ({
    detail: `${claims}.`,
    nextStep: 'Another station that watches the folder takes these files over automatically; or start that one again.',
  }),
  /** So many originals stay; the first of their paths. */
  untidied: (count: number, paths: readonly string[]): string =>
    `${count} ${count === 1 ? 'original stays' : 'originals stay'}: ${paths.join(', ')}${count > paths.length ? ' …' : ''}.`,
  secretFromEnvironment: 'not needed: the environment gives the secret',
  open: 'open',
  noSecret: (connection: string): Sentences => ({
    detail: `It holds no secret for ${connection}.`,
    nextStep: 'Enter it with mailroom connect, or set MAILROOM_CLIENT_SECRET.',
  }),
  signedIn: (baseUrl: string, quota: { readonly limit: number; readonly seconds: number | null } | null): string =>
    `signed in to ${baseUrl}, ${quota === null ? 'no quota named' : `quota ${quota.limit} in ${quota.seconds ?? '?'} s`}`,
  allScopes: 'all that the daily work needs',
  missingScopes: (scopes: string): Sentences => ({
    detail: `The sign-in does not allow ${scopes}.`,
    nextStep: 'Ask for them at the service.',
  }),
  clockAgrees: 'agrees with the service',
  clockOff: (time: string, ahead: boolean): string => `${time} ${ahead ? 'ahead of' : 'behind'} the service`,
  clockWrong: (time: string, ahead: boolean): Sentences => ({
    detail: `This computer is ${time} ${ahead ? 'ahead of' : 'behind'} the service.`,
    nextStep: 'Set its clock, or let it be set by time servers.',
  }),
};

/** What `mailroom doctor` says by itself, in one language; faults have their own sentences. */
export type DoctorWords = typeof english;

const german: DoctorWords = {
  checks: {
    version: 'Version',
    'data-directory': 'Datenordner',
    'disk-space': 'Speicherplatz',
    journal: 'Journal',
    'held-items': 'Klärung nötig',
    source: 'Quelle',
    claims: 'Gemeinsamer Ordner',
    originals: 'Originale',
    sending: 'Senden',
    folder: 'Ordner',
    xml: 'XML von',
    trash: 'Papierkorb von',
    'watch-limit': 'Überwachung',
    'scan-profile': 'Scanprofil',
    updates: 'Updates',
    team: 'Team',
    keychain: 'Schlüsselbund',
    connection: 'Verbindung',
    scopes: 'Rechte',
    project: 'Projekt',
    clock: 'Uhr',
  },
  ok: 'gut',
  problem: 'Problem',
  allWell: 'Alles in Ordnung.',
  needAttention: (problems, checks) =>
    `${problems} von ${checks} Punkten ${problems === 1 ? 'braucht' : 'brauchen'} Aufmerksamkeit.`,
  withoutPackage: 'ohne Paket',
  free: (bytes) => `${bytes} frei`,
  littleSpace: (free, min) => ({ detail: `Nur ${free} sind frei.`, nextStep: `${min} freimachen.` }),
  watches: (limit) => `${limit} Ordner`,
  fewWatches: (limit) => ({
    detail: `Dieser Rechner beobachtet höchstens ${limit} Ordner. Dateien werden trotzdem gefunden, etwas später.`,
    nextStep: 'fs.inotify.max_user_watches auf 524288 erhöhen.',
  }),
  usualProfileGone: (profile, first) => ({
    detail:
      `Das Standardprofil „${profile}“ gibt es nicht. ` +
      (first === null ? 'Es gibt auch kein anderes.' : `Stattdessen gilt „${first}“.`),
    nextStep: 'Mit mailroom settings set scanning.defaultProfile ein anderes wählen.',
  }),
  updatesHalf: (missing) => ({
    detail: `Das Fenster aktualisiert sich nicht: ${missing} ist nicht gesetzt.`,
    nextStep: `${missing} mit mailroom settings set oder in der Richtlinie setzen.`,
  }),
  updatesNotYet: (from) => `aus ${from}; noch hat kein Fenster nachgesehen, das sich selbst aktualisiert`,
  updatesNone: (at, expired) =>
    `nichts Neueres, nachgesehen um ${at}${expired === null ? '' : `; das Manifest ist am ${expired} abgelaufen: neu signieren`}`,
  updatesReady: (version, at) => `${version} liegt bereit (nachgesehen um ${at}) und wartet auf einen Neustart`,
  teamOf: (stations, present, address) =>
    `${stations} ${stations === 1 ? 'Station' : 'Stationen'}, ${present} jetzt da, unter ${address}`,
  trash: (files, bytes, hours, folder) =>
    `${files} ${files === 1 ? 'gelöschtes Original' : 'gelöschte Originale'} (${bytes}), je ${hours} h, in ${folder}`,
  nothingYet: 'Noch wurde nichts aufgenommen.',
  changedOutside: (line, lines) => ({
    detail: `Der Verlauf wurde in Zeile ${line} von ${lines} von außen geändert.`,
    nextStep: 'Mit einer Sicherung vergleichen und herausfinden, wer in den Datenordner schreibt.',
  }),
  unbroken: (lines, running) => `Verlauf lückenlos belegt, ${lines} Zeilen${running ? '; ein Mailroom läuft' : ''}`,
  none: 'nichts',
  held: (count) => ({
    detail: `${count} ${count === 1 ? 'Datei wartet' : 'Dateien warten'} auf Klärung.`,
    nextStep: 'Zu sehen mit mailroom status --stage held.',
  }),
  stationIsGone: (claims) => ({
    detail: `${claims}.`,
    nextStep:
      'Eine andere Station, die den Ordner beobachtet, übernimmt diese Dateien automatisch; oder jene wieder starten.',
  }),
  untidied: (count, paths) =>
    `${count} ${count === 1 ? 'Original bleibt' : 'Originale bleiben'} liegen: ${paths.join(', ')}${count > paths.length ? ' …' : ''}.`,
  secretFromEnvironment: 'nicht nötig: das Geheimnis steht in der Umgebung',
  open: 'offen',
  noSecret: (connection) => ({
    detail: `Er enthält kein Geheimnis für ${connection}.`,
    nextStep: 'Mit mailroom connect eingeben oder MAILROOM_CLIENT_SECRET setzen.',
  }),
  signedIn: (baseUrl, quota) =>
    `angemeldet bei ${baseUrl}, ${quota === null ? 'kein Kontingent genannt' : `Kontingent ${quota.limit} in ${quota.seconds ?? '?'} s`}`,
  allScopes: 'alle, die die tägliche Arbeit braucht',
  missingScopes: (scopes) => ({
    detail: `Die Anmeldung erlaubt ${scopes} nicht.`,
    nextStep: 'Diese Rechte beim Dienst beantragen.',
  }),
  clockAgrees: 'stimmt mit dem Dienst überein',
  clockOff: (time, ahead) => `geht gegenüber dem Dienst ${time} ${ahead ? 'vor' : 'nach'}`,
  clockWrong: (time, ahead) => ({
    detail: `Dieser Rechner geht gegenüber dem Dienst ${time} ${ahead ? 'vor' : 'nach'}.`,
    nextStep: 'Die Uhr stellen oder von Zeitservern stellen lassen.',
  }),
};

/** The words of `mailroom doctor` in a language. */
export function doctorWordsIn(language: FaultLanguage): DoctorWords {
  return language === 'de' ? german : english;
}

/** The name of a check, e.g. `Folder Invoices`; programs get the English one. */
export function nameOfCheck({ kind, of }: Check, language: FaultLanguage): string {
  const name = doctorWordsIn(language).checks[kind];
  return of === undefined ? name : `${name} ${of}`;
}
