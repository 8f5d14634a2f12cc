import { join } from 'node:path';
import type { Command } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { rm } from '../platform/disk/patient-files.ts';
import type { ScannerDriver } from './drivers/driver.ts';
import type { SharePlace } from './share/share-desk.ts';
import { shareScanner, shareUuid, type Share } from './share/share-scanner.ts';
import { createTurns } from './share/turns.ts';
import { createPageThread } from './pages/page-thread.ts';
import { createPagesWithArchivesApart } from './pages/archives-apart.ts';
import { diskFault } from './disk-fault.ts';
import { createOutboxes, type OutboxParts } from './outbox.ts';
import { platformDrivers } from './drivers/platform-drivers.ts';
import type { Scanning } from './scanning-parts.ts';
import { openScanning } from './scanning.ts';
import { safeSegment } from '../exports/safe-name.ts';
import { success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ports } from '../platform/ports.ts';

/** What a host needs of scanning beside commands and queries. */
export interface Scans {
  /** Told of each session that changed, came or went. */
  onChanged(listener: (sessionId: string) => void): () => void;
  /** A JPEG of a page as it will be sent, at most so many pixels wide and high. `not-found`, `file-damaged`. */
  picture(sessionId: string, pageId: string, most: number): Promise<Outcome<Uint8Array>>;
}

/** Scanning as a part of the engine: sessions, and outboxes as sources. */
export interface ScanningStation {
  readonly scans: Scans;
  readonly commands: CommandHandlers<CommandsOf<'scan'>>;
  readonly queries: QueryHandlers<QueriesOf<'scan' | 'scanners'>>;
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
  readonly journal: Pick<Journal, 'items' | 'onChange'>;
  readonly newId: () => string;
  readonly addSource: OutboxParts['addSource'];
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
}

/** Longest wait for the list of scanners or what one can do, ms. */
const patienceMs = 60_000;
/** Between two looks at what the journal has, ms. */
const tidyGapMs = 250;

function done(outcome: Outcome<unknown>): Outcome<unknown> {
  return outcome.ok ? success({}) : outcome;
}

/** Makes scanning; nothing is opened before `start` or the first question. */
export function createScanningStation(parts: ScanningStationParts): ScanningStation {
  const { ports, settings, newId } = parts;
  const folder = join(ports.paths.dataDirectory, 'scans');
  const listeners = new Set<(sessionId: string) => void>();
  /** Profiles of runs that no settings have, by id. */
  const guests = new Map<string, ScanProfile>();
  let opened: Promise<Scanning> | null = null;
  let waiting = false;
  let planned: (() => void) | null = null;
  const usual = (): ScanProfile | undefined => {
    const { profiles, defaultProfile } = settings().scanning;
    return profiles.find(({ id }) => id === defaultProfile) ?? profiles[0];
  };
  const turns = createTurns((scannerId) => shared?.place.named.uuid === scannerId.split('#')[1]);
  const drivers = platformDrivers(process.platform, process.env, () => settings().scanning.addresses);
  let shared: { readonly place: SharePlace; readonly share: Share } | null = null;
  let following: Promise<void> = Promise.resolve();
  let isStarted = false;
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

  function open(): Promise<Scanning> {
    opened ??= openScanning({
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
    }).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** Answers what the disk refuses as a fault: whoever asks can do something about it. */
  async function guarded(work: (scanning: Scanning) => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
    try {
      return await work(await open());
    } catch (error) {
      const known = diskFault(error);
      if (known === null) throw error;
      return { ok: false, fault: known };
    }
  }

  /** Sessions whose documents are all in the journal go; those that still wait for it are looked at again when it changes. */
  async function tidy(): Promise<void> {
    planned = null;
    const at = await open();
    waiting = await at.tidy();
    await outboxes.sweep(new Set(at.sessions().map(({ id }) => id)));
  }

  function planTidy(): void {
    planned ??= ports.clock.after(tidyGapMs, () => parts.inBackground('scans-tidy', tidy), { unref: true });
  }

  function sharePlace(): SharePlace | null {
    const { station, scanning } = settings();
    const { on, address, port, scannerId = usual()?.scannerId } = scanning.share;
    if (!on || scannerId === undefined) return null;
    const named = { name: `Mailroom ${station.name}`, uuid: shareUuid(station.id, scannerId) };
    return { address, port, scannerId, named };
  }

  /** Shares a scanner as the settings say now; one change after the other. */
  function follow(place: SharePlace | null): Promise<void> {
    following = following.then(async () => {
      if (JSON.stringify(place) === JSON.stringify(shared?.place ?? null)) return;
      await shared?.share.close();
      const at = { ...ports, turns, folder: join(folder, 'shared') };
      const thread = createPageThread(() => ports.startWorker('pages', null));
      const driverOf = (id: string): ScannerDriver | null =>
        drivers.find(({ name }) => id.startsWith(`${name}:`)) ?? null;
      shared = place === null ? null : { place, share: shareScanner(place, { ...at, thread, driverOf }) };
    });
    return following;
  }

  const stopListening = parts.journal.onChange(() => {
    if (waiting) planTidy();
  });

  /** Begins a run, which goes on by itself. */
  async function start(at: Scanning, command: Extract<Command, { name: 'scan.start' }>): Promise<Outcome<unknown>> {
    const { profile, scannerId, sessionId, pages, trace, place = { kind: 'end' } } = command;
    if (profile !== undefined) guests.set(profile.id, profile);
    const begun = await at.start({
      profileId: profile?.id ?? command.profileId,
      place,
      ...(profile === undefined ? {} : { profile }),
      ...(scannerId === undefined ? {} : { scannerId }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(pages === undefined ? {} : { pages }),
      ...(trace === undefined ? {} : { trace }),
    });
    if (!begun.ok) return begun;
    parts.inBackground('scan', async () => {
      await begun.value.ended;
    });
    return success({ sessionId: begun.value.sessionId });
  }

  const commands: ScanningStation['commands'] = {
    'scan.start': (command) => guarded((at) => start(at, command)),
    'scan.stop': ({ sessionId }) => guarded((at) => Promise.resolve(done(at.stop(sessionId)))),
    'scan.import': ({ profile, profileId, sessionId, paths }) =>
      guarded((at) => {
        if (profile !== undefined) guests.set(profile.id, profile);
        return at.importFiles(profileId, sessionId, paths, profile);
      }),
    'scan.edit': ({ sessionId, edit }) => guarded(async (at) => done(await at.edit(sessionId, edit))),
    'scan.undo': ({ sessionId }) => guarded(async (at) => done(await at.undo(sessionId))),
    'scan.send': ({ sessionId, documentIds }) =>
      guarded(async (at) => {
        const sent = await at.send(sessionId, documentIds);
        waiting = true;
        planTidy();
        return sent;
      }),
    'scan.save-as': ({ sessionId, folder: to, documentIds }) => guarded((at) => at.saveAs(sessionId, to, documentIds)),
    'scan.discard': ({ sessionId }) => guarded(async (at) => done(await at.discard(sessionId))),
  };

  const queries: ScanningStation['queries'] = {
    'scanners.list': () =>
      guarded(async (at) => {
        const found = await at.scanners(AbortSignal.timeout(patienceMs));
        return found.ok ? success({ scanners: found.value }) : found;
      }),
    'scanners.capabilities': ({ scannerId }) =>
      guarded((at) => at.capabilities(scannerId, AbortSignal.timeout(patienceMs))),
    'scan.sessions': () =>
      guarded((at) => {
        const sessions = [...at.sessions()].sort((one, two) => one.startedAt - two.startedAt);
        return Promise.resolve(success({ sessions }));
      }),
    'scan.session': ({ sessionId }) => guarded((at) => Promise.resolve(at.session(sessionId))),
    'scan.size': ({ sessionId, documentId, format }) => guarded((at) => at.size(sessionId, documentId, format)),
  };

  return {
    scans: {
      onChanged(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      picture: async (sessionId, pageId, most) => (await open()).picture(sessionId, pageId, most),
    },
    commands,
    queries,
    async start() {
      // A folder that can't be used stops scanning alone; the fault is told to whoever scans.
      try {
        await open();
        await outboxes.resume();
        await tidy();
        // What a client did not fetch before Mailroom ended nobody fetches any more.
        await rm(join(folder, 'shared'), { recursive: true, force: true });
        isStarted = true;
        await follow(sharePlace());
      } catch (error) {
        if (diskFault(error) === null) throw error;
        ports.log.warn('scans-not-opened', { cause: String(error) });
      }
    },
    configured() {
      if (isStarted) parts.inBackground('scanner-share', () => follow(sharePlace()));
    },
    async stop() {
      stopListening();
      planned?.();
      isStarted = false;
      await follow(null);
      await (await opened?.catch(() => null))?.close();
    },
  };
}
