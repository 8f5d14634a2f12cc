import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Before the fuses in each Electron (see tools/fuses.ts), version 1, nine of them, as they leave Electron's own build. */
const fuses = ['dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', '\u0001', '\u0009', '101100110'].join('');

/** Makes `folder` (absolute) what an unpacked Electron for Linux looks like: its files and its fuses, but a program that does nothing. */
export async function makeStandInElectron(folder: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    electron: `#!/bin/sh\nexit 0\n# ${fuses}\n`,
    version: '45.3.4',
    LICENSE: 'Licence of Electron\n',
    'LICENSES.chromium.html': '<p>Licences of Chromium</p>\n',
    'locales/en-US.pak': '',
    'locales/de.pak': '',
    'locales/fr.pak': '',
    // An asar without files: the sizes of its head, and the head.
    'resources/default_app.asar': '\u0004\0\0\0\u0014\0\0\0\u0010\0\0\0\u000c\0\0\0{"files":{}}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content, 'latin1');
  }
  await chmod(join(folder, 'electron'), 0o755);
}
