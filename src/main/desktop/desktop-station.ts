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
import type { LoadedSettings, SettingsStore } from '../engine/settings/settings-store.ts';
import { createSettingsStore } from '../engine/settings/settings-store.ts';
import { policyFile, stateDirectory } from '../host/data-directory.ts';
import { systemPolicy } from '../host/policy/registry-policy.ts';
import type { Served } from '../host/control/serve-control.ts';
import { serveControl } from '../host/control/serve-control.ts';
import { createKeychain } from '../host/keychain.ts';
import { createStationMetrics, type StationMetrics } from '../host/metrics/station-metrics.ts';
import { createSystemLog, type SystemLog } from '../host/system-log/system-log.ts';
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

/** The station as it stands. */
interface State {
  readonly dataDirectory: string;
  readonly listeners: StationListeners;
  readonly store: SettingsStore;
  readonly ports: NodePorts;
  practice: Practice | null;
  practiceStarting: Promise<void>;
  running: Engine | null;
  /** The last start of an engine; null: there was none. */
  current: Promise<Outcome<Engine>> | null;
  /** The settings that the engine works by. */
  applied: Settings | null;
  control: Awaited<ReturnType<typeof serveControl>> | null;
  readonly metrics: StationMetrics;
  readonly systemLog: SystemLog;
  /** Changes of engine and practice come one after the other. */
  turn: Promise<void>;
  stopped: boolean;
}

/** The settings as things stand, for what happens in its turn, with what the user's file says of them. */
async function loadPresent({ store, practice }: State): Promise<Outcome<Omit<LoadedSettings, 'policy'>>> {
  const loaded = await store.loadWithOwn();
  if (!loaded.ok || practice === null) return loaded;
  const { own, settings } = loaded.value;
  return { ok: true, value: { own, settings: practice.settings.addTo(settings) } };
}

async function inForce(station: State): Promise<Outcome<Settings>> {
  const present = await loadPresent(station);
  return present.ok ? { ok: true, value: present.value.settings } : present;
}

async function start(station: State): Promise<Outcome<Engine>> {
  const { ports, listeners, dataDirectory } = station;
  const present = await loadPresent(station);
  if (!present.ok) {
    // Settings that can't be used can't say that nothing is told.
    if (station.applied === null) station.systemLog.follow('on');
    station.systemLog.fault(present.fault);
    return present;
  }
  const { own, settings } = present.value;
  station.systemLog.follow(settings.log.system);
  const opened = await createEngine(ports, settings);
  if (!opened.ok) {
    station.systemLog.fault(opened.fault);
    // Whoever has the directory now serves its commands.
    await station.control?.close();
    station.control = null;
    return opened;
  }
  const running = opened.value;
  if (station.applied === null) station.systemLog.started();
  if (running.recovered !== null) station.systemLog.fault(running.recovered);
  station.running = running;
  // Served while one engine follows the other, too: commands wait for the next one, and none takes the directory meanwhile.
  station.control ??= await serveControl(forCommands(station), dataDirectory, ports.log);
  station.applied = settings;
  running.onEvent(listeners.onEvent);
  running.scans.onChanged(listeners.onScan);
  await tellSessions(running, listeners);
  await followMetrics(station, settings);
  listeners.onSettings(settings);
  await station.store.keepGood(own);
  return opened;
}

/** What a window asked while no engine was up, or of the one before, did not come: it asks anew. */
async function tellSessions(engine: Engine, { onScan }: StationListeners): Promise<void> {
  const told = await engine.query({ name: 'scan.sessions' });
  if (told.ok) for (const { id } of queryAnswers['scan.sessions'].parse(told.value).sessions) onScan(id);
}

async function applyNow(station: State): Promise<void> {
  if (station.stopped) return;
  const present = await loadPresent(station);
  const { running, applied } = station;
  if (running === null || applied === null) {
    station.current = start(station);
    await station.current;
    return;
  }
  if (!present.ok) return station.systemLog.fault(present.fault);
  const { own, settings } = present.value;
  if (!isDeepStrictEqual(lasting(applied), lasting(settings))) {
    // Whoever asks meanwhile waits for the next engine.
    station.running = null;
    station.current = running.stop().then(() => start(station));
    await station.current;
    return;
  }
  station.applied = settings;
  station.systemLog.follow(settings.log.system);
  await configure(running, applied, settings);
  await followMetrics(station, settings);
  station.listeners.onSettings(settings);
  await station.store.keepGood(own);
}

/** A collector that finds nothing is a matter for IT: it is in the log, and a person is told once. */
async function followMetrics({ metrics, ports }: State, settings: Settings): Promise<void> {
  const followed = await metrics.follow(settings.metrics);
  if (followed.ok) return;
  ports.log.warn('metrics-not-published', { code: followed.fault.code });
  ports.notifier.notify({ kind: 'engine', fault: followed.fault, subject: 'metrics' });
}

/** Brings an engine at work into line with settings that differ in nothing that is {@link lasting}. */
async function configure(engine: Engine, before: Settings, wanted: Settings): Promise<void> {
  const { scanning, intake, exports, hotFolders, limits } = wanted;
  if (!isDeepStrictEqual([before.scanning, before.intake, before.exports], [scanning, intake, exports])) {
    await engine.dispatch({ name: 'station.configure', scanning, intake, exports });
  }
  for (const { id } of before.hotFolders) {
    if (!hotFolders.some((folder) => folder.id === id)) await engine.dispatch({ name: 'source.remove', sourceId: id });
  }
  for (const source of hotFolders) {
    const known = before.hotFolders.find(({ id }) => id === source.id);
    if (!isDeepStrictEqual(known, source)) await engine.dispatch({ name: 'source.add', source });
  }
  const { bytesPerSecond = null, hours = null } = limits;
  if (!isDeepStrictEqual(before.limits, limits)) await engine.dispatch({ name: 'limits.set', bytesPerSecond, hours });
}

function apply(station: State): Promise<void> {
  const next = station.turn.then(() => applyNow(station));
  station.turn = next.catch((error: unknown) =>
    station.ports.log.error('settings-not-applied', { cause: String(error) }),
  );
  return next;
}

async function engineOf(station: State): Promise<Outcome<Engine>> {
  // The first one waits until all that it depends on is there.
  await station.turn;
  if (station.current === null) await apply(station);
  return station.current ?? failure('data-directory-unusable', { folder: station.dataDirectory });
}

/** What commands of this account on the same data directory talk to. */
function forCommands(station: State): Served {
  return {
    async dispatch(command) {
      const up = await engineOf(station);
      return up.ok ? up.value.dispatch(command) : up;
    },
    async settingsChanged() {
      // A file that can't be used changes nothing: the next window says so.
      await apply(station);
      station.listeners.onChangedOutside();
      return success(undefined);
    },
    async query(query) {
      const up = await engineOf(station);
      return up.ok ? up.value.query(query) : up;
    },
  };
}

async function beginPractice(station: State, quota: StartArguments['practiceQuota']): Promise<void> {
  const { store, listeners, dataDirectory } = station;
  const starting = station.turn.then(async () => {
    const loaded = await store.load();
    const language = chosenLanguage(loaded.ok ? loaded.value.language : 'system', listeners.systemLanguage);
    station.practice ??= await startPractice(dataDirectory, quota, language);
  });
  station.turn = starting.catch(() => undefined);
  station.practiceStarting = station.turn;
  await starting;
  await apply(station);
}

async function change(station: State, path: string, value: unknown): Promise<Outcome<Settings>> {
  const { store, practice } = station;
  if (practice === null) {
    const stored = await store.set(path, value);
    return stored.ok ? inForce(station) : stored;
  }
  const present = await store.load();
  if (!present.ok) return present;
  const share = practice.settings.keep(path, value, present.value);
  const stored = share.stored ? await store.set(path, share.value) : present;
  return stored.ok ? inForce(station) : stored;
}

/** Opens the station of a data directory; nothing runs before `apply`. */
export function createDesktopStation(
  { dataDirectory, practiceQuota }: Pick<StartArguments, 'dataDirectory' | 'practiceQuota'>,
  listeners: StationListeners,
): DesktopStation {
  const station: State = {
    dataDirectory,
    listeners,
    store: createSettingsStore({
      dataDirectory,
      policyFile: policyFile(process.platform, process.env),
      systemPolicy: systemPolicy(process.platform, process.env),
      newId: createIds(() => systemClock.now(), systemRandom),
      stationName: hostname(),
    }),
    ports: createNodePorts({
      dataDirectory,
      stateDirectory: stateDirectory(process.platform, process.env, homedir()),
      secrets: createDesktopSecrets(createKeychain(), () => station.practice?.secret ?? null),
      notifier: {
        notify(notice) {
          if (notice.fault !== undefined) station.systemLog.fault(notice.fault, notice.kind === 'held');
          listeners.notifier.notify(notice);
        },
      },
      systemLanguage: listeners.systemLanguage,
      measured: (measure) => station.metrics.measured(measure),
    }),
    metrics: createStationMetrics(
      () => station.running,
      () => station.ports.log,
    ),
    systemLog: createSystemLog(process.env, () => station.ports.log.error('system-log-not-written'), systemClock),
    practice: null,
    practiceStarting: Promise.resolve(),
    running: null,
    current: null,
    applied: null,
    control: null,
    turn: Promise.resolve(),
    stopped: false,
  };
  return {
    dataDirectory,
    store: station.store,
    ports: station.ports,
    async settings() {
      // A window that asks while practice comes up would find itself without any connection.
      await station.practiceStarting;
      return inForce(station);
    },
    engine: () => engineOf(station),
    running: () => station.running,
    async paused() {
      const answer = await station.running?.query({ name: 'station.pauses' });
      return answer?.ok === true && queryAnswers['station.pauses'].parse(answer.value).all;
    },
    practice: () => station.practice,
    startPractice: () => beginPractice(station, practiceQuota),
    change: (path, value) => change(station, path, value),
    apply: () => apply(station),
    async stop() {
      station.stopped = true;
      await station.turn;
      await station.control?.close();
      await station.metrics.close();
      await station.running?.stop();
      station.running = null;
      await station.practice?.close();
      if (station.applied !== null) station.systemLog.ended(true);
      station.ports.close();
      await station.systemLog.close();
    },
  };
}

/** What an engine can't change while it works: all but what is brought into force one by one, and what is the window's alone. */
function lasting(settings: Settings): object {
  const taken = {
    hotFolders: null,
    scanning: null,
    intake: null,
    exports: null,
    window: null,
    metrics: null,
    log: null,
    updates: null,
  };
  return { ...settings, ...taken, limits: { ...settings.limits, bytesPerSecond: null, hours: null } };
}
