import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../shared/desktop-contract.ts';
import { shellWords } from './words.ts';

const shortcuts: Readonly<Record<MenuCommand, string>> = {
  'add-files': 'CmdOrCtrl+O',
  'add-folder': 'CmdOrCtrl+Shift+O',
  'pause-all': 'CmdOrCtrl+Shift+P',
  'resume-all': 'CmdOrCtrl+Shift+R',
  find: 'CmdOrCtrl+F',
  'show-intake': 'CmdOrCtrl+1',
  'show-documents': 'CmdOrCtrl+2',
  'show-exports': 'CmdOrCtrl+3',
  'show-activity': 'CmdOrCtrl+4',
  'show-settings': 'CmdOrCtrl+,',
  retry: 'CmdOrCtrl+R',
  cancel: 'CmdOrCtrl+Backspace',
};

/** Sets the native menu in a language; its items have the ids of their commands. */
export function setMenu(language: 'en' | 'de', onCommand: (command: MenuCommand) => void): void {
  const words = shellWords[language];
  const item = (command: MenuCommand): MenuItemConstructorOptions => ({
    id: command,
    label: words.commands[command],
    accelerator: shortcuts[command],
    click: () => onCommand(command),
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: words.file,
        submenu: [
          item('add-files'),
          item('add-folder'),
          line,
          item('pause-all'),
          item('resume-all'),
          item('retry'),
          item('cancel'),
          line,
          { label: words.quit, role: 'quit' },
        ],
      },
      {
        label: words.edit,
        submenu: [
          { label: words.undo, role: 'undo' },
          { label: words.redo, role: 'redo' },
          line,
          { label: words.cut, role: 'cut' },
          { label: words.copy, role: 'copy' },
          { label: words.paste, role: 'paste' },
          { label: words.selectAll, role: 'selectAll' },
          line,
          item('find'),
        ],
      },
      {
        label: words.view,
        submenu: [
          item('show-intake'),
          item('show-documents'),
          item('show-exports'),
          item('show-activity'),
          item('show-settings'),
          line,
          { label: words.zoomIn, role: 'zoomIn' },
          { label: words.zoomOut, role: 'zoomOut' },
          { label: words.zoomReset, role: 'resetZoom' },
        ],
      },
    ]),
  );
}
