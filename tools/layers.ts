import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { projectCommand, projectRoot, runStep } from './run-step.ts';

/** One broken rule: its name and the import that breaks it, as paths below the root with `/`. */
export interface LayerViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** What a look at all imports found. `unseen` = source files that the tool did not look at: then its silence means nothing. */
export interface LayerReport {
  readonly modules: number;
  readonly imports: number;
  readonly violations: readonly LayerViolation[];
  readonly unseen: readonly string[];
}

/** The rule that the tool of the others can't say. */
export const roomCycleRule = 'no-cycles-between-rooms';

/** The folders that the rules speak of. */
const lookedAt = ['src', 'resources'];

const cruiseSchema = z.object({
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
  summary: z.object({
    violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() })),
  }),
});

/** All TypeScript files below the looked-at folders of a root, as paths below it with `/`. */
async function sourceFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of lookedAt) {
    const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const name of names) if (/\.tsx?$/.test(name)) found.push(`${folder}/${name.split(sep).join('/')}`);
  }
  return found;
}

/** The room of the engine that a file is in; null for files elsewhere and at the engine's root. */
function roomOf(path: string): string | null {
  return /^src\/main\/engine\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Imports by which a room of the engine knows one that knows it: rooms have an order, as files have. */
function roomCycles(modules: z.infer<typeof cruiseSchema>['modules']): readonly LayerViolation[] {
  const known = new Map<string, Set<string>>();
  const ways = modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }) => {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from === null || to === null || from === to) return [];
      known.set(from, (known.get(from) ?? new Set()).add(to));
      return [{ from, to, source, resolved }];
    }),
  );
  const leads = (from: string, to: string, passed = new Set<string>()): boolean => {
    if (from === to) return true;
    if (passed.has(from)) return false;
    passed.add(from);
    return [...(known.get(from) ?? [])].some((next) => leads(next, to, passed));
  };
  return ways.flatMap(({ from, to, source, resolved }) =>
    leads(to, from) ? [{ rule: roomCycleRule, from: source, to: resolved }] : [],
  );
}

/**
 * Checks the rules of `.dependency-cruiser.js` on the tree below `root`, and that no rooms of the engine know each other. Throws where the tool leaves no readable answer: with a
 * TypeScript it can't use it finds "0 modules, no violations", so every file must show up among the modules (`unseen` is empty).
 */
export async function checkLayers(root: string): Promise<LayerReport> {
  const files = await sourceFiles(root);
  const folders = lookedAt.filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
  const rules = join(projectRoot, '.dependency-cruiser.js');
  const args = [
    '--config',
    rules,
    '--ts-config',
    join(projectRoot, 'tsconfig.json'),
    '--output-type',
    'json',
    ...folders,
  ];
  const { output } = await runStep(projectCommand('depcruise'), args, { capture: true, cwd: root });
  const { modules, summary } = cruiseSchema.parse(JSON.parse(output));
  const seen = new Set(modules.map((module) => module.source));
  return {
    modules: files.length,
    imports: modules.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...roomCycles(modules),
    ],
    unseen: files.filter((file) => !seen.has(file)),
  };
}

/** Why a report is no proof that the rules hold; empty when it is. */
export function layerComplaints(report: LayerReport): readonly string[] {
  const complaints = report.violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  for (const file of report.unseen) complaints.push(`not looked at: ${file}`);
  if (report.modules === 0) complaints.push('no source file was found');
  // A project whose files import next to nothing is one whose imports were not understood.
  if (report.imports < report.modules) {
    complaints.push(`only ${report.imports} imports in ${report.modules} files: the tool did not understand them`);
  }
  return complaints;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const report = await checkLayers(projectRoot);
  const complaints = layerComplaints(report);
  for (const complaint of complaints) process.stdout.write(`   ${complaint}\n`);
  process.stdout.write(`   ${report.modules} files, ${report.imports} imports, ${complaints.length} complaints\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
