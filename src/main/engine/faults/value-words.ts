/**
 * Values of faults that are keys of the house rather than somebody's own words, with what they say in each language. A value
 * that is not listed is shown as it is.
 */
export const valueWords: Readonly<Record<'en' | 'de', Readonly<Record<string, string>>>> = {
  en: {
    'end-missing': 'its end is missing',
    'structure-broken': 'its structure is broken',
    'still-empty': 'it is still empty',
    'still-growing': 'it is still being written',
    'not-well-formed': 'its content breaks off or is faulty',
    'unknown-field': 'it has a field that Mailroom does not know',
    'not-plain': 'it has a value that is not plain text or a number',
    'empty-value': 'it has an empty value',
    'too-long': 'it is too long',
    'too-many-pairs': 'it has more than 20 pairs of external data',
    'key-twice': 'it has a key twice',
    'not-utf8': 'it is written in an old encoding',
    'not-allowed': 'access is not allowed',
    'read-only': 'it is read-only',
    'not-a-folder': 'it is not a folder',
    deleted: 'deleted',
    moved: 'moved',
  },
  de: {
    'end-missing': 'ihr Ende fehlt',
    'structure-broken': 'ihr Aufbau ist fehlerhaft',
    'still-empty': 'sie ist noch leer',
    'still-growing': 'sie wird noch geschrieben',
    'not-well-formed': 'ihr Inhalt bricht ab oder ist fehlerhaft',
    'unknown-field': 'ein Feld ist unbekannt',
    'not-plain': 'ein Wert ist weder Text noch Zahl',
    'empty-value': 'ein Wert ist leer',
    'too-long': 'zu lang',
    'too-many-pairs': 'mehr als 20 Paare externer Daten',
    'key-twice': 'ein Schlüssel kommt zweimal vor',
    'not-utf8': 'in einer alten Kodierung geschrieben',
    'not-allowed': 'der Zugriff ist nicht erlaubt',
    'read-only': 'nur lesbar',
    'not-a-folder': 'kein Ordner',
    deleted: 'löschen',
    moved: 'verschieben',
  },
};
