import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import { host, record } from '../host-state.ts';
import { createEvent, strict, StrictEmitter } from '../strict.ts';
import { createInstanceLock } from './instance-lock.ts';
import { windows } from './window-registry.ts';

const events = [
  'will-finish-launching',
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'second-instance',
  'web-contents-created',
  'browser-window-created',
  'browser-window-focus',
  'browser-window-blur',
  // Electron never sends these on Linux, or nothing in the host brings them about.
  'activate',
  'open-file',
  'open-url',
  'render-process-gone',
  'child-process-gone',
  'certificate-error',
  'login',
  'select-client-certificate',
  'session-created',
  'gpu-info-update',
];

type Checked = Pick<
  ElectronApp,
  | 'isReady'
  | 'isPackaged'
  | 'quit'
  | 'exit'
  | 'focus'
  | 'relaunch'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPreferredSystemLanguages'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'setAppLogsPath'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'enableSandbox'
  | 'disableHardwareAcceleration'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
  | 'setBadgeCount'
  | 'getBadgeCount'
>;

/** Settings of the start at login, kept for this run. */
type LoginSettings = Parameters<ElectronApp['setLoginItemSettings']>[0];

/** `app`: the life of the program. */
class App extends StrictEmitter implements Checked {
  readonly isPackaged = false;
  readonly dock = undefined;
  readonly commandLine: Pick<ElectronApp['commandLine'], 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'>;
  readonly #paths = new Map<string, string>();
  readonly #lock = createInstanceLock((argv, directory, extra) =>
    this.emit('second-instance', createEvent({}), argv, directory, extra),
  );
  readonly #whenReady: Promise<void>;
  #announceReady: () => void = () => undefined;
  #ready = false;
  #quitting = false;
  #exiting = false;
  #name: string | undefined;
  #badge = 0;
  #login: LoginSettings = {};

  constructor() {
    super('app', events);
    this.#whenReady = new Promise((resolve) => {
      this.#announceReady = resolve;
    });
    this.commandLine = strict('app.commandLine', {
      appendSwitch: (name: string, value = '') => void host.switches.set(name, value),
      hasSwitch: (name: string) => host.switches.has(name),
      getSwitchValue: (name: string) => host.switches.get(name) ?? '',
    });
  }

  whenReady(): Promise<void> {
    return this.#whenReady;
  }

  isReady(): boolean {
    return this.#ready;
  }

  /** Whether it is about to end; for the host. */
  get isQuitting(): boolean {
    return this.#quitting;
  }

  /** Chromium is up; for the host. */
  becomeReady(): void {
    this.#ready = true;
    this.#announceReady();
    this.emit('will-finish-launching', createEvent({}));
    this.emit('ready', createEvent({}), {});
  }

  quit(): void {
    if (this.#quitting) return;
    const before = createEvent({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    for (const window of windows.values()) window.close();
    if (windows.size === 0) setImmediate(() => this.#finish());
    // A window that stays has prevented its closing, and with it the end of the app.
    else if ([...windows.values()].some((window) => !window.isClosing)) this.#quitting = false;
  }

  /** The last window is gone; for the host. */
  lastWindowClosed(): void {
    if (this.#quitting) return this.#finish();
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed', createEvent({}));
  }

  exit(code = 0): void {
    // The first word counts: Chromium ends on the way out, and that is no second reason.
    if (this.#exiting) return;
    this.#exiting = true;
    this.#quitting = true;
    this.emit('quit', createEvent({}), code);
    const end = (): void => {
      this.#lock.release();
      process.exit(code);
    };
    if (host.chromium === undefined) end();
    else void host.chromium.stop().then(end, end);
  }

  relaunch(options: object = {}): void {
    record('relaunch', options);
  }

  focus(): void {
    [...windows.values()][0]?.focus();
  }

  getName(): string {
    return this.#name ?? host.app.name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  get name(): string {
    return this.getName();
  }

  getVersion(): string {
    return host.app.version;
  }

  getAppPath(): string {
    return host.app.path;
  }

  getLocale(): string {
    const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
    const spoken = [host.switches.get('lang'), LANGUAGE, LC_ALL, LC_MESSAGES, LANG].find(
      (each) => each !== undefined && each !== '' && !/^(?:C|POSIX)(?:\.|$)/u.test(each),
    );
    return (spoken ?? 'en-US').replace(/[.@:].*$/u, '').replace('_', '-');
  }

  getSystemLocale(): string {
    return this.getLocale();
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    const known = standardPaths(this.getName()).get(name);
    if (known === undefined) throw new Error(`Failed to get '${name}' path`);
    return known;
  }

  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  setAppLogsPath(path?: string): void {
    this.setPath('logs', path ?? join(this.getPath('userData'), 'logs'));
  }

  requestSingleInstanceLock(extra?: Record<string, unknown>): boolean {
    return this.#lock.request(this.getPath('userData'), extra);
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock.isHeld();
  }

  releaseSingleInstanceLock(): void {
    this.#lock.release();
  }

  /** The host's pages are always sandboxed from the app: they have no Node. As in Electron, the switch says that it was asked for. */
  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    host.switches.set('enable-sandbox', '');
  }

  /** The host never uses the graphics card. */
  disableHardwareAcceleration(): void {
    record('disable-hardware-acceleration', {});
  }

  setAppUserModelId(id: string): void {
    record('app-user-model-id', { id });
  }

  setLoginItemSettings(settings: LoginSettings): void {
    this.#login = settings;
    record('login-item', settings);
  }

  getLoginItemSettings(): Pick<ReturnType<ElectronApp['getLoginItemSettings']>, 'openAtLogin'> {
    return { openAtLogin: this.#login.openAtLogin ?? false };
  }

  setBadgeCount(count = 0): boolean {
    this.#badge = count;
    record('badge', { count });
    return true;
  }

  getBadgeCount(): number {
    return this.#badge;
  }

  #finish(): void {
    const event = createEvent({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#quitting = false;
    else this.exit(0);
  }
}

function standardPaths(appName: string): ReadonlyMap<string, string> {
  const home = homedir();
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  return new Map([
    ['home', home],
    ['appData', appData],
    ['userData', join(appData, appName)],
    ['sessionData', join(appData, appName)],
    ['logs', join(appData, appName, 'logs')],
    ['crashDumps', join(appData, appName, 'Crashpad')],
    ['temp', tmpdir()],
    ['exe', process.execPath],
    ['module', process.execPath],
    ['desktop', join(home, 'Desktop')],
    ['documents', join(home, 'Documents')],
    ['downloads', join(home, 'Downloads')],
    ['music', join(home, 'Music')],
    ['pictures', join(home, 'Pictures')],
    ['videos', join(home, 'Videos')],
  ]);
}

/** The one app of this process. */
export const app = new App();
