import { basename, dirname } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import type { ItemRecord, SeenFile } from '../../journal/records.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import { statPath } from '../inspection/stat-path.ts';
import { hasContent, isLike, statOrThrow } from './compare.ts';
import type { OpenWriters } from './open-writers.ts';
import { placeFile } from './place-file.ts';

/** What taking an original back needs. */
export interface TakingBack {
  readonly journal: Pick<Journal, 'commit'>;
  readonly inspector: Pick<FileInspector, 'hash'>;
  readonly writers: OpenWriters;
  /** The watcher of its source is to know this path before a file comes there. */
  readonly remember: (file: SeenFile) => void;
}

/** An identity that no file has: whatever comes there is compared by its content. */
const nobody = { inode: -1, changedAt: -1 } as const;

/**
 * Looks at an original that was tidied away, where it lies now (the item's path). A program that still had it open may have gone
 * on writing: what it wrote comes back under the old path (`origin`, or the next free name), known as its item's, so that it is
 * taken in as a new version; below `root`, its hot folder, no link is followed. `in-use` = unchanged, and still open for writing. Throws what the disk answers.
 */
export async function takeBack(
  dependencies: TakingBack,
  item: ItemRecord,
  origin: string,
  root: string,
): Promise<'unchanged' | 'in-use' | 'gone' | 'back'> {
  const { journal, inspector, writers, remember } = dependencies;
  if (item.path === origin) return 'unchanged';
  const stat = await statOrThrow(item.path);
  // A person took it away, or put something else there.
  if (stat === 'gone' || stat === 'no-file') return 'gone';
  if (isLike(stat, item) || (await hasContent(inspector, item.path, item, stat)))
    return (await writers.has(item.path, stat, 0)) ? 'in-use' : 'unchanged';
  const { sourceId, size, modifiedAt } = item;
  const known = (path: string): SeenFile => ({ sourceId, path, size, modifiedAt, itemId: item.id, identity: nobody });
  if ((await statPath(origin)).kind === 'gone') {
    await journal.commit([{ kind: 'seen', file: known(origin) }]);
    remember(known(origin));
  }
  const path = await placeFile(item.path, dirname(origin), item.id, { name: basename(origin), root });
  if (path !== origin) remember(known(path));
  const note = { event: 'changed-after-tidying', detail: { to: path } };
  await journal.commit([
    { kind: 'seen', file: known(path) },
    { kind: 'item-set', itemId: item.id, set: { path }, note },
  ]);
  return 'back';
}
