import type { MenuCommand } from '../../shared/desktop-contract.ts';
import { shortcutKeys, shortcutWords } from '../../shared/shortcuts.ts';
import { currentLanguage } from './language.ts';

const mac = navigator.platform.startsWith('Mac');

/** The keys of a command of the menu: `words` for a tooltip, `keys` for `aria-keyshortcuts`. */
export function shortcutOf(command: MenuCommand): { readonly words: string; readonly keys: string } {
  return { words: shortcutWords(command, currentLanguage(), mac), keys: shortcutKeys(command, mac) };
}
