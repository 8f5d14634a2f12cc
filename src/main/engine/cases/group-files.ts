import type { CaseRule } from '../../../shared/case-rule.ts';
import type { PilePreview } from '../../../shared/case-views.ts';
import { createPaths } from '../platform/names/paths.ts';
import { placeOf } from './case-place.ts';
import { missingRoles } from './pile-state.ts';

/** Names come as people have them at hand, from any system: both separators count. */
const typed = createPaths('win32');

/** What a rule makes of names (paths below a source's folder), without touching anything; sidecars are not looked at. */
export function previewPiles(rule: CaseRule, names: readonly string[]): PilePreview {
  const piles = new Map<string, PilePreview['piles'][number]>();
  const loose: string[] = [];
  for (const name of names) {
    const below = typed.namesOf(name).join('/');
    const { place, role } = placeOf(rule, { below, role: null, caseWord: null, externalId: null });
    if (place === null) {
      loose.push(name);
      continue;
    }
    const pile = piles.get(place.key) ?? { key: place.key, name: place.name, files: [], missing: [] };
    pile.files.push({ name, role });
    piles.set(place.key, pile);
  }
  const found = [...piles.values()].map((pile) => ({
    ...pile,
    missing: [
      ...missingRoles(
        rule.required,
        pile.files.map(({ role }) => role),
      ),
    ],
  }));
  return { piles: found, loose };
}
