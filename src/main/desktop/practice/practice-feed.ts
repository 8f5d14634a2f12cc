import { sampleRecipes } from '../../../../resources/sample-documents/index.ts';

/** A file that comes into the practice inbox; `pauseMs` before it. */
export interface Arrival {
  readonly name: string;
  readonly pauseMs: number;
  readonly build: () => Uint8Array | Promise<Uint8Array>;
}

/** So many lie there at once, for a window with nothing in it shows nothing. */
const atOnce = 6;
/** Between the others of the first round, and of the later ones, ms. */
const firstPauseMs = 6_000;
const laterPauseMs = 20_000;
/** A round brings about thirty files: the feed ends after some hours. */
const maxRounds = 12;
/** One that needs a person comes after so many that don't. */
const everyNth = 5;

type Recipe = Omit<Arrival, 'pauseMs'> & { readonly expect: string };

/** What comes into the practice inbox, in its order. `present`: names that lie there from an earlier run. `seed` decides what later rounds bring. */
export function* practiceFeed(present: readonly string[], seed: number): Generator<Arrival> {
  const used = new Set(present);
  const isFirstRun = present.length === 0;
  let count = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const recipes = isFirstRun && round === 0 ? sampleRecipes() : sampleRecipes(seed + round);
    for (const { name, build, expect } of spread([...recipes, phoneFilm, halfCopied])) {
      if (used.has(name)) continue;
      used.add(name);
      // A sidecar belongs to the file behind it and takes no time of its own.
      const pauseMs = count < atOnce || expect === 'ignored' ? 0 : round === 0 ? firstPauseMs : laterPauseMs;
      if (expect !== 'ignored') count += 1;
      yield { name, build, pauseMs };
    }
  }
}

/** Puts what waits for a person between the rest, the first of it early. */
function spread(recipes: readonly Recipe[]): readonly Recipe[] {
  const smooth = recipes.filter(({ expect }) => expect === 'document' || expect === 'ignored');
  const awkward = recipes.filter(({ expect }) => expect !== 'document' && expect !== 'ignored');
  const order: Recipe[] = [];
  for (const [index, recipe] of smooth.entries()) {
    order.push(recipe);
    // Never between a sidecar and its document.
    if (recipe.expect !== 'ignored' && index % everyNth === 2) order.push(...awkward.splice(0, 1));
  }
  return [...order, ...awkward];
}

/** The head of a film from a phone, which the service does not take. */
const phoneFilm: Recipe = {
  name: 'Video Wareneingang.mov',
  expect: 'held',
  build: () => Buffer.concat([Buffer.from('\0\0\0\x18ftypqt  \0\0\0\0qt      ', 'latin1'), Buffer.alloc(2_000, 7)]),
};

/** A PDF whose end never comes: it waits and says so. */
const halfCopied: Recipe = {
  name: 'Abgebrochene Kopie.pdf',
  expect: 'waiting',
  build: () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n', 'latin1'),
};
