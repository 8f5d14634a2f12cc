import type { Words } from '../words.ts';
import type { englishNotes } from './en.ts';

/** See {@link englishNotes}. */
export const germanNotes: Words<typeof englishNotes> = {
  note: 'Notiz',
  'note-act': 'Notiz…',
  'note-of': 'Notiz zu {name}',
  'note-of-many_one': 'Notiz zu 1 Datei',
  'note-of-many_other': 'Notiz zu {count} Dateien',
  'note-text': 'Notiz',
  'note-hint': 'Steht auf Dauer im Verlauf, auch wenn Sie sie ändern.',
  'many-hint': 'Ersetzt die vorhandenen Notizen. Leer lassen, um sie zu behalten.',
  with: 'Liegt bei',
  'with-hint': 'Wer sich darum kümmert. Leer: niemand Bestimmtes.',
  'with-many-hint': 'Wer sich darum kümmert. Leer lassen, um nichts zu ändern.',
  'to-me': 'Bei mir',
  'with-person': 'Liegt bei {name}',
  'nothing-noted': 'Keine Notiz, liegt bei niemandem.',
  'too-long': '{length} Zeichen, höchstens {limit}',
  whose: 'Liegt bei',
  anyone: 'Alle Personen',
  mine: 'Liegt bei mir ({name})',
};
