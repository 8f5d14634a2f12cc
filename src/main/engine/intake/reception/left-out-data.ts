import type { ExternalData } from '../../../../shared/settings.ts';
import type { Change } from '../../journal/changes.ts';
import { leavesOut } from '../sidecar/sidecar-fields.ts';
import { shownName } from './shown-name.ts';

/** External data without the keys that the service leaves out: what an item carries is what the service will have. */
export function keptData(pairs: ExternalData | null): {
  readonly externalData: ExternalData | null;
  readonly leftOut: readonly string[];
} {
  const leftOut = Object.keys(pairs ?? {}).filter(leavesOut);
  if (pairs === null || leftOut.length === 0) return { externalData: pairs, leftOut };
  const kept = Object.entries(pairs).filter(([key]) => !leavesOut(key));
  return { externalData: kept.length === 0 ? null : Object.fromEntries(kept), leftOut };
}

/** The line of the history that says which keys were left out; none where there were none. */
export function dataLeftOut(itemId: string, keys: readonly string[]): readonly Change[] {
  if (keys.length === 0) return [];
  const shown = keys.map((key) => shownName(key)).join(', ');
  return [{ kind: 'item-set', itemId, set: {}, note: { event: 'external-data-left-out', detail: { keys: shown } } }];
}
