import type { MenuItemConstructorOptions } from 'electron';
import { unsupported } from '../strict.ts';
import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';

const editing: ReadonlySet<string> = new Set(['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectall']);

/** Does what a menu item with a role but no click does. Throws by name for a role the host does not play. */
export function runRole(role: NonNullable<MenuItemConstructorOptions['role']>, window: BrowserWindow | null): void {
  const name = role.toLowerCase();
  const contents = window?.webContents;
  if (name === 'quit') return app.quit();
  if (name === 'close') return window?.close();
  if (name === 'minimize') return window?.minimize();
  if (name === 'reload') return contents?.reload();
  if (name === 'toggledevtools') return contents?.openDevTools();
  if (name === 'resetzoom') return contents?.setZoomFactor(1);
  if (name === 'zoomin') return contents?.setZoomFactor(contents.getZoomFactor() * 1.2);
  if (name === 'zoomout') return contents?.setZoomFactor(contents.getZoomFactor() / 1.2);
  if (editing.has(name)) {
    const command = name === 'selectall' ? 'selectAll' : name;
    return void contents?.executeJavaScript(`document.execCommand('${command}')`, true);
  }
  throw unsupported(`menu role '${role}'`);
}
