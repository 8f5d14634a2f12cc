import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { format } from 'oxfmt';

/** The project's folder. */
export const root = join(import.meta.dirname, '../..');

/** Every Markdown file of the project by its path from the root, sorted; none of folders that were installed, built or made by runs. */
export async function markdownFiles(): Promise<readonly string[]> {
  const top = (await readdir(root)).filter((name) => name.endsWith('.md'));
  const below = await readdir(join(root, 'docs'), { recursive: true });
  const docs = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.split(sep).join('/')}`);
  return [...top, ...docs].sort();
}

/** The text of a file, by its path from the root. */
export function textOf(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/** Rows of all tables below a heading (its text without #) up to the next one of its level; without heads, cells trimmed. */
export function rowsBelow(text: string, heading: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const level = /^#+/.exec(lines[at] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 99) <= level);
  return at === -1 ? [] : rowsOf(rest.slice(0, end === -1 ? undefined : end));
}

/** Rows of all tables of a text; without heads, cells trimmed. */
export function rowsIn(text: string): readonly (readonly string[])[] {
  return rowsOf(text.split('\n'));
}

function rowsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const isRow = (line: string | undefined): boolean => line?.startsWith('|') ?? false;
  const isRule = (line: string | undefined): boolean => /^\|( *:?-+:? *\|)+$/.test(line ?? '');
  return lines
    .filter((line, at) => isRow(line) && !isRule(line) && !isRule(lines[at + 1]))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
}

/** Lines of the fenced blocks of a text whose language is one of these (`''`: none is said). */
export function blockLines(text: string, languages: readonly string[]): readonly string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language ?? ''))
    .flatMap(([, , block]) => (block ?? '').split('\n'));
}

/** What stands in backticks in a text, fenced blocks left out. */
export function quotedIn(text: string): readonly string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted ?? '');
}

/** The text with the table below a heading holding these rows, laid out as the formatter does; its head stays. Throws where no table is there. */
export async function withRows(text: string, heading: string, rows: readonly (readonly string[])[]): Promise<string> {
  const lines = text.split('\n');
  const at = lines.indexOf(`## ${heading}`);
  const rule = lines.findIndex((line, index) => index > at && /^\|( *:?-+:? *\|)+$/.test(line));
  if (at === -1 || rule === -1) throw new Error(`no table below ${heading}`);
  const end = lines.findIndex((line, index) => index > rule && !line.startsWith('|'));
  const written = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  const whole = [...lines.slice(0, rule + 1), ...written, ...lines.slice(end)].join('\n');
  const { code } = await format('docs/faults.md', whole);
  return code;
}
