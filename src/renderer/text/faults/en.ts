import type { WindowFaults } from './window-faults.ts';

/** What the window says otherwise than the command line: places in the window instead of commands. All else: engine/faults. */
export const englishFaults: WindowFaults = {
  'wrong-usage': { nextStep: '{hint|Try it another way.}' },
  'settings-invalid': { nextStep: 'Correct it in Settings. Everything was left as it is.' },
  'credentials-missing': { nextStep: 'Enter the client secret in Settings, Connections.' },
  'keychain-missing': { nextStep: 'Start a keychain (such as GNOME Keyring), then start Mailroom again.' },
};
