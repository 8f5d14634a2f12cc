import type { Say } from '../../text/index.ts';
import type { SettingsSection } from './sections.ts';

/** A section that fits what is looked for, and the settings in it that do (none where the section itself is meant). */
export interface FoundSection {
  readonly section: SettingsSection;
  readonly matches: readonly string[];
}

/** The sections whose name, or one of whose settings, holds the text; all of them for an empty one. */
export function findSections(
  sections: readonly SettingsSection[],
  text: string,
  say: Say<'settings'>,
): readonly FoundSection[] {
  const wanted = text.trim().toLocaleLowerCase();
  const fits = (words: string): boolean => words.toLocaleLowerCase().includes(wanted);
  if (wanted === '') return sections.map((section) => ({ section, matches: [] }));
  return sections.flatMap((section) => {
    const matches = section.holds.map((key) => say(key)).filter(fits);
    return matches.length > 0 || fits(say(section.id)) ? [{ section, matches }] : [];
  });
}
