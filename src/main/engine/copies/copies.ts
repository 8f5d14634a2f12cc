import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ItemStage, SentCopy } from '../../../shared/item.ts';
import type { FileInspector } from '../intake/inspection/file-inspector.ts';
import type { Change, CustodyDetail } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';
import { codeOf } from '../platform/disk/errno.ts';
import { makeFolder } from '../platform/disk/make-folder.ts';
import { rm } from '../platform/disk/patient-files.ts';
import type { Ports } from '../platform/ports.ts';
import { createTurn } from '../platform/serial.ts';
import { createPageThread, type PageThread } from '../scanning/pages/page-thread.ts';

/** What keeping copies needs. */
export interface CopiesParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'paths' | 'startWorker'>;
  readonly journal: Pick<Journal, 'item'>;
  readonly inspector: Pick<FileInspector, 'hash'>;
  readonly newId: () => string;
}

/** What a copy that was just written is to be. */
export type MadeCopy = Pick<SentCopy, 'kind' | 'name' | 'mediaType' | 'of'>;

/**
 * The files in the data directory that are sent instead of items' own. Whoever makes one asks for a place, writes it there for good,
 * and has the journal keep it with {@link Copies.change} in the commit that sends the item on. A file that no item knows goes.
 */
export interface Copies {
  /** A new path for a copy of an item, in a folder that is there; `ending` with its dot. Rejects with what the disk answers. */
  place(itemId: string, ending: string): Promise<string>;
  /** The copy that lies at a path, as the journal keeps it; null: it can't be read. */
  read(path: string, made: MadeCopy): Promise<SentCopy | null>;
  /** Work on pages, one piece after the other, in a thread that begins with the first. */
  inThread<Made>(work: (thread: PageThread) => Promise<Made>): Promise<Made>;
  /** The journal has it: from now on it stays as long as that knows it. */
  kept(path: string): void;
  /** It came to nothing. */
  discard(path: string): Promise<void>;
  /** Takes away copies that are at the service, of items that ended, and that nobody knows; again while any stays. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

const sweepMs = 10 * 60_000;
/** Who takes a cancel back within this finds its copy. */
const endedMs = 24 * 3_600_000;

/** The change by which an item is sent as this copy, and its history says so. */
export function copyChange(item: Pick<ItemRecord, 'id' | 'name'>, copy: SentCopy, more: CustodyDetail = {}): Change {
  const { kind, name, sha256, of } = copy;
  const detail = { copy: kind, from: item.name, to: name, sha256, of, ...more };
  return { kind: 'item-set', itemId: item.id, set: { copy }, note: { event: 'copied', detail } };
}

/** Makes the keeping of copies in the data directory. */
export function createCopies({ ports, journal, inspector, newId }: CopiesParts): Copies {
  const { clock, log, paths } = ports;
  const folder = join(paths.dataDirectory, 'copies');
  /** Given out in this process, and perhaps not in the journal yet. */
  const given = new Set<string>();
  let cancelNext: () => void = () => undefined;
  let isStopped = false;
  const thread = createPageThread(() => ports.startWorker('pages', null));
  const inTurn = createTurn();

  const stageOf = ({ stage, resumeStage }: ItemRecord): ItemStage => (stage === 'held' && resumeStage) || stage;

  async function isNeeded(path: string): Promise<boolean> {
    // Asked first: what the journal comes to know meanwhile is seen there. One that is being written has an ending of its own.
    const isGiven = given.has(path.replace(/\.part$/u, ''));
    const item = await journal.item(basename(path).split('.')[0] ?? '');
    if (item === null || item.copy?.path !== path) return isGiven;
    const stage = stageOf(item);
    if (stage === 'cancelled' || stage === 'duplicate') return clock.now() - item.stageSince < endedMs;
    return unsentStages.includes(stage);
  }

  async function sweep(): Promise<void> {
    cancelNext();
    let left = 0;
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const path = join(folder, name);
      try {
        if (await isNeeded(path)) left += 1;
        else await rm(path, { force: true });
      } catch (error) {
        left += 1;
        log.warn('copy-not-swept', { copy: name, cause: codeOf(error, 'unknown') });
      }
    }
    if (left > 0 && !isStopped) cancelNext = clock.after(sweepMs, () => void sweep(), { unref: true });
  }

  return {
    async place(itemId, ending) {
      await makeFolder(folder, 0o700);
      const path = join(folder, `${itemId}.${newId()}${ending}`);
      given.add(path);
      cancelNext();
      if (!isStopped) cancelNext = clock.after(sweepMs, () => void sweep(), { unref: true });
      return path;
    },
    async read(path, made) {
      const [hashed, found] = [await inspector.hash(path), await stat(path).catch(() => null)];
      if (hashed.kind !== 'hashed' || found === null) return null;
      return { ...made, path, size: found.size, modifiedAt: found.mtimeMs, sha256: hashed.sha256 };
    },
    inThread: (work) => inTurn(() => work(thread)),
    kept: (path) => void given.delete(path),
    async discard(path) {
      given.delete(path);
      await rm(path, { force: true }).catch((error: unknown) =>
        log.warn('copy-not-removed', { copy: basename(path), cause: codeOf(error, 'unknown') }),
      );
    },
    sweep,
    stop() {
      isStopped = true;
      cancelNext();
      return thread.close();
    },
  };
}
