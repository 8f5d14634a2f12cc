import { homedir, hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { queryAnswers } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';
import type { EngineEvent } from '../../shared/views.ts';
import type { Engine } from '../engine/engine.ts';
import { createEngine } from '../engine/engine.ts';
import { failure, success } from '../engine/faults/fault.ts';
import { chosenLanguage } from '../engine/faults/language.ts';
import { createIds } from '../engine/platform/ids.ts';
import type { Notifier, SecretStore } from '../engine/platform/ports.ts';
import type { SettingsStore } from '../engine/settings/settings-store.ts';
import { createSettingsStore } from '../engine/settings/settings-store.ts';
import { policyFile, stateDirectory } from '../host/data-directory.ts';
import type { Served } from '../host/control/serve-control.ts';
import { serveControl } from '../host/control/serve-control.ts';
import { createKeychain } from '../host/keychain.ts';
import type { NodePorts } from '../host/node-ports.ts';
import { createNodePorts, systemClock, systemRandom } from '../host/node-ports.ts';
import type { Practice } from './practice/practice.ts';
import { startPractice } from './practice/practice.ts';
import type { StartArguments } from './start-arguments.ts';
import { misuse } from '../engine/faults/usage-sentences.ts';
import { practiceConnectionId } from './practice/practice-settings.ts';

/** The keychain, except for the practice service, whose secret never leaves this process. */
function createDesktopSecrets(keychain: SecretStore, practiceSecret: () => string | null): SecretStore {
  const notStored = misuse('practice-secret');
  return {
    read: (id) => (id === practiceConnectionId ? Promise.resolve(success(practiceSecret())) : keychain.read(id)),
    write: (id, secret) => (id === practiceConnectionId ? Promise.resolve(notStored) : keychain.write(id, secret)),
    remove: (id) => (id === practiceConnectionId ? Promise.resolve(success(undefined)) : keychain.remove(id)),
  };
}

/** The station of the desktop: its settings, and the engine that works by them, started anew where a change calls for it. */
export interface DesktopStation {
  readonly dataDirectory: string;
  readonly store: SettingsStore;
  readonly ports: NodePorts;
  /** The settings in force, with the practice connection among them while it runs. */
  settings(): Promise<Outcome<Settings>>;
  /** The engine, once it is up; or the fault that keeps it from starting. */
  engine(): Promise<Outcome<Engine>>;
  /** The engine that works just now, if one does. */
  running(): Engine | null;
  /** Whether a person paused everything. */
  paused(): Promise<boolean>;
  practice(): Practice | null;
  /** Starts the practice service unless it runs, and works with it. Rejects where it can't start. */
  startPractice(): Promise<void>;
  /** Sets a value at a dotted path; what belongs to the practice service is in force while that runs and never stored. */
  change(path: string, value: unknown): Promise<Outcome<Settings>>;
  /** Brings the engine into line with the settings, after they changed. */
  apply(): Promise<void>;
  stop(): Promise<void>;
}

/** What the station tells. */
export interface StationListeners {
  readonly notifier: Notifier;
  readonly systemLanguage: () => 'en' | 'de';
  readonly onEvent: (event: EngineEvent) => void;
  /** A session of scanning changed. */
  readonly onScan: (sessionId: string) => void;
  readonly onSettings: (settings: Settings) => void;
  /** A command on this data directory changed settings, and they are in force now. */
  readonly onChangedOutside: () => void;
}

/** Opens the station of a data directory; nothing runs before `apply`. */
export function createDesktopStation(
  { dataDirectory, practiceQuota }: Pick<StartArguments, 'dataDirectory' | 'practiceQuota'>,
  listeners: StationListeners,
): DesktopStation {
  let practice: Practice | null = null;
  let practiceStarting: Promise<void> = Promise.resolve();
  let running: Engine | null = null;
  let current: Promise<Outcome<Engine>> | null = null;
  let applied: Settings | null = null;
  let control: Awaited<ReturnType<typeof serveControl>> | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  const store = createSettingsStore({
    dataDirectory,
    policyFile: policyFile(process.platform, process.env),
    newId: createIds(() => systemClock.now(), systemRandom),
    stationName: hostname(),
  });
  const ports = createNodePorts({
    dataDirectory,
    stateDirectory: stateDirectory(process.platform, process.env, homedir()),
    secrets: createDesktopSecrets(createKeychain(), () => practice?.secret ?? null),
    notifier: listeners.notifier,
    systemLanguage: listeners.systemLanguage,
  });

  /** The settings as things stand, for what happens in its turn. */
  async function inForce(): Promise<Outcome<Settings>> {
    const loaded = await store.load();
    if (!loaded.ok || practice === null) return loaded;
    return { ok: true, value: practice.settings.addTo(loaded.value) };
  }

  async function start(): Promise<Outcome<Engine>> {
    const wanted = await inForce();
    if (!wanted.ok) return wanted;
    const opened = await createEngine(ports, wanted.value);
    if (!opened.ok) {
      // Whoever has the directory now serves its commands.
      await control?.close();
      control = null;
      return opened;
    }
    running = opened.value;
    // Served while one engine follows the other, too: commands wait for the next one, and none takes the directory meanwhile.
    control ??= await serveControl(forCommands, dataDirectory, ports.log);
    applied = wanted.value;
    running.onEvent(listeners.onEvent);
    running.scans.onChanged(listeners.onScan);
    await tellSessions(running);
    listeners.onSettings(wanted.value);
    return opened;
  }

  /** What a window asked while no engine was up, or of the one before, did not come: it asks anew. */
  async function tellSessions(engine: Engine): Promise<void> {
    const told = await engine.query({ name: 'scan.sessions' });
    const { sessions } = told.ok ? queryAnswers['scan.sessions'].parse(told.value) : { sessions: [] };
    for (const { id } of sessions) listeners.onScan(id);
  }

  async function applyNow(): Promise<void> {
    if (stopped) return;
    const wanted = await inForce();
    const present = running;
    if (present === null || applied === null) {
      current = start();
      await current;
      return;
    }
    if (!wanted.ok) return;
    const before = applied;
    if (!isDeepStrictEqual(lasting(before), lasting(wanted.value))) {
      // Whoever asks meanwhile waits for the next engine.
      running = null;
      current = present.stop().then(start);
      await current;
      return;
    }
    applied = wanted.value;
    const { scanning, intake, exports } = wanted.value;
    if (!isDeepStrictEqual([before.scanning, before.intake, before.exports], [scanning, intake, exports]))
      await present.dispatch({ name: 'station.configure', scanning, intake, exports });
    for (const { id } of before.hotFolders) {
      if (!wanted.value.hotFolders.some((folder) => folder.id === id))
        await present.dispatch({ name: 'source.remove', sourceId: id });
    }
    for (const source of wanted.value.hotFolders) {
      const known = before.hotFolders.find(({ id }) => id === source.id);
      if (!isDeepStrictEqual(known, source)) await present.dispatch({ name: 'source.add', source });
    }
    const { bytesPerSecond = null, hours = null } = wanted.value.limits;
    if (!isDeepStrictEqual(before.limits, wanted.value.limits))
      await present.dispatch({ name: 'limits.set', bytesPerSecond, hours });
    listeners.onSettings(wanted.value);
  }

  function apply(): Promise<void> {
    const next = turn.then(applyNow);
    turn = next.catch((error: unknown) => ports.log.error('settings-not-applied', { cause: String(error) }));
    return next;
  }

  async function engine(): Promise<Outcome<Engine>> {
    // The first one waits until all that it depends on is there.
    await turn;
    if (current === null) await apply();
    return current ?? failure('data-directory-unusable', { folder: dataDirectory });
  }

  /** What commands of this account on the same data directory talk to. */
  const forCommands: Served = {
    async dispatch(command) {
      const up = await engine();
      return up.ok ? up.value.dispatch(command) : up;
    },
    async settingsChanged() {
      // A file that can't be used changes nothing: the next window says so.
      await apply();
      listeners.onChangedOutside();
      return success(undefined);
    },
    async query(query) {
      const up = await engine();
      return up.ok ? up.value.query(query) : up;
    },
  };

  return {
    dataDirectory,
    store,
    ports,
    async settings() {
      // A window that asks while practice comes up would find itself without any connection.
      await practiceStarting;
      return inForce();
    },
    engine,
    running: () => running,
    async paused() {
      const answer = await running?.query({ name: 'station.pauses' });
      return answer?.ok === true && queryAnswers['station.pauses'].parse(answer.value).all;
    },
    practice: () => practice,
    async startPractice() {
      const starting = turn.then(async () => {
        const loaded = await store.load();
        const language = chosenLanguage(loaded.ok ? loaded.value.language : 'system', listeners.systemLanguage);
        practice ??= await startPractice(dataDirectory, practiceQuota, language);
      });
      turn = starting.catch(() => undefined);
      practiceStarting = turn;
      await starting;
      await apply();
    },
    async change(path, value) {
      if (practice === null) {
        const stored = await store.set(path, value);
        return stored.ok ? inForce() : stored;
      }
      const present = await store.load();
      if (!present.ok) return present;
      const share = practice.settings.keep(path, value, present.value);
      const stored = share.stored ? await store.set(path, share.value) : present;
      return stored.ok ? inForce() : stored;
    },
    apply,
    async stop() {
      stopped = true;
      await turn;
      await control?.close();
      await running?.stop();
      running = null;
      await practice?.close();
      ports.close();
    },
  };
}

/** What an engine can't change while it works: all but what is brought into force one by one, and what is the window's alone. */
function lasting(settings: Settings): object {
  const taken = { hotFolders: null, scanning: null, intake: null, exports: null, window: null };
  return { ...settings, ...taken, limits: { ...settings.limits, bytesPerSecond: null, hours: null } };
}
