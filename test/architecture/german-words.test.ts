import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/run-step.ts';

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/u.test(name),
);

/**
 * One thing has one German word everywhere: item = Stück, case = Fall, open case = Stapel, batch = Sendung, held = Klärung nötig, what
 * needs a person = zu klären, paused = angehalten, custody = Verbleib (the service's own history = Verlauf). These are words that stood for them elsewhere.
 */
test.each([
  ['Vorgang', /\bVorg[aä]ng/u],
  ['festgehalten', /festgehalten/u],
  ['braucht Sie', /\bbrauch(?:t|en) Sie\b/u],
  ['angehalten for what is held', /(?:held|limit-hint)'?: '[^']*[Aa]ngehalten/u],
  ['Verlauf for the custody', /Zeilen? des Verlaufs|Verlauf (?:ist|wurde|von|eine|einer|jedes) /u],
  ['Stapel for a batch', /(?:mode-batch|batch-quiet|Batch)'?: '[^']*Stapel|batches\} Stapel/u],
])('no text says %s', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((name) => {
    const lines = readFileSync(join(projectRoot, 'src', name), 'utf8').split('\n');
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${name}:${String(index + 1)} ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
});

/** Texts of one language: files of that language, and pairs of sentences that stand in one file (German ones are told by their letters or words). */
const textsOf = {
  en: sources.filter((name) => /renderer\/text\/.*(?:^|[/-])en\.ts$|-en\.ts$/u.test(name.replaceAll('\\', '/'))),
  de: sources.filter((name) =>
    /renderer\/text\/.*(?:^|[/-])de\.ts$|-de\.ts$|faults\/(?:kind|usage)[a-z-]*\.ts$|help\/german-[a-z]+\.ts$/u.test(
      name.replaceAll('\\', '/'),
    ),
  ),
} as const;

const glossary = readFileSync(join(projectRoot, 'docs', 'glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('the glossary names for each thing one word in both languages, and no text has another', () => {
  expect(glossary.length).toBeGreaterThan(10);
  expect(textsOf.de.length).toBeGreaterThan(20);
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
          const pattern = new RegExp(`(?<![\\p{L}'-])${word}(?![\\p{L}'-])`, 'iu');
          return textsOf[language].flatMap((name) =>
            readFileSync(join(projectRoot, 'src', name), 'utf8')
              .split('\n')
              .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/u.test(line) && pattern.test(line))
              .map((line) => `${name}: ${word} in ${line.trim()}`),
          );
        }),
    );
  });
  expect(found).toEqual([]);
});
