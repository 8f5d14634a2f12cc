import type { Words } from '../words.ts';
import type { englishPalette } from './en.ts';

/** German words of the palette of commands, and of the tips of the first start. */
export const germanPalette: Words<typeof englishPalette> = {
  title: 'Befehle',
  search: 'Befehl suchen',
  none: 'Kein Befehl passt.',
  here: 'In diesem Bereich',
  chosen: 'Für die Auswahl',
  everywhere: 'Überall',
  screens: 'Bereiche',
  tips: 'Tipps',
  'tip-drop': 'Dateien oder Ordner irgendwo auf dieses Fenster ziehen oder mit {keys} einfügen.',
  'tip-needs-you': '„Zu klären“ zeigt, was auf Sie wartet, mit Grund und nächstem Schritt.',
  'tip-palette': '{keys} findet jeden Befehl; die Menüs zeigen die Tasten.',
  'tips-close': 'Diese Tipps nicht mehr zeigen',
};
