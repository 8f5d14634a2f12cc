import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fuseComplaints, type FuseName } from '../../tools/fuses.ts';
import { projectRoot } from '../../tools/run-step.ts';

function jsonOf(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

const configuration = jsonOf(join(projectRoot, 'electron-builder.json'));

test('the configuration of the packages is one that electron-builder takes', () => {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const schema = z.record(z.string(), z.unknown()).parse(jsonOf(builder.resolve('app-builder-lib/scheme.json')));
  const ajv = new Ajv({ strict: false });
  ajv.addKeyword({ keyword: 'typeof' });
  const check = ajv.compile(schema);
  expect([check(configuration), check.errors]).toEqual([true, null]);
  expect(check({ ...z.object({}).loose().parse(configuration), electronFuse: {} })).toBe(false);
});

test('packages have the fuses that a release is checked for, and take no data away with them', () => {
  const { electronFuses, nsis } = z
    .object({
      electronFuses: z.record(z.string(), z.boolean()),
      nsis: z.object({ deleteAppDataOnUninstall: z.literal(false) }),
    })
    .parse(configuration);
  const names: Readonly<Record<string, FuseName>> = {
    runAsNode: 'RunAsNode',
    enableNodeOptionsEnvironmentVariable: 'EnableNodeOptionsEnvironmentVariable',
    enableNodeCliInspectArguments: 'EnableNodeCliInspectArguments',
    enableEmbeddedAsarIntegrityValidation: 'EnableEmbeddedAsarIntegrityValidation',
    onlyLoadAppFromAsar: 'OnlyLoadAppFromAsar',
  };
  const set = Object.entries(names).flatMap(([option, name]) => {
    const on = electronFuses[option];
    return on === undefined ? [] : [[name, on] as const];
  });
  expect(fuseComplaints(new Map(set))).toEqual([]);
  expect(electronFuses['grantFileProtocolExtraPrivileges']).toBe(false);
  expect(nsis.deleteAppDataOnUninstall).toBe(false);
});
