import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../shared/desktop-contract.ts';
import { commands } from '../../../shared/shortcuts.ts';
import { shellWords } from './words.ts';

/** What the menu does: commands of the window, and what needs none. */
export interface MenuActs {
  readonly onCommand: (command: MenuCommand) => void;
  readonly onDiagnostics: () => void;
  readonly onLogs: () => void;
}

/** Sets the native menu in a language; its items have the ids of their commands. */
export function setMenu(language: 'en' | 'de', acts: MenuActs): void {
  const words = shellWords[language];
  const item = (command: MenuCommand): MenuItemConstructorOptions => ({
    id: command,
    label: commands[command][language],
    accelerator: commands[command].key,
    click: () => acts.onCommand(command),
  });
  const role = (name: NonNullable<MenuItemConstructorOptions['role']>, label: string): MenuItemConstructorOptions => ({
    role: name,
    label,
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      {
        label: words.file,
        submenu: [
          item('add-files'),
          item('add-folder'),
          item('scan'),
          line,
          item('pause-all'),
          item('resume-all'),
          item('retry'),
          item('cancel'),
          line,
          role('close', words.close),
          ...(isMac ? [] : [{ ...role('quit', words.quit), accelerator: 'CmdOrCtrl+Q' }]),
        ],
      },
      {
        label: words.edit,
        submenu: [
          role('undo', words.undo),
          role('redo', words.redo),
          line,
          role('cut', words.cut),
          role('copy', words.copy),
          role('paste', words.paste),
          role('selectAll', words.selectAll),
          line,
          item('find'),
        ],
      },
      {
        label: words.view,
        submenu: [
          item('show-intake'),
          item('show-scan'),
          item('show-cases'),
          item('show-documents'),
          item('show-exports'),
          item('show-activity'),
          item('show-settings'),
          line,
          role('zoomIn', words.zoomIn),
          role('zoomOut', words.zoomOut),
          role('resetZoom', words.zoomReset),
        ],
      },
      {
        label: words.window,
        submenu: [role('minimize', words.minimize)],
      },
      {
        label: words.help,
        submenu: [
          item('palette'),
          item('keys'),
          line,
          { id: 'save-diagnostics', label: words.diagnostics, click: acts.onDiagnostics },
          { id: 'open-logs', label: words.logs, click: acts.onLogs },
          line,
          { id: 'version', label: `Mailroom ${app.getVersion()}`, enabled: false },
        ],
      },
    ]),
  );
}
