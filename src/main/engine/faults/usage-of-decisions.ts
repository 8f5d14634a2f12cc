import { both, type InBoth } from './sentence.ts';

/** What can be decided in vain, by clerks and IT alike. */
export const decisionUsage = {
  'not-held': both(
    ['{name|It} is not held.', 'Only what is held or waits can be retried.'],
    ['{name|Das} braucht keine Klärung.', 'Erneut versuchen lässt sich nur, was Klärung braucht oder wartet.'],
  ),
  'not-a-duplicate': both(
    ['{name|It} is no duplicate.', 'Only duplicates can be sent anyway.'],
    ['{name|Das} ist kein Duplikat.', 'Nur Duplikate lassen sich trotzdem senden.'],
  ),
  'not-locked': both(
    ['{name|It} does not wait for a password.', 'Only PDFs that are held for their password can be opened with it.'],
    [
      '{name|Das} wartet auf kein Kennwort.',
      'Nur PDFs, die wegen ihres Kennworts Klärung brauchen, lassen sich damit öffnen.',
    ],
  ),
  'fields-too-late': both(
    [
      'The fields of {name|this item} can no longer be changed.',
      'Only what is held before it is sent can be filled in; later, change the document.',
    ],
    [
      'Die Indexfelder von {name|dieser Datei} lassen sich nicht mehr ändern.',
      'Ausfüllen lässt sich, was vor dem Senden Klärung braucht; danach das Dokument ändern.',
    ],
  ),
  'no-such-field': both(
    ['The form of {name|this item} has no field {field}.', 'See mailroom fields for what there is.'],
    ['Das Formular von {name|dieser Datei} hat kein Feld {field}.', 'mailroom fields zeigt, welche es gibt.'],
  ),
  'not-cancelled': both(
    [
      '{name|It} was not cancelled.',
      'Only what was cancelled can be taken in again; for another project also what was not sent yet.',
    ],
    [
      '{name|Das} ist nicht abgebrochen.',
      'Nur Abgebrochenes lässt sich wieder aufnehmen, für ein anderes Projekt auch noch nicht Gesendetes.',
    ],
  ),
  'came-again': both(
    ['The file of {name|this item} came in again since, as an item of its own.', 'Choose that row.'],
    [
      'Die Datei {name|dazu} kam seitdem noch einmal herein und steht für sich in der Liste.',
      'Die neuere Zeile wählen.',
    ],
  ),
  'in-a-batch': both(
    ['{name|It} belongs to a batch that was sent with other files.', 'Bring the file in once more with “Add files…”.'],
    [
      '{name|Das} gehört zu einer Sendung, die mit anderen Dateien ging.',
      'Die Datei über „Dateien hinzufügen…“ noch einmal aufnehmen.',
    ],
  ),
  'maybe-at-service': both(
    [
      'Nobody knows whether {name|it} is at the service: its delivery was unclear.',
      'Look there before it goes to another project.',
    ],
    [
      'Ob {name|das} beim Dienst ist, weiß niemand: Die Zustellung war ungeklärt.',
      'Dort nachsehen, bevor es an ein anderes Projekt geht.',
    ],
  ),
  'at-service': both(
    [
      '{name|It} is at the service already.',
      'Send it once more as a new document, or reject the document that is there.',
    ],
    ['{name|Das} ist schon beim Dienst.', 'Als neues Dokument noch einmal senden oder das Dokument dort ablehnen.'],
  ),
  'sent-again': both(
    ['The content of {name|this} was sent this way already.', 'Search for it by its name, or look in its history.'],
    ['Der Inhalt von {name|dieser Datei} wurde so schon gesendet.', 'Nach dem Namen suchen oder im Verlauf nachsehen.'],
  ),
  'being-submitted': both(
    ['{name|It} is being submitted, and may be at the service already.', 'Try again when that is known.'],
    [
      '{name|Das} wird gerade eingereicht und ist vielleicht schon beim Dienst.',
      'Erneut versuchen, sobald das klar ist.',
    ],
  ),
  'open-case-empty': both(
    ['The case[ {name}] has no files.', 'Add files to it first.'],
    ['Die Mappe[ {name}] hat keine Dateien.', 'Zuerst Dateien hinzufügen.'],
  ),
  'open-case-closed': both(
    ['The case[ {name}] was released already.', 'Take the release back, or change it in the service.'],
    ['Die Mappe[ {name}] ist schon freigegeben.', 'Die Freigabe zurücknehmen oder den Fall beim Dienst ändern.'],
  ),
  'open-case-anew': both(
    ['A newer case[ {name}] collects the files by now.', 'Put the files into it.'],
    ['Inzwischen sammelt eine neue Mappe[ {name}] die Dateien.', 'Die Dateien in diese Mappe legen.'],
  ),
  'open-case-not-restored': both(
    ['The case[ {name}] can’t be restored: none of its files is loose any more.', 'Put them into a new case.'],
    [
      'Die Mappe[ {name}] lässt sich nicht wiederherstellen: Keine ihrer Dateien ist noch lose.',
      'Die Dateien in eine neue Mappe legen.',
    ],
  ),
  'open-case-elsewhere': both(
    ['{name|It} belongs to another project.', 'Choose a case of the same project.'],
    ['{name|Das} gehört zu einem anderen Projekt.', 'Eine Mappe desselben Projekts wählen.'],
  ),
  'not-for-cases': both(
    ['{name|It} was not taken in for a case.', 'Only files taken in as part of a case can be put into one.'],
    [
      '{name|Das} wurde nicht für eine Mappe aufgenommen.',
      'Nur Dateien, die als Teil einer Mappe aufgenommen wurden, lassen sich in eine Mappe legen.',
    ],
  ),
  'not-in-open-case': both(
    ['{name|It} is not in this case.', 'Choose one of its files.'],
    ['{name|Das} liegt nicht in dieser Mappe.', 'Eine ihrer Dateien wählen.'],
  ),
  'not-loose': both(
    ['{name|It} is in a case already.', 'Take it out of that case first, or move it from there.'],
    ['{name|Das} liegt schon in einer Mappe.', 'Zuerst dort herausnehmen oder von dort verschieben.'],
  ),
  'no-case-told': both(
    ['Nothing tells which case {name|it} belongs to.', 'Change the rule, or put it into a case manually.'],
    ['Nichts sagt, zu welcher Mappe {name|das} gehört.', 'Die Regel ändern oder manuell in eine Mappe legen.'],
  ),
  'was-cancelled': both(
    ['{name|It} was cancelled.', 'Take the file in once more.'],
    ['{name|Das} wurde abgebrochen.', 'Die Datei noch einmal aufnehmen.'],
  ),
  'no-pages': both(
    ['{name|It} is no PDF, TIFF or picture, so it has no pages to edit.', 'Send it as it is, or save it as PDF.'],
    [
      '{name|Das} ist weder PDF noch TIFF noch Bild und hat keine Seiten zum Bearbeiten.',
      'Unverändert senden oder als PDF speichern.',
    ],
  ),
  'pages-too-late': both(
    [
      'The pages of {name|this file} cannot be edited any more.',
      'Only files that were not submitted yet and wait for nothing else can be edited.',
    ],
    [
      'Die Seiten von {name|dieser Datei} lassen sich nicht mehr bearbeiten.',
      'Bearbeiten lässt sich nur, was noch nicht eingereicht ist und auf nichts anderes wartet.',
    ],
  ),
  'pages-of-several-projects': both(
    ['These files go to different projects.', 'Put together files of one project only.'],
    ['Diese Dateien gehen an verschiedene Projekte.', 'Nur Dateien eines Projekts zusammenfügen.'],
  ),
  'pages-of-items': both(
    ['These pages came in as files: they can be moved and turned, nothing else.', 'Scan the paper to change more.'],
    [
      'Diese Seiten kamen als Dateien: Sie lassen sich verschieben und drehen, sonst nichts.',
      'Für mehr das Papier scannen.',
    ],
  ),
  'edit-over': both(
    [
      '{name|A file} was cancelled or changed while its pages were edited. Nothing was replaced.',
      'Look at it in Intake.',
    ],
    [
      '{name|Eine Datei} wurde abgebrochen oder geändert, während ihre Seiten bearbeitet wurden. Nichts wurde ersetzt.',
      'Im Eingang nachsehen.',
    ],
  ),
  'several-cases': both(
    ['Several cases begin with {given}.', 'Type more of the id.'],
    ['Mehrere Mappen oder Fälle beginnen mit {given}.', 'Mehr von der ID tippen.'],
  ),
  'claims-and-cases': both(
    [
      'Stations that share {name|a folder} by claims can not put cases together: each would get some of the files.',
      'Let one station watch this folder without claims, or choose another kind.',
    ],
    [
      'Stationen, die sich {name|einen Ordner} teilen und Dateien für sich reservieren, können keine Mappen zusammenstellen: jede bekäme einen Teil der Dateien.',
      'Diesen Ordner von einer einzigen Station beobachten lassen oder eine andere Art wählen.',
    ],
  ),
  'no-secret': both(
    ['This is no client secret.', 'Enter it as one line of text, as the service gave it to you.'],
    ['Das ist kein Client-Geheimnis.', 'Als eine Zeile eingeben, so wie der Dienst es mitgeteilt hat.'],
  ),
  'no-pictures': both(
    [
      'In {folder} lies no picture that can be taken in.',
      'Choose JPEG, PNG, TIFF or PDF files, or the folder in which they lie; subfolders are not looked into.',
    ],
    [
      'In {folder} liegt kein Bild, das übernommen werden kann.',
      'JPEG-, PNG-, TIFF- oder PDF-Dateien wählen oder den Ordner, in dem sie liegen; Unterordner zählen nicht.',
    ],
  ),
  'set-by-policy': both(
    ['{setting} is set by your administrator.', 'It stands in {file}.'],
    ['{setting} hat Ihre IT festgelegt.', 'Es steht in {file}.'],
  ),
  'unknown-setting': both(
    ['There is no setting {setting}.', 'See mailroom settings for what there is.'],
    ['Eine Einstellung {setting} gibt es nicht.', 'mailroom settings zeigt, welche es gibt.'],
  ),
  'value-refused': both(
    [
      '{setting} can’t have this value[: {problem}].',
      'Nothing was changed.[ Use at least {least}.][ Use at most {most}.][ Use one of these: {words}.]',
    ],
    [
      '{setting} kann diesen Wert nicht haben[: {problem}].',
      'Nichts wurde geändert.[ Mindestens {least}.][ Höchstens {most}.][ Möglich sind: {words}.]',
    ],
  ),
  'not-writable': both(
    ['{path} can’t be written.', 'Choose another folder.'],
    ['{path} lässt sich nicht schreiben.', 'Einen anderen Ordner wählen.'],
  ),
  'opens-documents-only': both(
    ['Mailroom opens documents only.', 'Show it in its folder instead.'],
    ['Mailroom öffnet nur Dokumente.', 'Stattdessen im Ordner zeigen.'],
  ),
  'not-your-service': both(
    ['Mailroom opens addresses of your services only.', 'Copy the address into the browser if you trust it.'],
    ['Mailroom öffnet nur Adressen Ihrer Dienste.', 'Die Adresse in den Browser kopieren, wenn Sie ihr trauen.'],
  ),
  'not-given': both(
    ['Nobody gave {path} to Mailroom.', 'Drop it on the window, or choose it there by the button.'],
    [
      '{path} wurde Mailroom nicht übergeben.',
      'Ziehen Sie es auf das Fenster, oder wählen Sie es dort über die Schaltfläche aus.',
    ],
  ),
  'not-agreed': both(
    [
      'Nothing was changed, since nobody agreed to it.',
      'If you want the change, quit Mailroom, start it again, save the change and choose Allow.',
    ],
    [
      'Nichts wurde geändert, weil niemand zugestimmt hat.',
      'Wenn Sie die Änderung möchten, beenden Sie Mailroom, starten Sie es erneut, speichern Sie die Änderung und wählen Sie „Erlauben“.',
    ],
  ),
  'folder-uses-connection': both(
    ['The hot folder {name} sends to this connection.', 'Remove the hot folder first, or give it another connection.'],
    [
      'Der Eingangsordner {name} sendet an diese Verbindung.',
      'Erst den Eingangsordner entfernen oder ihm eine andere Verbindung geben.',
    ],
  ),
  'practice-connection': both(
    ['The practice service sets up its connection itself.', 'Nothing was changed.'],
    ['Der Übungsdienst richtet seine Verbindung selbst ein.', 'Nichts wurde geändert.'],
  ),
  'no-update': both(
    ['No update is ready.', 'Nothing was changed.'],
    ['Es liegt kein Update bereit.', 'Nichts wurde geändert.'],
  ),
  'update-later': both(
    ['A question is open, or Mailroom ends already.', 'Answer the question, then restart.'],
    ['Eine Frage ist offen, oder Mailroom wird schon beendet.', 'Die Frage beantworten, dann neu starten.'],
  ),
  'practice-secret': both(
    ['The practice service keeps no secret.', 'Nothing was changed.'],
    ['Der Übungsdienst behält kein Geheimnis.', 'Nichts wurde geändert.'],
  ),
} as const satisfies Readonly<Record<string, InBoth>>;
