import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import { isJsonObject } from './json-file.ts';
import type { JsonObject } from './json-file.ts';
import type { SettingsProblem } from '../faults/problem-of.ts';

/** The version this program writes. */
const presentVersion = 1;

/** What each version needs to become the next one; version 0 is a file without a version, written by hand. */
const upgrades: readonly ((settings: JsonObject) => JsonObject)[] = [(settings) => ({ ...settings, version: 1 })];

/**
 * Brings settings of an earlier version up to the present one and gives a station that has none its id and name. A version
 * that is newer than this program is `settings-invalid`: it is not touched.
 */
export function upgradeSettings(
  settings: JsonObject,
  newStation: () => { readonly id: string; readonly name: string },
  path: string,
): Outcome<{ readonly settings: JsonObject; readonly changed: boolean }> {
  const version = settings['version'] ?? 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    return failure('settings-invalid', { path, field: 'version', problem: 'no-version' satisfies SettingsProblem });
  }
  if (version > presentVersion) {
    return failure('settings-invalid', { path, field: 'version', problem: 'newer-version' satisfies SettingsProblem });
  }
  let upgraded = settings;
  for (const upgrade of upgrades.slice(version)) upgraded = upgrade(upgraded);
  const station = upgraded['station'];
  if (station === undefined) {
    upgraded = { ...upgraded, station: newStation() };
  } else if (isJsonObject(station) && (station['id'] === undefined || station['name'] === undefined)) {
    upgraded = { ...upgraded, station: { ...newStation(), ...station } };
  }
  return success({ settings: upgraded, changed: upgraded !== settings });
}
