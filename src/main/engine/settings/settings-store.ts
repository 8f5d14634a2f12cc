import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import { wholePaths, type PolicySource } from './policy-values.ts';
import { problemOf } from '../faults/problem-of.ts';
import type { SettingsProblem } from '../faults/problem-of.ts';
import { leafPaths, overlay, parseSettingPath, valueAt, withValueAt } from './setting-path.ts';

/** What the store needs of its host. */
export interface SettingsStoreOptions {
  readonly dataDirectory: string;
  /** The administrator's file, whose values override and lock; absent or not there: nothing is locked. */
  readonly policyFile?: string;
  /** Where the system itself keeps such values; they lie over those of the file. Absent: nowhere. */
  readonly systemPolicy?: PolicySource | undefined;
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
  /** The same, with what the user's file says by itself. */
  loadWithOwn(): Promise<Outcome<LoadedSettings>>;
  /** The value in force at a dotted path. */
  get(path: string): Promise<Outcome<unknown>>;
  /** Sets a value from what a person typed: JSON where it fits the setting, else the text itself. */
  setText(path: string, text: string): Promise<Outcome<Settings>>;
  /** Sets a value, or removes it (back to its default) where it is undefined. */
  set(path: string, value: unknown): Promise<Outcome<Settings>>;
  /** Keeps what a user's file said when it came into force; nothing where the disk refuses it. Never fails. */
  keepGood(own: JsonObject): Promise<void>;
  /** When settings last came into force, ms; null where none were kept. */
  lastGood(): Promise<number | null>;
  /**
   * Puts the last file that could be used in the place of the present one, which stays beside it under a name of its own. A user's file
   * that can be used or that a newer Mailroom wrote stays: the answer is then that of {@link load}.
   */
  restoreGood(): Promise<Outcome<Settings>>;
  /** What the policy locks. */
  locked(): Promise<Outcome<readonly Lock[]>>;
}

/** A setting that the administrator has set: its dotted path, and the file or value of the registry that says so. */
export interface Lock {
  readonly path: string;
  readonly place: string;
}

/** What administrators set: by the file, and over it by the system. */
interface Policy {
  readonly file: JsonObject;
  readonly system: JsonObject;
  /** The paths of what the system sets as a whole. */
  readonly whole: readonly string[];
}

/** Settings in force with what they come from. */
export interface LoadedSettings {
  /** What the user's file says, as it is there. */
  readonly own: JsonObject;
  readonly policy: Policy;
  readonly settings: Settings;
}

/** Opens the settings of a data directory; see {@link SettingsStore}. */
export function createSettingsStore(options: SettingsStoreOptions): SettingsStore {
  const path = join(options.dataDirectory, 'settings.json');
  const goodPath = join(options.dataDirectory, 'settings.last-good.json');

  const newStation = (): JsonObject => ({ id: options.newId(), name: options.stationName });

  async function read(): Promise<Outcome<LoadedSettings>> {
    const file = await readJsonFile(path);
    if (!file.ok) return file;
    const written = file.value ?? {};
    const refused = versionFault(written, path);
    if (refused !== null) return { ok: false, fault: refused };
    const own = completed(written, newStation);
    const policy = await readPolicy(options);
    if (!policy.ok) return policy;
    const settings = checkUnder(policy.value, own, path, options);
    if (!settings.ok) return settings;
    if (own !== written) {
      const saved = await save(own);
      if (!saved.ok) return saved;
    }
    return success({ own, policy: policy.value, settings: settings.value });
  }

  /** What is wrong with a user's file by itself; null where it can be used. */
  function faultOf(written: JsonObject, file: string): Fault | null {
    const alone = checked(completed(written, newStation), file);
    return versionFault(written, file) ?? (alone.ok ? null : alone.fault);
  }

  const save = (own: JsonObject): Promise<Outcome<void>> =>
    writing(options.dataDirectory, () => saveFile(path, textOf(own)));

  async function set(settingPath: string, values: readonly unknown[]): Promise<Outcome<Settings>> {
    const loaded = await read();
    if (!loaded.ok) return loaded;
    const steps = parseSettingPath(settingPath);
    if (steps === null) return unknownSetting(settingPath);
    const { own, policy } = loaded.value;
    const lock = locksIn(policy, options).find((each) => overlaps(each.path, settingPath));
    if (lock !== undefined) {
      return { ok: false, fault: wrongUse('set-by-policy', { setting: lock.path, file: lock.place }) };
    }
    const refusals: Fault[] = [];
    for (const value of values) {
      const next = withValueAt(own, steps, value);
      if (!isJsonObject(next) || valueAt(next, steps) !== value) return unknownSetting(settingPath);
      const answer = checkUnder(policy, next, path, options);
      if (!answer.ok) {
        refusals.push(answer.fault);
        continue;
      }
      // What the schema doesn't know is dropped by it: that is how a mistyped path shows.
      const known = value === undefined ? valueAt(own, steps) : valueAt(answer.value, steps);
      if (known === undefined) return unknownSetting(settingPath);
      const overlap = /^(?:hotFolders|intake)(?:\.|$)/u.test(settingPath)
        ? await newOverlap(options.dataDirectory, loaded.value.settings, answer.value)
        : null;
      if (overlap !== null) return { ok: false, fault: overlap };
      const saved = await save(next);
      return saved.ok ? answer : saved;
    }
    return refusedValue(settingPath, refusals[0]?.params ?? {});
  }

  async function load(): Promise<Outcome<Settings>> {
    const loaded = await read();
    return loaded.ok ? success(loaded.value.settings) : loaded;
  }

  return {
    load,
    loadWithOwn: read,
    async get(settingPath) {
      const loaded = await read();
      if (!loaded.ok) return loaded;
      const steps = parseSettingPath(settingPath);
      const value = steps === null ? undefined : valueAt(loaded.value.settings, steps);
      return value === undefined ? unknownSetting(settingPath) : success(value);
    },
    setText: (settingPath, text) => set(settingPath, readings(text)),
    set: (settingPath, value) => set(settingPath, [value]),
    async keepGood(own) {
      await writing(options.dataDirectory, () => saveFile(goodPath, textOf(own)));
    },
    async lastGood() {
      const kept = await readJsonFile(goodPath);
      return kept.ok && kept.value !== null ? (await stat(goodPath)).mtimeMs : null;
    },
    async restoreGood() {
      const present = await readJsonFile(path);
      const isGone = present.ok && present.value === null;
      const wrong = present.ok ? present.value && faultOf(present.value, path) : present.fault;
      if (!isGone && !mayBeReplaced(wrong)) return load();
      const kept = await readJsonFile(goodPath);
      if (!kept.ok) return kept;
      if (kept.value === null) return failure('not-found', { subject: 'settings', id: goodPath });
      const unusable = faultOf(kept.value, goodPath);
      if (unusable !== null) return { ok: false, fault: unusable };
      const aside = join(options.dataDirectory, `settings.broken-${options.newId()}.json`);
      const copied = isGone ? success(undefined) : await writing(options.dataDirectory, () => copyFile(path, aside));
      const saved = copied.ok ? await save(kept.value) : copied;
      return saved.ok ? load() : saved;
    },
    async locked() {
      const loaded = await read();
      if (!loaded.ok) return loaded;
      return success(locksIn(loaded.value.policy, options));
    },
  };
}

type Places = Pick<SettingsStoreOptions, 'policyFile' | 'systemPolicy'>;

async function readPolicy({ policyFile, systemPolicy }: Places): Promise<Outcome<Policy>> {
  const [file, system] = await Promise.all([
    policyFile === undefined ? success(null) : readJsonFile(policyFile),
    systemPolicy?.read() ?? success(null),
  ]);
  if (!file.ok) return file;
  if (!system.ok) return system;
  const whole = system.value === null ? [] : wholePaths();
  return success({ file: file.value ?? {}, system: system.value ?? {}, whole });
}

/** Checks the user's values by themselves first, and then without the system's, so that the fault names the place that is wrong. */
function checkUnder({ file, system, whole }: Policy, own: JsonObject, path: string, places: Places): Outcome<Settings> {
  const alone = checked(own, path);
  if (!alone.ok) return alone;
  const withFile = overlay(own, file);
  const inForce = overlay(withFile, system, whole);
  const all = checked(inForce, places.systemPolicy?.name ?? places.policyFile ?? path);
  if (all.ok) return all;
  const below = checked(withFile, places.policyFile ?? path);
  return below.ok ? all : below;
}

/** A place that the system's policy leaves to the file is the file's. */
function locksIn({ file, system, whole }: Policy, { policyFile, systemPolicy }: Places): readonly Lock[] {
  const bySystem = policyPaths(system, whole);
  return [
    ...bySystem.map((lock) => ({ path: lock, place: systemPolicy?.placeOf(lock) ?? '' })),
    ...policyPaths(file)
      .filter((lock) => !bySystem.some((upper) => overlaps(upper, lock)))
      .map((lock) => ({ path: lock, place: policyFile ?? '' })),
  ];
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

/** Folders that lie in each other since a change; what did before is told by the sources. */
async function newOverlap(dataDirectory: string, before: Settings, after: Settings): Promise<Fault | null> {
  const found = await overlapIn(after, dataDirectory);
  if (found === null) return null;
  return isDeepStrictEqual(found, await overlapIn(before, dataDirectory)) ? null : found;
}

function checked(settings: unknown, path: string): Outcome<Settings> {
  const parsed = settingsSchema.safeParse(settings);
  return parsed.success
    ? success(parsed.data)
    : failure('settings-invalid', { path, ...problemOf(settings, parsed.error.issues[0]) });
}

/** Whether a user's file is wrong in itself, so that an earlier one may take its place; never one of a newer Mailroom. */
function mayBeReplaced(wrong: Fault | null): boolean {
  return wrong?.code === 'settings-invalid' && wrong.params['problem'] !== ('newer-version' satisfies SettingsProblem);
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

function policyPaths(policy: JsonObject, whole: readonly string[] = []): readonly string[] {
  return Object.keys(policy).length === 0 ? [] : leafPaths(policy, whole);
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
  const { field, least: min, most: max, words } = params;
  // What is allowed says enough.
  const problem = min === undefined && max === undefined && words === undefined ? params['problem'] : undefined;
  const hints = Object.entries({ problem, least: min, most: max, words }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return misuse('value-refused', { setting: String(field ?? path), ...Object.fromEntries(hints) });
}
