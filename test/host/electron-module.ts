import { app } from './electron-api/app.ts';
import { BrowserWindow } from './electron-api/browser-window.ts';
import { clipboard, shell } from './electron-api/desktop-actions.ts';
import { dialog } from './electron-api/dialog.ts';
import { ipcMain } from './electron-api/ipc-delivery.ts';
import { Menu, MenuItem } from './electron-api/menu.ts';
import { nativeImage } from './electron-api/native-image.ts';
import { nativeTheme } from './electron-api/native-theme.ts';
import { net } from './electron-api/net.ts';
import { Notification, notifications } from './electron-api/notification.ts';
import { powerMonitor, powerSaveBlocker } from './electron-api/power.ts';
import { protocol } from './electron-api/protocol.ts';
import { screen } from './electron-api/screen.ts';
import { session } from './electron-api/session.ts';
import { Tray, trays } from './electron-api/tray.ts';
import { allWebContents } from './electron-api/web-contents-registry.ts';
import { host } from './host-state.ts';
import { strict } from './strict.ts';

/** `webContents`: finds pages. */
const webContents = strict('webContents', {
  getAllWebContents: () => [...allWebContents],
  fromId: (id: number) => [...allWebContents].find((each) => each.id === id),
  fromDevToolsTargetId: (targetId: string) => [...allWebContents].find((each) => each.targetId === targetId),
  getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
});

/** What happened that only a desktop would show; tests read it through `electronApp.evaluate(({ hostRecords }) => …)`. */
const hostRecords = { notifications, trays, list: host.records };

/** The `electron` module of the app. Names it does not have throw. */
export const electron = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  hostRecords,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  webContents,
});
