import type { MenuCommand } from './desktop-contract.ts';

/** A command: its keys as Electron writes them, the screens that follow it (null: every one), and what it is called. */
export interface Command {
  readonly key: string;
  readonly screens: readonly string[] | null;
  readonly en: string;
  readonly de: string;
}

/**
 * The commands of the menu: menu, palette, keyboard help, tooltips and docs say the same of each. No key that edits text is among
 * them: a menu's keys go before those of a text field.
 */
export const commands: Readonly<Record<MenuCommand, Command>> = {
  palette: { key: 'CmdOrCtrl+K', screens: null, en: 'All commands…', de: 'Alle Befehle…' },
  keys: { key: 'F1', screens: null, en: 'Keyboard shortcuts', de: 'Tastenkürzel' },
  'add-files': { key: 'CmdOrCtrl+O', screens: null, en: 'Add files…', de: 'Dateien hinzufügen…' },
  'add-folder': { key: 'CmdOrCtrl+Shift+O', screens: null, en: 'Add folder…', de: 'Ordner hinzufügen…' },
  'pause-all': { key: 'CmdOrCtrl+Shift+P', screens: null, en: 'Pause everything', de: 'Alles anhalten' },
  'resume-all': { key: 'CmdOrCtrl+Shift+R', screens: null, en: 'Resume everything', de: 'Alles fortsetzen' },
  find: {
    key: 'CmdOrCtrl+F',
    screens: ['intake', 'cases', 'documents', 'exports', 'settings'],
    en: 'Find',
    de: 'Suchen',
  },
  scan: { key: 'F9', screens: null, en: 'Scan pages', de: 'Seiten scannen' },
  'show-intake': { key: 'CmdOrCtrl+1', screens: null, en: 'Intake', de: 'Eingang' },
  'show-scan': { key: 'CmdOrCtrl+2', screens: null, en: 'Scan', de: 'Scannen' },
  'show-cases': { key: 'CmdOrCtrl+3', screens: null, en: 'Cases', de: 'Fälle' },
  'show-documents': { key: 'CmdOrCtrl+4', screens: null, en: 'Documents', de: 'Dokumente' },
  'show-exports': { key: 'CmdOrCtrl+5', screens: null, en: 'Exports', de: 'Exporte' },
  'show-activity': { key: 'CmdOrCtrl+6', screens: null, en: 'Activity', de: 'Aktivität' },
  'show-settings': { key: 'CmdOrCtrl+,', screens: null, en: 'Settings', de: 'Einstellungen' },
  retry: { key: 'CmdOrCtrl+R', screens: ['intake'], en: 'Retry', de: 'Erneut versuchen' },
  cancel: { key: 'CmdOrCtrl+Shift+X', screens: ['intake'], en: 'Cancel', de: 'Abbrechen' },
};

/** The keys of a command as people read them, such as `Ctrl+Shift+P` or `Strg+Umschalt+P`. */
export function shortcutWords(command: MenuCommand, language: 'en' | 'de', mac = false): string {
  const control = mac ? 'Cmd' : language === 'de' ? 'Strg' : 'Ctrl';
  return commands[command].key.replace('CmdOrCtrl', control).replace('Shift', language === 'de' ? 'Umschalt' : 'Shift');
}

/** The keys of a command as `aria-keyshortcuts` has them. */
export function shortcutKeys(command: MenuCommand, mac = false): string {
  return commands[command].key.replace('CmdOrCtrl', mac ? 'Meta' : 'Control');
}
