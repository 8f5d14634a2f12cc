import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import type { SettingsProblem } from '../../engine/faults/problem-of.ts';
import { patiently, rm } from '../../engine/platform/disk/patient-files.ts';
import { powerShellArguments, printed } from '../../engine/platform/system-program.ts';
import type { JsonObject } from '../../engine/settings/json-file.ts';
import { isJsonObject } from '../../engine/settings/json-file.ts';
import { policyValues, type PolicySource, type PolicyValue } from '../../engine/settings/policy-values.ts';
import { withValueAt } from '../../engine/settings/setting-path.ts';
import type { Environment } from '../environment-secrets.ts';
import { readRegistryFile, type RegistryValue } from './registry-file.ts';

const above = 'HKLM\\Software\\Policies';
/** The key below which Group Policy, Intune and others put what they set. */
export const policyKey = `${above}\\Mailroom`;

/** How long what was read holds, ms: a window reads its settings many times in a row, and policies come every hour or two. */
const freshMs = 5_000;

/**
 * The registry's policy for Mailroom. A value that is unknown or of another type than its setting is fault `settings-invalid` that names it,
 * like a key that is there and can't be read: a lock is never passed over. `exported` answers what the registry says, see
 * {@link exportedPolicy}; `now` ms of a clock that only goes on.
 */
export function createRegistryPolicy(
  environment: Environment,
  exported: () => Promise<string | null> = exportedPolicy,
  now: () => number = () => performance.now(),
): PolicySource {
  let known: { readonly until: number; readonly read: Promise<Outcome<JsonObject | null>> } | null = null;
  return {
    name: policyKey,
    read() {
      known = known !== null && now() < known.until ? known : { until: now() + freshMs, read: read() };
      return known.read;
    },
    placeOf(path) {
      const value = policyValues().find((each) => path === each.path || path.startsWith(`${each.path}.`));
      return `${policyKey}\\${value?.path ?? path}`;
    },
  };

  async function read(): Promise<Outcome<JsonObject | null>> {
    let text: string | null;
    try {
      text = await exported();
    } catch (error) {
      return failure('settings-invalid', { path: policyKey, problem: 'not-readable' }, String(error));
    }
    return text === null ? success(null) : policyOf(text, environment);
  }
}

/** What the system itself keeps of an administrator's values: on Windows the registry, elsewhere nothing. */
export function systemPolicy(platform: NodeJS.Platform, environment: Environment): PolicySource | undefined {
  return platform === 'win32' ? createRegistryPolicy(environment) : undefined;
}

/**
 * The key as `reg export` writes it, which is UTF-16: what `reg query` prints is in the console's characters. Null where there is no such
 * key. Rejects where nobody can tell.
 */
async function exportedPolicy(): Promise<string | null> {
  const keys = await printed('reg', ['query', above]);
  if (keys === null) {
    const software = await printed('reg', ['query', 'HKLM\\Software']);
    const hasNone = software !== null && !/\\Policies\s*$/imu.test(software);
    // Administrators may take `reg` away from users, or a key.
    return hasNone ? null : exportedByPowerShell();
  }
  if (!/\\Policies\\Mailroom\s*$/imu.test(keys)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-policy-'));
  try {
    const file = join(folder, 'policy.reg');
    if ((await printed('reg', ['export', policyKey, file, '/y'])) === null) return await exportedByPowerShell();
    return await patiently(() => readFile(file, 'utf16le'));
  } finally {
    // What stays there is no reason against what was read.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** What Windows' own PowerShell is told to write the key as `reg export` does, all of it in hexadecimal digits; `none` where there is no key. */
const exportScript = `
$ErrorActionPreference = 'Stop'
$root = 'Registry::HKEY_LOCAL_MACHINE\\Software\\Policies\\Mailroom'
if (-not (Test-Path -LiteralPath $root)) { 'none'; exit }
$text = "Windows Registry Editor Version 5.00\`r\`n"
foreach ($key in @(Get-Item -LiteralPath $root) + @(Get-ChildItem -LiteralPath $root -Recurse)) {
  $text += "\`r\`n[" + $key.Name + "]\`r\`n"
  foreach ($name in $key.GetValueNames()) {
    $value = $key.GetValue($name, $null, 'DoNotExpandEnvironmentNames')
    switch ($key.GetValueKind($name).ToString()) {
      'String' { $type = '1'; $bytes = [Text.Encoding]::Unicode.GetBytes($value) }
      'ExpandString' { $type = '2'; $bytes = [Text.Encoding]::Unicode.GetBytes($value) }
      'MultiString' { $type = '7'; $bytes = [Text.Encoding]::Unicode.GetBytes($value -join [char]0) }
      'DWord' { $type = 'b'; $bytes = [BitConverter]::GetBytes([long]$value -band 4294967295) }
      'QWord' { $type = 'b'; $bytes = [BitConverter]::GetBytes([long]$value) }
      default { $type = '0'; $bytes = @() }
    }
    $digits = @($bytes | ForEach-Object { $_.ToString('x2') }) -join ','
    $text += '"' + $name.Replace('\\', '\\\\').Replace('"', '\\"') + '"=hex(' + $type + '):' + $digits + "\`r\`n"
  }
}
[Convert]::ToBase64String([Text.Encoding]::Unicode.GetBytes($text))
`;

/** The same without `reg`. Rejects where PowerShell is refused too: then nobody can tell whether something is locked. */
async function exportedByPowerShell(): Promise<string | null> {
  const said = (await printed('powershell', powerShellArguments(exportScript)))?.trim();
  if (said === undefined || said === '') throw new Error('neither reg nor PowerShell reads the registry');
  return said === 'none' ? null : Buffer.from(said, 'base64').toString('utf16le');
}

const below = /^HKEY_LOCAL_MACHINE\\Software\\Policies\\Mailroom(?:\\(.*))?$/iu;

/** Windows takes names for the same in whatever case. */
function nameOf({ path: setting }: PolicyValue): string {
  return setting.toLowerCase();
}

/** The settings that an exported key holds. */
function policyOf(text: string, environment: Environment): Outcome<JsonObject> {
  const keys = readRegistryFile(text);
  if (keys === null) return wrong(undefined, 'wrong-form');
  const known = new Map(policyValues().map((value) => [nameOf(value), value]));
  let policy: unknown = {};
  const take = (name: string, given: RegistryValue | ReadonlyMap<string, RegistryValue>): Outcome<never> | null => {
    const setting = known.get(name.toLowerCase());
    if (setting === undefined) return wrong(name === '' ? '(Default)' : name, 'unknown-name');
    const value = settingOf(setting, given, environment);
    if (!value.ok) return value;
    policy = withValueAt(policy, setting.path.split('.'), value.value);
    return null;
  };
  for (const { key, values } of keys) {
    // Group Policy takes values away and leaves their key behind.
    if (values.size === 0) continue;
    const name = below.exec(key)?.[1];
    const given = name === undefined ? [...values] : [[name, values] as const];
    for (const [each, value] of given) {
      const refused = take(each, value);
      if (refused !== null) return refused;
    }
  }
  return success(isJsonObject(policy) ? policy : {});
}

function wrong(field: string | undefined, problem: SettingsProblem, line?: number): Outcome<never> {
  return failure('settings-invalid', {
    path: policyKey,
    problem,
    ...(field === undefined ? {} : { field }),
    ...(line === undefined ? {} : { line }),
  });
}

function isKey(given: RegistryValue | ReadonlyMap<string, RegistryValue>): given is ReadonlyMap<string, RegistryValue> {
  return given instanceof Map;
}

function settingOf(
  { path, form }: PolicyValue,
  given: RegistryValue | ReadonlyMap<string, RegistryValue>,
  environment: Environment,
): Outcome<unknown> {
  if (isKey(given)) return form.kind === 'pairs' ? pairsOf(path, given) : wrong(path, 'wants-other-kind');
  switch (form.kind) {
    case 'truth':
      return given.kind === 'number' && given.number <= 1 ? success(given.number === 1) : wrong(path, 'wants-truth');
    case 'number':
      if (given.kind === 'number') return success(given.number);
      // DWORDs are whole: a fraction is a text.
      return given.kind === 'text' && /^\d{1,15}(?:\.\d{1,6})?$/u.test(given.text)
        ? success(Number(given.text))
        : wrong(path, 'wants-number');
    case 'choice':
    case 'text':
      if (given.kind === 'text') return success(given.text);
      return given.kind === 'expandable' ? success(expanded(given.text, environment)) : wrong(path, 'wants-text');
    case 'lines':
      return given.kind === 'lines' ? success(given.lines) : wrong(path, 'wants-list');
    case 'pairs':
      return wrong(path, 'wants-other-kind');
    case 'structure':
    case 'structures':
      if (given.kind === 'lines') return structureOf(path, form.kind, given.lines);
      return given.kind === 'text'
        ? structureOf(path, form.kind, given.text.split(/\r?\n/u))
        : wrong(path, 'wants-text');
  }
}

function pairsOf(setting: string, values: ReadonlyMap<string, RegistryValue>): Outcome<unknown> {
  const pairs: (readonly [string, string])[] = [];
  for (const [name, value] of values) {
    if (value.kind !== 'text') return wrong(`${setting}\\${name}`, 'wants-text');
    pairs.push([name, value.text]);
  }
  return success(Object.fromEntries(pairs));
}

/** JSON in lines: one object or list over all of them, or, for a list, an object on each line. */
function structureOf(path: string, kind: 'structure' | 'structures', lines: readonly string[]): Outcome<unknown> {
  const text = lines.join('\n');
  const each = kind === 'structures' && !text.trimStart().startsWith('[');
  const values: unknown[] = [];
  for (const [at, part] of (each ? lines : [text]).entries()) {
    if (part.trim() === '') continue;
    try {
      values.push(JSON.parse(part));
    } catch {
      return wrong(path, 'no-json-text', each ? at + 1 : undefined);
    }
  }
  return success(each ? values : values[0]);
}

/** Variables between `%`, in whatever case; what is none stays as it is. */
function expanded(text: string, environment: Environment): string {
  const values = new Map(Object.entries(environment).map(([name, value]) => [name.toLowerCase(), value]));
  return text.replaceAll(/%([^%\s]+)%/gu, (whole, name: string) => values.get(name.toLowerCase()) ?? whole);
}
