import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import type { ScannerCapabilities, ScannerView, ScanProfile, ScanSessionView } from '../../../shared/scanning.ts';
import { failure, success } from '../faults/fault.ts';
import { misuse } from '../faults/usage-sentences.ts';
import { codeOf, isFull } from '../platform/disk/errno.ts';
import { makeFolder } from '../platform/disk/make-folder.ts';
import { rename, rm } from '../platform/disk/patient-files.ts';
import type { Clock } from '../platform/ports.ts';
import { createTurn } from '../platform/serial.ts';
import { ignoreDiskFault } from './disk-fault.ts';
import type { ScannerDriver, ScanRequest } from './drivers/driver.ts';
import { listScanners } from './drivers/platform-drivers.ts';
import { tracedDriver } from './drivers/run-trace.ts';
import type { FilePages } from './editing/file-pages.ts';
import type { PageEdits } from './editing/page-edits.ts';
import type { PageThread } from './pages/page-thread.ts';
import { createLiveSession, type LiveSession } from './session/live-session.ts';
import { picturesAt } from './session/pictures-at.ts';
import { settleSent, writeDocuments, type WrittenDocuments } from './session/send-documents.ts';
import type { FirstShape } from './session/session-at-work.ts';
import { openSessionFolder, readSession, takeUpLeftovers, type UsualPage } from './session/session-folder.ts';
import { emptySession, type PagePlace, type SessionState } from './session/session-state.ts';

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
  /** Pages of items that are edited. */
  readonly edits: PageEdits;
  readonly files: FilePages;
  readonly onChanged: (sessionId: string) => void;
}

/** What a run is asked for. */
export interface ScanOrder {
  readonly profileId: string;
  /** Absent: the profile's. */
  readonly scannerId?: string;
  /** Absent: a session of its own. */
  readonly sessionId?: string;
  /** One that no settings have: the session keeps it. */
  readonly profile?: ScanProfile;
  readonly place: PagePlace;
  /** 0: nothing is scanned. */
  readonly pages?: number;
  /** The file into which the conversation with the device is written. */
  readonly trace?: string;
}

/** A run or an import that has begun; `ended` resolves with its end. */
export interface Begun {
  readonly sessionId: string;
  readonly ended: Promise<Outcome<{ readonly pages: number }>>;
}

/** Scanning, from the list of scanners to documents in the outbox. */
export interface Scanning {
  scanners(signal: AbortSignal): Promise<Outcome<readonly ScannerView[]>>;
  capabilities(scannerId: string, signal: AbortSignal): Promise<Outcome<ScannerCapabilities>>;
  sessions(): readonly ScanSessionView[];
  session(sessionId: string): Outcome<ScanSessionView>;
  /** A session as it is at work. `not-found`. */
  find(sessionId: string): Outcome<LiveSession>;
  /** Begins a run. */
  start(order: ScanOrder): Promise<Outcome<Begun>>;
  /** Begins to take picture files in as pages; ends and can be stopped as a run. */
  importFiles(
    profileId: string,
    sessionId: string | undefined,
    paths: readonly string[],
    profile?: ScanProfile,
  ): Promise<Outcome<Begun>>;
  /**
   * Opens the pages of items that are not at the service yet: a session in which each is a document; the one that there is where they
   * are edited already, unless `mayJoin` is false. Nothing of them is sent from here on. Faults: why they can't be edited.
   */
  editItems(itemIds: readonly string[], mayJoin?: boolean): Promise<Outcome<{ readonly sessionId: string }>>;
  /** Writes documents (absent: all that are open) into the outbox; they are on their way then. Of pages of items always all, which take the place of the items. Answers their paths. */
  send(
    sessionId: string,
    documentIds?: readonly string[],
  ): Promise<Outcome<WrittenDocuments & { readonly sourceId: string }>>;
  /** Writes documents (absent: all that are open) into a folder, made when missing; the session stays as it is. */
  saveAs(sessionId: string, folder: string, documentIds?: readonly string[]): Promise<Outcome<WrittenDocuments>>;
  /** Throws a session away with all its pages; items whose pages these are go on as they came. */
  discard(sessionId: string): Promise<Outcome<null>>;
  /** Takes away what is sent and in the journal. Answers whether something that is sent still waits for the journal. */
  tidy(): Promise<boolean>;
  close(): Promise<void>;
}

/** All sessions by their ids, and what goes on with them. */
interface Sessions extends ScanningParts {
  readonly live: Map<string, LiveSession>;
  /** Runs and imports that go on: the end of the engine waits for them. */
  readonly runs: Set<Promise<unknown>>;
  /** The file into which the runs of a session are traced. */
  readonly traces: Map<string, string>;
  /** Edits of items begin and end one after the other: two of one item never cross. */
  readonly editsInTurn: ReturnType<typeof createTurn>;
}

/** The name of a session's folder begins with this while it is taken away. */
const leaving = '.gone-';
/** Maximum wait for the capabilities of a device, ms. */
const capabilitiesMs = 30_000;

/** The request of a profile to a scanner. */
function requestOf(profile: ScanProfile, pages: number | undefined): ScanRequest {
  const { source, resolution, color, paper, align, brightness, contrast, driverOptions: options } = profile;
  return {
    ...{ source, resolution, color, ...paper, align, brightness, contrast, lossless: profile.quality === 'lossless' },
    ...(pages === undefined ? {} : { pages }),
    ...(options === undefined ? {} : { options }),
  };
}

/** How each page of a profile is changed after the scan: turned, and made brighter or darker where the device can't do that. */
async function shapeOf(driver: ScannerDriver, scannerId: string, profile: ScanProfile): Promise<FirstShape> {
  const { rotation, brightness, contrast } = profile;
  if (brightness === 0 && contrast === 0) return { rotation, brightness, contrast };
  const able = await driver.capabilities(scannerId, AbortSignal.timeout(capabilitiesMs));
  // A device that does not answer now says why when the scan begins.
  if (!able.ok) return { rotation, brightness: 0, contrast: 0 };
  return {
    rotation,
    brightness: able.value.brightness ? 0 : brightness,
    contrast: able.value.contrast ? 0 : contrast,
  };
}

/** The profile of a session as the settings have it now, else its own; null where it was taken out. */
function profileIn(
  { profiles }: Sessions,
  { profileId, profile }: Pick<SessionState, 'profileId' | 'profile'>,
): ScanProfile | null {
  return profiles().find(({ id }) => id === profileId) ?? profile ?? null;
}

function profileOf({ profiles }: Sessions, id: string): Outcome<ScanProfile> {
  const profile = profiles().find((each) => each.id === id);
  return profile === undefined ? failure('profile-unknown') : success(profile);
}

/** What the pages of a session usually are; null where its profile was taken out. */
function usualPage(all: Sessions, state: Pick<SessionState, 'profileId' | 'profile'>): UsualPage | null {
  const profile = profileIn(all, state);
  if (profile === null) return null;
  const { color, resolution: density, rotation, source, turnBacks } = profile;
  return { color, density, rotation, turnsBacks: source === 'duplex' && turnBacks };
}

/** Brings a session to life, with what lies in its folder. */
async function openSession(all: Sessions, id: string, profileId: string): Promise<LiveSession> {
  const { thread, files, clock, live } = all;
  const folder = await openSessionFolder(join(all.folder, id));
  // Where the disk refuses, the next run takes the leftovers over.
  await takeUpLeftovers(folder).catch(ignoreDiskFault);
  const read = await readSession(folder.folder, id, (state) => usualPage(all, state));
  const session = createLiveSession(read ?? emptySession(id, profileId, clock.now()), {
    folder,
    thread,
    files,
    clock,
    profile: () => profileIn(all, session.state()),
    onChanged: () => all.onChanged(id),
  });
  live.set(id, session);
  return session;
}

/** Takes a folder away that nobody sees any more; where the disk refuses, the next start tries again. */
async function clear(gone: string): Promise<void> {
  await rm(gone, { recursive: true, force: true }).catch(ignoreDiskFault);
}

async function remove(all: Sessions, id: string): Promise<void> {
  const session = all.live.get(id);
  all.live.delete(id);
  all.traces.delete(id);
  // Before its folder goes: a change that is just being saved would make it anew.
  await session?.end(false);
  const gone = join(all.folder, `${leaving}${id}`);
  try {
    // The whole folder goes at once. Page by page, a crash would leave some of them, as if nobody had sent them.
    await rename(join(all.folder, id), gone);
  } catch (error) {
    // It lies there as before: nobody may take it for gone.
    if (session !== undefined) await openSession(all, id, session.state().profileId);
    throw error;
  }
  await clear(gone);
}

/** Opens the sessions that an earlier start left; takes away those that are empty or were on their way out. */
async function openLeft(all: Sessions): Promise<void> {
  await makeFolder(all.folder, 0o700);
  for (const entry of await readdir(all.folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    if (entry.name.startsWith(leaving)) {
      await clear(join(all.folder, entry.name));
      continue;
    }
    const session = await openSession(all, entry.name, '');
    const isOver = session.state().edited !== undefined && (await all.edits.isOver(session.state()));
    if (isOver) {
      await remove(all, entry.name);
      continue;
    }
    await settleSent(session, all.isTakenIn);
    if (session.state().documents.length === 0) await remove(all, entry.name);
  }
}

function driverOf({ drivers }: Sessions, scannerId: string): ScannerDriver | null {
  return drivers.find(({ name }) => scannerId.startsWith(`${name}:`)) ?? null;
}

function find({ live }: Sessions, sessionId: string): Outcome<LiveSession> {
  const session = live.get(sessionId);
  return session === undefined ? failure('not-found', { subject: 'session', id: sessionId }) : success(session);
}

function isEdit({ live }: Sessions, sessionId: string): boolean {
  return live.get(sessionId)?.state().edited !== undefined;
}

function begun({ runs }: Sessions, session: LiveSession, ended: Begun['ended']): Outcome<Begun> {
  runs.add(ended);
  void ended.catch(() => undefined).then(() => runs.delete(ended));
  return success({ sessionId: session.state().id, ended });
}

/** Gives a session that is there another profile, and scans nothing. */
async function goBy(all: Sessions, { sessionId = '', profileId, profile }: ScanOrder): Promise<Outcome<Begun>> {
  const session = find(all, sessionId);
  if (!session.ok) return session;
  if (session.value.view().scanning) return failure('scanner-busy');
  if (profile !== undefined) await session.value.goBy(profileId, profile);
  return success({ sessionId, ended: Promise.resolve(success({ pages: 0 })) });
}

async function start(all: Sessions, order: ScanOrder): Promise<Outcome<Begun>> {
  const profile = profileOf(all, order.profileId);
  if (!profile.ok) return profile;
  if (order.pages === 0) return goBy(all, order);
  const scannerId = order.scannerId ?? profile.value.scannerId;
  if (scannerId === undefined) return failure('scanner-missing', { problem: 'no-scanner-chosen' });
  const known = driverOf(all, scannerId);
  if (known === null) return failure('scanner-missing');
  const { sessionId, trace } = order;
  const before = sessionId === undefined ? success(null) : find(all, sessionId);
  if (!before.ok) return before;
  if (before.value?.state().edited !== undefined) return misuse('pages-of-items');
  if (before.value?.view().scanning === true) return failure('scanner-busy');
  // Only now: a run that can't begin leaves no file. The next runs of a session go on in it.
  const goesOn = trace !== undefined && all.traces.get(sessionId ?? '') === trace;
  const traced = trace === undefined ? success(known) : await tracedDriver(known, trace, goesOn);
  if (!traced.ok) return traced;
  const session = before.value ?? (await openSession(all, all.newId(), order.profileId));
  if (trace !== undefined) all.traces.set(session.state().id, trace);
  if (order.profile !== undefined) await session.goBy(order.profileId, order.profile);
  const asked = requestOf(profile.value, order.pages);
  const shape = await shapeOf(traced.value, scannerId, profile.value);
  return begun(all, session, session.run(traced.value, scannerId, asked, order.place, shape));
}

async function importFiles(
  all: Sessions,
  ...[profileId, sessionId, paths, own]: Parameters<Scanning['importFiles']>
): Promise<Outcome<Begun>> {
  const profile = profileOf(all, profileId);
  if (!profile.ok) return profile;
  const found = await picturesAt(paths);
  if (!found.ok) return found;
  const session =
    sessionId === undefined ? success(await openSession(all, all.newId(), profileId)) : find(all, sessionId);
  if (!session.ok) return session;
  if (session.value.state().edited !== undefined) return misuse('pages-of-items');
  if (own !== undefined) await session.value.goBy(profileId, own);
  return begun(all, session.value, session.value.importFiles(found.value));
}

async function editItems(
  all: Sessions,
  itemIds: readonly string[],
  mayJoin = true,
): Promise<Outcome<{ readonly sessionId: string }>> {
  const known = [...all.live.values()].find((session) => {
    const held = session.state().edited?.map(({ itemId }) => itemId) ?? [];
    return held.length > 0 && itemIds.every((id) => held.includes(id));
  });
  if (known !== undefined && mayJoin && !(await all.edits.isOver(known.state())))
    return success({ sessionId: known.state().id });
  const draft = await all.edits.draft(itemIds, all.newId());
  if (!draft.ok) return draft;
  const sessionId = draft.value.id;
  // Durable before its items are held: a start in between finds them as they were, and takes the session away.
  const folder = await openSessionFolder(join(all.folder, sessionId));
  await folder.save(draft.value);
  const held = await all.edits.hold(draft.value).catch(async (error: unknown) => {
    // No item may be held for a session that nobody sees, nor a session be there whose items are sent.
    if (await all.edits.isOver(draft.value)) await remove(all, sessionId);
    else await openSession(all, sessionId, '');
    throw error;
  });
  await openSession(all, sessionId, '');
  if (!held.ok) await remove(all, sessionId);
  all.onChanged(sessionId);
  return held.ok ? success({ sessionId }) : held;
}

/** The documents of a session take the place of the items whose pages they have. */
async function replaceItems(all: Sessions, session: LiveSession): Promise<ReturnType<PageEdits['replace']>> {
  if (session.view().scanning) return failure('scanner-busy');
  const { id } = session.state();
  const replaced = await all.edits.replace(session.state());
  if (!replaced.ok) return replaced;
  await remove(all, id).catch(ignoreDiskFault);
  await all.files.forget();
  all.onChanged(id);
  return replaced;
}

async function send(all: Sessions, ...[sessionId, documentIds]: Parameters<Scanning['send']>) {
  const session = find(all, sessionId);
  if (!session.ok) return session;
  if (session.value.state().edited !== undefined) {
    const replaced = await replaceItems(all, session.value);
    return replaced.ok ? success({ ...replaced.value, unread: false }) : replaced;
  }
  // A session whose profile was taken out goes the usual way.
  const usual = profileIn(all, session.value.state()) ?? all.profiles()[0];
  if (usual === undefined) return failure('profile-unknown');
  const { projectId, mode } = session.value.state().target;
  const profile = { ...usual, ...(projectId === undefined ? {} : { projectId }), mode: mode ?? usual.mode };
  const outbox = await all.outbox(profile, sessionId);
  if (!outbox.ok) return outbox;
  const { folder: place, sourceId } = outbox.value;
  const written = await writeDocuments(session.value, { ...writing(all), profile, place, leaving: true }, documentIds);
  return written.ok ? success({ ...written.value, sourceId }) : written;
}

async function saveAs(all: Sessions, ...[sessionId, place, documentIds]: Parameters<Scanning['saveAs']>) {
  const session = find(all, sessionId);
  if (!session.ok) return session;
  if (session.value.state().edited !== undefined) return misuse('pages-of-items');
  const profile = profileIn(all, session.value.state());
  try {
    await makeFolder(place);
  } catch (error) {
    const code = codeOf(error, 'unknown');
    return isFull(code) ? failure('disk-full') : failure('export-folder-unusable', { folder: place }, code);
  }
  return writeDocuments(session.value, { ...writing(all), profile, place, leaving: false }, documentIds);
}

function writing({ safeName, isTakenIn, clock }: Sessions) {
  return { safeName, isTakenIn, now: () => clock.now() };
}

async function discard(all: Sessions, sessionId: string): Promise<Outcome<null>> {
  const session = find(all, sessionId);
  if (!session.ok) return session;
  if (session.value.view().scanning) return failure('scanner-busy');
  await all.edits.giveBack(session.value.state());
  await remove(all, sessionId);
  all.onChanged(sessionId);
  return success(null);
}

async function tidy(all: Sessions): Promise<boolean> {
  let isWaiting = false;
  for (const [id, session] of all.live) {
    const { documents } = session.state();
    const sent = documents.flatMap((each) => (each.sent === null ? [] : [each.sent.path]));
    if (sent.length === 0 || sent.length < documents.length) continue;
    const taken = await Promise.all(sent.map((path) => all.isTakenIn(path)));
    if (taken.every(Boolean)) {
      await remove(all, id);
      all.onChanged(id);
    } else isWaiting = true;
  }
  return isWaiting;
}

async function close({ live, runs, thread, files }: Sessions): Promise<void> {
  for (const session of live.values()) session.stop('cut-off');
  await Promise.allSettled(runs);
  for (const session of live.values()) await session.end(true);
  await Promise.all([thread.close(), files.close()]);
}

/** Opens scanning with the sessions that an earlier start left. */
export async function openScanning(parts: ScanningParts): Promise<Scanning> {
  const all: Sessions = { ...parts, live: new Map(), runs: new Set(), traces: new Map(), editsInTurn: createTurn() };
  await openLeft(all);
  await parts.edits.settle([...all.live.values()].map((session) => session.state()));
  return {
    scanners: (signal) => listScanners(parts.drivers, signal),
    async capabilities(scannerId, signal) {
      const driver = driverOf(all, scannerId);
      return driver === null ? failure('scanner-missing') : driver.capabilities(scannerId, signal);
    },
    sessions: () => [...all.live.values()].map((session) => session.view()),
    session(sessionId) {
      const session = find(all, sessionId);
      return session.ok ? success(session.value.view()) : session;
    },
    find: (sessionId) => find(all, sessionId),
    start: (order) => start(all, order),
    importFiles: (...asked) => importFiles(all, ...asked),
    editItems: (...asked) => all.editsInTurn(() => editItems(all, ...asked)),
    send: (...asked) => (isEdit(all, asked[0]) ? all.editsInTurn(() => send(all, ...asked)) : send(all, ...asked)),
    saveAs: (...asked) => saveAs(all, ...asked),
    discard: (id) => (isEdit(all, id) ? all.editsInTurn(() => discard(all, id)) : discard(all, id)),
    tidy: () => tidy(all),
    close: () => close(all),
  };
}
