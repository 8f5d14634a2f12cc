import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { defaultDataDirectory } from '../host/data-directory.ts';
import type { Environment } from '../host/environment-secrets.ts';

/** What the desktop was started with. `files` are absolute paths. */
export interface StartArguments {
  readonly dataDirectory: string;
  readonly practice: boolean;
  readonly files: readonly string[];
}

/**
 * Reads the arguments after the program's own. Flags of Chromium and of tools that drive the window are passed over; what is no flag
 * is a file to take in.
 */
export function readStartArguments(
  given: readonly string[],
  environment: Environment,
  workingDirectory: string,
): StartArguments {
  const files: string[] = [];
  let named = environment['MAILROOM_DATA_DIR'] ?? '';
  let practice = false;
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    if (word === '--practice') practice = true;
    else if (word === '--data-dir') {
      named = given[index + 1] ?? '';
      index += 1;
    } else if (word.startsWith('--data-dir=')) named = word.slice('--data-dir='.length);
    else if (word !== '' && word !== '.' && !word.startsWith('-')) {
      files.push(isAbsolute(word) ? word : resolve(workingDirectory, word));
    }
  }
  const dataDirectory =
    named === '' ? defaultDataDirectory(process.platform, environment, homedir()) : resolve(workingDirectory, named);
  return { dataDirectory, practice, files };
}
