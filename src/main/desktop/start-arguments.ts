import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { defaultDataDirectory } from '../host/data-directory.ts';
import type { Environment } from '../host/environment-secrets.ts';

/** What the desktop was started with. `files` are absolute paths. */
export interface StartArguments {
  readonly dataDirectory: string;
  /** Whether somebody chose the data directory. */
  readonly dataDirectoryNamed: boolean;
  readonly practice: boolean;
  /** Requests a minute that the practice service allows. */
  readonly practiceQuota: number;
  /** Starts in the tray, without showing the window. */
  readonly hidden: boolean;
  readonly files: readonly string[];
}

/** Enough for what comes into the practice inbox, and little enough to see it go down. */
const usualPracticeQuota = 600;

/**
 * The words that are meant for Mailroom. An app that is not packaged is itself the first word that is no switch, as Electron reads
 * its line (`electron --no-sandbox FOLDER …`): it must never be taken for a folder to take in.
 */
export function wordsForMailroom(line: readonly string[], isPackaged: boolean): readonly string[] {
  const words = line.slice(1);
  if (isPackaged) return words;
  // Modules to load first come with a word of their own.
  const isApp = (word: string, index: number): boolean =>
    !word.startsWith('-') && !['-r', '--require'].includes(words[index - 1] ?? '');
  const app = words.findIndex(isApp);
  return app === -1 ? words : words.slice(app + 1);
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
  let practiceQuota = usualPracticeQuota;
  let hidden = false;
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    if (word === '--practice') practice = true;
    else if (word === '--hidden') hidden = true;
    else if (word.startsWith('--practice-quota='))
      practiceQuota = positive(word.slice('--practice-quota='.length)) ?? usualPracticeQuota;
    else if (word === '--data-dir') {
      named = given[index + 1] ?? '';
      index += 1;
    } else if (word.startsWith('--data-dir=')) named = word.slice('--data-dir='.length);
    else if (word !== '' && !word.startsWith('-')) {
      files.push(isAbsolute(word) ? word : resolve(workingDirectory, word));
    }
  }
  const dataDirectory =
    named === '' ? defaultDataDirectory(process.platform, environment, homedir()) : resolve(workingDirectory, named);
  return { dataDirectory, dataDirectoryNamed: named !== '', practice, practiceQuota, hidden, files };
}

function positive(text: string): number | null {
  return /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;
}
