import { join } from 'node:path';
import { app, BrowserWindow, session } from 'electron';
import { bridgeChannels } from '../../../shared/bridge.ts';
import { createPageEvents, type PageEvents } from './page-events.ts';
import { pageOrigin } from './page-protocol.ts';
import { keepWindowState, readWindowState } from './window-state.ts';

/** The one window. */
export interface MainWindow extends Pick<PageEvents, 'send' | 'listens'> {
  readonly window: BrowserWindow;
  /** Brings it to the front, from the tray or the task bar too. */
  show(): void;
}

/** What the window is made of. `onClose` answers whether it may close; `onCrash` is told when the page's process died. */
export interface MainWindowParts {
  readonly preload: string;
  readonly stateFolder: string;
  /** Starts in the tray: the window is there, but not shown. */
  readonly hidden: boolean;
  readonly onClose: () => boolean;
  readonly onCrash: (reason: string) => void;
  /** The page is gone: it was closed, died, or another one is loaded in its place. */
  readonly onPageEnd: () => void;
}

/** A page that dies more often than this within a minute is left alone. */
const maxCrashes = 3;

/** Opens the window with everything denied that the page doesn't need. */
export function openMainWindow({
  preload,
  stateFolder,
  hidden,
  onClose,
  onCrash,
  onPageEnd,
}: MainWindowParts): MainWindow {
  const stateFile = join(stateFolder, 'window.json');
  const { place, width, height, maximized } = readWindowState(stateFile);
  const window = new BrowserWindow({
    ...place,
    width,
    height,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Mailroom',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  const contents = window.webContents;
  const events = createPageEvents((event) => {
    if (!window.isDestroyed()) contents.send(bridgeChannels.event, event);
  });
  // A maximized window would be shown by being maximized.
  let grow = maximized;
  const present = (): void => {
    if (grow) window.maximize();
    grow = false;
    window.show();
  };
  if (!hidden) window.once('ready-to-show', present);
  window.on('close', (event) => {
    keepWindowState(stateFile, window);
    if (!onClose()) event.preventDefault();
  });
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const ends = (): void => {
    events.goes();
    onPageEnd();
  };
  contents.on('did-start-loading', ends);
  window.on('closed', onPageEnd);
  const crashes: number[] = [];
  contents.on('render-process-gone', (_event, { reason }) => {
    ends();
    onCrash(reason);
    const now = Date.now();
    crashes.push(now);
    // The engine works on in this process; the window comes back, unless it dies each time.
    if (crashes.filter((at) => at > now - 60_000).length <= maxCrashes && !window.isDestroyed()) contents.reload();
  });
  void window.loadURL(`${pageOrigin}/index.html`);
  return {
    window,
    send: events.send,
    listens: events.listens,
    show() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      present();
      window.focus();
    },
  };
}

/** Denies every permission to every page; copying goes through the desktop's own request. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}
