import { basename, dirname } from 'node:path';
import { caseRuleSchema, type CaseRule } from '../../../shared/case-rule.ts';
import type { Change } from '../journal/changes.ts';
import type { NewOpenCase, OpenCaseTerms } from '../journal/open-case-records.ts';
import type { ItemRecord } from '../journal/records.ts';
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

/** The part of a rule that an open case keeps. */
export function termsOfRule({ roles, required, release, quietMs, limitMs }: CaseRule): OpenCaseTerms {
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

/** The folders in which a file lies, from the first below its source's folder; of files named singly the last one. */
export function foldersOf(path: string, root: string | null): readonly string[] {
  return paths.namesOf(belowOf(path, root)).slice(0, -1);
}

/** The open case that a rule would open for an item at this place. */
function openCaseAt(place: CasePlace, item: PlaceableItem, rule: CaseRule, id: string): NewOpenCase {
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
  const openCase = place === null ? null : openCaseAt(place, item, rule, newId());
  return { kind: 'item-placed', itemId: item.id, role, openCase, at };
}
