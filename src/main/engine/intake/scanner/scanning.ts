import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import type { Outcome } from '../../../../shared/faults.ts';
import type {
  ScanEdit,
  ScannerCapabilities,
  ScannerView,
  ScanProfile,
  ScanSessionView,
} from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import type { Clock } from '../../ports.ts';
import type { ScannerDriver, ScanRequest } from './driver.ts';
import { listScanners } from './list-scanners.ts';
import type { PageThread } from './pages/page-thread.ts';
import { createLiveSession, type FirstShape, type LiveSession } from './session/live-session.ts';
import type { DocumentSize } from './session/document-size.ts';
import { openSessionFolder, readSession } from './session/session-folder.ts';
import { settleSent, writeDocuments, type WrittenDocuments } from './session/send-documents.ts';
import { emptySession, type PagePlace } from './session/session-state.ts';

/** What scanning is made with. */
export interface ScanningParts {
  /** Folder of all sessions, in the data directory. */
  readonly folder: string;
  readonly drivers: readonly ScannerDriver[];
  readonly thread: PageThread;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The usual one first. */
  readonly profiles: () => readonly ScanProfile[];
  /** The folder from which documents of a session are taken in; whoever knows sources makes one of it. */
  readonly outbox: (
    profile: ScanProfile,
    sessionId: string,
  ) => Promise<Outcome<{ readonly folder: string; readonly sourceId: string }>>;
  /** A text as one segment of a path that every system takes. */
  readonly safeName: (text: string) => string;
  /** Whether the journal has an item of a path. */
  readonly isTakenIn: (path: string) => Promise<boolean>;
  readonly onChanged: (sessionId: string) => void;
}

/** What a run is asked for. */
export interface ScanOrder {
  readonly profileId: string;
  /** Absent: the profile's. */
  readonly scannerId?: string;
  /** Absent: a session of its own. */
  readonly sessionId?: string;
  readonly place: PagePlace;
  readonly pages?: number;
}

/** Scanning, from the list of scanners to documents in the outbox. */
export interface Scanning {
  scanners(signal: AbortSignal): Promise<Outcome<readonly ScannerView[]>>;
  capabilities(scannerId: string, signal: AbortSignal): Promise<Outcome<ScannerCapabilities>>;
  sessions(): readonly ScanSessionView[];
  session(sessionId: string): Outcome<ScanSessionView>;
  /** Begins a run. `ended` resolves with its end: the session's answer does not wait for it. */
  start(
    order: ScanOrder,
  ): Promise<Outcome<{ readonly sessionId: string; readonly ended: Promise<Outcome<{ pages: number }>> }>>;
  stop(sessionId: string): Outcome<null>;
  importFiles(
    profileId: string,
    sessionId: string | undefined,
    paths: readonly string[],
  ): Promise<Outcome<{ readonly sessionId: string; readonly pages: number }>>;
  edit(sessionId: string, edit: ScanEdit): Promise<Outcome<null>>;
  undo(sessionId: string): Promise<Outcome<null>>;
  picture(sessionId: string, pageId: string, most: number): Promise<Outcome<Uint8Array>>;
  /** How large a document will be, bytes. `not-found`, `file-damaged`, `file-unreadable`. */
  size(sessionId: string, documentId: string, format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>>;
  /** Resolves when every page of a session was looked at. */
  looked(sessionId: string): Promise<Outcome<null>>;
  /** Writes documents (absent: all that are open) into the outbox; they are on their way then. Answers their paths. */
  send(
    sessionId: string,
    documentIds?: readonly string[],
  ): Promise<Outcome<WrittenDocuments & { readonly sourceId: string }>>;
  /** Writes documents (absent: all that are open) into a folder, made when missing; the session stays as it is. */
  saveAs(sessionId: string, folder: string, documentIds?: readonly string[]): Promise<Outcome<WrittenDocuments>>;
  /** Throws a session away with all its pages. */
  discard(sessionId: string): Promise<Outcome<null>>;
  /** Takes away what is sent and in the journal. Answers whether something that is sent still waits for the journal. */
  tidy(): Promise<boolean>;
  close(): Promise<void>;
}

/** Longest wait for what a device says it can do, ms. */
const capabilitiesMs = 30_000;

function notThere(subject: string, id: string): ReturnType<typeof failure> {
  return failure('not-found', { subject, id });
}

/** The request of a profile to a scanner. */
function requestOf(profile: ScanProfile, pages: number | undefined): ScanRequest {
  const { source, resolution, color, paper, brightness, contrast } = profile;
  return { source, resolution, color, ...paper, brightness, contrast, ...(pages === undefined ? {} : { pages }) };
}

/** What is done with each page of a profile afterwards: it is turned, and what the device itself can't change is changed here. */
async function shapeOf(driver: ScannerDriver, scannerId: string, profile: ScanProfile): Promise<FirstShape> {
  const { rotation, brightness, contrast } = profile;
  if (brightness === 0 && contrast === 0) return { rotation, brightness, contrast };
  const able = await driver.capabilities(scannerId, AbortSignal.timeout(capabilitiesMs));
  // Who does not answer here will say why when it is asked to scan.
  if (!able.ok) return { rotation, brightness: 0, contrast: 0 };
  return {
    rotation,
    brightness: able.value.brightness ? 0 : brightness,
    contrast: able.value.contrast ? 0 : contrast,
  };
}

/** Opens scanning with the sessions that an earlier start left. */
export async function openScanning(parts: ScanningParts): Promise<Scanning> {
  const { folder, drivers, thread, clock, newId } = parts;
  const sessions = new Map<string, LiveSession>();
  const runs = new Set<Promise<unknown>>();
  const writing = { safeName: parts.safeName, isTakenIn: parts.isTakenIn, now: () => clock.now() };

  async function live(id: string, profileId: string): Promise<LiveSession> {
    const place = await openSessionFolder(join(folder, id));
    const state = (await readSession(place.folder, id)) ?? emptySession(id, profileId, clock.now());
    const session = createLiveSession(state, {
      folder: place,
      thread,
      profile: () => parts.profiles().find((each) => each.id === session.state().profileId) ?? null,
      onChanged: () => {
        parts.onChanged(id);
      },
    });
    sessions.set(id, session);
    return session;
  }

  await makeFolder(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const session = await live(entry.name, '');
    await settleSent(session, parts.isTakenIn);
    if (session.state().documents.length === 0) await remove(entry.name);
  }

  async function remove(id: string): Promise<void> {
    sessions.delete(id);
    await rm(join(folder, id), { recursive: true, force: true });
  }

  function driverOf(scannerId: string): ScannerDriver | null {
    return drivers.find(({ name }) => scannerId.startsWith(`${name}:`)) ?? null;
  }

  function profileOf(id: string): Outcome<ScanProfile> {
    const profile = parts.profiles().find((each) => each.id === id);
    return profile === undefined ? failure('profile-unknown') : success(profile);
  }

  function find(sessionId: string): Outcome<LiveSession> {
    const session = sessions.get(sessionId);
    return session === undefined ? notThere('session', sessionId) : success(session);
  }

  async function openOrNew(sessionId: string | undefined, profileId: string): Promise<Outcome<LiveSession>> {
    return sessionId === undefined ? success(await live(newId(), profileId)) : find(sessionId);
  }

  async function tidy(): Promise<boolean> {
    let isWaiting = false;
    for (const [id, session] of sessions) {
      const { documents } = session.state();
      const sent = documents.flatMap((each) => (each.sent === null ? [] : [each.sent.path]));
      if (sent.length === 0 || sent.length < documents.length) continue;
      const taken = await Promise.all(sent.map((path) => parts.isTakenIn(path)));
      if (taken.every(Boolean)) {
        await remove(id);
        parts.onChanged(id);
      } else isWaiting = true;
    }
    return isWaiting;
  }

  return {
    scanners: (signal) => listScanners(drivers, signal),
    async capabilities(scannerId, signal) {
      const driver = driverOf(scannerId);
      return driver === null ? failure('scanner-missing') : driver.capabilities(scannerId, signal);
    },
    sessions: () => [...sessions.values()].map((session) => session.view()),
    session(sessionId) {
      const session = find(sessionId);
      return session.ok ? success(session.value.view()) : session;
    },
    async start(order) {
      const profile = profileOf(order.profileId);
      if (!profile.ok) return profile;
      const scannerId = order.scannerId ?? profile.value.scannerId;
      if (scannerId === undefined) return failure('scanner-missing', { problem: 'no-scanner-chosen' });
      const driver = driverOf(scannerId);
      if (driver === null) return failure('scanner-missing');
      const session = await openOrNew(order.sessionId, order.profileId);
      if (!session.ok) return session;
      if (session.value.view().scanning) return failure('scanner-busy');
      const asked = requestOf(profile.value, order.pages);
      const shape = await shapeOf(driver, scannerId, profile.value);
      const ended = session.value.run(driver, scannerId, asked, order.place, shape);
      runs.add(ended);
      void ended.catch(() => undefined).then(() => runs.delete(ended));
      return success({ sessionId: session.value.state().id, ended });
    },
    stop(sessionId) {
      const session = find(sessionId);
      if (!session.ok) return session;
      session.value.stop();
      return success(null);
    },
    async importFiles(profileId, sessionId, paths) {
      const profile = profileOf(profileId);
      if (!profile.ok) return profile;
      const session = await openOrNew(sessionId, profileId);
      if (!session.ok) return session;
      const taken = await session.value.importFiles(paths);
      return taken.ok ? success({ sessionId: session.value.state().id, pages: taken.value.pages }) : taken;
    },
    async edit(sessionId, edit) {
      const session = find(sessionId);
      return session.ok ? session.value.edit(edit) : session;
    },
    async undo(sessionId) {
      const session = find(sessionId);
      if (!session.ok) return session;
      await session.value.undo();
      return success(null);
    },
    async picture(sessionId, pageId, most) {
      const session = find(sessionId);
      return session.ok ? session.value.picture(pageId, most) : session;
    },
    async size(sessionId, documentId, format) {
      const session = find(sessionId);
      return session.ok ? session.value.size(documentId, format) : session;
    },
    async looked(sessionId) {
      const session = find(sessionId);
      if (!session.ok) return session;
      await session.value.looked();
      return success(null);
    },
    async send(sessionId, documentIds) {
      const session = find(sessionId);
      if (!session.ok) return session;
      const own = profileOf(session.value.state().profileId);
      // A session whose profile was taken out, or forgotten in a crash, goes the usual way.
      const usual = own.ok ? own.value : parts.profiles()[0];
      if (usual === undefined) return failure('profile-unknown');
      const { projectId, mode } = session.value.state().target;
      const profile = { ...usual, ...(projectId === undefined ? {} : { projectId }), mode: mode ?? usual.mode };
      const outbox = await parts.outbox(profile, sessionId);
      if (!outbox.ok) return outbox;
      const { folder: place, sourceId } = outbox.value;
      const written = await writeDocuments(session.value, { ...writing, profile, place, leaving: true }, documentIds);
      return written.ok ? success({ ...written.value, sourceId }) : written;
    },
    async saveAs(sessionId, place, documentIds) {
      const session = find(sessionId);
      if (!session.ok) return session;
      const profile = parts.profiles().find(({ id }) => id === session.value.state().profileId) ?? null;
      try {
        await makeFolder(place);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        return code === 'ENOSPC' ? failure('disk-full') : failure('export-folder-unusable', { folder: place }, code);
      }
      return writeDocuments(session.value, { ...writing, profile, place, leaving: false }, documentIds);
    },
    async discard(sessionId) {
      const session = find(sessionId);
      if (!session.ok) return session;
      if (session.value.view().scanning) return failure('scanner-busy');
      await remove(sessionId);
      parts.onChanged(sessionId);
      return success(null);
    },
    tidy,
    async close() {
      for (const session of sessions.values()) session.stop();
      await Promise.allSettled(runs);
      await thread.close();
    },
  };
}
