import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { valueWords } from '../../../src/main/engine/faults/value-words.ts';
import { settingsProblems } from '../../../src/main/engine/faults/problem-of.ts';
import { createSettingsStore } from '../../../src/main/engine/settings/settings-store.ts';
import { makeTestFolder } from '../../support/ports.ts';

async function sentencesOf(text: string): Promise<{ en: string; de: string; params: object }> {
  const dataDirectory = join(await makeTestFolder(), 'data');
  await mkdir(dataDirectory);
  await writeFile(join(dataDirectory, 'settings.json'), text);
  const store = createSettingsStore({
    dataDirectory,
    newId: () => 'id',
    stationName: 'here',
  });
  const loaded = await store.load();
  if (loaded.ok) throw new Error(`accepted: ${text}`);
  const spoken = (language: 'en' | 'de'): string => {
    const { reason, nextStep } = describeFault(loaded.fault, language);
    return `${reason} ${nextStep}`;
  };
  expect(loaded.fault.code).toBe('settings-invalid');
  return {
    en: spoken('en'),
    de: spoken('de'),
    params: loaded.fault.params,
  };
}

const station = { id: 's', name: 's' };
const settings = (fields: object): string => JSON.stringify({ version: 1, station, ...fields });

describe('settings that cannot be used say what is wrong in either language', () => {
  test.each([
    [
      settings({ limits: { sockets: 'many' } }),
      'limits.sockets is "many": it has to be a number.',
      'limits.sockets ist "many": es muss eine Zahl sein.',
    ],
    [
      settings({ limits: { sockets: 0 } }),
      'limits.sockets is 0: it is too small.',
      'limits.sockets ist 0: der Wert ist zu klein.',
    ],
    [
      settings({ limits: { sockets: 99 } }),
      'limits.sockets is 99: it is too large.',
      'limits.sockets ist 99: der Wert ist zu groß.',
    ],
    [settings({ limits: { sockets: 1.5 } }), 'it has to be a whole number.', 'es muss eine ganze Zahl sein.'],
    [
      settings({ language: 'fr' }),
      'language is "fr": it has to be one of these.',
      'language ist "fr": es muss eines von diesen sein.',
    ],
    [
      settings({ limits: 'none' }),
      'limits is "none": it has to be an object with names and values.',
      'limits ist "none": es muss ein Objekt mit Namen und Werten sein.',
    ],
    [settings({ connections: {} }), 'connections: it has to be a list.', 'connections: es muss eine Liste sein.'],
    [
      settings({
        connections: [
          { id: 'a', name: 'A', baseUrl: 'https://host/v2', clientId: 'c' },
          { id: 'b', name: 'B', clientId: 'c' },
        ],
      }),
      'connections.1.baseUrl (entry 2 of connections): a value is missing.',
      'connections.1.baseUrl (connections, Nummer 2): ein Wert fehlt.',
    ],
    [
      settings({ window: { closeToTray: 'yes' } }),
      'window.closeToTray is "yes": it has to be true or false.',
      'window.closeToTray ist "yes": es muss true oder false sein.',
    ],
    ['{\n  "version": 1,\n  "limits": {\n', 'it is no valid JSON.', 'das ist kein gültiges JSON.'],
    ['[]', 'it has to be an object with names and values.', 'es muss ein Objekt mit Namen und Werten sein.'],
    [
      '{"version": 99}',
      'version: it was written by a newer Mailroom.',
      'version: ein neueres Mailroom hat sie geschrieben.',
    ],
    ['{"version": "x"}', 'version: it is no version number.', 'version: das ist keine Versionsnummer.'],
  ])('%s', async (text, english, german) => {
    const told = await sentencesOf(text);
    expect(told.en).toContain(english);
    expect(told.de).toContain(german);
    // Zod's own words, which are English.
    expect(told.de).not.toMatch(/\b(invalid|expected|received|too (small|big)|required|input|option)\b/i);
  });

  test.each([
    [{ limits: { sockets: 0 } }, 'The least is 1.', 'Mindestens 1.'],
    [{ limits: { sockets: 99 } }, 'The most is 64.', 'Höchstens 64.'],
    [{ language: 'fr' }, 'Possible are: system, en, de.', 'Möglich sind: system, en, de.'],
  ])('%j: what is allowed is told', async (fields, english, german) => {
    const told = await sentencesOf(settings(fields));
    expect(told.en).toContain(english);
    expect(told.de).toContain(german);
  });

  test('a secret that was given is not repeated', async () => {
    const told = await sentencesOf(settings({ network: { proxy: 4711 } }));
    expect(`${told.en}${told.de}${JSON.stringify(told.params)}`).not.toContain('4711');
    expect(told.en).toContain('network.proxy: it has to be text.');
  });

  test('every problem has its words', () => {
    for (const problem of settingsProblems) {
      expect(valueWords.en[problem], problem).toBeDefined();
      expect(valueWords.de[problem], problem).toBeDefined();
    }
  });
});
