import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { projectCommand, projectRoot, runStep } from './run-step.ts';

/** A number that says how large or how tangled `src` is. */
export interface Measure {
  readonly name: string;
  readonly goal?: number;
  /** The largest number that passes: what was reached so far. It only goes down, until it is the goal. A measure without one is shown only. */
  readonly bound?: number;
  /** Each place that counts, as `path: what`. */
  readonly found: readonly string[];
  /** The number, where it isn't that of the places. */
  readonly count: number;
}

/** What can be counted, in the order of the table. */
export type MeasureKey = 'lines' | 'files' | 'smallModules' | 'longFunctions' | 'fullFolders' | 'absentDocuments';

const smallLines = 40;
const longLines = 120;
const fullFiles = 18;

/** Lower a bound when its number went down. The bound may become the goal; it never goes up. */
const measures: Readonly<Record<MeasureKey, Pick<Measure, 'name' | 'goal' | 'bound'>>> = {
  lines: { name: 'lines of TypeScript', goal: 78_000 },
  files: { name: 'files of TypeScript' },
  smallModules: {
    name: `modules of at most ${String(smallLines)} lines with one importer, which is in the same folder`,
    goal: 19,
    bound: 10,
  },
  longFunctions: { name: `functions over ${String(longLines)} lines`, goal: 0, bound: 0 },
  fullFolders: { name: `folders with more than ${String(fullFiles)} files at one level`, goal: 0, bound: 0 },
  absentDocuments: { name: 'names of documents that are not in the project', goal: 0, bound: 0 },
};

/** A source file: its path below the root with `/`, its number of lines, and its syntax. */
interface Source {
  readonly path: string;
  readonly lines: number;
  readonly syntax: ts.SourceFile;
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

async function readSources(root: string, paths: readonly string[]): Promise<readonly Source[]> {
  return Promise.all(
    paths
      .filter((path) => /\.tsx?$/.test(path))
      .map(async (path) => {
        const text = await readFile(join(root, path), 'utf8');
        const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
        return { path, lines: text.split('\n').length - 1, syntax };
      }),
  );
}

/** The relative imports of a file, those of types and `import()` too, as paths below the root. */
function importsOf({ path, syntax }: Source): readonly string[] {
  const found: string[] = [];
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return;
    found.push(join(dirname(path), specifier.text).split(sep).join('/'));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}

function smallModules(sources: readonly Source[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const imported of importsOf(source)) {
      importers.set(imported, (importers.get(imported) ?? new Set()).add(source.path));
    }
  }
  return sources.flatMap(({ path, lines }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    if (importer === undefined || others.length > 0 || lines > smallLines) return [];
    return dirname(importer) === dirname(path) ? [`${path}: ${String(lines)} lines, for ${basename(importer)}`] : [];
  });
}

/** The name of a function, or of what it is the value of. */
function functionName(node: ts.FunctionLikeDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return 'a function without a name';
}

function longFunctions({ path, syntax }: Source): readonly string[] {
  const found: string[] = [];
  const lineAt = (position: number): number => syntax.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [lineAt(node.getStart(syntax)), lineAt(node.end)];
      const lines = last - first + 1;
      if (lines > longLines) found.push(`${path}:${String(first)}: ${functionName(node)} has ${String(lines)} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}

function fullFolders(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > fullFiles)
    .sort(([, one], [, other]) => other - one)
    .map(([folder, count]) => `${folder}: ${String(count)} files`);
}

/** Names of Markdown files in the text of a source; those inside addresses of the web don't count. */
function absentDocuments({ path, syntax }: Source, documents: ReadonlySet<string>): readonly string[] {
  const withoutAddresses = syntax.text.replaceAll(/https?:\/\/\S+/g, '');
  const named = [...withoutAddresses.matchAll(/[\w-]+\.md\b/g)].map(([name]) => name);
  return named.filter((name) => !documents.has(name)).map((name) => `${path}: ${name}`);
}

/** Counts all measures in `src` below a root (absolute). */
export async function measureHouse(root: string): Promise<Readonly<Record<MeasureKey, Measure>>> {
  const paths = await filesBelow(root, 'src');
  const sources = await readSources(root, paths);
  const topNames = await readdir(root);
  const documents = new Set([...topNames, ...(await filesBelow(root, 'docs')).map((path) => basename(path))]);
  const listed = (key: MeasureKey, found: readonly string[]): Measure => ({
    ...measures[key],
    found,
    count: found.length,
  });
  return {
    lines: { ...measures.lines, found: [], count: sources.reduce((sum, { lines }) => sum + lines, 0) },
    files: { ...measures.files, found: [], count: sources.length },
    smallModules: listed('smallModules', smallModules(sources)),
    longFunctions: listed('longFunctions', sources.flatMap(longFunctions)),
    fullFolders: listed('fullFolders', fullFolders(paths)),
    absentDocuments: listed(
      'absentDocuments',
      sources.flatMap((source) => absentDocuments(source, documents)),
    ),
  };
}

/** What is wrong: each measure that passed its bound, with its places; also a root in which nothing was found. Empty when all is well. */
export function houseComplaints(house: Readonly<Record<MeasureKey, Measure>>): readonly string[] {
  const passed = Object.values(house).filter(({ bound, count }) => bound !== undefined && count > bound);
  const complaints = passed.flatMap(({ name, bound, count, found }) => [
    `${name}: ${String(count)}, at most ${String(bound)} may be`,
    ...found.map((place) => `  ${place}`),
  ]);
  return house.files.count === 0 ? ['no source file was found', ...complaints] : complaints;
}

/** The heading of the table in docs/architecture.md. */
export const houseHeading = 'The size of the house';

/** The rows of the table: measure, number, bound, goal. */
export function houseRows(house: Readonly<Record<MeasureKey, Measure>>): readonly (readonly string[])[] {
  const written = (number: number | undefined): string => number?.toLocaleString('en-US') ?? 'none';
  return Object.values(house).map(({ name, count, bound, goal }) => [
    name,
    written(count),
    written(bound),
    written(goal),
  ]);
}

/** Puts the rows into the table below the heading of docs/architecture.md; its head stays. Throws where no table is there. */
async function writeTable(rows: readonly (readonly string[])[]): Promise<void> {
  const page = join(projectRoot, 'docs/architecture.md');
  const lines = (await readFile(page, 'utf8')).split('\n');
  const heading = lines.indexOf(`## ${houseHeading}`);
  const rule = lines.findIndex((line, at) => at > heading && line.startsWith('| -'));
  if (heading === -1 || rule === -1) throw new Error(`docs/architecture.md has no table below "${houseHeading}"`);
  const end = lines.findIndex((line, at) => at > rule && !line.startsWith('|'));
  const table = rows.map((row) => `| ${row.join(' | ')} |`);
  await writeFile(page, [...lines.slice(0, rule + 1), ...table, ...lines.slice(end)].join('\n'));
  await runStep(projectCommand('oxfmt'), [page]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const house = await measureHouse(projectRoot);
  const complaints = houseComplaints(house);
  for (const { name, count, bound, found } of Object.values(house)) {
    process.stdout.write(`   ${name}: ${String(count)}\n`);
    for (const place of found) process.stdout.write(`      ${place}\n`);
    if (bound !== undefined && count < bound) process.stdout.write(`   Its bound of ${String(bound)} can go down.\n`);
  }
  if (complaints.length === 0) await writeTable(houseRows(house));
  else process.stdout.write(`   ${complaints.filter((line) => !line.startsWith(' ')).join('\n   ')}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
