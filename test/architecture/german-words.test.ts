import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/run-step.ts';

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/u.test(name),
);

/**
 * Words that stood for one thing of the glossary and mean another elsewhere.
 */
test.each([
  ['Vorgang', /\bVorg[aä]ng/u],
  ['festgehalten', /festgehalten/u],
  ['braucht Sie', /\bbrauch(?:t|en) Sie\b/u],
  ['angehalten for what is held', /(?:held|limit-hint)'?: '[^']*[Aa]ngehalten/u],
])('no text says %s', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((name) => {
    const lines = readFileSync(join(projectRoot, 'src', name), 'utf8').split('\n');
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${name}:${String(index + 1)} ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
});

interface Text {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Files of one language. */
const englishFile = /renderer\/text\/.*(?:^|[/-])en\.ts$|-en\.ts$/u;
const germanFile = /renderer\/text\/.*(?:^|[/-])de\.ts$|-de\.ts$|help\/german-[a-z]+\.ts$/u;
/** Files with the words of both languages: the English ones, then the German ones. */
const splitFile =
  /cli\/(?:output|doctor)\/[a-z-]+\.ts$|desktop\/shell\/words\.ts$|faults\/value-words\.ts$|scan-notes\.ts$/u;
const germanPart = /^const german|^ {2}de: \{/mu;
/** Sentences of faults: pairs of English and German ones. */
const pair = /\b(?:both|words)\(\s*\[([\s\S]*?)\],\s*\[([\s\S]*?)\],?\s*\)/gu;

/** The parts of a file that are in a language. */
function partsOf(name: string, text: string, language: 'en' | 'de'): readonly string[] {
  if (englishFile.test(name)) return language === 'en' ? [text] : [];
  if (germanFile.test(name)) return language === 'de' ? [text] : [];
  if (splitFile.test(name)) {
    const at = text.search(germanPart);
    return at < 0 ? [] : [language === 'en' ? text.slice(0, at) : text.slice(at)];
  }
  if (!name.includes('engine/faults/')) return [];
  return [...text.matchAll(pair)].map((found) => found[language === 'en' ? 1 : 2] ?? '');
}

function textsOf(language: 'en' | 'de'): readonly Text[] {
  return sources.flatMap((source) => {
    const name = source.replaceAll('\\', '/');
    const parts = partsOf(name, readFileSync(join(projectRoot, 'src', source), 'utf8'), language);
    const lines = parts
      .flatMap((part) => part.split('\n'))
      .filter((line) => !/^\s*(?:\/\/|\*|\/\*|readonly )/u.test(line));
    return lines.length === 0 ? [] : [{ name, lines }];
  });
}

const glossary = readFileSync(join(projectRoot, 'docs', 'glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** What stands between the two parts of a separable verb, as in “legt die Datei ab”: anything within the sentence. */
const between = String.raw`(?!\p{L})[^.:;!?]*(?<!\p{L})`;

/** The Edit menu has the words of every other program's: Wiederholen is the opposite of Rückgängig there. */
const editMenu = /^ {4}(?:redo: 'Wiederholen'|cut: 'Ausschneiden'),$/u;

test('the glossary names for each thing one word in both languages, and no text has another', () => {
  expect(glossary.length).toBeGreaterThan(10);
  const texts = { en: textsOf('en'), de: textsOf('de') };
  expect(texts.en.length).toBeGreaterThan(30);
  expect(texts.de.length).toBeGreaterThan(30);
  const found = glossary.flatMap(([, thing = '', english = '', german = '', notEnglish = '', notGerman = '']) => {
    expect([thing, english, german], thing).not.toContain('');
    return (
      [
        ['en', notEnglish],
        ['de', notGerman],
      ] as const
    ).flatMap(([language, words]) =>
      words
        .split(', ')
        .filter((word) => word !== '')
        .flatMap((word) => {
          // What stands in `${…}`, behind a dot and before a colon is code, not text; an apostrophe may begin one.
          const pattern = new RegExp(
            `(?<![\\p{L}.{-]|\\p{L}')${word.replace(' … ', between)}(?![\\p{L}'(:.-]*(?:[:(]|\\.\\w))(?![\\p{L}-])`,
            'iu',
          );
          return texts[language].flatMap(({ name, lines }) =>
            lines
              .filter((line) => pattern.test(line) && !editMenu.test(line))
              .map((line) => `${name}: ${word} in ${line.trim()}`),
          );
        }),
    );
  });
  expect(found).toEqual([]);
});
