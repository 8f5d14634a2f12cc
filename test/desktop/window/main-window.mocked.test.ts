import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Answer = (allowed: boolean) => void;
const electron = vi.hoisted(() => {
  const asked: { request?: (contents: unknown, permission: string, answer: Answer) => void; check?: () => boolean } =
    {};
  const session = {
    setPermissionRequestHandler: (handler: typeof asked.request) => void Object.assign(asked, { request: handler }),
    setPermissionCheckHandler: (handler: typeof asked.check) => void Object.assign(asked, { check: handler }),
  };
  return { windows: new Array<unknown>(), packaged: false, asked, session };
});
class FakeContents extends EventEmitter {
  reloads = 0;
  sent: unknown[] = [];
  openHandler: () => unknown = () => ({ action: 'allow' });
  reload(): void {
    this.reloads += 1;
  }
  send(_channel: string, event: unknown): void {
    this.sent.push(event);
  }
  setWindowOpenHandler(handler: () => unknown): void {
    this.openHandler = handler;
  }
}
class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly acts: string[] = [];
  readonly options: { readonly webPreferences?: object };
  constructor(options: { readonly webPreferences?: object }) {
    super();
    this.options = options;
    electron.windows.push(this);
  }
  act = (name: string) => (): void => void this.acts.push(name);
  show = this.act('show');
  maximize = this.act('maximize');
  focus = this.act('focus');
  restore = this.act('restore');
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => true;
  isDestroyed = (): boolean => false;
  getNormalBounds = (): object => ({ x: 10, y: 10, width: 900, height: 700 });
  loadURL = (): Promise<void> => Promise.resolve();
}
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.packaged;
    },
  },
  BrowserWindow: FakeWindow,
  protocol: {},
  session: { defaultSession: electron.session },
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }] },
}));
const { denyPermissions, openMainWindow } = await import('../../../src/main/desktop/window/main-window.ts');

let folder: string;
let crashes: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-main-'));
  crashes = [];
  electron.packaged = false;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(hidden = false) {
  const main = openMainWindow({
    preload: '/p.cjs',
    stateFolder: folder,
    hidden,
    onClose: () => false,
    onPageEnd: () => undefined,
    onCrash: (reason) => crashes.push(reason),
  });
  const window = electron.windows.at(-1);
  if (!(window instanceof FakeWindow)) throw new Error('no window');
  return { main, window };
}

it('gives the page nothing but its sandbox, and developer tools only before it is installed', () => {
  const kept = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true };
  const refused = { webviewTag: false, navigateOnDragDrop: false };
  expect(open().window.options.webPreferences).toMatchObject({ ...kept, ...refused, devTools: true });
  electron.packaged = true;
  expect(open().window.options.webPreferences).toMatchObject({ ...kept, devTools: false });
});

it('denies going elsewhere and opening windows', () => {
  const { webContents } = open().window;
  for (const event of ['will-navigate', 'will-redirect']) {
    const preventDefault = vi.fn();
    webContents.emit(event, { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  }
  expect(webContents.openHandler()).toEqual({ action: 'deny' });
});

it('comes back when its page dies, with what a person did meanwhile, but not for ever', () => {
  const { main, window } = open();
  const { webContents } = window;
  main.listens();
  webContents.emit('render-process-gone', {}, { reason: 'oom' });
  main.send({ kind: 'show-item', itemId: 'i' });
  expect(webContents.sent).toEqual([]);
  main.listens();
  expect(webContents.sent).toEqual([{ kind: 'show-item', itemId: 'i' }]);
  for (let index = 0; index < 5; index += 1) webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(webContents.reloads).toBe(3);
  expect(crashes).toHaveLength(6);
});

it('is shown when it is ready, maximized as it was closed; hidden until somebody asks', () => {
  const first = open().window;
  first.emit('ready-to-show');
  expect(first.acts).toEqual(['show']);
  first.emit('close', { preventDefault: () => undefined });
  const second = open().window;
  second.emit('ready-to-show');
  expect(second.acts).toEqual(['maximize', 'show']);
  const { main, window } = open(true);
  window.emit('ready-to-show');
  expect(window.acts).toEqual([]);
  main.show();
  main.show();
  expect(window.acts).toEqual(['maximize', 'show', 'focus', 'show', 'focus']);
});

it('denies every permission, whether a page asks for it or only looks', () => {
  denyPermissions();
  const answer = vi.fn<Answer>();
  for (const permission of ['geolocation', 'media', 'clipboard-read', 'fileSystem', 'openExternal'])
    electron.asked.request?.({}, permission, answer);
  expect(answer.mock.calls).toEqual(Array.from({ length: 5 }, () => [false]));
  expect(electron.asked.check?.()).toBe(false);
});
