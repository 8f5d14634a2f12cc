import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { policyValues } from '../../../src/main/engine/settings/policy-values.ts';
import { valueAt } from '../../../src/main/engine/settings/setting-path.ts';
import { createSettingsStore } from '../../../src/main/engine/settings/settings-store.ts';
import { readRegistryFile, type RegistryValue } from '../../../src/main/host/policy/registry-file.ts';
import { createRegistryPolicy, policyKey, systemPolicy } from '../../../src/main/host/policy/registry-policy.ts';
import { policySamples } from '../../support/policy-samples.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';

/** What `reg export` of Wine wrote with all samples in the registry (test/windows/policy.test.ts sets them one by one). */
const exported = readFile(join(import.meta.dirname, 'exported.reg'), 'utf16le');

const head = 'Windows Registry Editor Version 5.00\r\n\r\n';
const keyLine = '[HKEY_LOCAL_MACHINE\\Software\\Policies\\Mailroom]\r\n';

function policyOf(text: string | null): ReturnType<typeof createRegistryPolicy> {
  return createRegistryPolicy({ ProgramData: 'C:\\ProgramData' }, () => Promise.resolve(text));
}

test('every setting that a policy may set is read from what Windows exports, and nothing else is in it', async () => {
  const read = await policyOf(await exported).read();
  const policy = read.ok ? read.value : read.fault;
  const paths = policyValues().map(({ path }) => path);
  expect(paths).toEqual(Object.keys(policySamples));
  expect(Object.fromEntries(paths.map((path) => [path, valueAt(policy, path.split('.'))]))).toEqual(policySamples);
});

/** A value as the script for PowerShell writes it: all of it in hexadecimal digits, texts without a zero at their end. */
function inDigits(value: RegistryValue): string {
  const digits = (bytes: Buffer): string => (bytes.toString('hex').match(/../gu) ?? []).join(',');
  switch (value.kind) {
    case 'text':
    case 'expandable':
      return `hex(${value.kind === 'text' ? 1 : 2}):${digits(Buffer.from(value.text, 'utf16le'))}`;
    case 'lines':
      return `hex(7):${digits(Buffer.from(value.lines.join('\0'), 'utf16le'))}`;
    case 'number': {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value.number));
      return `hex(b):${digits(bytes)}`;
    }
    case 'other':
      return 'hex(0):';
  }
}

test('where reg is taken away from users, the same is read of what PowerShell writes', async () => {
  const text = await exported;
  const written = (readRegistryFile(text) ?? []).map(({ key, values }) =>
    [`[${key}]`, ...[...values].map(([name, value]) => `${JSON.stringify(name)}=${inDigits(value)}`)].join('\r\n'),
  );
  expect(written.length).toBeGreaterThan(1);
  const read = await policyOf(`${head}${written.join('\r\n\r\n')}\r\n`).read();
  expect(read).toEqual(await policyOf(text).read());
  expect(read.ok).toBe(true);
});

test('what it sets can be worked by, and each value says where it stands', async () => {
  const systemPolicy = policyOf(await exported);
  const dataDirectory = await makeTestFolder();
  const store = createSettingsStore({ dataDirectory, systemPolicy, newId: () => 's', stationName: 's' });
  expect(await store.get('hotFolders.h1.rule.export.folder')).toEqual({ ok: true, value: '\\\\server\\xml' });
  const locked = await store.locked();
  const places = new Map((locked.ok ? locked.value : []).map(({ path, place }) => [path, place]));
  for (const [path, name] of [
    ['limits.sockets', 'limits.sockets'],
    ['limits.hours', 'limits.hours'],
    ['hotFolders', 'hotFolders'],
  ] as const)
    expect(places.get(path)).toBe(`${policyKey}\\${name}`);
});

test('only Windows has a registry', () => {
  expect(systemPolicy('linux', {})).toBeUndefined();
  expect(systemPolicy('win32', {})?.name).toBe(policyKey);
});

describe('a value of the registry that can not be used', () => {
  it.each([
    ['"limits.sockets"="eight"', 'limits.sockets', 'wants-number'],
    ['"limits.sockets"=hex(7):31,00,00,00,00,00', 'limits.sockets', 'wants-number'],
    ['"network.systemProxy"=dword:00000002', 'network.systemProxy', 'wants-truth'],
    ['"network.systemProxy"="true"', 'network.systemProxy', 'wants-truth'],
    ['"network.proxy"=dword:00000001', 'network.proxy', 'wants-text'],
    ['"network.proxy"=hex:01', 'network.proxy', 'wants-text'],
    ['"exports.doctypes"="one"', 'exports.doctypes', 'wants-list'],
    ['"intake.projects"="one"', 'intake.projects', 'wants-other-kind'],
    ['"hotFolders"=dword:00000001', 'hotFolders', 'wants-text'],
    ['"limits.hours"="20 to 6"', 'limits.hours', 'no-json-text'],
    ['"limits.socket"=dword:00000001', 'limits.socket', 'unknown-name'],
    ['"station.id"="one for all"', 'station.id', 'unknown-name'],
    ['@="x"', '(Default)', 'unknown-name'],
    ['"limits.sockets"=dword:1', undefined, 'wrong-form'],
    ['nonsense', undefined, 'wrong-form'],
  ])('is named: %s', async (line, field, problem) => {
    const read = await policyOf(`${head}${keyLine}${line}\r\n`).read();
    expect(read).toMatchObject({
      ok: false,
      fault: { code: 'settings-invalid', params: { path: policyKey, problem } },
    });
    expect(read.ok ? undefined : read.fault.params['field']).toBe(field);
  });

  it('is named where a key stands in its place, or below', async () => {
    const below = (name: string, line: string): string => `${head}${keyLine.replace(']', `\\${name}]`)}${line}\r\n`;
    expect(await policyOf(below('limits', '"sockets"=dword:00000001')).read()).toMatchObject({
      fault: { params: { field: 'limits', problem: 'unknown-name' } },
    });
    expect(await policyOf(below('hotFolders', '"1"="{}"')).read()).toMatchObject({
      fault: { params: { field: 'hotFolders', problem: 'wants-other-kind' } },
    });
    expect(await policyOf(below('intake.projects', '"main"=dword:00000001')).read()).toMatchObject({
      fault: { params: { field: 'intake.projects\\main', problem: 'wants-text' } },
    });
  });

  it('is named by its line where a list of JSON has one that is none', async () => {
    const lines = Buffer.from('{"id":"a"}\0{"id":\0\0', 'utf16le')
      .toString('hex')
      .replaceAll(/(..)(?=.)/gu, '$1,');
    expect(await policyOf(`${head}${keyLine}"connections"=hex(7):${lines}\r\n`).read()).toMatchObject({
      fault: { params: { field: 'connections', line: 2, problem: 'no-json-text' } },
    });
  });
});

test('a key without values, as Group Policy leaves it behind, sets nothing and locks nothing', async () => {
  const key = (name: string): string => keyLine.replace(']', `\\${name}]`);
  const systemPolicy = policyOf(`${head}${key('intake.projects')}\r\n${key('of another version')}\r\n`);
  const dataDirectory = await makeTestFolder();
  await writeFile(
    join(dataDirectory, 'settings.json'),
    '{"version":1,"station":{"id":"s","name":"s"},"intake":{"projects":{"main":"p-1"}}}',
  );
  const store = createSettingsStore({ dataDirectory, systemPolicy, newId: () => 's', stationName: 's' });
  expect(await store.get('intake.projects')).toEqual({ ok: true, value: { main: 'p-1' } });
  expect(await store.locked()).toEqual({ ok: true, value: [] });
});

test('names are the same in other case, fractions are texts, variables are put in, and JSON may be one list', async () => {
  const paths = Buffer.from('%programdata%\\büro %nowhere%\0', 'utf16le')
    .toString('hex')
    .replaceAll(/(..)(?=.)/gu, '$1,');
  const lines = [
    '"LIMITS.Sockets"=dword:00000005',
    '"intake.duplicateDays"="0.5"',
    `"metrics.file"=hex(2):${paths}`,
    '"connections"="[\r\n{\\"id\\":\\"a\\"}\r\n]"',
  ];
  expect(await policyOf(`${head}${keyLine}${lines.join('\r\n')}\r\n`).read()).toEqual({
    ok: true,
    value: {
      limits: { sockets: 5 },
      intake: { duplicateDays: 0.5 },
      metrics: { file: 'C:\\ProgramData\\büro %nowhere%' },
      connections: [{ id: 'a' }],
    },
  });
});

test('a key that is there and can not be read is no policy that is passed over', async () => {
  const refused = createRegistryPolicy({}, () => Promise.reject(new Error('no')));
  expect(await refused.read()).toMatchObject({
    fault: { code: 'settings-invalid', params: { path: policyKey, problem: 'not-readable' } },
  });
  expect(await policyOf(null).read()).toEqual({ ok: true, value: null });
});

test('it is asked for again after five seconds', async () => {
  let [now, calls] = [0, 0];
  const policy = createRegistryPolicy(
    {},
    () => Promise.resolve((calls += 1) > 1 ? head : null),
    () => now,
  );
  for (now of [0, 4_999]) expect(await policy.read()).toEqual({ ok: true, value: null });
  now = 5_000;
  expect(await policy.read()).toEqual({ ok: true, value: {} });
});

test('names and texts of the registry come through whole, whatever is in them', () => {
  const escaped = (part: string): string => part.replaceAll(/["\\]/gu, String.raw`\$&`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
      const keys = readRegistryFile(`${head}${keyLine}"${escaped(name)}"="${escaped(text)}"\r\n`);
      expect([...(keys?.[0]?.values ?? [])]).toEqual([[name, { kind: 'text', text }]]);
    }),
  );
});
