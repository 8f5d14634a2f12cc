import { basename, dirname } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { filledFolders } from '../../platform/names/claim-places.ts';
import { folded } from '../../platform/names/paths.ts';
import { noMoreFiles } from '../../platform/disk/open-files.ts';
import { placeholderOf } from '../inspection/placeholder.ts';
import { shownName } from '../reception/shown-name.ts';
import type { ScanReport } from './scan-tree.ts';

const ownFolders: ReadonlySet<string> = new Set(filledFolders);

/** What it means that a folder which is there can't be listed; `code` is the operating system's. */
export function refusalOf(code: string): 'folder-unreadable' | 'folder-silent' | 'open-files-limit' {
  if (noMoreFiles.has(code)) return 'open-files-limit';
  return code === 'EACCES' || code === 'EPERM' ? 'folder-unreadable' : 'folder-silent';
}

/**
 * What a person has to know of what is passed over in a source's folder `root`: a link in the place of a folder of Mailroom's own,
 * other links, placeholders of sync programs. Null: nothing of the kind lies there.
 */
export function passedOverFault(
  root: string,
  { links, placeholders }: Pick<ScanReport, 'links' | 'placeholders'>,
): Fault | null {
  const planted = links.find((link) => dirname(link) === root && ownFolders.has(folded(basename(link))));
  if (planted !== undefined) return fault('folder-unsafe', { folder: planted, problem: 'a-link' });
  const [first] = links.length > 0 ? links : placeholders;
  if (first === undefined) return null;
  const name = shownName(basename(first));
  const more = (links.length > 0 ? links : placeholders).length - 1;
  const others = more === 0 ? {} : { more };
  if (links.length > 0) return fault('links-passed-over', { name, ...others });
  return fault('placeholders-passed-over', { name, program: placeholderOf(name, 0) ?? '', ...others });
}

/**
 * Remembers the folders below a source that can't be looked through: their files wait there, and a person has to know why.
 * Returns the reason to tell after a scan (null = all are open and nothing is passed over), and whether a folder closed since the scan before.
 */
export function createClosedFolders(root: string): (
  report: Pick<ScanReport, 'failures' | 'links' | 'placeholders'>,
) => {
  readonly reason: Fault | null;
  readonly isNews: boolean;
} {
  let before: ReadonlySet<string> = new Set();
  let told: string | null = null;

  return (report) => {
    const { failures } = report;
    const closedNow = failures.find(({ path }) => !before.has(path));
    // The newest is named, and stays named while it is closed.
    const named = closedNow ?? failures.find(({ path }) => path === told) ?? failures[0];
    before = new Set(failures.map(({ path }) => path));
    told = named?.path ?? null;
    const reason =
      named === undefined
        ? passedOverFault(root, report)
        : fault(refusalOf(named.code), { folder: named.path }, named.code);
    return { reason, isNews: closedNow !== undefined };
  };
}
