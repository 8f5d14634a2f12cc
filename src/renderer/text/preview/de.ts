import type { Words } from '../words.ts';
import type { englishPreview } from './en.ts';

/** Words of the preview. */
export const germanPreview: Words<typeof englishPreview> = {
  preview: 'Seite von {name}',
  'page-of': '{page} / {pages}',
  'page-name': '{name}, Seite {page}',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  smaller: 'Verkleinern',
  larger: 'Vergrößern',
  fit: 'Ganze Seite',
  loading: 'Die Seite wird geladen…',
  'none-short': 'Keine Vorschau',
  'none-title': 'Keine Vorschau für diese Datei',
  'none-text': 'Diese Dateiart lässt sich hier nicht zeigen. In ihrem Programm öffnen.',
  'broken-title': 'Diese Datei lässt sich nicht zeigen',
  'broken-text': 'Sie ist vielleicht beschädigt oder kennwortgeschützt. In ihrem Programm öffnen.',
  open: 'In ihrem Programm öffnen',
  again: 'Erneut versuchen',
  'no-content': 'Die Datei lässt sich nicht holen',
  'unsure-region': '{label}, unsicher',
  'xml-lines': 'Zeilen des XML',
  'xml-search': 'Im XML suchen',
  'xml-found_one': '{at} von 1 Stelle',
  'xml-found_other': '{at} von {count} Stellen',
  'xml-found-none': 'Nicht gefunden',
  'next-place': 'Nächste Stelle',
  'previous-place': 'Vorige Stelle',
  fold: 'Zeile {line} einklappen',
  unfold: 'Zeile {line} ausklappen',
  regions: 'Felder',
};
