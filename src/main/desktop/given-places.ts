import { isAbsolute } from 'node:path';
import type { Outcome } from '../../shared/faults.ts';
import { settingsSchema, type Settings } from '../../shared/settings.ts';
import { success } from '../engine/faults/fault.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';
import { namedPaths, type NamedPath } from './named-paths.ts';
import type { OfferedPaths } from './offered-paths.ts';

/** What judges the places that messages of the window name. */
export interface GivenPlacesParts {
  readonly offered: OfferedPaths;
  /** The settings in force: what they name was given, for the same use. */
  readonly settings: () => Promise<Outcome<Settings>>;
  /** Asks the person outside the page whether a place may be used. */
  readonly ask: (place: NamedPath) => Promise<boolean>;
}

/** Whether the places of a message were given by a person; `typed`: a person may just have typed them, and is asked. */
export type GivenPlaces = (places: readonly NamedPath[], typed: boolean) => Promise<Outcome<void>>;

/** Makes the judge of places. A place is asked for once for each use as long as the window lasts, and one at a time: a page can't ask until somebody gives in. */
export function createGivenPlaces({ offered, settings, ask }: GivenPlacesParts): GivenPlaces {
  const answered = new Map<string, boolean>();
  let asking = false;

  async function agreed(place: NamedPath): Promise<boolean> {
    const known = answered.get(keyOf(place));
    if (known !== undefined) return known;
    if (asking || (place.use === 'below' && !isAbsolute(place.path))) return false;
    asking = true;
    try {
      const yes = await ask(place);
      answered.set(keyOf(place), yes);
      return yes;
    } finally {
      asking = false;
    }
  }

  return async (places, typed) => {
    const strange = places.filter(({ path }) => !offered.isOffered(path));
    if (strange.length === 0) return success(undefined);
    const present = await settings();
    if (!present.ok) return present;
    const set = new Set(namedPaths(settingsSchema, present.value).map(keyOf));
    for (const place of strange) {
      const known = covering(place).some((each) => set.has(keyOf(each)) || answered.get(keyOf(each)) === true);
      if (!known && !(typed && (await agreed(place)))) return misuse('not-given', { path: place.path });
    }
    return success(undefined);
  };
}

/** The places by which one is given: who watches a folder with all below it watches it. */
function covering(place: NamedPath): readonly NamedPath[] {
  return place.use === 'watched' ? [place, { ...place, use: 'below' }] : [place];
}

function keyOf({ path, use }: NamedPath): string {
  return `${use} ${path}`;
}
