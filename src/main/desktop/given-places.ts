import { isAbsolute } from 'node:path';
import type { Outcome } from '../../shared/faults.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';
import { namedPaths, type NamedPath } from './named-paths.ts';
import type { OfferedPaths } from './offered-paths.ts';
import { createOpenings, mayChangeSettings, openingMessage, type Opening } from './openings.ts';

/** What judges the places that messages of the window name, and what else they open. */
export interface GivenPlacesParts {
  readonly offered: OfferedPaths;
  /** The settings in force: what they name was given, for the same use. */
  readonly settings: () => Promise<Outcome<Settings>>;
  /** Asks the person outside the page whether a place may be used, or something opened. */
  readonly ask: (about: NamedPath | Opening) => Promise<boolean>;
}

/** Whether the places of a message were given by a person, and what it opens is agreed to; `typed`: a person may just have set them, and is asked. */
export type GivenPlaces = (message: unknown, places: readonly NamedPath[], typed: boolean) => Promise<Outcome<void>>;

/** Makes the judge. Each thing is asked for once as long as the window lasts: a page can't ask until somebody gives in. */
export function createGivenPlaces({ offered, settings, ask }: GivenPlacesParts): GivenPlaces {
  const answered = new Map<string, boolean>();
  const openings = createOpenings();

  async function agreed(about: NamedPath | Opening, typed: boolean): Promise<boolean> {
    const known = answered.get(keyOf(about));
    if (known !== undefined || !typed) return known ?? false;
    const yes = await ask(about);
    answered.set(keyOf(about), yes);
    return yes;
  }

  return async (message, places, typed) => {
    const strange = places.filter(({ path }) => !offered.isOffered(path));
    const opener = openingMessage(message);
    const isJudged = strange.length > 0 || opener !== null;
    if (!isJudged && !mayChangeSettings(message)) return success(undefined);
    const present = await settings();
    // Settings that can't be read are told by who reads them, and mended by a message of the window.
    if (!present.ok) return isJudged ? present : success(undefined);
    openings.note(present.value);
    const set = new Set(namedPaths(settingsSchema, present.value).map(keyOf));
    for (const place of strange) {
      const known = covering(place).some((each) => set.has(keyOf(each)) || answered.get(keyOf(each)) === true);
      const askable = typed && (place.use !== 'below' || isAbsolute(place.path));
      if (!known && !(await agreed(place, askable))) return misuse('not-given', { path: place.path });
    }
    for (const opening of opener === null ? [] : openings.openedBy(present.value, opener))
      if (!(await agreed(opening, typed))) return misuse('not-agreed');
    return success(undefined);
  };
}

/** The places by which one is given: who watches a folder with all below it watches it. */
function covering(place: NamedPath): readonly NamedPath[] {
  return place.use === 'watched' ? [place, { ...place, use: 'below' }] : [place];
}

function keyOf(about: NamedPath | Opening): string {
  return `${about.use} ${about.path} ${about.use === 'deleted' ? String(about.trashMs) : ''}`;
}
