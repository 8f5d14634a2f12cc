import { Help, type AddHelpTextContext, type Command } from 'commander';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import { germanCommands, germanPlaceholders } from './german-commands.ts';
import { germanOptions } from './german-options.ts';

const german = new Map([...Object.entries(germanCommands), ...Object.entries(germanOptions)]);

/** A text of the help in a language; what has no German yet stays as it is (a test allows none of that). */
function helpTextIn(language: FaultLanguage, text: string): string {
  return language === 'de' ? (german.get(text) ?? text) : text;
}

/** A usage line or flag with its placeholders (`<dir>`, `[options]`) in a language. */
export function placeholdersIn(language: FaultLanguage, text: string): string {
  if (language !== 'de') return text;
  return text.replaceAll(/([<[])([^<>[\].]+)/g, (_all, bracket: string, name: string) => {
    return `${bracket}${germanPlaceholders[name] ?? name}`;
  });
}

/** What each program's help speaks. */
const languages = new WeakMap<Command, () => FaultLanguage>();

/** What a command's help speaks. */
export function helpLanguageOf(command: Command): FaultLanguage {
  let root = command;
  while (root.parent !== null) root = root.parent;
  return languages.get(root)?.() ?? 'en';
}

/** What stands below a command's help, for `addHelpText`: sentences in the help's language, and examples, indented by two, as they are. */
export function helpNote(text: string): (shown: AddHelpTextContext) => string {
  return ({ command, error }) => {
    const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput();
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? 80;
    const lines = text.split('\n').map((line) => {
      return line.startsWith('  ')
        ? line
        : command.createHelp().boxWrap(helpTextIn(helpLanguageOf(command), line), width);
    });
    return `\n${lines.join('\n')}`;
  };
}

/** Columns that a description needs beside its term; with fewer it stands below it. */
const minBeside = 40;
const below = 6;

/** Lets the help of a program and all its commands speak `language()`, in columns that keep to the terminal's width. Call it before commands are added. */
export function speakHelp(program: Command, language: () => FaultLanguage): void {
  languages.set(program, language);
  const plain = new Help();
  const said = (text: string): string => helpTextIn(language(), text);
  const shown = (text: string): string => placeholdersIn(language(), text);
  program.configureHelp({
    minWidthToWrap: 20,
    styleTitle: said,
    styleUsage(usage) {
      const indent = `${said('Usage:')} `.length;
      return plain.boxWrap(usage, (this.helpWidth ?? 80) - indent).replaceAll('\n', `\n${' '.repeat(indent)}`);
    },
    commandUsage: (command) => shown(plain.commandUsage(command)),
    commandDescription: (command) => said(command.description()),
    subcommandTerm: (command) => shown(plain.subcommandTerm(command)),
    subcommandDescription: (command) => said(command.description()),
    optionTerm: (option) => shown(option.flags),
    optionDescription({ description, defaultValue, defaultValueDescription }) {
      const usual = defaultValueDescription ?? (typeof defaultValue === 'string' ? JSON.stringify(defaultValue) : null);
      return `${said(description)}${usual === null ? '' : ` (${said('default')}: ${usual})`}`;
    },
    argumentTerm: (argument) => shown(argument.name()),
    argumentDescription: (argument) => said(argument.description),
    formatItem(term, termWidth, description, layout) {
      if (description === '') return `  ${term}`;
      const width = layout.helpWidth ?? 80;
      const beside = width - termWidth - 4;
      if (beside >= minBeside) {
        const [first = '', ...more] = layout.boxWrap(description, beside).split('\n');
        return [`  ${term.padEnd(termWidth)}  ${first}`, ...more.map((line) => ' '.repeat(termWidth + 4) + line)].join(
          '\n',
        );
      }
      const lines = layout.boxWrap(description, Math.max(20, width - below)).split('\n');
      return [`  ${term}`, ...lines.map((line) => ' '.repeat(below) + line)].join('\n');
    },
  });
}
