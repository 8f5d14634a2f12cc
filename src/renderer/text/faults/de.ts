import type { WindowFaults } from './window-faults.ts';

/** What the window says otherwise than the command line: places in the window instead of commands. All else: engine/faults. */
export const germanFaults: WindowFaults = {
  'wrong-usage': { nextStep: '{hint|Auf anderem Weg versuchen.}' },
  'settings-invalid': { nextStep: 'In den Einstellungen berichtigen. Alles blieb unverändert.' },
  'credentials-missing': { nextStep: 'Client-Geheimnis unter Einstellungen, Verbindungen eintragen.' },
  'keychain-missing': { nextStep: 'Schlüsselbund starten (etwa GNOME Keyring), dann Mailroom neu starten.' },
};
