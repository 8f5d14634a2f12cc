import i18next from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { germanActivity } from './activity/de.ts';
import { englishActivity } from './activity/en.ts';
import { germanEvents } from '../../shared/history/events-de.ts';
import { englishEvents } from '../../shared/history/events-en.ts';
import { germanCases } from './cases/de.ts';
import { englishCases } from './cases/en.ts';
import { germanCaseRule } from './cases/rule-de.ts';
import { englishCaseRule } from './cases/rule-en.ts';
import { germanServiceCases } from './cases/service-de.ts';
import { englishServiceCases } from './cases/service-en.ts';
import { germanDocuments } from './documents/de.ts';
import { englishDocuments } from './documents/en.ts';
import { germanExports } from './exports/de.ts';
import { englishExports } from './exports/en.ts';
import { germanFieldForm } from './settings/field-form-de.ts';
import { englishFieldForm } from './settings/field-form-en.ts';
import { germanFields } from './fields/de.ts';
import { englishFields } from './fields/en.ts';
import { germanFirstStart } from './first-start/de.ts';
import { englishFirstStart } from './first-start/en.ts';
import { formatNumber } from './format.ts';
import { germanIntake } from './intake/de.ts';
import { englishIntake } from './intake/en.ts';
import { germanPalette } from './palette/de.ts';
import { englishPalette } from './palette/en.ts';
import { germanLists } from './lists/de.ts';
import { englishLists } from './lists/en.ts';
import { germanNotes } from './notes/de.ts';
import { englishNotes } from './notes/en.ts';
import { germanPreview } from './preview/de.ts';
import { englishPreview } from './preview/en.ts';
import { germanScan } from './scan/de.ts';
import { englishScan } from './scan/en.ts';
import { germanScanners } from './scan/scanners-de.ts';
import { englishScanners } from './scan/scanners-en.ts';
import { germanConnections } from './settings/connections-de.ts';
import { englishConnections } from './settings/connections-en.ts';
import { germanSettings } from './settings/de.ts';
import { englishSettings } from './settings/en.ts';
import { germanExportRule } from './settings/export-rule-de.ts';
import { englishExportRule } from './settings/export-rule-en.ts';
import { germanHotFolders } from './settings/hot-folders-de.ts';
import { englishHotFolders } from './settings/hot-folders-en.ts';
import { germanShared } from './shared/de.ts';
import { englishShared } from './shared/en.ts';

/** The words of each screen; a screen adds its pair here. The German one has the same keys (`Words<typeof english…>`). */
const texts = {
  shared: { en: englishShared, de: germanShared },
  cases: { en: englishCases, de: germanCases },
  caseRule: { en: englishCaseRule, de: germanCaseRule },
  serviceCases: { en: englishServiceCases, de: germanServiceCases },
  documents: { en: englishDocuments, de: germanDocuments },
  activity: { en: englishActivity, de: germanActivity },
  events: { en: englishEvents, de: germanEvents },
  exports: { en: englishExports, de: germanExports },
  fields: { en: englishFields, de: germanFields },
  intake: { en: englishIntake, de: germanIntake },
  palette: { en: englishPalette, de: germanPalette },
  lists: { en: englishLists, de: germanLists },
  notes: { en: englishNotes, de: germanNotes },
  preview: { en: englishPreview, de: germanPreview },
  scan: { en: englishScan, de: germanScan },
  scanners: { en: englishScanners, de: germanScanners },
  settings: { en: englishSettings, de: germanSettings },
  connections: { en: englishConnections, de: germanConnections },
  hotFolders: { en: englishHotFolders, de: germanHotFolders },
  fieldForm: { en: englishFieldForm, de: germanFieldForm },
  exportRule: { en: englishExportRule, de: germanExportRule },
  firstStart: { en: englishFirstStart, de: germanFirstStart },
};

/** A screen with words of its own. */
export type TextOf = keyof typeof texts;

type Stem<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key;

/** Keys of a screen's words; those with `_one` and `_other` are named without, and take `{ count }`. */
export type TextKey<Screen extends TextOf> = Stem<keyof (typeof texts)[Screen]['en']> & string;

/** What is filled in. `count` chooses the plural and is written as a figure of the language: a text would choose none. */
export type TextValues = Readonly<Record<string, string | number>> & { readonly count?: number };

/** Says a text with its values filled in. */
export type Say<Screen extends TextOf> = (key: TextKey<Screen>, values?: TextValues) => string;

/** Values as i18next takes them: the count itself chooses the plural, and its figure is filled in. */
function filling(values: TextValues = {}): Readonly<Record<string, unknown>> {
  const { count } = values;
  return { ...values, replace: count === undefined ? values : { ...values, count: formatNumber(count) } };
}

/** Sets up the words before the first drawing. */
export async function startTexts(language: 'en' | 'de'): Promise<void> {
  const side = (of: 'en' | 'de'): Record<string, Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).map(([screen, pair]) => [screen, { ...pair[of] }]));
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    ns: Object.keys(texts),
    resources: { en: side('en'), de: side('de') },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
  });
  document.documentElement.lang = language;
}

/** Changes the window's language at once. */
export async function changeLanguage(language: 'en' | 'de'): Promise<void> {
  if (i18next.language === language) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The words of a screen in the window's language; drawn again when it changes. */
export function useText<Screen extends TextOf>(screen: Screen): Say<Screen> {
  const { t } = useTranslation(screen);
  // The same one until the language changes: what is made with it need not be made anew.
  return useCallback<Say<Screen>>((key, values) => t(key, filling(values)), [t]);
}

/** The words of a screen outside components (stores, formatting). */
export function textOf<Screen extends TextOf>(screen: Screen): Say<Screen> {
  return (key, values) => i18next.t(key, { ns: screen, ...filling(values) });
}
