import { basename, dirname } from 'node:path';
import type { ItemRecord } from '../../journal/records.ts';
import { leavesOut } from '../sidecar/sidecar-fields.ts';
import type { SidecarFields } from '../sidecar/sidecar-fields.ts';
import type { Arrival } from '../reception/arrival.ts';
import { fieldsFor } from '../reception/case-fields.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { hold } from '../reception/reception.ts';
import type { ReceptionDependencies } from '../reception/reception.ts';
import { isOnItsWayIn } from '../reception/relate.ts';
import { gaveDetails } from '../reception/waiting-sidecars.ts';
import type { SettlingEnd } from './settling.ts';
import { sidecarLateFault } from './waiting-faults.ts';
import { itemPages } from '../../journal/pages.ts';

/** What becomes of a sidecar whose document (`owner`) is there; `owner` null = it is an index. */
export type SidecarOutcome = (arrival: Arrival, stat: FileStat, owner: string | null) => Promise<SettlingEnd>;

const pageRows = 500;

/** Whether an item carries what a sidecar says. Role and case may have been changed by a person since: they count where there are none. */
function carries(item: ItemRecord, said: SidecarFields): boolean {
  const pairs = Object.entries(said.externalData ?? {}).filter(([key]) => !leavesOut(key));
  return (
    (said.externalId === undefined || said.externalId === item.externalId) &&
    (said.title === undefined || said.title === item.title) &&
    (said.role === undefined || item.role !== null) &&
    (said.case === undefined || item.caseWord !== null) &&
    pairs.every(([key, value]) => item.externalData?.[key] === value)
  );
}

/**
 * Makes the end of sidecars and indices: a document that is held because of it is looked at again, so that correcting it is all a
 * person has to do; one that came after its document was taken in is held with that reason, for its details were not used; an item
 * that waited for its document is over.
 */
export function createSidecarOutcome(
  dependencies: ReceptionDependencies,
  lookAgain: (path: string, itemId: string) => void,
): SidecarOutcome {
  const { journal, inspector, known } = dependencies;
  /** Versions of sidecars that have had their say. */
  const versions = new Map<string, string>();

  async function allBeside({ path, sourceId }: Arrival): Promise<void> {
    for await (const items of itemPages(journal.items, { stages: ['held'], sourceId, limit: pageRows })) {
      for (const item of items) {
        if (item.fault?.code === 'sidecar-invalid' && dirname(item.path) === dirname(path))
          lookAgain(item.path, item.id);
      }
    }
  }

  async function itemAt(sourceId: string, path: string): Promise<ItemRecord | null> {
    const memory = known.get(path) ?? (await journal.seenFile(sourceId, path));
    return memory === null ? null : journal.item(memory.itemId);
  }

  /** Whether a document that is in has what its sidecar says; null = that can't be told now. */
  async function hasDetails(item: ItemRecord, path: string): Promise<boolean | null> {
    const answer = await inspector.sidecar(path);
    if (answer.kind === 'unreadable') return null;
    if (answer.kind !== 'fields') return answer.kind !== 'invalid';
    const found = { kind: 'fields', fields: answer.fields, sidecar: basename(path) } as const;
    return carries(item, fieldsFor(item.rule.mode, item.path, found));
  }

  return async (arrival, stat, owner) => {
    const { path, sourceId } = arrival;
    const version = `${stat.inode} ${stat.size} ${stat.changedAt}`;
    if (versions.get(path) === version) return { kind: 'sidecar', owner, taken: true };
    if (owner === null) {
      versions.set(path, version);
      await allBeside(arrival);
      return { kind: 'sidecar', owner, taken: true };
    }
    const item = await itemAt(sourceId, owner);
    if (item?.stage === 'held' && item.fault?.code === 'sidecar-invalid') lookAgain(owner, item.id);
    const isIn = item !== null && item.sha256 !== null && !isOnItsWayIn(item);
    const has = isIn ? await hasDetails(item, path) : null;
    if (has === false) return hold(dependencies, arrival, sidecarLateFault(path, owner), stat);
    if (has === true || item?.stage === 'held') versions.set(path, version);
    await gaveDetails(dependencies, arrival, owner);
    return { kind: 'sidecar', owner, taken: has === true };
  };
}
