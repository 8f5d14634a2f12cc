import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rename, rm } from '../platform/disk/patient-files.ts';
import { makeFolder } from '../platform/disk/make-folder.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import { failure, success } from '../faults/fault.ts';
import { diskFault } from './disk-fault.ts';
import type { ScannerDriver, ScanRequest } from './drivers/driver.ts';
import { listScanners } from './drivers/list-scanners.ts';
import { createLiveSession } from './session/live-session.ts';
import type { FirstShape, LiveSession } from './session/session-at-work.ts';
import type { Scanning, ScanningParts, ScanOrder } from './scanning-parts.ts';
import { tracedDriver } from './drivers/run-trace.ts';
import { picturesAt } from './session/pictures-at.ts';
import { openSessionFolder, readSession, takeUpLeftovers, type UsualPage } from './session/session-folder.ts';
import { settleSent, writeDocuments } from './session/send-documents.ts';
import { emptySession, type SessionState } from './session/session-state.ts';
import { codeOf, isFull } from '../platform/disk/errno.ts';

/** What the name of a session's folder begins with when it is taken away. */
const leaving = '.gone-';
/** Longest wait for what a device says it can do, ms. */
const capabilitiesMs = 30_000;

function notThere(subject: string, id: string): ReturnType<typeof failure> {
  return failure('not-found', { subject, id });
}

/** The request of a profile to a scanner. */
function requestOf(profile: ScanProfile, pages: number | undefined): ScanRequest {
  const { source, resolution, color, paper, align, brightness, contrast, driverOptions: options } = profile;
  return {
    ...{ source, resolution, color, ...paper, align, brightness, contrast, lossless: profile.quality === 'lossless' },
    ...(pages === undefined ? {} : { pages }),
    ...(options === undefined ? {} : { options }),
  };
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
  /** The file into which the runs of a session are traced. */
  const traces = new Map<string, string>();
  const writing = { safeName: parts.safeName, isTakenIn: parts.isTakenIn, now: () => clock.now() };

  /** The profile of a session as the settings have it now, else its own; null where it was taken out. */
  function profileIn({ profileId, profile }: Pick<SessionState, 'profileId' | 'profile'>): ScanProfile | null {
    return parts.profiles().find(({ id }) => id === profileId) ?? profile ?? null;
  }

  function usualPage(state: Pick<SessionState, 'profileId' | 'profile'>): UsualPage | null {
    const profile = profileIn(state);
    if (profile === null) return null;
    const { color, resolution: density, rotation, source, turnBacks } = profile;
    return { color, density, rotation, turnsBacks: source === 'duplex' && turnBacks };
  }

  async function live(id: string, profileId: string): Promise<LiveSession> {
    const place = await openSessionFolder(join(folder, id));
    await takeUpLeftovers(place).catch((error: unknown) => {
      // The next run takes them over.
      if (diskFault(error) === null) throw error;
    });
    const state = (await readSession(place.folder, id, usualPage)) ?? emptySession(id, profileId, clock.now());
    const session = createLiveSession(state, {
      folder: place,
      thread,
      clock,
      profile: () => profileIn(session.state()),
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
    if (entry.name.startsWith(leaving)) {
      await clear(join(folder, entry.name));
      continue;
    }
    const session = await live(entry.name, '');
    await settleSent(session, parts.isTakenIn);
    if (session.state().documents.length === 0) await remove(entry.name);
  }

  /** Takes away what nobody sees any more; what the disk keeps is tried again at the next start. */
  async function clear(gone: string): Promise<void> {
    await rm(gone, { recursive: true, force: true }).catch((error: unknown) => {
      if (diskFault(error) === null) throw error;
    });
  }

  async function remove(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    traces.delete(id);
    // Before its folder goes: a change that is just being saved would make it anew.
    await session?.end(false);
    const gone = join(folder, `${leaving}${id}`);
    try {
      // Gone at once: of a session whose pages went one by one, some would be there after a crash, as if nobody had sent them.
      await rename(join(folder, id), gone);
    } catch (error) {
      // It lies there as before: nobody may take it for gone.
      if (session !== undefined) await live(id, session.state().profileId);
      throw error;
    }
    await clear(gone);
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

  /** Pages that come into a session until they `ended`: the engine's own end waits for that. */
  function begun(session: LiveSession, ended: Promise<Outcome<{ pages: number }>>) {
    runs.add(ended);
    void ended.catch(() => undefined).then(() => runs.delete(ended));
    return success({ sessionId: session.state().id, ended });
  }

  /** Lets a session that is there go by a profile, and scans nothing. */
  async function goBy({ sessionId = '', profileId, profile }: ScanOrder): ReturnType<Scanning['start']> {
    const session = find(sessionId);
    if (!session.ok) return session;
    if (session.value.view().scanning) return failure('scanner-busy');
    if (profile !== undefined) await session.value.goBy(profileId, profile);
    return success({ sessionId, ended: Promise.resolve(success({ pages: 0 })) });
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
      if (order.pages === 0) return goBy(order);
      const scannerId = order.scannerId ?? profile.value.scannerId;
      if (scannerId === undefined) return failure('scanner-missing', { problem: 'no-scanner-chosen' });
      const known = driverOf(scannerId);
      if (known === null) return failure('scanner-missing');
      const { sessionId, trace } = order;
      const before = sessionId === undefined ? success(null) : find(sessionId);
      if (!before.ok) return before;
      if (before.value?.view().scanning === true) return failure('scanner-busy');
      // Only now: a run that can't begin leaves no file. The next runs of a session go on in it.
      const goesOn = trace !== undefined && traces.get(sessionId ?? '') === trace;
      const traced = trace === undefined ? success(known) : await tracedDriver(known, trace, goesOn);
      if (!traced.ok) return traced;
      const driver = traced.value;
      const session = before.value ?? (await live(newId(), order.profileId));
      if (trace !== undefined) traces.set(session.state().id, trace);
      if (order.profile !== undefined) await session.goBy(order.profileId, order.profile);
      const asked = requestOf(profile.value, order.pages);
      const shape = await shapeOf(driver, scannerId, profile.value);
      return begun(session, session.run(driver, scannerId, asked, order.place, shape));
    },
    stop(sessionId) {
      const session = find(sessionId);
      if (!session.ok) return session;
      session.value.stop('person');
      return success(null);
    },
    async importFiles(profileId, sessionId, paths, own) {
      const profile = profileOf(profileId);
      if (!profile.ok) return profile;
      const found = await picturesAt(paths);
      if (!found.ok) return found;
      const session = await openOrNew(sessionId, profileId);
      if (!session.ok) return session;
      if (own !== undefined) await session.value.goBy(profileId, own);
      return begun(session.value, session.value.importFiles(found.value));
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
      // A session whose profile was taken out goes the usual way.
      const usual = profileIn(session.value.state()) ?? parts.profiles()[0];
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
      const profile = profileIn(session.value.state());
      try {
        await makeFolder(place);
      } catch (error) {
        const code = codeOf(error, 'unknown');
        return isFull(code) ? failure('disk-full') : failure('export-folder-unusable', { folder: place }, code);
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
      for (const session of sessions.values()) session.stop('cut-off');
      await Promise.allSettled(runs);
      for (const session of sessions.values()) await session.end(true);
      await thread.close();
    },
  };
}
