import { copyFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { settingsSchema } from '../../../shared/settings.ts';
import type { Settings } from '../../../shared/settings.ts';
import { saveFile } from '../platform/disk/durable-file.ts';
import { failure, fault, success } from '../faults/fault.ts';
import { misuse, wrongUse } from '../faults/usage-sentences.ts';
import { overlapIn } from './overlaps.ts';
import { codeOf, folderProblems, isFull } from '../platform/disk/errno.ts';
import { isJsonObject, readJsonFile } from './json-file.ts';
import type { JsonObject } from './json-file.ts';
import { problemOf } from '../faults/problem-of.ts';
import type { SettingsProblem } from '../faults/problem-of.ts';
import { leafPaths, overlay, parseSettingPath, valueAt, withValueAt } from './setting-path.ts';

/** What the store needs of its host. */
export interface SettingsStoreOptions {
  readonly dataDirectory: string;
  /** The administrator's file, whose values override and lock; absent or not there: nothing is locked. */
  readonly policyFile?: string;
  /** Makes the station's id on the first start. */
  readonly newId: () => string;
  /** Name of a new station, usually the computer's. */
  readonly stationName: string;
}

/**
 * The settings of a station: `settings.json` of the data directory under a policy file. Nothing here is cached: every call
 * reads the files, and a call that changes something has it on disk (0600) when it answers. Files that can't be used are
 * faults that name the field, and are left as they are.
 */
export interface SettingsStore {
  /** The settings in force. Makes the station on the first start. */
  load(): Promise<Outcome<Settings>>;
  /** The value in force at a dotted path. */
  get(path: string): Promise<Outcome<unknown>>;
  /** Sets a value from what a person typed: JSON where it fits the setting, else the text itself. */
  setText(path: string, text: string): Promise<Outcome<Settings>>;
  /** Sets a value, or removes it (back to its default) where it is undefined. */
  set(path: string, value: unknown): Promise<Outcome<Settings>>;
  /** Keeps the user's file, as it is now, as the last one that could be used; nothing where it can't be. Never fails. */
  keepGood(): Promise<void>;
  /** When the last file that could be used was kept, ms; null where there is none. */
  lastGood(): Promise<number | null>;
  /** Puts the last file that could be used in the place of the present one, which stays beside it under a name of its own. */
  restoreGood(): Promise<Outcome<Settings>>;
  /** Dotted paths that the policy locks. */
  locked(): Promise<Outcome<readonly string[]>>;
}

interface Loaded {
  /** What the user's file says, as it is there. */
  readonly own: JsonObject;
  readonly policy: JsonObject;
  readonly settings: Settings;
}

/** Opens the settings of a data directory; see {@link SettingsStore}. */
export function createSettingsStore(options: SettingsStoreOptions): SettingsStore {
  const path = join(options.dataDirectory, 'settings.json');
  const goodPath = join(options.dataDirectory, 'settings.last-good.json');

  async function read(): Promise<Outcome<Loaded>> {
    const file = await readJsonFile(path);
    if (!file.ok) return file;
    const written = file.value ?? {};
    const refused = versionFault(written, path);
    if (refused !== null) return { ok: false, fault: refused };
    const own = completed(written, () => ({ id: options.newId(), name: options.stationName }));
    const policy = options.policyFile === undefined ? success(null) : await readJsonFile(options.policyFile);
    if (!policy.ok) return policy;
    const checked = check(own, policy.value ?? {});
    if (!checked.ok) return checked;
    if (own !== written) {
      const saved = await save(own);
      if (!saved.ok) return saved;
    }
    return success({ own, policy: policy.value ?? {}, settings: checked.value });
  }

  /** Checks the user's values by themselves first, so that the fault names the file that is wrong. */
  function check(own: JsonObject, policy: JsonObject): Outcome<Settings> {
    for (const [settings, file] of [
      [own, path],
      [overlay(own, policy), options.policyFile ?? path],
    ] as const) {
      const parsed = settingsSchema.safeParse(settings);
      if (!parsed.success) {
        return failure('settings-invalid', { path: file, ...problemOf(settings, parsed.error.issues[0]) });
      }
    }
    return success(settingsSchema.parse(overlay(own, policy)));
  }

  /** Folders that would lie in each other by this change; what did before is told by the sources. */
  async function overlapAfter(settingPath: string, before: Settings, after: Settings): Promise<Fault | null> {
    if (!/^(?:hotFolders|intake)(?:\.|$)/u.test(settingPath)) return null;
    const found = await overlapIn(after, options.dataDirectory);
    if (found === null) return null;
    return isDeepStrictEqual(found, await overlapIn(before, options.dataDirectory)) ? null : found;
  }

  const save = (own: JsonObject): Promise<Outcome<void>> =>
    writing(options.dataDirectory, () => saveFile(path, textOf(own)));

  async function set(settingPath: string, values: readonly unknown[]): Promise<Outcome<Settings>> {
    const loaded = await read();
    if (!loaded.ok) return loaded;
    const steps = parseSettingPath(settingPath);
    if (steps === null) return unknownSetting(settingPath);
    const { own, policy } = loaded.value;
    const lock = policyPaths(policy).find((leaf) => overlaps(leaf, settingPath));
    if (lock !== undefined) {
      return { ok: false, fault: wrongUse('set-by-policy', { setting: lock, file: options.policyFile ?? '' }) };
    }
    const refusals: Fault[] = [];
    for (const value of values) {
      const next = withValueAt(own, steps, value);
      if (!isJsonObject(next) || valueAt(next, steps) !== value) return unknownSetting(settingPath);
      const answer = check(next, policy);
      if (!answer.ok) {
        refusals.push(answer.fault);
        continue;
      }
      // What the schema doesn't know is dropped by it: that is how a mistyped path shows.
      const known = value === undefined ? valueAt(own, steps) : valueAt(answer.value, steps);
      if (known === undefined) return unknownSetting(settingPath);
      const overlap = await overlapAfter(settingPath, loaded.value.settings, answer.value);
      if (overlap !== null) return { ok: false, fault: overlap };
      const saved = await save(next);
      return saved.ok ? answer : saved;
    }
    return refusedValue(settingPath, refusals[0]?.params ?? {});
  }

  return {
    async load() {
      const loaded = await read();
      return loaded.ok ? success(loaded.value.settings) : loaded;
    },
    async get(settingPath) {
      const loaded = await read();
      if (!loaded.ok) return loaded;
      const steps = parseSettingPath(settingPath);
      const value = steps === null ? undefined : valueAt(loaded.value.settings, steps);
      return value === undefined ? unknownSetting(settingPath) : success(value);
    },
    setText: (settingPath, text) => set(settingPath, readings(text)),
    set: (settingPath, value) => set(settingPath, [value]),
    async keepGood() {
      const loaded = await read();
      if (loaded.ok) await keepFile(goodPath, loaded.value.own);
    },
    async lastGood() {
      const kept = await readJsonFile(goodPath);
      return kept.ok && kept.value !== null ? (await stat(goodPath)).mtimeMs : null;
    },
    async restoreGood() {
      const kept = await readJsonFile(goodPath);
      if (!kept.ok) return kept;
      if (kept.value === null) return failure('not-found', { subject: 'settings', id: goodPath });
      const checked = check(kept.value, {});
      if (!checked.ok) return checked;
      const aside = join(options.dataDirectory, `settings.broken-${options.newId()}.json`);
      const written = await writing(options.dataDirectory, () => copyFile(path, aside));
      const saved = written.ok ? await save(kept.value) : written;
      const loaded = saved.ok ? await read() : saved;
      return loaded.ok ? success(loaded.value.settings) : loaded;
    },
    async locked() {
      const loaded = await read();
      if (!loaded.ok) return loaded;
      return success(policyPaths(loaded.value.policy));
    },
  };
}

const textOf = (settings: JsonObject): string => `${JSON.stringify(settings, null, 2)}\n`;

/** Writes into the data directory; what the disk refuses is a fault. */
async function writing(dataDirectory: string, act: () => Promise<void>): Promise<Outcome<void>> {
  try {
    await act();
    return success(undefined);
  } catch (error) {
    const code = codeOf(error);
    if (isFull(code)) return failure('disk-full', { folder: dataDirectory }, code);
    return failure(
      'data-directory-unusable',
      { directory: dataDirectory, problem: folderProblems[code] ?? code },
      code,
    );
  }
}

/** Keeps settings in a file unless they are there; those that can't be kept are no reason to do anything else differently. */
async function keepFile(path: string, settings: JsonObject): Promise<void> {
  const kept = await readJsonFile(path);
  if (kept.ok && isDeepStrictEqual(kept.value, settings)) return;
  await writing(dirname(path), () => saveFile(path, textOf(settings)));
}

/** The version of settings that this program reads and writes; a file that a person wrote may have none. */
const presentVersion = 1;

/** What is wrong with the version of settings; those of a newer Mailroom are not touched. */
function versionFault({ version = presentVersion }: JsonObject, path: string): Fault | null {
  if (version === presentVersion) return null;
  const isNewer = typeof version === 'number' && Number.isInteger(version) && version > presentVersion;
  const problem: SettingsProblem = isNewer ? 'newer-version' : 'no-version';
  return fault('settings-invalid', { path, field: 'version', problem });
}

/** Settings with a version, and with id and name of the station; the same object where nothing was missing. */
function completed(written: JsonObject, newStation: () => JsonObject): JsonObject {
  const { station = {} } = written;
  const isNamed = !isJsonObject(station) || (station['id'] !== undefined && station['name'] !== undefined);
  if (isNamed && written['version'] !== undefined) return written;
  return { version: presentVersion, ...written, station: isNamed ? station : { ...newStation(), ...station } };
}

function policyPaths(policy: JsonObject): readonly string[] {
  return Object.keys(policy).length === 0 ? [] : leafPaths(policy);
}

/** How a typed value may be meant: as JSON (numbers, true, lists), or as the text it is. */
function readings(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return [value, text];
  } catch {
    return [text];
  }
}

function overlaps(lock: string, path: string): boolean {
  return lock === path || lock.startsWith(`${path}.`) || path.startsWith(`${lock}.`);
}

function unknownSetting(path: string): Outcome<never> {
  return { ok: false, fault: wrongUse('unknown-setting', { setting: path }) };
}

function refusedValue(path: string, params: Fault['params']): Outcome<never> {
  const { field, least, most, words } = params;
  // What is allowed says enough.
  const problem = least === undefined && most === undefined && words === undefined ? params['problem'] : undefined;
  const hints = Object.entries({ problem, least, most, words }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return misuse('value-refused', { setting: String(field ?? path), ...Object.fromEntries(hints) });
}
