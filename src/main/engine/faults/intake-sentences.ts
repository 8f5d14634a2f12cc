import { both, type InBoth } from './sentence.ts';

/** What the faults of files, folders and this station say. */
export const intakeSentences = {
  'type-not-accepted': both(
    ['{type|This type of file} is not accepted by the service.', 'Save it as {instead|PDF} and drop it again.'],
    [
      '{type|Diese Art von Datei} nimmt der Dienst nicht an.',
      'Als {instead|PDF} speichern und diese Datei hinzufügen.',
    ],
  ),
  'pdf-password': both(
    ['This PDF is protected by a password.', 'Enter its password, or ask for an open copy and choose it here.'],
    ['Dieses PDF ist kennwortgeschützt.', 'Kennwort eingeben oder offene Fassung anfordern und hier wählen.'],
  ),
  'password-wrong': both(
    ['This password does not open the PDF.', 'Check capitals, digits and spaces, then enter it again.'],
    [
      'Dieses Kennwort öffnet das PDF nicht.',
      'Groß- und Kleinschreibung, Ziffern und Leerzeichen prüfen, dann neu eingeben.',
    ],
  ),
  'file-damaged': both(
    ['The file[ {picture}] is damaged[: {problem}].', 'Ask the sender for it again.'],
    ['Die Datei[ {picture}] ist beschädigt[, {problem}].', 'Absender um neue Datei bitten.'],
  ),
  'file-unjudged': both(
    [
      'Too complicated to check: reading it took too long, or made Mailroom quit several times. Nothing was sent.',
      'Print or save it as a new PDF and drop that. If you do not know where it came from, tell IT.',
    ],
    [
      'Zu verschachtelt für eine Prüfung: Sie dauerte zu lange oder hat Mailroom mehrmals beendet. Nichts wurde gesendet.',
      'Als neues PDF drucken oder speichern und dieses hinzufügen. Bei unbekannter Herkunft die IT informieren.',
    ],
  ),
  'file-incomplete': both(
    ['The file is not complete yet[: {problem}].', 'Nothing to do. Mailroom takes it in when it is complete.'],
    [
      'Die Datei ist noch nicht vollständig[, {problem}].',
      'Nichts zu tun. Mailroom nimmt sie auf, sobald sie vollständig ist.',
    ],
  ),
  'file-stays-incomplete': both(
    [
      'Incomplete for a while now, and nothing seems to be writing it any more[: {problem}].',
      'Save or copy the file again, or ask the sender for it. Mailroom continues automatically when it changes.',
    ],
    [
      'Unvollständig, und niemand scheint noch daran zu schreiben[: {problem}].',
      'Datei neu speichern oder kopieren oder beim Absender anfordern. Ändert sie sich, macht Mailroom automatisch weiter.',
    ],
  ),
  'file-gone': both(
    ['The file disappeared before it was sent.', 'Put it back or cancel the item.'],
    ['Die Datei verschwand vor dem Senden.', 'Zurücklegen oder abbrechen.'],
  ),
  'copy-gone': both(
    [
      'The copy of this file that was to be sent is gone or was changed. Nothing was sent.',
      'Retry. For a PDF with a password, enter it once more.',
    ],
    [
      'Die Kopie dieser Datei, die gesendet werden sollte, fehlt oder wurde geändert. Nichts wurde gesendet.',
      'Erneut versuchen. Bei einem PDF mit Kennwort das Kennwort noch einmal eingeben.',
    ],
  ),
  'picture-not-converted': both(
    [
      'This picture could not be converted to JPEG or PDF[: {problem}]. Nothing was sent.',
      'Save it as JPEG or PDF in the program that shows it, and choose that here.',
    ],
    [
      'Dieses Bild ließ sich nicht in JPEG oder PDF umwandeln[: {problem}]. Nichts wurde gesendet.',
      'Im Bildprogramm als JPEG oder PDF speichern und das hier wählen.',
    ],
  ),
  'file-busy': both(
    ['The file is in use by another program.', 'Close the file there. Mailroom then continues automatically.'],
    ['Ein anderes Programm benutzt die Datei.', 'Datei dort schließen. Mailroom macht dann automatisch weiter.'],
  ),
  'file-changed': both(
    [
      'The file changed while it was being read. Nothing was sent.',
      'Nothing to do. Mailroom takes it in again once it no longer changes.',
    ],
    [
      'Die Datei hat sich beim Lesen geändert. Nichts wurde gesendet.',
      'Nichts zu tun. Mailroom nimmt sie wieder auf, sobald sie ruht.',
    ],
  ),
  'file-unreadable': both(
    [
      'The file[ {picture}][ with its details, {sidecar},] cannot be read[: {problem}].',
      'Check who may read it. Mailroom tries again automatically.',
    ],
    [
      'Die Datei[ {picture}][ mit den Angaben dazu, {sidecar},] ist nicht lesbar[: {problem}].',
      'Leserechte prüfen. Mailroom versucht es automatisch erneut.',
    ],
  ),
  'file-too-large': both(
    ['The service finds the file too large[: the limit is {limit}].', 'Split it and drop the parts.'],
    ['Die Datei ist dem Dienst zu groß[: höchstens {limit}].', 'Aufteilen und die Teile einzeln hinzufügen.'],
  ),
  'name-refused': both(
    ['The file name cannot be used[: {problem}].', 'Rename the file and drop it again.'],
    ['Der Dateiname ist nicht verwendbar[: {problem}].', 'Datei umbenennen und erneut hinzufügen.'],
  ),
  'sidecar-invalid': both(
    ['The details beside this file cannot be used[: {problem}].', 'Correct {sidecar|the sidecar file}, then retry.'],
    [
      'Die Angaben neben dieser Datei sind nicht verwendbar[: {problem}].',
      '{sidecar|Begleitdatei} berichtigen, dann erneut versuchen.',
    ],
  ),
  'sidecar-alone': both(
    [
      'Details of {document|another file}, which did not come with them.',
      'Put {document|that file} into the same folder, or drop both together. If this file is a document itself, rename it.',
    ],
    [
      'Angaben zu {document|einer anderen Datei}, die nicht mitkam.',
      '{document|Jene Datei} in denselben Ordner legen oder beide zusammen hinzufügen. Ist diese Datei selbst ein Dokument, umbenennen.',
    ],
  ),
  'sidecar-late': both(
    [
      'Details came too late: {document|their document} was taken in without them.',
      'Enter them under Documents, then cancel this row.',
    ],
    [
      'Angaben kamen zu spät: {document|Das Dokument dazu} wurde schon ohne sie aufgenommen.',
      'Angaben unter „Dokumente“ eintragen, dann diese Zeile abbrechen.',
    ],
  ),
  'tidy-up-failed': both(
    [
      'The file[ {name}] was sent. The original could not be {action|tidied away}[: {problem}].',
      'Move the original away manually.',
    ],
    [
      'Die Datei[ {name}] ist gesendet. Das Original ließ sich nicht {action|wegräumen}[: {problem}].',
      'Original manuell wegräumen.',
    ],
  ),
  'title-not-set': both(
    [
      'The document[ of {name}] was sent. The title that its sidecar says could not be set.',
      'Set the title in Documents.',
    ],
    [
      'Das Dokument[ aus {name}] ist gesendet. Der Titel aus seiner Begleitdatei ließ sich nicht setzen.',
      'Titel unter „Dokumente“ setzen.',
    ],
  ),
  'pages-edited': both(
    ['Somebody is editing its pages. Nothing is sent meanwhile.', 'Open “Edit pages” and finish or cancel there.'],
    [
      'Die Seiten werden gerade bearbeitet. So lange wird nichts gesendet.',
      'In „Seiten bearbeiten“ abschließen oder abbrechen.',
    ],
  ),
  'pages-fixed': both(
    [
      'The pages of this file cannot be changed[: {problem}].',
      'Send it as it is, or ask the sender for a plain copy and drop that.',
    ],
    [
      'Die Seiten dieser Datei lassen sich nicht ändern[: {problem}].',
      'Unverändert senden oder den Absender um eine einfache Fassung bitten und diese hinzufügen.',
    ],
  ),
  'fields-missing': both(
    ['{field|A field} is missing[, and {more} more].', 'Fill in the fields.'],
    ['{field|Ein Indexfeld} fehlt[, dazu {more} weitere].', 'Indexfelder ausfüllen.'],
  ),
  'field-unfit': both(
    ['{field|A field} has a value that does not fit[: {problem}].', 'Correct it in the fields.'],
    ['Der Wert von {field|einem Indexfeld} passt nicht[: {problem}].', 'In den Indexfeldern berichtigen.'],
  ),
  'lookup-unreadable': both(
    [
      'The list behind {field|a field} cannot be used[: {problem}][ ({column})].',
      'Correct {path|its CSV file}, or its file and columns in the settings. Mailroom tries again automatically.',
    ],
    [
      'Die Liste hinter {field|einem Indexfeld} ist nicht verwendbar[: {problem}][ ({column})].',
      '{path|Die CSV-Datei} berichtigen oder Datei und Spalten in den Einstellungen. Mailroom versucht es automatisch erneut.',
    ],
  ),
  'folder-missing': both(
    [
      'The folder {folder|of this source} is not there.',
      'Create it or check its path. Mailroom checks again automatically.',
    ],
    [
      'Der Ordner {folder|dieser Quelle} ist nicht da.',
      'Ordner anlegen oder Pfad prüfen. Mailroom sieht automatisch wieder nach.',
    ],
  ),
  'folder-replaced': both(
    [
      'Another folder is in place of {folder|the folder of this source}: none of its files are there.',
      'Connect the network drive again. Where the folder was replaced on purpose, put the next file into it.',
    ],
    [
      'An der Stelle von {folder|dem Ordner dieser Quelle} steht ein anderer Ordner: Keine seiner Dateien ist da.',
      'Netzlaufwerk wieder verbinden. Wurde der Ordner mit Absicht ersetzt, die nächste Datei hineinlegen.',
    ],
  ),
  'folder-silent': both(
    ['The folder {folder|of this source} does not answer.', 'Check the network drive.'],
    ['Der Ordner {folder|dieser Quelle} antwortet nicht.', 'Netzlaufwerk prüfen.'],
  ),
  'folder-unreadable': both(
    ['Mailroom may not read {folder|this folder}.', 'Grant read access to the folder.'],
    ['Mailroom darf {folder|diesen Ordner} nicht lesen.', 'Leserecht für den Ordner erteilen.'],
  ),
  'folder-not-writable': both(
    ['Mailroom may not write in {folder|this folder}.', 'Grant write access to the folder.'],
    ['Mailroom darf in {folder|diesem Ordner} nicht schreiben.', 'Schreibrecht für den Ordner erteilen.'],
  ),
  'folder-unsafe': both(
    [
      '{folder|A folder of Mailroom} cannot be trusted[: {problem}]. Nothing was moved or written there.',
      'Find out who put it there and remove it, then retry. Mailroom makes the folder itself.',
    ],
    [
      '{folder|Einem Ordner von Mailroom} ist nicht zu trauen[: {problem}]. Nichts wurde dorthin verschoben oder geschrieben.',
      'Klären, wer das dort angelegt hat, und es entfernen, dann erneut versuchen. Den Ordner legt Mailroom selbst an.',
    ],
  ),
  'folder-overlaps': both(
    [
      'The hot folder {folder|of this source} and {other|another folder of Mailroom} are the same or inside each other: its files would go in circles.',
      'Choose a separate folder, or correct the link.',
    ],
    [
      'Der Eingangsordner {folder|dieser Quelle} und {other|ein anderer Ordner von Mailroom} sind derselbe oder liegen ineinander: Dateien liefen im Kreis.',
      'Einen Ordner außerhalb wählen oder den Verweis richtigstellen.',
    ],
  ),
  'watch-limit': both(
    [
      'This computer cannot watch more folders. Files are still found, a little later.',
      'Raise fs.inotify.max_user_watches[ above {limit}].',
    ],
    [
      'Dieser Rechner kann nicht mehr Ordner beobachten. Dateien werden trotzdem gefunden, etwas später.',
      'fs.inotify.max_user_watches[ über {limit}] erhöhen.',
    ],
  ),
  'links-passed-over': both(
    [
      'Mailroom follows no links: {name|one} is passed over[, and {more} more].',
      'Put the files themselves there, or make the folder that the link leads to a source of its own.',
    ],
    [
      'Mailroom folgt keinen Verknüpfungen: {name|eine} wird übergangen[, dazu {more} weitere].',
      'Die Dateien selbst hineinlegen oder den Ordner, auf den die Verknüpfung zeigt, als eigene Quelle einrichten.',
    ],
  ),
  'placeholders-passed-over': both(
    [
      'Placeholder of {program|a sync program}: {name|a document} is not on this computer and is left alone[, with {more} more].',
      'Let the sync program keep it on this computer, or put it there as PDF. Mailroom then takes it in.',
    ],
    [
      'Platzhalter von {program|einem Sync-Programm}: {name|Ein Dokument} ist nicht auf diesem Rechner und bleibt unberührt[, dazu {more} weitere].',
      'Im Sync-Programm „Auf diesem Gerät behalten“ wählen oder das Dokument als PDF hineinlegen. Mailroom nimmt es dann auf.',
    ],
  ),
  'open-files-limit': both(
    [
      'Too few files may be open at once[: {limit}].',
      'Allow at least 1024 (ulimit -n, LimitNOFILE of the service), then start Mailroom again.',
    ],
    [
      'Zu wenige Dateien dürfen gleichzeitig offen sein[: {limit}].',
      'Mindestens 1024 erlauben (ulimit -n, LimitNOFILE des Dienstes), dann Mailroom neu starten.',
    ],
  ),
  'disk-full': both(
    [
      'The disk[ of {folder}] is full. Everything stays queued.',
      'Free {needed|1 GB} on it. Mailroom continues automatically.',
    ],
    [
      'Das Laufwerk[ von {folder}] ist voll. Alles bleibt in der Warteschlange.',
      'Darauf {needed|1 GB} freigeben. Mailroom macht automatisch weiter.',
    ],
  ),
  'data-directory-taken': both(
    [
      'Another Mailroom works with {directory|this data directory}[ (process {process})].',
      'Close the other one or choose another data directory.',
    ],
    [
      'Eine andere Mailroom-Instanz arbeitet mit {directory|diesem Datenordner}[ (Prozess {process})].',
      'Die andere beenden oder einen anderen Datenordner wählen.',
    ],
  ),
  'data-directory-unusable': both(
    [
      'The data directory[ {directory}] cannot be used[: {problem}].',
      'Check that it exists and may be written to, or choose another one.',
    ],
    [
      'Der Datenordner[ {directory}] ist nicht verwendbar[: {problem}].',
      'Prüfen, ob er da und beschreibbar ist, oder einen anderen wählen.',
    ],
  ),
  'journal-damaged': both(
    [
      'The journal {problem|was damaged}[. It is set aside as {path}, nothing was deleted].',
      'Check the disk, backups and cleaning programs. What may have been sent already is held; let Mailroom look through its folders again.',
    ],
    [
      'Das Journal {problem|war beschädigt}[. Es liegt beiseite als {path}, nichts wurde gelöscht].',
      'Laufwerk, Sicherungen und Aufräumprogramme prüfen. Was schon gesendet sein kann, braucht Klärung; Mailroom die Ordner neu durchsehen lassen.',
    ],
  ),
  'record-unreadable': both(
    [
      'Part of what the journal knew about this was lost. The rest is kept.',
      'Look in the service, then decide: Retry looks there first and sends only what is missing.',
    ],
    [
      'Ein Teil dessen, was das Journal hierzu wusste, ist verloren. Der Rest ist erhalten.',
      'Im Dienst nachsehen, dann entscheiden: „Erneut versuchen“ sieht dort zuerst nach und sendet nur, was fehlt.',
    ],
  ),
} as const satisfies Readonly<Record<string, InBoth>>;
