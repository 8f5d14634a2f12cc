import { join } from 'node:path';
import { app, BrowserWindow, session } from 'electron';
import { bridgeChannels } from '../../../shared/bridge.ts';
import type { WindowEvent } from '../../../shared/desktop-contract.ts';
import { pageOrigin } from './page-protocol.ts';
import { keepWindowState, readWindowState } from './window-state.ts';

/** The one window. */
export interface MainWindow {
  readonly window: BrowserWindow;
  send(event: WindowEvent): void;
  /** Brings it to the front, from the tray or the task bar too. */
  show(): void;
}

/** What the window is made of. `onClose` answers whether it may close. */
export interface MainWindowParts {
  readonly preload: string;
  readonly stateFolder: string;
  readonly onClose: () => boolean;
}

/** Opens the window with everything denied that the page doesn't need (design.md, section 9). */
export function openMainWindow({ preload, stateFolder, onClose }: MainWindowParts): MainWindow {
  const stateFile = join(stateFolder, 'window.json');
  const state = readWindowState(stateFile);
  const place = state === null ? {} : { x: state.x, y: state.y };
  const window = new BrowserWindow({
    ...place,
    width: state?.width ?? 1_280,
    height: state?.height ?? 800,
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
  if (state?.maximized === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    keepWindowState(stateFile, window);
    if (!onClose()) event.preventDefault();
  });
  window.webContents.on('will-navigate', (event) => event.preventDefault());
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  void window.loadURL(`${pageOrigin}/index.html`);
  return {
    window,
    send(event) {
      if (!window.isDestroyed()) window.webContents.send(bridgeChannels.event, event);
    },
    show() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

/** Denies every permission to every page; copying goes through the desktop's own request. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}
