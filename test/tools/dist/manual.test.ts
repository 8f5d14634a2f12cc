import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bashCompletion, fishCompletion, zshCompletion } from '../../../tools/dist/completions.ts';
import { describeCommands, type DescribedCommand } from '../../../tools/dist/describe-commands.ts';
import { manualPages } from '../../../tools/dist/manual.ts';
import { makeTestFolder } from '../../support/ports.ts';

const program = describeCommands('en');

function all(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...command.commands.flatMap(all)];
}

describe('the manual', () => {
  it('has a page for the program and each of its commands, with every option in the words of the help', () => {
    const pages = manualPages(program, 'en', { version: '1.2.3', date: '2026-11-30' });
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mailroom.1', 'mailroom-watch.1', 'mailroom-settings.1']),
    );
    expect(pages).toHaveLength(1 + program.commands.length);
    for (const command of program.commands) {
      const text = pages.find(({ name }) => name === `${command.path.join('-')}.1`)?.text ?? '';
      for (const { term } of all(command).flatMap(({ options }) => options)) {
        expect(text).toContain(`\\fB${term.replaceAll('-', '\\-')}\\fR`);
      }
    }
  });

  it('speaks German as the help does', () => {
    const [page] = manualPages(describeCommands('de'), 'de', { version: '1.2.3', date: '2026-11-30' });
    expect(page?.text).toContain('.SH BEZEICHNUNG');
    expect(page?.text).toContain('Nimmt Dokumente aus Ordnern auf');
  });

  it('lets no letter of a text be a command of the macros', () => {
    const odd = { ...program, text: ".so /etc/passwd\n'in -1 \\n[x]", commands: [], options: [], notes: '' };
    const [page] = manualPages(odd, 'en', { version: '1', date: '2026-11-30' });
    expect(page?.text).toContain("\\&.so /etc/passwd\n\\&'in \\-1 \\en[x]");
    expect(page?.text).not.toMatch(/^[.']so/mu);
  });
});

/** What bash offers after these words. */
async function offered(script: string, words: readonly string[], cwd: string): Promise<readonly string[]> {
  const ask = `compopt() { :; }; source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _mailroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', ask, script, ...words], { cwd });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  it.each([
    [['mailroom', 'wat'], ['watch']],
    [
      ['mailroom', 'watch', '--mode', ''],
      ['document', 'batch', 'case'],
    ],
    [['mailroom', 'documents', 'l'], ['list']],
    [['mailroom', 'watch', '--aft'], ['--after']],
    [['mailroom', 'watch', '--project', ''], []],
    [['mailroom', 'watch', 'Ein'], ['Eingang Süd']],
    [['mailroom', 'send', '--mode', 'case', '--export', 'Ein'], ['Eingang Süd']],
  ])('%j', async (words, answer) => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'Eingang Süd'), '');
    const script = join(folder, 'script');
    await writeFile(script, bashCompletion(program));
    expect(await offered(script, words, folder)).toEqual(answer);
  });
});

it('completion in zsh and fish knows every command and flag', () => {
  const [zsh, fish] = [zshCompletion(program), fishCompletion(program)];
  for (const { path, options } of all(program)) {
    const flags = options.flatMap((option) => option.flags);
    for (const flag of flags.filter((each) => each.startsWith('--'))) {
      expect(zsh).toContain(`'${flag}[`);
      expect(fish).toContain(`-l ${flag.slice(2)} `);
    }
    const name = path.at(-1);
    if (path.length > 1) expect(fish).toContain(`-a ${String(name)} -d `);
  }
});
