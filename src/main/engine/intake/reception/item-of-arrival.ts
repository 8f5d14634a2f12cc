import { basename } from 'node:path';
import type { NewItem } from '../../journal/records.ts';
import type { FileStat } from '../inspection/inspection.ts';
import type { Arrival } from './arrival.ts';
import { wasSent } from './relate.ts';
import { shownName } from './shown-name.ts';

/** The name under which people see a file on its way in. */
export const nameOf = (arrival: Arrival): string => shownName(basename(arrival.path));

/** What the item of a file on its way in begins with; sizes in bytes, times in ms since 1970. */
export function startedAs(arrival: Arrival, itemId: string, stat: Pick<FileStat, 'size' | 'modifiedAt'>): NewItem {
  const { sourceId, path, rule } = arrival;
  const version = arrival.earlier !== null && wasSent(arrival.earlier) && !arrival.reappeared;
  return {
    id: itemId,
    sourceId,
    path,
    name: nameOf(arrival),
    size: stat.size,
    modifiedAt: stat.modifiedAt,
    rule,
    ...(version && arrival.earlier !== null ? { previousVersion: arrival.earlier.id } : {}),
  };
}

/** Where its item is in the journal already, that item's id and the stages it may be in now. */
export function present({ itemId, heldItem }: Pick<Arrival, 'itemId' | 'heldItem'>): {
  readonly id: string;
  readonly from: readonly ('seen' | 'settling' | 'held')[];
} | null {
  if (itemId !== null) return { id: itemId, from: ['seen', 'settling'] };
  return heldItem === null ? null : { id: heldItem.id, from: ['held'] };
}
