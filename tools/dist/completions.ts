import type { DescribedCommand, DescribedOption } from './describe-commands.ts';

/** A command and all below it. */
function flatten(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...command.commands.flatMap(flatten)];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function functionName(path: readonly string[]): string {
  return `_${path.join('_').replaceAll('-', '_')}`;
}

/** Completes commands, flags, their choices, and paths in bash 4 or later. */
export function bashCompletion(program: DescribedCommand): string {
  const all = flatten(program);
  const commands = all.flatMap(({ path, commands: below }) =>
    below.map((command) => `      ${quoted([...path, command.path.at(-1)].join(' '))}) path=$path' '$word ;;`),
  );
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ takes }) => takes !== 'nothing')
      .map((option) => {
        const patterns = option.flags.map((flag) => quoted(`${path.join(' ')} ${flag}`)).join('|');
        const act =
          option.choices.length > 0
            ? `mapfile -t COMPREPLY < <(compgen -W ${quoted(option.choices.join(' '))} -- "$cur")`
            : option.takes === 'path'
              ? '_mailroom_paths'
              : ':';
        return `    ${patterns}) ${act}; return ;;`;
      }),
  );
  const words = all.map(({ path, options, commands: below, operands }) => {
    const names = [...below.map((command) => command.path.at(-1) ?? ''), ...options.flatMap(({ flags }) => flags)];
    const takesPaths = operands.some(({ isPath }) => isPath);
    return `    ${quoted(path.join(' '))}) words=${quoted(names.join(' '))}${takesPaths ? ' operands=paths' : ''} ;;`;
  });
  return [
    '# bash completion of mailroom',
    '_mailroom_paths() {',
    '  compopt -o filenames',
    '  mapfile -t COMPREPLY < <(compgen -f -- "$cur")',
    '}',
    '_mailroom() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=mailroom words= operands= word',
    '  COMPREPLY=()',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "$path $word" in',
    ...commands,
    '    esac',
    '  done',
    '  case "$path $prev" in',
    ...values,
    '  esac',
    '  case "$path" in',
    ...words,
    '  esac',
    '  if [[ $operands == paths && $cur != -* ]]; then _mailroom_paths; return; fi',
    '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")',
    '}',
    'complete -F _mailroom mailroom',
    '',
  ].join('\n');
}

function zshOption({ flags, text, takes, choices }: DescribedOption): string {
  const described = text.replaceAll(/[[\]:\\]/gu, '\\$&');
  const value =
    takes === 'nothing'
      ? ''
      : `:value:${choices.length > 0 ? `(${choices.join(' ')})` : takes === 'path' ? '_files' : ' '}`;
  return flags.map((flag) => quoted(`${flag}[${described}]${value}`)).join(' ');
}

function zshFunction(command: DescribedCommand): readonly string[] {
  const options = command.options.map((option) => `    ${zshOption(option)} \\`);
  const name = functionName(command.path);
  if (command.commands.length === 0) {
    const operand = command.operands.some(({ isPath }) => isPath) ? `'*:path:_files'` : `'*: : '`;
    return [`${name}() {`, '  _arguments \\', ...options, `    ${operand}`, '}'];
  }
  const described = command.commands.map(({ path, text }) => `    ${quoted(`${path.at(-1) ?? ''}:${text}`)}`);
  return [
    ...command.commands.flatMap(zshFunction),
    `${name}() {`,
    '  local state line',
    '  local -a commands=(',
    ...described,
    '  )',
    '  _arguments -C \\',
    ...options,
    `    '1: :->command' '*:: :->rest'`,
    '  case $state in',
    `    command) _describe command commands ;;`,
    '    rest) case $line[1] in',
    ...command.commands.map(({ path }) => `      ${path.at(-1) ?? ''}) ${functionName(path)} ;;`),
    '    esac ;;',
    '  esac',
    '}',
  ];
}

/** Completes commands, flags, their choices, and paths in zsh, with what each does. */
export function zshCompletion(program: DescribedCommand): string {
  return ['#compdef mailroom', ...zshFunction(program), `${functionName(program.path)} "$@"`, ''].join('\n');
}

/** Completes commands, flags, their choices, and paths in fish, with what each does. */
export function fishCompletion(program: DescribedCommand): string {
  const lines = flatten(program).flatMap(({ path, commands, options, operands }) => {
    const names = path.slice(1);
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
    const below = commands.map((command) => command.path.at(-1) ?? '');
    const open =
      names.length === 0 ? ['__fish_use_subcommand'] : [...seen, `not __fish_seen_subcommand_from ${below.join(' ')}`];
    const here = (conditions: readonly string[]): string =>
      conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
    return [
      ...commands.map((command) => {
        const name = command.path.at(-1) ?? '';
        return `complete -c mailroom${here(open)} -a ${name} -d ${quoted(command.text)}`;
      }),
      ...options.map(({ flags, text, takes, choices }) => {
        const named = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
        const value =
          takes === 'nothing'
            ? ''
            : choices.length > 0
              ? ` -x -a ${quoted(choices.join(' '))}`
              : takes === 'path'
                ? ' -r -F'
                : ' -x';
        return `complete -c mailroom${here(seen)} ${named.join(' ')}${value} -d ${quoted(text)}`;
      }),
      ...(operands.some(({ isPath }) => isPath) ? [`complete -c mailroom${here(seen)} -F`] : []),
    ];
  });
  return ['# fish completion of mailroom', 'complete -c mailroom -f', ...lines, ''].join('\n');
}
