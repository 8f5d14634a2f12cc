import { expect, test } from 'vitest';
import { chosenLanguage, languageOf } from '../../src/main/engine/faults/language.ts';
import { systemLanguage } from '../../src/main/host/system-language.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['de_CH.UTF-8', 'de'],
  ['DE', 'de'],
  ['en-US', 'en'],
  ['den', 'en'],
  ['fr-FR', 'en'],
  ['C', 'en'],
  ['', 'en'],
])('people of %s are spoken to in %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});

test('the first of the variables that says something counts, an empty one does not', () => {
  expect(systemLanguage({ LC_ALL: '', LC_MESSAGES: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' })).toBe('de');
  expect(systemLanguage({ LC_ALL: 'C', LC_MESSAGES: 'de_DE.UTF-8' })).toBe('en');
});

test('what the settings chose is spoken whatever the system speaks; else the system is asked', () => {
  expect(chosenLanguage('en', () => 'de')).toBe('en');
  expect(chosenLanguage('system', () => 'de')).toBe('de');
});
