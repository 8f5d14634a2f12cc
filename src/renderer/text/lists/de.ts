import type { Words } from '../words.ts';
import type { englishLists } from './en.ts';

/** See {@link englishLists}. */
export const germanLists: Words<typeof englishLists> = {
  'save-list': 'Liste speichern',
  'save-xlsx': 'Als Excel-Datei (XLSX)…',
  'save-csv': 'Als CSV…',
  saving: 'Wird gespeichert: {title}',
  'saved-of': '{done} von {total} Zeilen',
  saved: '{done} Zeilen',
  stop: 'Beenden',
  'list-saved_one': '1 Zeile gespeichert',
  'list-saved_other': '{count} Zeilen gespeichert',
  'list-stopped': 'Beendet. Nichts wurde gespeichert.',
  'external-id': 'Externe ID',
  'case-id': 'Fall-ID',
  id: 'ID',
  size: 'Größe in Byte',
  'taken-in': 'Aufgenommen',
  changed: 'Geändert',
  created: 'Angelegt',
  written: 'Geschrieben',
  planned: 'Geplant',
  reason: 'Grund',
  path: 'Pfad',
  time: 'Zeit',
  event: 'Was geschah',
  details: 'Details',
  person: 'Durch',
  mailroom: 'Mailroom',
  busy: 'Eine andere Liste wird gerade gespeichert.',
};
