import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { germanCommands, germanPlaceholders } from '../../../src/main/cli/help/german-commands.ts';
import { germanOptions } from '../../../src/main/cli/help/german-options.ts';
import { caseReleases } from '../../../src/shared/case-rule.ts';
import { afterActions, intakeModes, itemStages } from '../../../src/shared/item.ts';
import { barcodeKinds, barcodeUses, pageColors, paperSources } from '../../../src/shared/scanning.ts';
import { faultKinds } from '../../../src/main/practice/practice-service.ts';
import type { FaultLanguage } from '../../../src/main/engine/faults/describe.ts';
import { helpProgram } from '../../support/help-program.ts';

/** The program with its help caught; `columns` undefined: no terminal. */
function programOf(language: FaultLanguage, columns?: number): { program: Command; helpOf(command: Command): string } {
  const program = helpProgram(language);
  return {
    program,
    helpOf(command) {
      let told = '';
      command.configureOutput({
        writeOut: (text) => (told += text),
        getOutHelpWidth: () => columns ?? 80,
      });
      command.outputHelp();
      return told;
    },
  };
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function treeOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(treeOf)];
}

/** Every text of the help that is written in English, by what it belongs to. */
function englishTexts(): { texts: Map<string, string>; placeholders: Map<string, string> } {
  const { program, helpOf } = programOf('en', 1_000);
  const texts = new Map<string, string>();
  const placeholders = new Map<string, string>();
  for (const command of treeOf(program)) {
    const path = pathOf(command);
    texts.set(command.description(), path);
    const help = command.createHelp();
    for (const option of help.visibleOptions(command)) {
      texts.set(option.description, `${path} ${option.flags}`);
      const [name] = /(?<=[<[])[^\]>.]+/.exec(option.flags) ?? [];
      if (name !== undefined) placeholders.set(name, `${path} ${option.flags}`);
    }
    for (const argument of command.registeredArguments) placeholders.set(argument.name(), path);
    for (const sub of help.visibleCommands(command)) texts.set(sub.description(), pathOf(sub));
    const told = helpOf(command);
    for (const [title] of told.matchAll(/^[A-Z][A-Za-z ]*:/gm)) texts.set(title, path);
    // What stands below the last list: sentences, and examples that are indented.
    const note = told.slice(command.helpInformation().length).split('\n');
    for (const line of note) if (line !== '' && !line.startsWith('  ')) texts.set(line, `${path}, below`);
  }
  return { texts, placeholders };
}

describe('German help', () => {
  const german = { ...germanCommands, ...germanOptions };
  const { texts, placeholders } = englishTexts();

  test('every text of every command, option and note has its German', () => {
    expect(texts.size).toBeGreaterThan(150);
    const missing = [...texts].filter(([text]) => !Object.hasOwn(german, text));
    expect(missing).toEqual([]);
    expect([...placeholders].filter(([name]) => !Object.hasOwn(germanPlaceholders, name))).toEqual([]);
  });

  test('no German text is left without its English, and none is there twice', () => {
    const byItself = ['Arguments:', 'Global Options:', 'default', 'Commands:', 'Options:', 'Usage:'];
    const unused = Object.keys(german).filter((text) => !texts.has(text) && !byItself.includes(text));
    expect(unused).toEqual([]);
    const unusedNames = Object.keys(germanPlaceholders).filter((name) => !placeholders.has(name));
    expect(unusedNames.sort()).toEqual(['command', 'options']);
    expect(Object.keys(germanCommands).filter((text) => Object.hasOwn(germanOptions, text))).toEqual([]);
  });

  test('no English is left in what is shown', () => {
    const { program, helpOf } = programOf('de');
    const english =
      /\b(the|is|are|were|and|not|with|for|to|by|from|use|that|this|what|where|which|show|only|usage|options|commands?|default|choices|display|output|file|files|folder|dir|duration|example|state|value)\b/i;
    const wrong: string[] = [];
    for (const command of treeOf(program)) {
      const prose = helpOf(command)
        .split('\n')
        // Commands are the same in every language.
        .filter((line) => !/^( {2}|Aufruf: )mailroom /.test(line))
        .join('\n')
        .replaceAll(/--[\w-]+|\{\w+\}|mailroom [a-z-]+|"[^"]*"/g, '')
        // Words that are typed as they are stand before what they mean, or in lists.
        .replaceAll(/\b(by|folder|name|sidecar|hand) \(|\bsonst folder\b|NAME\.\S+|JSON|CSV/g, '')
        .replaceAll(/\b(help|output) /g, '');
      const found = english.exec(prose.replaceAll(/^ +[a-z-]+/gm, ''))?.[0];
      if (found !== undefined) wrong.push(`${pathOf(command)}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([60, 80, 120])('columns hold at a width of %i, in both languages', (columns) => {
    for (const language of ['de', 'en'] as const) {
      const { program, helpOf } = programOf(language, columns);
      for (const command of treeOf(program)) {
        const lines = helpOf(command)
          .split('\n')
          .filter((line) => !line.startsWith('  mailroom ') && line.length > columns);
        expect(lines, `${language} ${pathOf(command)}`).toEqual([]);
      }
    }
  });

  test('a description stands beside its flag where there is room, else below it', () => {
    const { program, helpOf } = programOf('de', 60);
    const status = program.commands.find((command) => command.name() === 'status') ?? program;
    expect(helpOf(status)).toMatch(/^ {2}--stage <Status>\n {6}nur Dateien mit diesem Status: seen,/m);
    const wide = programOf('de', 100);
    const same = wide.program.commands.find((command) => command.name() === 'status') ?? program;
    expect(wide.helpOf(same)).toMatch(/^ {2}--stage <Status> {5}nur Dateien mit diesem Status: seen/m);
    expect(wide.helpOf(same)).toContain('Beispiel:\n  mailroom status --stage held\n');
  });
});

describe('a flag with a closed list or a format', () => {
  const lists: readonly (readonly [string, string, readonly string[]])[] = [
    ['watch', '--mode', intakeModes],
    ['watch', '--after', afterActions],
    ['watch', '--until', ['submitted', 'settled', 'handed-over']],
    ['watch', '--report', ['after-write', 'after-ack', 'never']],
    ['watch', '--ack-owner', ['clerk', 'it']],
    ['watch', '--on-refusal', ['transfer-failed', 'reject', 'nothing']],
    ['watch', '--binaries', ['inline', 'beside']],
    ['watch', '--case-by', ['folder', 'name', 'sidecar', 'hand']],
    ['watch', '--case-release', caseReleases],
    ['watch', '--separate', ['none', 'patch', 'barcode', 'blank']],
    ['watch', '--barcode-to', barcodeUses],
    ['watch', '--barcode-kind', barcodeKinds],
    ['scan', '--source', paperSources],
    ['scan', '--color', pageColors],
    ['scan', '--format', ['pdf', 'tiff']],
    ['status', '--stage', itemStages],
    ['practice', '--faults', faultKinds],
  ];

  test.each(['en', 'de'] as const)('names its values in the help (%s)', (language) => {
    const { program, helpOf } = programOf(language, 1_000);
    const missing = lists.flatMap(([name, flag, words]) => {
      const command = program.commands.find((each) => each.name() === name) ?? program;
      // Beside the flag, or in the note below.
      const start = flag === '--faults' ? /^\S.*--faults / : new RegExp(`^  ${flag} `);
      const line = helpOf(command)
        .split('\n')
        .find((each) => start.test(each));
      return words.filter((word) => line?.includes(word) !== true).map((word) => `${name} ${flag} ${word}`);
    });
    expect(missing).toEqual([]);
  });

  test.each([
    ['en', 'such as 90s, 30m or 1.5h'],
    ['de', 'etwa 90s, 30m oder 1.5h'],
  ] as const)('each command that takes a duration says how it is written (%s)', (language, words) => {
    const { program, helpOf } = programOf(language, 1_000);
    const takers = treeOf(program).filter(({ options }) => options.some(({ flags }) => flags.includes('<duration>')));
    expect(takers.map((command) => command.name())).toEqual(expect.arrayContaining(['watch', 'send', 'scan']));
    expect(takers.filter((command) => !helpOf(command).includes(words)).map(pathOf)).toEqual([]);
  });
});
