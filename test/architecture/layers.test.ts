import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLayers, layerComplaints, roomCycleRule } from '../../tools/layers.ts';
import type { LayerReport } from '../../tools/layers.ts';

/** For each rule, imports that break it: file → what it imports. */
const breaches: Readonly<Record<string, readonly (readonly [from: string, imported: string])[]>> = {
  'no-cycles': [['src/shared/fault.ts', './item.ts']],
  'no-unresolved': [['src/main/engine/queue/lost.ts', './nowhere.ts']],
  'no-development-library': [['src/main/cli/checks.ts', 'vitest']],
  'product-stands-alone': [['src/main/cli/self-test.ts', '../../../test/example.ts']],
  'shared-knows-only-the-schema-library': [
    ['src/shared/files.ts', 'node:fs'],
    ['src/shared/reach.ts', '../main/engine/platform/ids.ts'],
  ],
  'engine-knows-no-host': [
    ['src/main/engine/window.ts', 'electron'],
    ['src/main/engine/lines.ts', '../cli/index.ts'],
    ['src/main/engine/training.ts', '../practice/practice-service.ts'],
    ['src/main/engine/intake/samples.ts', '../../../../resources/sample-documents/random.ts'],
  ],
  'no-cycles-between-rooms': [
    ['src/main/engine/intake/follow.ts', '../tracker/tracker.ts'],
    ['src/main/engine/tracker/takes.ts', '../intake/taker.ts'],
  ],
  'platform-knows-no-feature': [
    ['src/main/engine/platform/disk/takes.ts', '../../intake/taker.ts'],
    ['src/main/engine/platform/remembers.ts', '../journal/journal.ts'],
  ],
  'stores-know-the-platform-only': [
    ['src/main/engine/journal/retry.ts', '../queue/queue.ts'],
    ['src/main/engine/queue/why.ts', '../faults/fault.ts'],
    ['src/main/engine/faults/wired.ts', '../engine.ts'],
  ],
  'service-settings-and-credentials-know-no-feature': [
    ['src/main/engine/service/remember.ts', '../journal/journal.ts'],
    ['src/main/engine/settings/asks.ts', '../journal/journal.ts'],
    ['src/main/engine/credentials/asks.ts', '../settings/settings.ts'],
  ],
  'features-know-what-lies-below': [
    ['src/main/engine/exports/wired.ts', '../engine.ts'],
    ['src/main/engine/cases/asks.ts', '../credentials/asks.ts'],
    ['src/main/engine/scanning/starts.ts', '../workers/journal.ts'],
  ],
  'service-by-types-only': ['intake', 'cases', 'tracker', 'exports', 'submissions'].map(
    (module) => [`src/main/engine/${module}/caller.ts`, '../service/client.ts'] as const,
  ),
  'workers-are-entries': [['src/main/engine/journal/start.ts', '../workers/journal.ts']],
  'only-the-engine-is-wired-with': [['src/main/cli/peek.ts', '../engine/journal/journal.ts']],
  'desktop-and-cli-are-strangers': [
    ['src/main/desktop/lines.ts', '../cli/index.ts'],
    ['src/main/cli/windows.ts', '../desktop/windows.ts'],
  ],
  'electron-in-the-desktop': [['src/main/host/window.ts', 'electron']],
  'preload-knows-the-contract-only': [['src/preload/reach.ts', '../main/engine/platform/ids.ts']],
  'page-knows-the-contract-only': [['src/renderer/reach.ts', '../main/engine/platform/ids.ts']],
  'host-knows-engine-only': [['src/main/host/lines.ts', '../cli/index.ts']],
  'practice-shares-no-code': [
    ['src/main/practice/borrows.ts', '../engine/service/client.ts'],
    ['src/main/practice/schemas.ts', '../../shared/item.ts'],
  ],
  'practice-has-one-door': [['src/main/cli/inside.ts', '../practice/states.ts']],
  'only-the-command-line-starts-practice': [['src/main/host/training.ts', '../practice/practice-service.ts']],
  'samples-stand-alone': [['resources/sample-documents/asks.ts', '../../src/shared/item.ts']],
  'sqlite-in-the-journal': [['src/main/engine/intake/table.ts', '@photostructure/sqlite']],
  'http-client-in-the-service': [['src/main/cli/call.ts', 'undici']],
  'keychain-in-the-host': [['src/main/cli/secret.ts', 'keytar']],
  'database-of-the-team-in-the-team': [['src/main/engine/intake/rows.ts', 'pg']],
  'commander-in-the-command-line': [['src/main/engine/intake/words.ts', 'commander']],
};

/** Imports that every rule allows. */
const allowed: readonly (readonly [from: string, imported: string])[] = [
  ['src/shared/fault.ts', 'zod'],
  ['src/main/engine/engine.ts', './journal/journal.ts'],
  ['src/main/engine/engine.ts', './service/client.ts'],
  ['src/main/engine/engine.ts', '../../shared/fault.ts'],
  ['src/main/engine/journal/journal.ts', '@photostructure/sqlite'],
  ['src/main/engine/journal/journal.ts', '../platform/ids.ts'],
  ['src/main/engine/queue/queue.ts', 'node:timers'],
  ['src/main/engine/faults/fault.ts', '../../../shared/fault.ts'],
  ['src/main/engine/platform/ids.ts', '../faults/fault.ts'],
  ['src/main/engine/settings/settings.ts', '../faults/fault.ts'],
  ['src/main/engine/service/client.ts', 'undici'],
  ['src/main/engine/tracker/tracker.ts', '../journal/journal.ts'],
  ['src/main/engine/tracker/tracker.ts', '../platform/ids.ts'],
  ['src/main/engine/cases/sends.ts', '../submissions/configured.ts'],
  ['src/main/engine/submissions/configured.ts', '../settings/settings.ts'],
  ['src/main/engine/workers/journal.ts', '../journal/journal.ts'],
  ['src/main/cli/index.ts', '../engine/engine.ts'],
  ['src/main/cli/index.ts', '../practice/practice-service.ts'],
  ['src/main/practice/practice-service.ts', './states.ts'],
];
/** Allowed only as `import type`. */
const allowedType = ['src/main/engine/intake/taker.ts', '../service/client.ts'] as const;

/** Files that exist only to be imported. */
const bare = [
  'src/main/engine/platform/ids.ts',
  'src/main/desktop/windows.ts',
  'src/main/practice/states.ts',
  'resources/sample-documents/random.ts',
  'test/example.ts',
];

const libraries = ['zod', '@photostructure/sqlite', 'undici', 'keytar', 'pg', 'commander', 'electron'];

async function writeTree(root: string, imports: readonly (readonly [string, string])[]): Promise<void> {
  const lines = new Map<string, string[]>(bare.map((path) => [path, []]));
  const add = (path: string, line: string): void => void lines.set(path, [...(lines.get(path) ?? []), line]);
  for (const [from, imported] of imports) add(from, `import '${imported}';`);
  add(allowedType[0], `import type { here } from '${allowedType[1]}';`);
  const manifest = {
    name: 'fixture',
    type: 'module',
    dependencies: Object.fromEntries(libraries.map((name) => [name, '1.0.0'])),
    devDependencies: { vitest: '1.0.0' },
  };
  lines.set('package.json', [JSON.stringify(manifest)]);
  for (const name of [...libraries, 'vitest']) {
    lines.set(`node_modules/${name}/package.json`, [JSON.stringify({ name, version: '1.0.0', main: 'index.js' })]);
    lines.set(`node_modules/${name}/index.js`, []);
  }
  for (const [path, content] of lines) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    const exported = path.endsWith('.ts') ? ['export const here = 1;'] : [];
    await writeFile(join(root, path), [...content, ...exported, ''].join('\n'));
  }
}

describe('the layer rules', () => {
  let clean = '';
  let broken = '';
  let brokenReport: LayerReport;
  beforeAll(async () => {
    clean = await mkdtemp(join(tmpdir(), 'mailroom-layers-'));
    broken = await mkdtemp(join(tmpdir(), 'mailroom-layers-'));
    await writeTree(clean, allowed);
    // The cycle needs its other half.
    await writeTree(broken, [...allowed, ...Object.values(breaches).flat(), ['src/shared/item.ts', './fault.ts']]);
    brokenReport = await checkLayers(broken);
  });
  afterAll(async () => {
    for (const root of [clean, broken]) await rm(root, { recursive: true, force: true });
  });

  it('let pass what the design allows', async () => {
    const report = await checkLayers(clean);
    expect(layerComplaints(report)).toEqual([]);
    expect(report.modules).toBeGreaterThan(10);
  });

  it.each(Object.keys(breaches))('catch a breach of %s', (rule) => {
    const caughtIn = brokenReport.violations.filter((violation) => violation.rule === rule).map(({ from }) => from);
    expect(caughtIn).toEqual(expect.arrayContaining((breaches[rule] ?? []).map(([from]) => from)));
  });

  it('are all broken here once, so that none passes by never matching', async () => {
    const path = pathToFileURL(join(import.meta.dirname, '../../.dependency-cruiser.js')).href;
    const loaded: unknown = await import(path);
    const schema = z.object({ default: z.object({ forbidden: z.array(z.object({ name: z.string() })) }) });
    const rules = schema.parse(loaded).default.forbidden.map(({ name }) => name);
    expect(Object.keys(breaches).sort()).toEqual([...rules, roomCycleRule].sort());
  });

  it('complain when the tool saw nothing, instead of passing', () => {
    expect(layerComplaints({ modules: 0, imports: 0, violations: [], unseen: [] })).not.toEqual([]);
    expect(layerComplaints({ modules: 3, imports: 0, violations: [], unseen: [] })).not.toEqual([]);
    expect(layerComplaints({ modules: 2, imports: 9, violations: [], unseen: ['src/a.ts'] })).toContain(
      'not looked at: src/a.ts',
    );
  });
});
