import type { MenuCommand } from './desktop-contract.ts';

/**
 * Keys of the commands of the menu, as Electron writes them; menu, tooltips and docs say the same. No key that edits text is among
 * them: a menu's keys go before those of a text field.
 */
export const shortcuts: Readonly<Record<MenuCommand, string>> = {
  'add-files': 'CmdOrCtrl+O',
  'add-folder': 'CmdOrCtrl+Shift+O',
  'pause-all': 'CmdOrCtrl+Shift+P',
  'resume-all': 'CmdOrCtrl+Shift+R',
  find: 'CmdOrCtrl+F',
  scan: 'F9',
  'show-intake': 'CmdOrCtrl+1',
  'show-scan': 'CmdOrCtrl+2',
  'show-cases': 'CmdOrCtrl+3',
  'show-documents': 'CmdOrCtrl+4',
  'show-exports': 'CmdOrCtrl+5',
  'show-activity': 'CmdOrCtrl+6',
  'show-settings': 'CmdOrCtrl+,',
  retry: 'CmdOrCtrl+R',
  cancel: 'CmdOrCtrl+Shift+X',
};

/** The keys of a command as people read them, such as `Ctrl+Shift+P` or `Strg+Umschalt+P`. */
export function shortcutWords(command: MenuCommand, language: 'en' | 'de', mac = false): string {
  const control = mac ? 'Cmd' : language === 'de' ? 'Strg' : 'Ctrl';
  return shortcuts[command].replace('CmdOrCtrl', control).replace('Shift', language === 'de' ? 'Umschalt' : 'Shift');
}

/** The keys of a command as `aria-keyshortcuts` has them. */
export function shortcutKeys(command: MenuCommand, mac = false): string {
  return shortcuts[command].replace('CmdOrCtrl', mac ? 'Meta' : 'Control');
}
