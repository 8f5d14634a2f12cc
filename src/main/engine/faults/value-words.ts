/**
 * Values of faults that are keys of the house rather than somebody's own words, with what they say in each language. A value
 * that is not listed is shown as it is.
 */
export const valueWords: Readonly<Record<'en' | 'de', Readonly<Record<string, string>>>> = {
  en: {
    'end-missing': 'its end is missing',
    'structure-broken': 'its structure is broken',
    'not-allowed': 'access is not allowed',
    'read-only': 'it is read-only',
    'not-a-folder': 'it is not a folder',
    deleted: 'deleted',
    moved: 'moved',
  },
  de: {
    'end-missing': 'ihr Ende fehlt',
    'structure-broken': 'ihr Aufbau ist fehlerhaft',
    'not-allowed': 'der Zugriff ist nicht erlaubt',
    'read-only': 'nur lesbar',
    'not-a-folder': 'kein Ordner',
    deleted: 'löschen',
    moved: 'verschieben',
  },
};
