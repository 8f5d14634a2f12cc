import { itemStages } from '../../../shared/item.ts';
import { barcodeKinds } from '../../../shared/scanning.ts';

const stages = itemStages.join(', ');
const kinds = barcodeKinds.join(', ');

/** What the help says of each option, in German; the keys are the English texts. */
export const germanOptions: Readonly<Record<string, string>> = {
  // Those that all commands have.
  'folder of the journal and settings (or MAILROOM_DATA_DIR)':
    'Ordner des Journals und der Einstellungen (oder MAILROOM_DATA_DIR)',
  'one JSON object a line on stdout, everything else on stderr':
    'je Zeile ein JSON-Objekt auf stdout, alles andere auf stderr',
  'base URL of the service, ends in /v2 (or MAILROOM_BASE_URL)':
    'Adresse des Dienstes, endet mit /v2 (oder MAILROOM_BASE_URL)',
  'connection to use': 'Verbindung, die benutzt wird',
  'project of the documents': 'Projekt der Dokumente',

  // Teams.
  'database of the team: postgres://host:5432/database': 'Datenbank des Teams: postgres://host:5432/database',
  'database user who may make roles; neither name nor password is kept':
    'Datenbankbenutzer, der Rollen anlegen darf; weder Name noch Kennwort wird aufbewahrt',
  'schema of the team (default: mailroom)': 'Schema des Teams (sonst: mailroom)',
  'no TLS: only for a database on this computer, or to try it out':
    'kein TLS: nur für eine Datenbank auf diesem Rechner oder zum Ausprobieren',
  'read the password of that user from stdin; it is never taken as an argument':
    'liest das Kennwort dieses Benutzers von der Standardeingabe; als Argument wird es nie angenommen',

  // Pages.
  'a new document of these pages; may be repeated. 1-3,5 or 7- (to the last) or 2/1 (of the second file) or 4r90 (turned)':
    'ein neues Dokument aus diesen Seiten; mehrfach möglich. 1-3,5 oder 7- (bis zur letzten) oder 2/1 (der zweiten Datei) oder 4r90 (gedreht)',
  'begin a document at each barcode, patch (separator sheet) or blank page, or after so many pages':
    'beginnt ein Dokument bei jedem barcode, patch (Trennblatt) oder jeder leeren Seite (blank) oder nach so vielen Seiten',

  // Fields.
  'beginnings of words that a row must have': 'Anfänge von Wörtern, die eine Zeile haben muss',

  // Notes.
  'what the note says, in place of the one before; empty takes it away':
    'was die Notiz sagt, anstelle der bisherigen; leer nimmt sie weg',
  'who is to deal with it; empty: nobody in particular': 'wer sich darum kümmert; leer: niemand Bestimmtes',

  // What becomes of files.
  'what the files become: document (each by itself), batch (together, the service forms cases) or case, see --case-by (default: as set, else document)':
    'was aus den Dateien wird: document (jede für sich), batch (zusammen, der Dienst bildet Fälle) oder case, siehe --case-by (sonst: wie eingestellt, sonst document)',
  'write the XML of settled documents to this folder (default: as set, else none)':
    'schreibt das XML fertiger Dokumente in diesen Ordner (sonst: wie eingestellt, sonst keines)',
  'write no XML, whatever is set': 'schreibt kein XML, was auch eingestellt ist',
  'path of the XML below it, from {date} {title} {externalId} {documentId} {project} {state} {name}':
    'Pfad des XML darin, aus {date} {title} {externalId} {documentId} {project} {state} {name}',
  'states whose documents are written, separated by commas (default: done, doneAutomatically, extracted)':
    'Status, deren Dokumente geschrieben werden, durch Kommas getrennt (sonst: done, doneAutomatically, extracted)',
  'files that the XML carries: inline, or beside it as files of their own (default: inline)':
    'Dateien, die das XML enthält: darin (inline) oder als eigene Dateien daneben (beside) (sonst: inline)',
  'report the transfer to the service: after-write, after-ack (the target system answers by NAME.xml.ok, .err or .reject beside the XML) or never (default: never)':
    'meldet dem Dienst die Übergabe: after-write (nach dem Schreiben), after-ack (das Zielsystem antwortet mit NAME.xml.ok, .err oder .reject neben dem XML) oder never (nie) (sonst: never)',
  'where a document reaches another of these states: one XML, the newer replaces the older, or each (default: one; each with {state} in the name)':
    'erreicht ein Dokument einen weiteren dieser Status: ein XML, das neuere ersetzt das ältere (one), oder jeder sein eigenes (each) (sonst: one; each mit {state} im Namen)',
  'the same as --report after-write': 'dasselbe wie --report after-write',
  'report a failed transfer where the XML cannot be written for good':
    'meldet eine fehlgeschlagene Übergabe, wo sich das XML endgültig nicht schreiben lässt',
  'with after-ack: how long the target system may take (default: 24h)':
    'mit after-ack: wie lange sich das Zielsystem Zeit lassen darf (sonst: 24h)',
  'with after-ack: who is told then, clerk or it (default: clerk)':
    'mit after-ack: wer es dann erfährt, clerk (Sachbearbeitung) oder it (sonst: clerk)',
  'with after-ack: what .err becomes at the service: transfer-failed, reject or nothing (default: transfer-failed)':
    'mit after-ack: was .err beim Dienst bewirkt: transfer-failed (Übergabe fehlgeschlagen), reject (ablehnen) oder nothing (nichts) (sonst: transfer-failed)',
  'external data of every document, at most 20 pairs of key=value':
    'externe Daten jedes Dokuments, höchstens 20 Paare der Form Schlüssel=Wert',
  'send content that was taken in before once more': 'sendet Inhalt, der schon aufgenommen wurde, noch einmal',
  'with --mode batch: close a batch when no file came for so long':
    'mit --mode batch: schließt eine Sendung, wenn so lange keine Datei kam',
  'with --mode batch: close a batch at so many files': 'mit --mode batch: schließt eine Sendung bei so vielen Dateien',
  'hold what the service has not settled by then (it stays followed)':
    'lässt klären, was der Dienst bis dahin nicht fertig hat (es wird weiter verfolgt)',
  'with --mode case: what makes a case: folder (each subfolder), name, sidecar or hand (default: as set, else folder)':
    'mit --mode case: eine Mappe ist folder (jeder Unterordner), name (der Dateiname), sidecar (die Begleitdatei) oder hand (manuell) (sonst: wie eingestellt, sonst folder)',
  'scanned files: documents begin after separator sheets (patch), at a page with a barcode (barcode:TEXT: with one that begins so), at both (patch+barcode:TEXT), after a blank page (blank), every so many pages, such as 2, or nowhere else (none, the default)':
    'gescannte Dateien: Dokumente beginnen nach Trennblättern (patch), an einer Seite mit Barcode (barcode:TEXT: mit einem, der so beginnt), an beidem (patch+barcode:TEXT), nach einer leeren Seite (blank), alle so viele Seiten, etwa 2, oder sonst nirgends (none, der Normalfall)',
  'scanned files: leave out pages with less ink, 0 to 20 percent':
    'gescannte Dateien: lässt Seiten aus, die weniger bedruckt sind, 0 bis 20 Prozent',
  'scanned files: what the barcode of a document becomes: external-id, role, name or nothing (default: external-id)':
    'gescannte Dateien: was aus dem Barcode eines Dokuments wird: external-id, role, name oder nothing (sonst: external-id)',
  [`scanned files: only barcodes of this kind: ${kinds}`]: `gescannte Dateien: nur Barcodes dieser Art: ${kinds}`,
  'with --mode case, by name, such as {case}_{role}; without regard to the extension':
    'mit --mode case, nach Namen, etwa {case}_{role}; die Endung zählt nicht',
  'with --mode case: roles that names may tell, separated by commas':
    'mit --mode case: Rollen, die aus Namen hervorgehen können, durch Kommas getrennt',
  'with --mode case: roles without which a case is not complete, separated by commas':
    'mit --mode case: Rollen, ohne die eine Mappe nicht vollständig ist, durch Kommas getrennt',
  'with --mode case: complete, quiet or decision (mailroom release)':
    'mit --mode case: Freigabe bei Vollständigkeit (complete), nach Ruhe (quiet) oder auf Entscheidung (decision: mailroom release)',
  'with --mode case: release after so long without another file (default: as set, else 10s)':
    'mit --mode case: Freigabe, wenn so lange keine weitere Datei kam (sonst: wie eingestellt, sonst 10s)',
  'with --mode case: hold a case that is not released by then (default: as set, else 24h)':
    'mit --mode case: lässt eine Mappe klären, die bis dahin nicht freigegeben ist (sonst: wie eingestellt, sonst 24h)',
  'with --mode case: files of other folders never come to the same case':
    'mit --mode case: Dateien anderer Ordner kommen nie in dieselbe Mappe',

  // watch, send, scan.
  'what becomes of the originals: keep, delete or move (default: as set, else keep)':
    'was aus den Originalen wird: keep (behalten), delete (löschen) oder move (verschieben) (sonst: wie eingestellt, sonst keep)',
  'end when all that was found is settled and exported':
    'endet, wenn alles Gefundene fertig und sein XML geschrieben ist',
  'with --once: submitted, settled (and exported), or handed-over (the target system has answered)':
    'mit --once: bis eingereicht (submitted), fertig und XML geschrieben (settled) oder übergeben (handed-over: das Zielsystem hat geantwortet)',
  'with --once: name what is not done by then and end with 1':
    'mit --once: nennt, was bis dahin nicht fertig ist, und endet mit 1',
  'name what is not done by then and end with 1': 'nennt, was bis dahin nicht fertig ist, und endet mit 1',
  'leave out subfolders': 'lässt Unterordner aus',
  'further names or paths to ignore, such as *.bak': 'weitere Namen oder Pfade, die nicht beachtet werden, etwa *.bak',
  'look by polling, with longer quiet times': 'sieht in Abständen nach und wartet längere Ruhezeiten ab',
  'several stations share the folders: each file is taken by one of them (needs write access there)':
    'mehrere Stationen teilen sich die Ordner: jede Datei nimmt eine von ihnen (dort muss geschrieben werden dürfen)',
  'with --claim: a station not heard of for so long is gone':
    'mit --claim: eine Station, von der so lange nichts kam, gilt als ausgefallen',
  'take .json, .xml and .csv beside a document as documents of their own':
    'nimmt .json, .xml und .csv neben einem Dokument als eigene Dokumente auf',
  'how long .json, .xml and .csv wait for their document before they are held (default: 10m, with --once 5s)':
    'wie lange .json, .xml und .csv auf ihr Dokument warten, bis sie Klärung brauchen (sonst: 10m, mit --once 5s)',
  'end when they are settled and exported, not when they are submitted':
    'endet, wenn sie fertig sind und ihr XML geschrieben ist, nicht schon nach dem Einreichen',
  'end when the documents are settled and exported, not when they are submitted':
    'endet, wenn die Dokumente fertig sind und ihr XML geschrieben ist, nicht schon nach dem Einreichen',
  'scan profile of the settings, by name or id (default: the one set, else by flags)':
    'Scanprofil der Einstellungen, nach Name oder ID (sonst: das eingestellte, sonst nach den Optionen)',
  'scanner as mailroom scanners lists it, or the address of a network scanner':
    'Scanner, wie mailroom scanners ihn nennt, oder die Adresse eines Netzwerkscanners',
  'end after so many pages (default: when the feeder is empty); 0 with --session: scan nothing, take what is kept':
    'endet nach so vielen Seiten (sonst: wenn der Einzug leer ist); 0 mit --session: scannt nichts, nimmt, was erhalten ist',
  'save the documents in this folder instead of sending them':
    'speichert die Dokumente in diesem Ordner, statt sie zu senden',
  'send it as document (by itself), in a batch, or as part of a case':
    'als document (für sich), batch (in einer Sendung) oder case (als Teil einer Mappe) senden',
  'take in pictures instead of scanning: files, or folders in the order of their names':
    'nimmt Bilder auf, statt zu scannen: Dateien, oder Ordner in der Reihenfolge ihrer Namen',
  'with --to: PDF/A-2b, searchable where Tesseract is on this computer':
    'mit --to: PDF/A-2b, durchsuchbar, wo Tesseract auf diesem Rechner ist',
  'where narrower paper lies in the feeder: left, center or right (default: left)':
    'wo schmaleres Papier im Einzug liegt: left (links), center (in der Mitte) oder right (rechts) (sonst: left)',
  'from both sides: turn the backs by 180 degrees': 'bei beiden Seiten: dreht die Rückseiten um 180 Grad',
  'of images that are created again: 10 to 100, or lossless (default: 82)':
    'Qualität von Bildern, die neu erzeugt werden: 10 bis 100, oder lossless (ohne Verlust) (sonst: 82)',
  'after each scan wait for Enter and continue scanning; any other line, or the end of input, ends it':
    'wartet nach jedem Scan auf Enter und scannt weiter; jede andere Zeile oder das Ende der Eingabe beendet es',
  'continue after the pages of an interrupted session': 'setzt eine abgebrochene Sitzung hinter ihren Seiten fort',
  'write what is said between Mailroom and the scanner into this file, without pages: a new habit can be told from it':
    'schreibt, was Mailroom und der Scanner einander sagen, ohne Seiten in diese Datei: daraus ist zu sehen, was der Scanner anders macht',
  'discard the session named by --session with all its pages; scans nothing':
    'verwirft die mit --session genannte Sitzung mit allen Seiten; scannt nichts',
  'with --discard: yes, for good': 'mit --discard: ja, endgültig',
  'flatbed, feeder or duplex': 'flatbed (Glas), feeder (Einzug) oder duplex (Einzug, beidseitig)',
  'dots per inch, 50 to 2400 (default: 300)': 'Punkte je Zoll, 50 bis 2400 (sonst: 300)',
  'color, grey or black-white': 'color (farbig), grey (grau) oder black-white (schwarzweiß)',
  'pdf or tiff': 'pdf oder tiff',
  'folder for the samples and their XML; its contents are replaced':
    'Ordner für die Beispiele und ihr XML; was darin liegt, wird ersetzt',

  // What is there, and decisions about it.
  [`only items in this stage: ${stages}`]: `nur Dateien mit diesem Status: ${stages}`,
  'items to list (people: 20, with --json: all)': 'Dateien in der Liste (sonst: 20, mit --json: alle)',
  'all that is held': 'alles, was Klärung braucht',
  'whatever has not been sent': 'alles, was noch nicht gesendet ist',
  'also where a role or a required file is missing': 'auch wenn eine Rolle oder eine nötige Datei fehlt',
  'take the release back as long as nothing was sent, or restore a case that was dissolved or merged':
    'nimmt die Freigabe zurück, solange nichts gesendet ist, oder stellt eine aufgelöste oder zusammengeführte Mappe wieder her',
  'instead of cases: send all open batches now': 'statt Mappen: sendet jetzt alle offenen Sendungen',
  'the history of everything': 'den Verlauf von allem',
  'as CSV on stdout': 'als CSV auf stdout',
  'check that no line of the history was changed, moved or taken out':
    'prüft, dass keine Zeile des Verlaufs geändert, verschoben oder entfernt wurde',
  'with --verify: check that the history still holds a last line that was noted before':
    'mit --verify: prüft, ob der Verlauf eine letzte Zeile noch enthält, die früher notiert wurde',

  // The service's side.
  'documents in the page, 0 to 50; more is taken as 50': 'Dokumente je Seite, 0 bis 50; mehr gilt als 50',
  'documents to leave out before it': 'Dokumente, die davor ausgelassen werden',
  'only documents in these states': 'nur Dokumente mit diesen Status',
  'one of createdAt, -createdAt, updatedAt, -updatedAt': 'eine von createdAt, -createdAt, updatedAt, -updatedAt',
  'cases in the page, 0 to 50; more is taken as 50': 'Fälle je Seite, 0 bis 50; mehr gilt als 50',
  'cases to leave out before it': 'Fälle, die davor ausgelassen werden',
  'only cases of this batch': 'nur Fälle dieser Sendung',
  'only cases with this external id': 'nur Fälle mit dieser externen ID',
  'folder for the files; made where it is not there': 'Ordner für die Dateien; wird angelegt, wo er fehlt',
  'how they come: zip or multipart (default: as the service likes)':
    'wie sie kommen: zip oder multipart (sonst: wie der Dienst es hält)',
  'only the main file': 'nur die Hauptdatei',
  'only files of these roles, such as invoice': 'nur Dateien dieser Rollen, etwa invoice',
  'it did': 'ja, angenommen',
  'it did not': 'nein, nicht angenommen',
  why: 'warum',
  'only these: open, held, released, submitting, unclear, refused, submitted, dissolved':
    'nur diese: open, held, released, submitting, unclear, refused, submitted, dissolved',
  'the files that are in none': 'die Dateien, die in keinem liegen',
  'projects in the page, 0 to 50; more is taken as 50': 'Projekte je Seite, 0 bis 50; mehr gilt als 50',
  'projects to leave out before it': 'Projekte, die davor ausgelassen werden',
  'only projects with this text in their name': 'nur Projekte mit diesem Text im Namen',
  'order, such as name or -createdAt': 'Reihenfolge, etwa name oder -createdAt',
  'folder; made when missing': 'Ordner; wird angelegt, wo er fehlt',
  'path below the folder, such as {date}/{title}': 'Pfad in diesem Ordner, etwa {date}/{title}',
  'list the operations': 'zeigt die Operationen',
  'print the interface as an OpenAPI 3.1 document': 'gibt die Schnittstelle als OpenAPI-3.1-Dokument aus',
  'a value in the path, such as id=…; again for more': 'ein Wert im Pfad, etwa id=…; mehrmals für mehrere',
  'a value of the query; again for more, also of one name':
    'ein Wert der Abfrage; mehrmals für mehrere, auch desselben Namens',
  'body: JSON, YAML (.yaml), text or the file to upload; - is stdin':
    'Inhalt: JSON, YAML (.yaml), Text oder die Datei zum Hochladen; - ist stdin',
  'write the answer to a file; never over an existing one':
    'schreibt die Antwort in eine Datei; nie über eine vorhandene',

  // Connections, settings, practice.
  'client id (or MAILROOM_CLIENT_ID)': 'Client-ID (oder MAILROOM_CLIENT_ID)',
  'name of the connection (default: main)': 'Name der Verbindung (sonst: main)',
  'the key, where a PEM file does not hold it itself': 'der Schlüssel, wenn ihn eine PEM-Datei nicht selbst enthält',
  'read the passphrase from stdin; it is never taken as an argument':
    'liest das Kennwort von stdin; als Angabe wird es nie angenommen',
  'show none from now on, and forget the passphrase': 'ab jetzt keines zeigen und das Kennwort vergessen',
  'send what is at the service that way as well, as a new document; the first one stays there':
    'sendet auch, was schon beim Dienst ist, so als neues Dokument; das erste bleibt dort',
  'read the client secret from stdin; it is never taken as an argument':
    'liest das Client-Geheimnis von stdin; als Angabe wird es nie angenommen',
  'figures for Prometheus: at a port of this computer, or in a file':
    'Kennzahlen für Prometheus: an einem Port dieses Computers oder in einer Datei',
  'as always: stdout has one JSON object, when it is ready':
    'wie immer: auf stdout steht ein JSON-Objekt, sobald er bereit ist',
  'port to listen on (default: a free one)': 'Port, an dem er antwortet (sonst: ein freier)',
  'requests in a window for each client': 'Anfragen je Zeitfenster für jeden Client',
  'length of a window in seconds': 'Länge eines Zeitfensters in Sekunden',
  'life of a token in seconds': 'Lebensdauer eines Tokens in Sekunden',
  'milliseconds before each answer': 'Millisekunden vor jeder Antwort',
  'what goes wrong: [operation:]kind=probability[xTIMES], separated by commas':
    'was schiefgeht: [Operation:]Art=Anteil[xANZAHL], durch Kommas getrennt',
  'decides faults, outcomes and made-up data': 'entscheidet über Störungen, Ergebnisse und erfundene Daten',
  'answer also what other clients of such a service ask for: /companies, /users, more states in filters':
    'beantwortet auch, wonach andere Programme eines solchen Dienstes fragen: /companies, /users, mehr Status in Filtern',
  'some documents need a review or fail, as in real life (default: all succeed)':
    'manche Dokumente brauchen Prüfung oder schlagen fehl, wie im Ernstfall (sonst: alle gelingen)',
};
