import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/run-step.ts';

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/u.test(name),
);

/**
 * One thing has one German word everywhere: item = Stück, case = Fall, pile = Stapel, batch = Sendung, held = zurückgestellt, what
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
