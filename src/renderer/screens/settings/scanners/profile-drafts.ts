import { create } from 'zustand';
import type { Fault } from '../../../../shared/faults.ts';
import { scanProfileSchema, type ScanProfile } from '../../../../shared/scanning.ts';
import { bridge } from '../../../bridge/bridge.ts';
import { formFits } from '../index-fields/form-problems.ts';
import { saveSetting } from '../use-setting.ts';

/** Profiles being written down, by id; those that are not in the settings yet as well. They outlive a look at another screen. */
export const useProfileDrafts = create<{ readonly drafts: Readonly<Record<string, ScanProfile>> }>(() => ({
  drafts: {},
}));

/** Keeps what was typed. */
export function keepProfile(profile: ScanProfile): void {
  useProfileDrafts.setState(({ drafts }) => ({ drafts: { ...drafts, [profile.id]: profile } }));
}

/** Forgets what was typed. */
export function dropProfile(id: string): void {
  useProfileDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== id)),
  }));
}

/** A new profile with the usual values; it has no name until a person gives one. */
export function newProfile(): ScanProfile {
  return { ...scanProfileSchema.parse({ id: crypto.randomUUID(), name: '-' }), name: '' };
}

/** What is wrong with a profile, by field. */
export interface ProfileProblems {
  readonly name?: 'name-missing' | 'name-taken';
  readonly template?: 'template-missing';
  /** What the editor of the form says at each field. */
  readonly fields?: 'fields-incomplete';
}

/** See {@link ProfileProblems}; `others` = all profiles, this one among them. */
export function profileProblems(profile: ScanProfile, others: readonly ScanProfile[]): ProfileProblems {
  const name = profile.name.trim();
  const taken = others.some((other) => other.id !== profile.id && other.name.trim() === name);
  return {
    ...(name === '' ? { name: 'name-missing' as const } : taken ? { name: 'name-taken' as const } : {}),
    ...(profile.nameTemplate.trim() === '' ? { template: 'template-missing' as const } : {}),
    ...(formFits(profile.fields) ? {} : { fields: 'fields-incomplete' as const }),
  };
}

/** Options of a driver as a person types them: `name=value`, with semicolons between; null where they are not written so. */
export function readDriverOptions(typed: string): NonNullable<ScanProfile['driverOptions']> | null {
  const parts = typed.split(';').filter((part) => part.trim() !== '');
  const pairs = parts.map((part) => /^\s*-{0,2}([a-z][\w-]*)\s*=\s*(.{0,200}?)\s*$/iu.exec(part));
  const options: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = pair ?? [];
    if (name === undefined || value === undefined) return null;
    options[name] = value;
  }
  return options;
}

/** See {@link readDriverOptions}. */
export function driverOptionsText(options: ScanProfile['driverOptions']): string {
  return Object.entries(options ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** Changes the list of profiles as it is stored just now; the fault where that was refused. */
async function changeProfiles(
  change: (profiles: readonly ScanProfile[]) => readonly ScanProfile[],
): Promise<Fault | null> {
  const present = await bridge().desktop({ name: 'settings.get' });
  if (!present.ok) return present.fault;
  return saveSetting('scanning.profiles', change(present.value.settings.scanning.profiles));
}

/** Stores a profile, new or changed; the next scan uses it. */
export function saveProfile(draft: ScanProfile): Promise<Fault | null> {
  const profile = { ...draft, name: draft.name.trim(), nameTemplate: draft.nameTemplate.trim() };
  return changeProfiles((profiles) =>
    profiles.some(({ id }) => id === profile.id)
      ? profiles.map((each) => (each.id === profile.id ? profile : each))
      : [...profiles, profile],
  );
}

/** Takes a profile out of the settings. */
export function removeProfile(profileId: string): Promise<Fault | null> {
  return changeProfiles((profiles) => profiles.filter(({ id }) => id !== profileId));
}
