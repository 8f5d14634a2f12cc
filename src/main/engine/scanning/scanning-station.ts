import { join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import type { Settings } from '../../../shared/settings.ts';
import { safeSegment } from '../exports/safe-name.ts';
import type { Journal } from '../journal/journal.ts';
import { rm } from '../platform/disk/patient-files.ts';
import type { Ports } from '../platform/ports.ts';
import { ignoreDiskFault } from './disk-fault.ts';
import { platformDrivers } from './drivers/platform-drivers.ts';
import { createFilePages } from './editing/file-pages.ts';
import { createPageEdits, type PageEditParts } from './editing/page-edits.ts';
import { createScanHandlers } from './handlers.ts';
import { createOutboxes, type OutboxParts } from './outbox.ts';
import { createPagesWithArchivesApart } from './pages/archives-apart.ts';
import { createPageThread } from './pages/page-thread.ts';
import { openScanning, type Scanning } from './scanning.ts';
import { createFollowedShare, type FollowedShare } from './share/follow-share.ts';
import { createTurns } from './share/turns.ts';

/** What a host needs of scanning beside commands and queries. */
export interface Scans {
  /** Told of each session that changed, came or went. */
  onChanged(listener: (sessionId: string) => void): () => void;
  /** A JPEG of a page as it will be sent, at most so many pixels wide and high. `not-found`, `file-damaged`. */
  picture(sessionId: string, pageId: string, max: number): Promise<Outcome<Uint8Array>>;
}

/** Scanning as a part of the engine: sessions, and outboxes as sources. */
export interface ScanningStation extends ReturnType<typeof createScanHandlers> {
  readonly scans: Scans;
  /** Opens what an earlier start left: sessions, and documents on their way. */
  start(): Promise<void>;
  /** The settings changed. */
  configured(): void;
  stop(): Promise<void>;
}

/** What it is made of. */
export interface ScanningStationParts {
  readonly ports: Ports;
  /** Those in force. */
  readonly settings: () => Settings;
  readonly journal: Journal;
  readonly edits: Omit<PageEditParts, 'dataDirectory' | 'journal' | 'newId'>;
  readonly newId: () => string;
  readonly addSource: OutboxParts['addSource'];
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
}

/** Between two comparisons with the journal, ms. */
const tidyGapMs = 250;

/** Makes scanning; nothing is opened before `start` or the first question. */
export function createScanningStation(parts: ScanningStationParts): ScanningStation {
  const { ports, settings, newId, inBackground } = parts;
  const folder = join(ports.paths.dataDirectory, 'scans');
  const listeners = new Set<(sessionId: string) => void>();
  /** Profiles of runs that no settings have, by id. */
  const guests = new Map<string, ScanProfile>();
  let opened: Promise<Scanning> | null = null;
  let waiting = false;
  let planned: (() => void) | null = null;
  let isStarted = false;
  const turns = createTurns((scannerId): boolean => share.isOwn(scannerId));
  const drivers = platformDrivers(process.platform, process.env, () => settings().scanning.addresses);
  const share: FollowedShare = createFollowedShare(ports, settings, turns, join(folder, 'shared'), drivers);
  const outboxes = createOutboxes({
    folder: join(folder, 'outbox'),
    journal: parts.journal,
    settings,
    addSource: parts.addSource,
    safeName: safeSegment,
  });

  function profiles(): readonly ScanProfile[] {
    const { scanning } = settings();
    const isDefault = (profile: ScanProfile): boolean => profile.id === scanning.defaultProfile;
    const usual = scanning.profiles.filter(isDefault);
    return [...usual, ...scanning.profiles.filter((each) => !isDefault(each)), ...guests.values()];
  }

  function openAll(): Promise<Scanning> {
    const files = createFilePages(createPageThread(() => ports.startWorker('pages', null)));
    const { dataDirectory } = ports.paths;
    return openScanning({
      files,
      edits: createPageEdits({ ...parts.edits, journal: parts.journal, newId, dataDirectory }, files),
      folder: join(folder, 'sessions'),
      drivers: drivers.map(turns.own),
      thread: createPagesWithArchivesApart(() => ports.startWorker('pages', null)),
      clock: ports.clock,
      newId,
      profiles,
      outbox: outboxes.open,
      safeName: safeSegment,
      isTakenIn: outboxes.isTakenIn,
      onChanged(sessionId) {
        for (const listener of listeners) listener(sessionId);
      },
    });
  }

  function open(): Promise<Scanning> {
    opened ??= openAll().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** Takes sessions away whose documents are all in the journal; the others are looked at again when the journal changes. */
  async function tidy(): Promise<void> {
    planned = null;
    const scanning = await open();
    waiting = await scanning.tidy();
    await outboxes.sweep(new Set(scanning.sessions().map(({ id }) => id)));
  }

  function planTidy(): void {
    planned ??= ports.clock.after(tidyGapMs, () => inBackground('scans-tidy', tidy), { unref: true });
  }

  const stopListening = parts.journal.onChange(() => {
    if (waiting) planTidy();
  });

  return {
    scans: {
      onChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async picture(sessionId, pageId, max) {
        const session = (await open()).find(sessionId);
        return session.ok ? session.value.picture(pageId, max) : session;
      },
    },
    ...createScanHandlers({
      open,
      addProfile: (profile) => guests.set(profile.id, profile),
      onSent() {
        waiting = true;
        planTidy();
      },
      inBackground,
    }),
    async start() {
      // A folder that can't be used stops scanning alone; whoever scans gets the fault.
      try {
        await open();
        await outboxes.resume();
        await tidy();
        // Pages for clients of an earlier start: nobody fetches them any more.
        await rm(join(folder, 'shared'), { recursive: true, force: true });
        isStarted = true;
        await share.follow();
      } catch (error) {
        ignoreDiskFault(error);
        ports.log.warn('scans-not-opened', { cause: String(error) });
      }
    },
    configured() {
      if (isStarted) inBackground('scanner-share', share.follow);
    },
    async stop() {
      stopListening();
      planned?.();
      isStarted = false;
      await share.end();
      await (await opened?.catch(() => null))?.close();
    },
  };
}
