import { Writable, Readable } from 'node:stream';
import type { Argument, Command, Option } from 'commander';
import type { CommandContext } from '../../src/main/cli/command-context.ts';
import { createProgram } from '../../src/main/cli/run-command.ts';
import type { FaultLanguage } from '../../src/main/engine/faults/describe.ts';

/** An option as its help shows it. `takes` is what follows it: nothing, one of `choices`, a path of a file or folder, or another value. */
export interface DescribedOption {
  readonly flags: readonly string[];
  readonly term: string;
  readonly text: string;
  readonly takes: 'nothing' | 'path' | 'value';
  readonly choices: readonly string[];
}

/** A command with those below it, in the words of its help. `path` are its names from the program's on; `notes` stands below the help. */
export interface DescribedCommand {
  readonly path: readonly string[];
  readonly usage: string;
  readonly text: string;
  readonly operands: readonly { readonly term: string; readonly text: string; readonly isPath: boolean }[];
  readonly options: readonly DescribedOption[];
  readonly notes: string;
  readonly commands: readonly DescribedCommand[];
}

/** Placeholders of the help that stand for files and folders. */
const paths = /<(?:dir|file|folder|path)\b/u;

/** Wider than any line of the help: what is made of it is wrapped by others. */
const unwrapped = 10_000;

function describeOption(option: Option, term: string, text: string): DescribedOption {
  const takesValue = option.required || option.optional;
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    term,
    text,
    takes: !takesValue ? 'nothing' : paths.test(option.flags) ? 'path' : 'value',
    choices: option.argChoices ?? [],
  };
}

/** What is printed below the help itself. */
function notesOf(command: Command, printed: { text: string }): string {
  printed.text = '';
  command.outputHelp();
  const notes = printed.text.slice(command.helpInformation().length);
  return notes.trim();
}

function describeCommand(command: Command, above: readonly string[], printed: { text: string }): DescribedCommand {
  command.configureOutput({ getOutHelpWidth: () => unwrapped });
  const help = command.createHelp();
  help.helpWidth = unwrapped;
  const path = [...above, command.name()];
  return {
    path,
    usage: help.commandUsage(command),
    text: help.commandDescription(command),
    operands: command.registeredArguments.map((argument: Argument) => ({
      term: help.argumentTerm(argument),
      text: help.argumentDescription(argument),
      isPath: paths.test(`<${argument.name()}`),
    })),
    options: help
      .visibleOptions(command)
      .map((option) => describeOption(option, help.optionTerm(option), help.optionDescription(option))),
    notes: notesOf(command, printed),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map((each) => describeCommand(each, path, printed)),
  };
}

/** All commands of `mailroom` as their help in this language shows them. Runs none. */
export function describeCommands(language: FaultLanguage): DescribedCommand {
  const printed = { text: '' };
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      printed.text += String(chunk);
      done();
    },
  });
  const context: CommandContext = {
    environment: {},
    stdout,
    stderr: stdout,
    stdin: Readable.from([]),
    interrupted: new Promise(() => undefined),
    finish: () => undefined,
  };
  return describeCommand(
    createProgram(context, () => language),
    [],
    printed,
  );
}
