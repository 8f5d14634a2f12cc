import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { projectCommand, projectRoot, runStep } from '../../tools/run-step.ts';
import {
  everywhere,
  javascript,
  page,
  shipped,
  tests,
  typed,
  types,
  typescript,
  type Breaches,
} from './lint-breaches.ts';

const configuration = '.oxlintrc.json';
const rulesSchema = z.record(z.string(), z.unknown());
const configurationSchema = z.object({
  rules: rulesSchema,
  overrides: z.array(z.object({ files: z.array(z.string()), rules: rulesSchema })),
});
const reportSchema = z.object({ diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })) });

/** The rules by where they hold: the names that the breaches are told by, as in the linter's reports. */
const places: readonly { readonly files: string; readonly breaches: Breaches; readonly name: string }[] = [
  { files: 'everywhere', breaches: everywhere, name: 'src/everywhere/*.cjs' },
  { files: '**/*.js', breaches: javascript, name: 'src/javascript/*.cjs' },
  { files: '**/*.ts', breaches: { ...typescript, ...typed }, name: 'src/typescript/*.ts' },
  { files: 'src/**/*.ts', breaches: shipped, name: 'src/shipped/*.ts' },
  { files: 'src/renderer/**', breaches: page, name: 'src/renderer/*.tsx' },
  { files: 'test/**/*.ts', breaches: tests, name: 'test/*.ts' },
];

it('has every rule reported where a file breaks it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'mailroom-lint-'));
  try {
    const put = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    };
    await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
    for (const path of [configuration, 'tsconfig.json']) await copyFile(join(projectRoot, path), join(root, path));
    await put('src/renderer/tsconfig.json', await readFile(join(projectRoot, 'src/renderer/tsconfig.json'), 'utf8'));
    await put('src/typescript/types.ts', types);

    const expected: string[] = [];
    for (const { breaches, name } of places) {
      for (const [rule, text] of Object.entries(breaches)) {
        // An import stands in a module alone.
        const kind = /^import/.test(text) ? name.replace('.cjs', '.mjs') : name;
        const path = kind.replace('*', rule.replace('/', '-'));
        await put(path, `${text}\n`);
        expected.push(`${path}: ${rule.includes('/') ? rule.replace('/', '(') : `eslint(${rule}`})`);
      }
    }
    const { output } = await runStep(projectCommand('oxlint'), ['--format', 'json', 'src', 'test'], {
      capture: true,
      cwd: root,
    });
    const { diagnostics } = reportSchema.parse(JSON.parse(output));
    const reported = new Set(diagnostics.map(({ filename, code }) => `${filename}: ${code}`));
    expect(expected.filter((line) => !reported.has(line))).toEqual([]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

it('has a file that breaks it for every rule', async () => {
  // The file is JSON with remarks, each on a line of its own.
  const text = (await readFile(join(projectRoot, configuration), 'utf8')).replace(/^\s*\/\/.*$/gm, '');
  const { rules, overrides } = configurationSchema.parse(JSON.parse(text));
  const named = new Map(overrides.map((part) => [part.files[0], part.rules]));
  named.set('everywhere', rules);
  // Two rules have the name of their ESLint plugin in reports.
  const reportedAs = (rule: string): string =>
    /^react\/(rules-of-hooks|exhaustive-deps)$/.test(rule) ? rule.replace('react/', 'react-hooks/') : rule;
  for (const { files, breaches } of places) {
    expect(
      Object.keys(named.get(files) ?? {})
        .map(reportedAs)
        .sort(),
    ).toEqual(Object.keys(breaches).sort());
  }
});
