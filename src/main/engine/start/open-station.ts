import { join } from 'node:path';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { Settings } from '../../../shared/settings.ts';
import { createAnnouncingJournal, type AnnouncingJournal } from '../events/announcing-journal.ts';
import { createBackground, type Background } from '../events/background.ts';
import { createEventStream, type EventStream } from '../events/event-stream.ts';
import { createNoticingJournal } from '../events/noticing-journal.ts';
import { createProgressMeter } from '../events/progress.ts';
import { failure, success } from '../faults/fault.ts';
import { accountName } from '../history/actor.ts';
import { createFileInspector, type FileInspector } from '../intake/inspection/file-inspector.ts';
import { openLookNotes, type LookNotes } from '../intake/inspection/thread/look-notes.ts';
import type { Journal } from '../journal/journal.ts';
import { createJournal } from '../journal/open-journal.ts';
import { createOwnerLock } from '../journal/owner-lock.ts';
import { tooFewOpenFiles } from '../platform/disk/open-files.ts';
import { createIds } from '../platform/ids.ts';
import type { Ports } from '../platform/ports.ts';

/** What all features of an engine share. */
export interface Station {
  readonly ports: Ports;
  /** As the engine began with them. */
  readonly settings: Settings;
  /** The settings in force: some change while the engine works. */
  readonly inForce: { now: Settings };
  readonly announcing: AnnouncingJournal;
  readonly journal: Journal;
  /** ms since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Who works here, for the history. */
  readonly actor: string;
  readonly meter: ReturnType<typeof createProgressMeter>;
  readonly notes: LookNotes;
  readonly events: EventStream;
  readonly inspector: FileInspector;
  /** Reads what is being sent, in a thread of its own: a folder of 10,000 new files must not hold up the uploads. */
  readonly reader: FileInspector;
  readonly background: Background;
  /** Set when the journal was damaged and rebuilt at this start: the fault to tell. */
  readonly recovered: Fault | null;
  /** Files last changed before this instant (ms) may have been sent by a journal that was lost; null: none was. */
  readonly doubtBefore: number | null;
  /** Closes journal and threads, and lets go of the data directory. */
  readonly close: () => Promise<void>;
}

/** Name of the journal's note of when it was rebuilt after damage (ms). */
const rebuiltAt = 'journal-rebuilt-at';

/** Opens the data directory. Faults: `open-files-limit`, `data-directory-taken`, `data-directory-unusable`, `journal-damaged`, `disk-full`. */
export async function openStation(ports: Ports, settings: Settings): Promise<Outcome<Station>> {
  const { clock, log, startWorker } = ports;
  const now = (): number => clock.now();
  const { dataDirectory: directory, stateDirectory } = ports.paths;
  const fewFiles = tooFewOpenFiles();
  if (fewFiles !== null) return failure('open-files-limit', { limit: fewFiles });
  const lock = createOwnerLock(directory, now());
  if (!lock.ok) return lock;
  const opened = await createJournal({ directory, stateDirectory, startWorker, clock, log, measured: ports.measured });
  if (!opened.ok) {
    lock.value.release();
    return opened;
  }
  const { recovered } = opened.value;
  const announcing = createAnnouncingJournal(createNoticingJournal(opened.value.journal, ports.notifier), log);
  const { journal } = announcing;
  if (recovered !== null) await journal.commit([{ kind: 'cursor-set', name: rebuiltAt, value: String(now()) }]);
  const rebuilt = await journal.cursor(rebuiltAt);
  const notes = await openLookNotes(join(directory, 'looks'), (error) =>
    log.warn('looks-not-noted', { cause: String(error) }),
  );
  const inspector = createFileInspector({ startWorker, notes });
  const reader = createFileInspector({ startWorker, threads: 1 });
  const events = createEventStream(journal, clock);
  return success({
    ...{ ports, settings, announcing, journal, now, notes, inspector, reader, events },
    inForce: { now: settings },
    newId: createIds(now, ports.random),
    actor: accountName(),
    meter: createProgressMeter(now),
    background: createBackground(log),
    recovered: recovered?.fault ?? null,
    doubtBefore: rebuilt === null ? null : Number(rebuilt),
    async close() {
      events.stop();
      await journal.close();
      await Promise.all([inspector.close(), reader.close()]);
      lock.value.release();
    },
  });
}
