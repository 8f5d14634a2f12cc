import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { noMoreFiles } from '../../open-files.ts';
import { shownName } from '../reception/shown-name.ts';
import type { ScanReport } from './scan-tree.ts';

/** What it means that a folder which is there can't be listed; `code` is the operating system's. */
export function refusalOf(code: string): 'folder-unreadable' | 'folder-silent' | 'open-files-limit' {
  if (noMoreFiles.has(code)) return 'open-files-limit';
  return code === 'EACCES' || code === 'EPERM' ? 'folder-unreadable' : 'folder-silent';
}

/** That links lie there, which nobody follows; null: none do. */
export function linksFault([first, ...others]: readonly string[]): Fault | null {
  if (first === undefined) return null;
  const more = others.length;
  return fault('links-passed-over', { name: shownName(basename(first)), ...(more === 0 ? {} : { more }) });
}

/**
 * Remembers the folders below a source that can't be looked through: their files wait there, and a person has to know why.
 * Answers the reason to tell after a scan (null = all are open and no link is passed over), and whether a folder closed since the scan before.
 */
export function createClosedFolders(): (report: Pick<ScanReport, 'failures' | 'links'>) => {
  readonly reason: Fault | null;
  readonly isNews: boolean;
} {
  let before: ReadonlySet<string> = new Set();
  let told: string | null = null;

  return ({ failures, links }) => {
    const closedNow = failures.find(({ path }) => !before.has(path));
    // The newest is named, and stays named while it is closed.
    const named = closedNow ?? failures.find(({ path }) => path === told) ?? failures[0];
    before = new Set(failures.map(({ path }) => path));
    told = named?.path ?? null;
    const reason =
      named === undefined ? linksFault(links) : fault(refusalOf(named.code), { folder: named.path }, named.code);
    return { reason, isNews: closedNow !== undefined };
  };
}
