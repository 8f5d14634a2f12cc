import type { FaultLanguage } from '../../src/main/engine/faults/describe.ts';
import type { DescribedCommand } from './describe-commands.ts';

/** What stands at the foot of each page: when (YYYY-MM-DD) and of which version it was made. */
export interface ManualEdition {
  readonly version: string;
  readonly date: string;
}

/** A page of the manual: its file name and its text in the man macros. */
export interface ManualPage {
  readonly name: string;
  readonly text: string;
}

const headings = {
  en: {
    name: 'NAME',
    synopsis: 'SYNOPSIS',
    description: 'DESCRIPTION',
    arguments: 'ARGUMENTS',
    options: 'OPTIONS',
    commands: 'COMMANDS',
    notes: 'NOTES',
    also: 'SEE ALSO',
  },
  de: {
    name: 'BEZEICHNUNG',
    synopsis: 'ÜBERSICHT',
    description: 'BESCHREIBUNG',
    arguments: 'ANGABEN',
    options: 'OPTIONEN',
    commands: 'BEFEHLE',
    notes: 'ANMERKUNGEN',
    also: 'SIEHE AUCH',
  },
} as const satisfies Record<FaultLanguage, Record<string, string>>;

/** A text as the man macros take it: no letter of it means anything to them. Hyphens stay such that can be copied. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gmu, '\\&');
}

/** Sentences, and examples, which are indented, each on a line of its own. */
function paragraphs(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line, at) => {
    const apart = at === 0 ? [] : ['.PP'];
    return line.startsWith('  ') ? ['.RS 4', plain(line.trim()), '.RE'] : [...apart, plain(line)];
  });
}

function listed(rows: readonly (readonly [string, string])[]): readonly string[] {
  return rows.flatMap(([term, text]) => ['.TP', `\\fB${plain(term)}\\fR`, ...(text === '' ? [] : [plain(text)])]);
}

/** Everything of a command but its name: also what stands below the heading of a subcommand. */
function body(
  command: DescribedCommand,
  language: FaultLanguage,
  heading: (text: string) => string,
): readonly string[] {
  const words = headings[language];
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [heading(title), ...lines];
  return [
    ...section(words.synopsis, [`\\fB${plain(command.usage)}\\fR`]),
    ...section(words.description, [plain(command.text)]),
    ...section(
      words.arguments,
      listed(command.operands.filter(({ text }) => text !== '').map(({ term, text }) => [term, text])),
    ),
    ...section(words.options, listed(command.options.map(({ term, text }) => [term, text]))),
    ...section(words.notes, command.notes === '' ? [] : paragraphs(command.notes)),
  ];
}

function page(
  title: string,
  text: string,
  parts: readonly string[],
  language: FaultLanguage,
  { version, date }: ManualEdition,
): ManualPage {
  const lines = [
    `.TH ${title.toUpperCase()} 1 "${date}" "Mailroom ${version}"`,
    `.SH ${headings[language].name}`,
    `${plain(title)} \\- ${plain(text)}`,
    ...parts,
  ];
  return { name: `${title}.1`, text: `${lines.join('\n')}\n` };
}

function seeAlso(names: readonly string[], language: FaultLanguage): readonly string[] {
  const last = names.length - 1;
  return [
    `.SH ${headings[language].also}`,
    ...names.map((name, at) => `.BR ${plain(name)} (1)${at === last ? '' : ','}`),
  ];
}

/** The manual of the whole tree: one page for the program and one for each of its commands, whose own commands are sections of it. */
export function manualPages(
  program: DescribedCommand,
  language: FaultLanguage,
  edition: ManualEdition,
): readonly ManualPage[] {
  const title = (command: DescribedCommand): string => command.path.join('-');
  const section = (text: string): string => `.SH ${text}`;
  const whole = page(
    title(program),
    program.text,
    [
      ...body(program, language, section),
      section(headings[language].commands),
      ...listed(program.commands.map((command) => [command.path.slice(1).join(' '), command.text])),
      ...seeAlso(program.commands.map(title), language),
    ],
    language,
    edition,
  );
  const others = program.commands.map((command) =>
    page(
      title(command),
      command.text,
      [
        ...body(command, language, section),
        ...command.commands.flatMap((below) => [
          section(below.path.join(' ')),
          ...body(below, language, (text) => `.SS ${text}`),
        ]),
        ...seeAlso([title(program)], language),
      ],
      language,
      edition,
    ),
  );
  return [whole, ...others];
}
