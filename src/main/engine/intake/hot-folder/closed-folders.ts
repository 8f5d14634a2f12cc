import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { ScanReport } from './scan-tree.ts';

/** What it means that a folder which is there can't be listed; `code` is the operating system's. */
export function refusalOf(code: string): 'folder-unreadable' | 'folder-silent' {
  return code === 'EACCES' || code === 'EPERM' ? 'folder-unreadable' : 'folder-silent';
}

/**
 * Remembers the folders below a source that can't be looked through: their files wait there, and a person has to know why.
 * Answers the reason to tell after a scan (null = all are open), and whether a folder closed since the scan before.
 */
export function createClosedFolders(): (failures: ScanReport['failures']) => {
  readonly reason: Fault | null;
  readonly isNews: boolean;
} {
  let before: ReadonlySet<string> = new Set();
  let told: string | null = null;

  return (failures) => {
    const closedNow = failures.find(({ path }) => !before.has(path));
    // The newest is named, and stays named while it is closed.
    const named = closedNow ?? failures.find(({ path }) => path === told) ?? failures[0];
    before = new Set(failures.map(({ path }) => path));
    told = named?.path ?? null;
    const reason = named === undefined ? null : fault(refusalOf(named.code), { folder: named.path }, named.code);
    return { reason, isNews: closedNow !== undefined };
  };
}
