import type { Words } from '../words.ts';
import type { englishFields } from './en.ts';

/** Words of index fields, in German. */
export const germanFields: Words<typeof englishFields> = {
  'fill-act': 'Indexfelder ausfüllen…',
  title: 'Indexfelder ausfüllen',
  'place-of': '{number} von {count}',
  keys: 'Enter: speichern und weiter. Umschalt+Enter: zurück. Strg+D: wie davor.',
  form: 'Indexfelder von {name}',
  'save-next': 'Speichern und weiter',
  'save-last': 'Speichern und fertig',
  previous: 'Zurück',
  skip: 'Überspringen',
  'as-before': 'Wie davor',
  loading: 'Indexfelder werden geholt…',
  nothing: 'Keine dieser Dateien wartet auf Indexfelder.',
  missing: 'Bitte ausfüllen.',
  'no-date': 'Das ist kein Datum.',
  'no-amount': 'Das ist kein Betrag.',
  'not-in-list': 'Das steht nicht in der Liste.',
  'too-long': 'Das ist zu lang.',
  'wrong-form': 'Das hat nicht die nötige Schreibweise{mask}.',
  'control-characters': 'Das enthält Zeichen, die sich nicht senden lassen.',
  'date-hint': 'z. B. 31.12.2026 oder 311226',
  'amount-hint': 'z. B. 1.234,56',
  'more-rows': 'Mehr eingeben, um andere zu finden.',
  'no-rows': 'Nichts gefunden',
  offers: 'Liste zeigen',
  filled_one: '1 Datei ausgefüllt',
  filled_other: '{count} Dateien ausgefüllt',
};
