import { both, type InBoth } from './sentence.ts';

const oneOfTheTwo = ['Use one of the two.', 'Eines von beiden verwenden.'] as const;

/** How a command can be called in vain, with the sentences of each in both languages. */
export const commandUsage = {
  'unknown-word': both(
    ['{flag} {given} is not known.', 'Use {words}.'],
    ['{flag} {given} ist nicht bekannt.', 'Möglich sind {words}.'],
  ),
  'no-duration': both(
    ['{flag} {given} is no duration.', 'Write it like 90s, 30m or 2h.'],
    ['{flag} {given} ist keine Dauer.', 'So schreiben: 90s, 30m oder 2h.'],
  ),
  'duration-too-short': both(
    ['{flag} {given} is too short.', 'Give at least {min}.'],
    ['{flag} {given} ist zu kurz.', 'Mindestens {min} angeben.'],
  ),
  'number-too-small': both(
    ["{flag} {given} can't be used.", 'Give a number of at least {min}.'],
    ['{flag} {given} geht nicht.', 'Eine Zahl ab {min} angeben.'],
  ),
  'number-out-of-range': both(
    ["{flag} {given} can't be used.", 'Give a number from {min} to {max}.'],
    ['{flag} {given} geht nicht.', 'Eine Zahl von {min} bis {max} angeben.'],
  ),
  'no-pair': both(
    ['{flag} {given} is no pair.', 'Write {flag} key=value.'],
    ['{flag} {given} ist kein Paar.', 'So schreiben: {flag} schlüssel=wert.'],
  ),
  'several-scanners': both(
    ['Several scanners answer: {words}.', 'Choose one by --scanner; mailroom scanners lists them.'],
    ['Mehrere Scanner antworten: {words}.', 'Einen mit --scanner wählen; mailroom scanners zählt sie auf.'],
  ),
  'discard-without-session': both(
    ['No session is named that is to be discarded.', 'Add --session with its id.'],
    ['Es ist keine Sitzung genannt, die verworfen werden soll.', 'Mit --session ihre Id angeben.'],
  ),
  'discard-unconfirmed': both(
    ['Discarding {session} throws {pages} away for good.', 'Add --yes where that is meant.'],
    ['{session} zu verwerfen löscht {pages} endgültig.', 'Mit --yes bestätigen, wenn das gemeint ist.'],
  ),
  'trace-there': both(
    ['{given} is there already.', 'Name a file that is not there yet after --trace.'],
    ['{given} gibt es schon.', 'Nach --trace eine Datei nennen, die es noch nicht gibt.'],
  ),
  'project-missing': both(
    ['No project is named.', 'Add --project with the id of the project.'],
    ['Es ist kein Projekt genannt.', 'Mit --project die Id des Projekts angeben.'],
  ),
  'no-such-path': both(
    ['There is no file or folder {given}[: the folder {folder} is not there].', 'Check how it is spelled.'],
    ['Eine Datei oder einen Ordner {given} gibt es nicht[: der Ordner {folder} fehlt].', 'Schreibweise prüfen.'],
  ),
  'no-folder': both(
    ['{given} is no folder.', 'Use mailroom send for single files.'],
    ['{given} ist kein Ordner.', 'Für einzelne Dateien mailroom send verwenden.'],
  ),
  'ids-and-all': both(['Ids and --all were given.', oneOfTheTwo[0]], ['Ids und --all sind angegeben.', oneOfTheTwo[1]]),
  'csv-and-json': both(
    ['--csv and --json were given.', oneOfTheTwo[0]],
    ['--csv und --json sind angegeben.', oneOfTheTwo[1]],
  ),
  'no-item': both(
    ['No item is named.', 'Name items by the first characters of their ids, or use --all.'],
    ['Es ist keine Datei genannt.', 'Dateien mit den ersten Zeichen ihrer Id nennen oder --all verwenden.'],
  ),
  'no-password': both(
    ['There is no password.', 'Type it when it is asked for, or pipe it in.'],
    ['Es gibt kein Kennwort.', 'Eingeben, wenn danach gefragt wird, oder über die Standardeingabe geben.'],
  ),
  'no-remark': both(
    ['Nothing is to be noted.', 'Add a note with --text, or a person with --hand-to.'],
    ['Es gibt nichts zu notieren.', 'Mit --text eine Notiz oder mit --hand-to eine Person angeben.'],
  ),
  'several-items': both(
    ['Several items begin with {given}.', 'Type more of the id.'],
    ['Mehrere Dateien beginnen mit {given}.', 'Mehr von der Id angeben.'],
  ),
  'ok-or-failed': both(
    ['It is not said whether the target system took the document.', 'Add either --ok or --failed.'],
    ['Es ist nicht gesagt, ob das Zielsystem das Dokument angenommen hat.', '--ok oder --failed angeben.'],
  ),
  'ok-and-failed': both(
    ['--ok and --failed were given.', oneOfTheTwo[0]],
    ['--ok und --failed sind angegeben.', oneOfTheTwo[1]],
  ),
  'message-too-long': both(
    ['The message is too long.', 'Use at most {max} characters.'],
    ['Die Meldung ist zu lang.', 'Höchstens {max} Zeichen verwenden.'],
  ),
  'no-base-url': both(
    ['No base URL is given.', 'Add --base-url https://host/v2.'],
    ['Es ist keine Basis-URL angegeben.', '--base-url https://host/v2 angeben.'],
  ),
  'no-client-id': both(
    ['No client id is given.', 'Add --client-id.'],
    ['Es ist keine Client-Id angegeben.', '--client-id angeben.'],
  ),
  'no-client-secret': both(
    ['No client secret is given.', 'Pipe it in with --secret-stdin.'],
    ['Es ist kein Client-Geheimnis angegeben.', 'Mit --secret-stdin über die Standardeingabe angeben.'],
  ),
  'no-certificate': both(
    ['No certificate is given.', 'Name its file, or add --remove.'],
    ['Es ist kein Zertifikat angegeben.', 'Die Datei nennen oder --remove angeben.'],
  ),
  'no-team-address': both(
    ['No database of a team is named.', 'Add --address postgres://host:5432/database.'],
    ['Es ist keine Datenbank eines Teams genannt.', '--address postgres://host:5432/database angeben.'],
  ),
  'no-team-user': both(
    ['No database user is named.', 'Add --user: one who may make roles.'],
    ['Es ist kein Datenbankbenutzer genannt.', '--user angeben: einen, der Rollen anlegen darf.'],
  ),
  'connection-unknown': both(
    ['There is no connection {given}.', '{known|Add one with mailroom connect.}'],
    ['Eine Verbindung {given} gibt es nicht.', '{known|Mit mailroom connect anlegen.}'],
  ),
  'several-connections': both(
    ['There are several connections.', 'Name one with --connection: {words}.'],
    ['Es gibt mehrere Verbindungen.', 'Eine mit --connection nennen: {words}.'],
  ),
  'owner-ended': both(
    ['The other Mailroom ended before it answered.', 'Look with mailroom status, then try again.'],
    ['Der andere Mailroom endete, bevor er geantwortet hat.', 'Mit mailroom status nachsehen, dann erneut versuchen.'],
  ),
  'owner-of-other-version': both(
    ['The Mailroom that works on this data directory is of another version.', 'End it, then start it anew.'],
    ['Auf diesem Datenordner arbeitet ein Mailroom einer anderen Version.', 'Ihn beenden und neu starten.'],
  ),
  'no-operation': both(
    ['No operation is named.', 'See mailroom api --list.'],
    ['Es ist keine Operation genannt.', 'Siehe mailroom api --list.'],
  ),
  'operation-unknown': both(
    ['There is no operation {given}.', 'See mailroom api --list.'],
    ['Eine Operation {given} gibt es nicht.', 'Siehe mailroom api --list.'],
  ),
  'practice-faults': both(
    [
      '--faults {given} is not understood.',
      'Write kind=probability, such as 503=0.05 or files.upload:slow=1x3; kinds are {words}.',
    ],
    [
      '--faults {given} ist nicht zu verstehen.',
      'So schreiben: Art=Anteil, etwa 503=0.05 oder files.upload:slow=1x3; Arten sind {words}.',
    ],
  ),
  'port-in-use': both(
    ['Port {given} is in use.', 'Choose another with --port.'],
    ['Der Port {given} ist belegt.', 'Mit --port einen anderen wählen.'],
  ),
  'port-needs-rights': both(
    ['Port {given} needs more rights.', 'Choose another with --port.'],
    ['Der Port {given} verlangt mehr Rechte.', 'Mit --port einen anderen wählen.'],
  ),
  'no-query-taken': both(
    ['{operation} takes no query.', 'See mailroom api --list.'],
    ['{operation} nimmt keine Abfrage an.', 'Siehe mailroom api --list.'],
  ),
  'no-such-path-part': both(
    ['The path {path} has no {given}.', 'See mailroom api --list.'],
    ['Im Pfad {path} kommt {given} nicht vor.', 'Siehe mailroom api --list.'],
  ),
  'path-part-missing': both(
    ['The path {path} needs a value for {given}.', 'Add it with --path {given}=value.'],
    ['Dem Pfad {path} fehlt ein Wert für {given}.', 'Mit --path {given}=Wert angeben.'],
  ),
  'body-missing': both(
    ['{operation} needs a body.', 'Name a file with --body, or - for stdin.'],
    ['{operation} braucht einen Inhalt.', 'Mit --body eine Datei nennen, oder - für die Standardeingabe.'],
  ),
  'no-body-taken': both(
    ['{operation} takes no body.', 'Leave out --body.'],
    ['{operation} nimmt keinen Inhalt an.', '--body weglassen.'],
  ),
  'body-no-json': both(
    ['The body is no valid JSON.', 'Correct it; nothing was sent.'],
    ['Der Inhalt ist kein gültiges JSON.', 'Berichtigen; gesendet wurde nichts.'],
  ),
  'body-no-yaml': both(
    ['The body is no valid YAML[: line {line}].', 'Correct it; nothing was sent.'],
    ['Der Inhalt ist kein gültiges YAML[: Zeile {line}].', 'Berichtigen; gesendet wurde nichts.'],
  ),
  'field-missing': both(
    ['The field {field} is missing.', 'Add it; nothing was sent. Its fields: mailroom api {operation} --help.'],
    ['Das Feld {field} fehlt.', 'Ergänzen; gesendet wurde nichts. Die Felder: mailroom api {operation} --help.'],
  ),
  'field-refused': both(
    [
      '{field|The value} cannot be sent so: {problem}[ ({words})][ ({given})].',
      'Correct it; nothing was sent. Its fields: mailroom api {operation} --help.',
    ],
    [
      '{field|Der Wert} kann so nicht gesendet werden: {problem}[ ({words})][ ({given})].',
      'Berichtigen; gesendet wurde nichts. Die Felder: mailroom api {operation} --help.',
    ],
  ),
  'project-without-meaning': both(
    ['--project means nothing to mailroom api.', 'Name the project with --path, --query or in the body.'],
    ['--project bedeutet bei mailroom api nichts.', 'Das Projekt mit --path, --query oder im Inhalt nennen.'],
  ),
  'no-upload-from-stdin': both(
    ["A file to upload can't come from stdin.", 'Name a file with --body; its name goes along.'],
    [
      'Eine Datei zum Hochladen kann nicht aus der Standardeingabe kommen.',
      'Mit --body eine Datei nennen; ihr Name wird mitgesendet.',
    ],
  ),
  'no-file': both(
    ['There is no file {given}.', 'Name another file after --body.'],
    ['Eine Datei {given} gibt es nicht.', 'Nach --body eine andere Datei nennen.'],
  ),
  'file-unreadable': both(
    ["{given} can't be read[ ({code})].", 'Name another file after --body.'],
    ['{given} lässt sich nicht lesen[ ({code})].', 'Nach --body eine andere Datei nennen.'],
  ),
  'not-for-terminals': both(
    ["The answer is {type}, which a terminal can't show.", 'Name a file with --out.'],
    ['Die Antwort ist {type}, was ein Terminal nicht zeigen kann.', 'Mit --out eine Datei nennen.'],
  ),
  'is-there': both(
    ['{given} is there already.', 'Name another file with --out.'],
    ['{given} gibt es schon.', 'Mit --out eine andere Datei nennen.'],
  ),
  'not-written': both(
    ["{given} can't be written[ ({code})].", 'Name another file with --out.'],
    ['{given} lässt sich nicht schreiben[ ({code})].', 'Mit --out eine andere Datei nennen.'],
  ),
  'option-unknown': both(
    ['There is no option {given}.', 'See mailroom[ {command}] --help.'],
    ['Eine Option {given} gibt es nicht.', 'Siehe mailroom[ {command}] --help.'],
  ),
  'command-unknown': both(
    ['There is no command {given}.', 'See mailroom --help.'],
    ['Einen Befehl {given} gibt es nicht.', 'Siehe mailroom --help.'],
  ),
  'option-incomplete': both(
    ['Option {given} needs a value.', 'See mailroom[ {command}] --help.'],
    ['Zur Option {given} fehlt ein Wert.', 'Siehe mailroom[ {command}] --help.'],
  ),
  'option-missing': both(
    ['Option {given} is missing.', 'See mailroom[ {command}] --help.'],
    ['Die Option {given} fehlt.', 'Siehe mailroom[ {command}] --help.'],
  ),
  'argument-missing': both(
    ['Argument {given} is missing.', 'See mailroom[ {command}] --help.'],
    ['Die Angabe {given} fehlt.', 'Siehe mailroom[ {command}] --help.'],
  ),
  'too-many-arguments': both(
    ['There are too many arguments.', 'See mailroom[ {command}] --help.'],
    ['Das sind zu viele Angaben.', 'Siehe mailroom[ {command}] --help.'],
  ),
  'case-pattern': both(
    ["--case-pattern {given} can't be used.", 'Name the case once and the role at most once, with text between them.'],
    [
      '--case-pattern {given} geht nicht.',
      'Die Mappe einmal und die Rolle höchstens einmal nennen, mit Text dazwischen.',
    ],
  ),
  roles: both(
    ["The roles can't be used.", 'A role has at most 100 characters.'],
    ['Die Rollen gehen nicht.', 'Eine Rolle hat höchstens 100 Zeichen.'],
  ),
  'no-export': both(
    ['{flag} says what becomes of the XML, but none is written.', 'Add --export with a folder.'],
    ['{flag} sagt, was aus dem XML wird, es wird aber keines geschrieben.', '--export mit einem Ordner angeben.'],
  ),
  'report-twice': both(
    ['--report-transfer is --report after-write, and --report {given} was given.', oneOfTheTwo[0]],
    ['--report-transfer ist --report after-write, angegeben ist --report {given}.', oneOfTheTwo[1]],
  ),
  'no-answer-awaited': both(
    ["{flag} is about the target system's answer, but none is waited for.", 'Add --report after-ack.'],
    ['{flag} betrifft die Antwort des Zielsystems, es wird aber auf keine gewartet.', '--report after-ack angeben.'],
  ),
  'no-case-named': both(
    ['No case is named.', 'See mailroom cases open.'],
    ['Keine Mappe ist genannt.', 'Siehe mailroom cases open.'],
  ),
  'case-twice': both(
    ['Several cases are called {given}.', 'Name it by its id.'],
    ['Mehrere Mappen heißen {given}.', 'Mit der ID nennen.'],
  ),
  'no-line-noted': both(
    ['--noted {given} is no line of the history.', 'Write it as --verify tells the last line: number, colon, hash.'],
    [
      '--noted {given} ist keine Zeile des Verlaufs.',
      'So schreiben, wie --verify die letzte nennt: Nummer, Doppelpunkt, Hash.',
    ],
  ),
  'page-spec': both(
    ['{given} names no pages, or pages that are named twice.', 'Write pages as 1-3,5 or 7- or 2/1 or 4r90, each once.'],
    [
      '{given} nennt keine Seiten oder Seiten, die schon genannt sind.',
      'Seiten als 1-3,5 oder 7- oder 2/1 oder 4r90 schreiben, jede einmal.',
    ],
  ),
  'no-page-spec': both(
    ['Nothing says what is to become of the pages.', 'Name pages with --document, or a way with --separate, not both.'],
    [
      'Nichts sagt, was aus den Seiten werden soll.',
      'Seiten mit --document nennen oder eine Art mit --separate, nicht beides.',
    ],
  ),
} as const satisfies Readonly<Record<string, InBoth>>;
