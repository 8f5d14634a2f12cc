import { expect, test } from 'vitest';
import { sayBeginning, sayEnd, sayNotOurs } from '../../../src/main/cli/demo/say-demo.ts';
import { createTerminal } from '../../../src/main/cli/output/terminal.ts';
import type { FaultLanguage } from '../../../src/main/engine/faults/describe.ts';

const folder = '/home/jemand/langer/name/mailroom/demo-output/xml-of-today';

/** What the demo says before and after its run on a terminal of this width; undefined: into a pipe. */
function told(language: FaultLanguage, problems: readonly string[], columns?: number): { out: string; err: string } {
  let out = '';
  let err = '';
  const stdout = {
    ...(columns === undefined ? {} : { isTTY: true, columns }),
    write: (text: string) => ((out += text), true),
  };
  const terminal = createTerminal({ stdout, stderr: { write: (text) => ((err += text), true) } }, false, language);
  sayBeginning(terminal, 'http://127.0.0.1:41234/v2', folder, 33);
  sayEnd(terminal, problems, folder);
  sayNotOurs(terminal, folder);
  return { out, err };
}

test('its sentences break at blanks to the width of the terminal, folders stay whole', () => {
  for (const language of ['en', 'de'] as const) {
    const lines = told(language, [], 60).out.split('\n');
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(lines.filter((line) => line === `  ${folder}`)).toHaveLength(2);
    expect(told(language, [], 30).out).toContain(`  ${folder}\n`);
  }
});

test('into a pipe each sentence is one line', () => {
  expect(told('en', []).out.split('\n')).toEqual([
    'Practice service: http://127.0.0.1:41234/v2 (nothing leaves this computer)',
    'Hot folder with 33 sample documents, more arrive meanwhile:',
    `  ${folder}`,
    '',
    '',
    expect.stringMatching(/^All went as it must: .* The XML lies here:$/),
    `  ${folder}`,
    '',
  ]);
});

test('in German nothing of it is English', () => {
  const { out, err } = told('de', []);
  expect(out).toMatch(/^Übungsdienst: [\s\S]*Eingangsordner[\s\S]*Alles lief, wie es soll/);
  expect(err).toContain('ist schon da');
  expect(out + err).not.toMatch(/\b(?:the|service|is|with|not)\b/);
});

test('what is not as it must be is said, and nothing of all being well', () => {
  const { out, err } = told('en', ['held files: 1, should be 2']);
  expect(err).toContain('Not as it must be: held files: 1, should be 2');
  expect(out).not.toContain('All went');
});
