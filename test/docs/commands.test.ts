import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { helpProgram } from '../support/help-program.ts';
import { blockLines, markdownFiles, quotedIn, textOf } from './markdown.ts';

const program = helpProgram('en');

/** What is wrong with a line of the command line: a command or a flag that is not there; null: nothing. */
function problemOf(words: readonly string[]): string | null {
  let command: Command = program;
  const rest = [...words];
  for (let next = rest[0]; next !== undefined && command.commands.length > 0; next = rest[0]) {
    const below: Command | undefined = command.commands.find((each) => each.name() === next);
    if (below === undefined) break;
    command = below;
    rest.shift();
  }
  const isNamed = (word: string | undefined): boolean => word !== undefined && /^[a-z][a-z-]*$/.test(word);
  if (command === program && isNamed(rest[0])) return `no command ${rest[0]}`;
  const flags = new Set([...command.options, ...program.options].flatMap(({ long, short }) => [long, short]));
  flags.add('--help');
  const unknown = rest.filter((word) => /^--?[a-z]/.test(word) && !flags.has(word.split('=')[0]));
  return unknown.length === 0 ? null : `${command.name()} knows no ${unknown.join(', ')}`;
}

/** Lines of the command line in a text: those of blocks, and those in backticks. */
function linesOf(text: string): readonly (readonly string[])[] {
  const all = [...blockLines(text, ['sh', 'ini', '']), ...quotedIn(text), ...(text.match(/^ {4}mailroom .*$/gm) ?? [])];
  return all.flatMap((line) => {
    // What follows a comment sign, a pipe or a second command is not of this one; neither are columns of explanations.
    const [, told] = /(?:^\s*mailroom|npm run -s mailroom --|\S*out\/cli\/index\.js)(?=\s|$)(.*)$/.exec(line) ?? [];
    if (told === undefined) return [];
    const words = (told.split(/\s#\s|\s{3,}|[|<>]|&&|, | \(|…/)[0] ?? '').replaceAll(/"[^"]*"|'[^']*'/g, 'text');
    return [words.split(/\s+/).filter((word) => word !== '')];
  });
}

test('every command and flag that a document shows is there', async () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const file of await markdownFiles())
    for (const words of linesOf(await textOf(file))) {
      seen += 1;
      const problem = problemOf(words);
      if (problem !== null) wrong.push(`${file}: mailroom ${words.join(' ')}: ${problem}`);
    }
  expect(seen).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

test('flags of tables and sentences belong to a command, to npm or to the window', async () => {
  const tree = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(tree)];
  const flags = new Set(tree(program).flatMap(({ options }) => options.map(({ long }) => long)));
  // Of the window (src/main/desktop/start-arguments.ts), of other programs, and those that help and settings bring.
  for (const flag of ['--practice', '--practice-quota', '--hidden', '--help', '--version']) flags.add(flag);
  for (const flag of ['--parallel', '--parallel-max', '--omit', '--project', '--minutes', '--write']) flags.add(flag);
  // Of `npm run dist`.
  for (const flag of ['--window', '--electron-dist', '--electron-mirror', '--arch', '--sign-update']) flags.add(flag);
  const wrong: string[] = [];
  for (const file of await markdownFiles())
    for (const quoted of quotedIn(await textOf(file)))
      for (const [, flag] of quoted.matchAll(/(?:^|\s)(--[a-z][a-z-]*)/g))
        if (flag !== undefined && !flags.has(flag)) wrong.push(`${file}: ${quoted}`);
  expect(wrong).toEqual([]);
});

test('every script of npm that a document names is there', async () => {
  const scriptsSchema = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = scriptsSchema.parse(JSON.parse(await textOf('package.json')));
  const missing: string[] = [];
  for (const file of await markdownFiles()) {
    const text = await textOf(file);
    for (const line of [...blockLines(text, ['sh', '']), ...quotedIn(text)])
      for (const [, name] of line.matchAll(/\bnpm run (?:-s )?([a-z0-9]+)/g))
        if (!Object.hasOwn(scripts, name ?? '')) missing.push(`${file}: npm run ${name ?? ''}`);
  }
  expect(missing).toEqual([]);
});

test('a command and a flag that are not there are seen', () => {
  expect(problemOf(['watsch', './inbox'])).toBe('no command watsch');
  expect(problemOf(['watch', './inbox', '--onze'])).toBe('watch knows no --onze');
  expect(problemOf(['cases', 'open', '--loose'])).toBeNull();
  expect(linesOf('```sh\nmailroom retry 01m8   # the first characters\n```')).toEqual([['retry', '01m8']]);
});
