import { basename, dirname, join } from 'node:path';
import { lookAtPath } from '../inspection/look-at-path.ts';
import type { IntakeDependencies } from '../reception/intake.ts';
import type { KnownFiles } from '../reception/known-files.ts';
import { isIndexName, ownerName } from '../sidecar/sidecar-names.ts';

const pageRows = 500;

/**
 * Makes the follow-up of a sidecar that was listed or announced: where it changed since, items that are held because of it are
 * looked at again (`lookAgain`), so that correcting the sidecar is all a person has to do.
 */
export function createSidecarChanges(dependencies: {
  readonly sourceId: string;
  readonly journal: IntakeDependencies['journal'];
  readonly known: KnownFiles;
  readonly lookAgain: (path: string, itemId: string) => void;
}): (path: string) => Promise<void> {
  const { sourceId, journal, known, lookAgain } = dependencies;
  const versions = new Map<string, string>();

  async function ownerOf(path: string): Promise<void> {
    const name = ownerName(basename(path));
    const owner = name === null ? null : join(dirname(path), name);
    const memory = owner === null ? undefined : known.get(owner);
    if (owner === null || memory === undefined) return;
    const item = await journal.item(memory.itemId);
    if (item?.stage === 'held' && item.fault?.code === 'sidecar-invalid') lookAgain(owner, item.id);
  }

  async function allBeside(index: string): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await journal.items({
        stages: ['held'],
        sourceId,
        limit: pageRows,
        ...(cursor === undefined ? {} : { cursor }),
      });
      for (const item of page.rows) {
        if (item.fault?.code === 'sidecar-invalid' && dirname(item.path) === dirname(index)) {
          lookAgain(item.path, item.id);
        }
      }
      cursor = page.next;
    } while (cursor !== undefined);
  }

  return async (path) => {
    const seen = await lookAtPath(path);
    if (seen.kind !== 'file') return;
    const version = `${seen.look.inode} ${seen.look.size} ${seen.look.changedAt}`;
    if (versions.get(path) === version) return;
    versions.set(path, version);
    if (isIndexName(basename(path))) await allBeside(path);
    else await ownerOf(path);
  };
}
