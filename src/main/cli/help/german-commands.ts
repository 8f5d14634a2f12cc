/** What the help says of each command and beside it, in German; the keys are the English texts. */
export const germanCommands: Readonly<Record<string, string>> = {
  'Takes documents in from folders, sends them to the document processing service and brings their XML back.':
    'Nimmt Dokumente aus Ordnern auf, sendet sie an den Dienst, der sie verarbeitet, und bringt ihr XML zurück.',

  // What commander says by itself.
  'Usage:': 'Aufruf:',
  'Arguments:': 'Angaben:',
  'Options:': 'Optionen:',
  'Global Options:': 'Allgemeine Optionen:',
  'Commands:': 'Befehle:',
  default: 'sonst',
  'output the version number': 'nennt die Version',
  'display help for command': 'zeigt die Hilfe zum Befehl',

  'take in what lies in the folders and what comes, until it is interrupted or, with --once, done':
    'nimmt auf, was in den Ordnern liegt und was noch kommt, bis Sie abbrechen oder, mit --once, bis alles fertig ist',
  'take in the named files (a folder stands for all files below it) and send them':
    'nimmt die genannten Dateien auf (ein Ordner steht für alle Dateien darin) und sendet sie',
  'scan by a profile and send the documents, or save them in a folder':
    'scannt nach einem Profil und sendet die Dokumente oder speichert sie in einem Ordner',
  'the scanners that answer now: on this computer, on the network, at typed addresses':
    'zeigt die Scanner, die gerade antworten: an diesem Rechner, im Netz und unter eingetragenen Adressen',
  'show the main job: sample documents, the practice service, XML on disk':
    'führt die Hauptarbeit vor: Beispieldokumente, der Übungsdienst, XML auf der Platte',
  'show what was taken in and where it is; looks only, changes and sends nothing':
    'zeigt, was aufgenommen wurde und wo es steht; sieht nur nach, ändert und sendet nichts',
  'let held items go on where they stopped': 'lässt, was Klärung braucht, dort weitergehen, wo es stehen blieb',
  'end items that are not at the service yet; their files stay where they are':
    'bricht ab, was noch nicht beim Dienst ist; die Dateien bleiben, wo sie sind',
  'stop the named items, or without ids everything, until mailroom resume':
    'hält das Genannte an, ohne IDs alles, bis mailroom resume folgt',
  'resume the named items, or everything if no ids are given': 'setzt das Genannte fort, ohne IDs alles',
  'write a note on items, or say whose turn it is; both are kept in the history':
    'schreibt eine Notiz zu Dateien oder hält fest, bei wem sie liegen; beides steht im Verlauf',
  'take in again what was cancelled; with --project or --mode, send what is not at the service yet that way':
    'nimmt Abgebrochenes wieder auf; mit --project oder --mode geht, was noch nicht beim Dienst ist, stattdessen so',
  'show and fill in the fields of files that are held for them':
    'zeigt die Indexfelder von Dateien, die darauf warten, und füllt sie aus',
  'the fields of the named items, or of all that are held for theirs':
    'zeigt die Indexfelder der genannten Dateien oder aller, die auf ihre warten',
  'fill in fields of held items: KEY=VALUE for each, an empty value takes one away; what lacks nothing any more goes on':
    'füllt Indexfelder aus: je Feld SCHLÜSSEL=WERT, ein leerer Wert nimmt einen weg; was vollständig ist, geht weiter',
  'rows of the table behind a field, by the beginnings of their words':
    'sucht in der Tabelle hinter einem Feld nach den Anfängen der Wörter',
  'open held PDFs with their password and send a copy without it; the password is kept nowhere':
    'öffnet PDFs, die auf ihr Kennwort warten, und sendet eine Kopie ohne Kennwort; das Kennwort bleibt nirgends',
  'split, turn, reorder, delete or put together pages of PDF and TIFF files before they are sent':
    'teilt PDF- und TIFF-Dateien vor dem Senden, dreht, ordnet oder löscht ihre Seiten oder fügt sie zusammen',
  'send duplicates although their content was taken in before':
    'sendet Duplikate, obwohl ihr Inhalt schon aufgenommen wurde',
  'send cases that are assembled here, named by id, name or external id':
    'sendet Mappen, die hier zusammengestellt werden; genannt nach ID, Name oder externer ID',
  'show the history of an item, document or case, from the first sight of its files to the hand-over':
    'zeigt den Verlauf einer Datei, eines Dokuments, einer Mappe oder eines Falls, vom ersten Fund der Dateien bis zur Übergabe',
  'show documents of the service': 'zeigt Dokumente des Dienstes',
  'a page of the documents of the service, of one project with --project':
    'zeigt eine Seite der Dokumente des Dienstes, mit --project die eines Projekts',
  'one document': 'zeigt ein Dokument',
  'show cases of the service and those assembled here, and save their files':
    'zeigt Fälle des Dienstes und Mappen, die hier zusammengestellt werden, und speichert die Dateien der Fälle',
  'a page of the cases of the service, of one project with --project':
    'zeigt eine Seite der Fälle des Dienstes, mit --project die eines Projekts',
  'one case: its state, its files with their roles, its documents':
    'zeigt einen Fall: Status, Dateien mit ihren Rollen, Dokumente',
  'save the files of a case into a folder; nothing in it is overwritten':
    'speichert die Dateien eines Falls in einem Ordner; überschrieben wird darin nichts',
  'tell the service whether the target system accepted a whole case':
    'meldet dem Dienst, ob das Zielsystem einen ganzen Fall angenommen hat',
  'cases that are assembled here: what is in them, what they wait for, and what was set aside as known':
    'zeigt Mappen, die hier zusammengestellt werden: was darin liegt, worauf sie warten und was als bekannt beiseite kam',
  'show projects of the service': 'zeigt Projekte des Dienstes',
  'a page of the projects of the service': 'zeigt eine Seite der Projekte des Dienstes',
  'one project with its schema: the values that it extracts':
    'zeigt ein Projekt mit seinem Schema: die Werte, die es ausliest',
  'write the XML of documents to a folder, whatever their state; never over an existing file':
    'schreibt das XML von Dokumenten in einen Ordner, welchen Status sie auch haben; nie über eine vorhandene Datei',
  'tell the service whether the target system accepted a document':
    'meldet dem Dienst, ob das Zielsystem ein Dokument angenommen hat',
  'reject a document at the service': 'lehnt ein Dokument beim Dienst ab',
  'call any operation of the service by its name; the answer goes to stdout':
    'ruft eine beliebige Operation des Dienstes mit ihrem Namen auf; die Antwort geht nach stdout',
  'sign in to a service and keep the credentials: the secret in the keychain, the rest in the settings':
    'meldet Sie bei einem Dienst an und bewahrt die Zugangsdaten auf: das Geheimnis im Schlüsselbund, den Rest in den Einstellungen',
  'name the certificate that this computer shows to the service; its passphrase is kept in the keychain':
    'nennt das Zertifikat, das dieser Rechner dem Dienst zeigt; sein Kennwort kommt in den Schlüsselbund',
  'share with other stations, through a PostgreSQL database, what has been sent already':
    'teilt mit anderen Stationen über eine PostgreSQL-Datenbank, was schon gesendet wurde',
  'the team of this station, and which of its stations are there':
    'zeigt das Team dieser Station und welche seiner Stationen da sind',
  'make the schema and roles of a team, or bring those of an earlier Mailroom up to date':
    'legt Schema und Rollen eines Teams an oder aktualisiert die eines früheren Mailroom',
  'make this station a member, with a login of its own whose password is in the keychain':
    'macht diese Station zum Mitglied, mit eigener Anmeldung, deren Kennwort im Schlüsselbund liegt',
  'leave the team: its database forgets the password of this station, which works alone from then on':
    'verlässt das Team: Die Datenbank vergisst das Kennwort dieser Station, die von da an allein arbeitet',
  'check the data directory, journal, keychain, connection, folders and limits; changes nothing':
    'prüft Datenordner, Journal, Schlüsselbund, Verbindung, Ordner und Grenzen; ändert nichts',
  'show and change the settings of this station; values an administrator set are marked as locked':
    'zeigt und ändert die Einstellungen dieser Station; was Ihre IT festgelegt hat, ist als gesperrt bezeichnet',
  'all settings in force': 'zeigt alle geltenden Einstellungen',
  'one setting, such as limits.sockets or connections.main.baseUrl':
    'zeigt eine Einstellung, etwa limits.sockets oder connections.main.baseUrl',
  'change one setting; a window that is open takes it up at once, mailroom watch bandwidth and hours at once':
    'ändert eine Einstellung; ein offenes Fenster übernimmt sie sofort, mailroom watch Bandbreite und Sendezeiten sofort',
  'bring one setting back to its default': 'setzt eine Einstellung auf ihren Ausgangswert zurück',
  'where the settings are kept': 'zeigt, wo die Einstellungen liegen',
  'serve a practice service on this computer until interrupted; says its address and credentials as JSON':
    'betreibt auf diesem Rechner einen Übungsdienst, bis Sie abbrechen; nennt Adresse und Zugangsdaten als JSON',

  // Beside the commands.
  'Example:': 'Beispiel:',
  'Examples:': 'Beispiele:',
  'A duration is a number with ms, s, m, h or d, such as 90s, 30m or 1.5h; a number alone is seconds.':
    'Eine Dauer ist eine Zahl mit ms, s, m, h oder d, etwa 90s, 30m oder 1.5h; eine Zahl allein sind Sekunden.',
  'The kinds of --faults are 503, 429, reset-before and reset-after (the act is not done, or done), slow, hang, garbage-html, garbage-cut and garbage. Probabilities go from 0 to 1; operations are named as mailroom api --list does, documents.* is all of documents.':
    'Die Arten von --faults sind 503, 429, reset-before und reset-after (die Handlung geschieht nicht oder doch), slow, hang, garbage-html, garbage-cut und garbage. Anteile gehen von 0 bis 1; Operationen heißen wie bei mailroom api --list, documents.* sind alle von documents.',
  'mailroom api OPERATION --help shows what an operation takes.':
    'mailroom api OPERATION --help zeigt, was eine Operation annimmt.',
  'Ids may be typed by their first characters.': 'Von IDs genügen die ersten Zeichen.',
  'Ids may be typed by their first characters. Pages that no document names are left out; the original is kept.':
    'Von IDs genügen die ersten Zeichen. Seiten, die in keinem Dokument stehen, bleiben weg; das Original bleibt erhalten.',
  'The password is asked for, or read from what is piped in; there is no flag for it.':
    'Das Kennwort wird abgefragt oder aus der Pipe gelesen; eine Option dafür gibt es nicht.',
  'See mailroom cases open for what there is.': 'Was es gibt, zeigt mailroom cases open.',
  'The id may be typed by its first characters; a case may be named by its name or external id.':
    'Von der ID genügen die ersten Zeichen; eine Mappe können Sie auch mit ihrem Namen oder ihrer externen ID nennen.',
  'What is missing is asked for. Nothing is stored unless the sign-in works.':
    'Was fehlt, wird erfragt. Gespeichert wird erst, wenn die Anmeldung gelungen ist.',
  'PFX and PEM files. Nothing is kept unless the key could be opened.':
    'PFX- und PEM-Dateien. Gespeichert wird erst, wenn sich der Schlüssel öffnen ließ.',
};

/** What stands for a value in usage lines and flags (`<dir>`, `[id...]`), in German. */
export const germanPlaceholders: Readonly<Record<string, string>> = {
  action: 'Aktion',
  case: 'Fall',
  color: 'Farbe',
  command: 'Befehl',
  dir: 'Ordner',
  document: 'Dokument',
  dpi: 'dpi',
  duration: 'Dauer',
  'port|file': 'Port|Datei',
  file: 'Datei',
  files: 'Anzahl',
  folder: 'Ordner',
  form: 'Form',
  format: 'Format',
  id: 'ID',
  'id-or-pair': 'ID-oder-Paar',
  key: 'Schlüssel',
  'k=v': 'k=w',
  kind: 'Art',
  'line:hash': 'Zeile:Hash',
  list: 'Liste',
  mode: 'Modus',
  ms: 'ms',
  n: 'n',
  name: 'Name',
  operation: 'Operation',
  options: 'Optionen',
  order: 'Reihenfolge',
  path: 'Pfad',
  pattern: 'Muster',
  percent: 'Prozent',
  place: 'Ort',
  quality: 'Qualität',
  role: 'Rolle',
  roles: 'Rollen',
  s: 's',
  setting: 'Einstellung',
  source: 'Quelle',
  pages: 'Seiten',
  stage: 'Status',
  state: 'Status',
  states: 'Status',
  template: 'Vorlage',
  text: 'Text',
  url: 'URL',
  value: 'Wert',
  way: 'Weg',
  what: 'Was',
  when: 'Wann',
  who: 'Wer',
};
