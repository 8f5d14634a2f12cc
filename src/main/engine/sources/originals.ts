import { basename, dirname } from 'node:path';
import type { HotFolder } from '../../../shared/settings.ts';
import type { FaultLanguage } from '../faults/describe.ts';
import type { FileInspector } from '../intake/inspection/file-inspector.ts';
import { createLookBack } from '../intake/tidy/look-back-job.ts';
import type { OpenWriters } from '../intake/tidy/open-writers.ts';
import { placeFile } from '../intake/tidy/place-file.ts';
import { readPrivateName } from '../intake/tidy/private-name.ts';
import { createTidy } from '../intake/tidy/tidy-job.ts';
import { emptyTrash, usualTrashMs } from '../intake/tidy/trash.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewJob } from '../journal/records.ts';
import type { Ports } from '../platform/ports.ts';
import type { JobHandler } from '../queue/job.ts';
import type { Sources } from './sources.ts';
import { isLive } from '../items/cancel-item.ts';
import { lookBackJob } from '../submissions/first-jobs.ts';

/** For `mailroom doctor`: what lies in the trash of a hot folder. */
export { trashName, trashSize, usualTrashMs } from '../intake/tidy/trash.ts';

/** What tidying originals away needs of the engine. */
export interface OriginalsParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'notifier'>;
  readonly journal: Journal;
  readonly inspector: FileInspector;
  readonly writers: OpenWriters;
  readonly newId: () => string;
  readonly language: () => FaultLanguage;
  readonly sources: () => Pick<Sources, 'folderOf' | 'originals' | 'overlap'>;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
}

/** What becomes of originals once they are sent: the jobs, and what is left of earlier runs. */
export interface Originals {
  readonly handlers: Readonly<Record<'tidy' | 'look-back', JobHandler>>;
  /** A folder is watched from now on: its trash is emptied, now and again. */
  watch(source: HotFolder): void;
  /** A file was found under a private name: where no job will go on with it, it is given its own name back. */
  found(path: string): void;
  stop(): void;
}

/** The trash is looked through so often, ms; more often where its time is short. */
const emptyEveryMs = 3_600_000;
const minEmptyMs = 1_000;

/** Wires the tidying of originals. */
export function createOriginals(parts: OriginalsParts): Originals {
  const { ports, journal, inspector, writers, newId, inBackground } = parts;
  const { clock, log } = ports;
  const folderOf = (sourceId: string): string | null => parts.sources().folderOf(sourceId);
  const takingBack = {
    journal,
    inspector,
    writers,
    clock,
    log,
    folderOf,
    remember: (...given: Parameters<Sources['originals']['remember']>) => parts.sources().originals.remember(...given),
  };
  /** What is watched as it was given last, by id: no emptying goes on for another. */
  const watched = new Map<string, HotFolder>();
  const planned = new Map<string, () => void>();

  function empty(source: HotFolder): void {
    const { id, folder, rule } = source;
    const forMs = rule.trashMs ?? usualTrashMs;
    // What fails once (the journal's disk is full) may succeed the next time.
    const again = (): void => {
      if (forMs === 0 || watched.get(id) !== source) return;
      const wait = Math.min(emptyEveryMs, Math.max(minEmptyMs, forMs / 4));
      planned.set(
        id,
        clock.after(wait, () => empty(source), { unref: true }),
      );
    };
    inBackground('empty-trash', async () => {
      try {
        // Nothing is taken from a folder that may be another one just now.
        const { fault } = await parts.sources().overlap(source);
        if (fault === null) await emptyTrash({ ...takingBack, journal }, { id, folder, forMs });
      } finally {
        again();
      }
    });
  }

  return {
    handlers: {
      tidy: createTidy({
        ...takingBack,
        language: parts.language,
        memory: {
          setAside: (...given) => parts.sources().originals.setAside(...given),
          forget: (item) => parts.sources().originals.forget(item),
          remember: takingBack.remember,
        },
        lookBack: (item, origin) => lookBackJob(item, newId(), clock.now(), origin),
        enqueue: parts.enqueue,
        warn: (item, reason) => ports.notifier.notify({ kind: 'held', fault: reason, subject: item.id }),
      }),
      'look-back': createLookBack(takingBack),
    },
    watch(source) {
      planned.get(source.id)?.();
      watched.set(source.id, source);
      empty(source);
    },
    found(path) {
      const hidden = readPrivateName(basename(path));
      if (hidden === null) return;
      inBackground('private-names', async () => {
        const jobs = await journal.jobsOf(hidden.itemId);
        if (jobs.some((job) => job.kind === 'tidy' && isLive(job))) return;
        await placeFile(path, dirname(path), hidden.itemId, { name: hidden.name }).catch((error: unknown) =>
          log.warn('name-not-given-back', { item: hidden.itemId, cause: String(error) }),
        );
      });
    },
    stop() {
      watched.clear();
      for (const cancel of planned.values()) cancel();
    },
  };
}
