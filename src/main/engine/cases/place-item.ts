import { basename, dirname } from 'node:path';
import { caseRuleSchema, type CaseRule } from '../../../shared/case-rule.ts';
import type { Change } from '../journal/changes.ts';
import type { NewPile, PileRecord, PileTerms } from '../journal/pile-records.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';
import { claimPlaceOf } from '../platform/names/claim-places.ts';
import { paths } from '../platform/names/paths.ts';
import { placeOf, type CasePlace } from './case-place.ts';

/** An item as far as its place depends on it. */
export type PlaceableItem = Pick<ItemRecord, 'id' | 'sourceId' | 'path' | 'rule'> &
  Partial<Pick<ItemRecord, 'role' | 'caseWord' | 'externalId'>>;

/** The rule of an item of mode case; persons put cases together where none is configured. */
function caseRuleOf(item: Pick<ItemRecord, 'rule'>): CaseRule {
  return item.rule.case ?? caseRuleSchema.parse({});
}

/** The part of a rule that a pile keeps. */
export function termsOfRule({ roles, required, release, quietMs, limitMs }: CaseRule): PileTerms {
  return { roles, required, release, quietMs, limitMs };
}

/** The item's path below its source's folder, `/` between; of files named singly the last folder counts. */
function belowOf(path: string, root: string | null): string {
  const claim = claimPlaceOf(path);
  const lies = claim?.origin ?? path;
  const folder = claim?.root ?? root;
  const below = folder === null ? null : paths.below(folder, lies);
  return below ?? paths.below(dirname(dirname(lies)), lies) ?? basename(lies);
}

/** The pile that a rule would open for an item at this place. */
function pileAt(place: CasePlace, item: PlaceableItem, rule: CaseRule, id: string): NewPile {
  return {
    id,
    name: place.name,
    connectionId: item.rule.connectionId,
    projectId: item.rule.projectId,
    key: place.key,
    sourceId: rule.acrossSources ? null : item.sourceId,
    externalId: rule.by === 'sidecar' ? (item.externalId ?? null) : null,
    externalData: null,
    terms: termsOfRule(rule),
  };
}

/** The change that finds an item its place by its rule. `root` = folder of its source; null for sources without one. */
export function placeChange(
  item: PlaceableItem,
  root: string | null,
  newId: () => string,
  at: number,
): Extract<Change, { kind: 'item-placed' }> {
  const rule = caseRuleOf(item);
  const { place, role } = placeOf(rule, {
    below: belowOf(item.path, root),
    role: item.role ?? null,
    caseWord: item.caseWord ?? null,
    externalId: item.externalId ?? null,
  });
  const pile = place === null ? null : pileAt(place, item, rule, newId());
  return { kind: 'item-placed', itemId: item.id, role, pile, at };
}

/** Where files find their pile, as one text. */
function meetingPlace({
  key,
  connectionId,
  projectId,
  sourceId,
}: Pick<NewPile, 'key' | 'connectionId' | 'projectId' | 'sourceId'>): string {
  return JSON.stringify([key, connectionId, projectId, sourceId]);
}

/** The places of files that come in are found anew after this, ms: thousands of piles may ask for them at once. */
const keptMs = 100;

/** Makes what tells whether a file that comes in will come to a pile, as far as its name and folder tell: sidecars are read with it. */
export function createAwaited({
  clock,
  comingToCases,
  folderOf,
}: {
  readonly clock: Clock;
  readonly comingToCases: () => readonly Omit<PlaceableItem, 'id'>[];
  readonly folderOf: (sourceId: string) => string | null;
}): (pile: PileRecord) => boolean {
  let [places, foundAt] = [new Set<string>(), -Infinity];
  return (pile) => {
    const at = clock.monotonic();
    if (at - foundAt >= keptMs) {
      const found = comingToCases().flatMap((file) => {
        const item = { ...file, id: '' };
        const { pile: there } = placeChange(item, folderOf(file.sourceId), () => '', 0);
        return there === null ? [] : [meetingPlace(there)];
      });
      [places, foundAt] = [new Set(found), at];
    }
    return pile.key !== null && places.has(meetingPlace(pile));
  };
}
