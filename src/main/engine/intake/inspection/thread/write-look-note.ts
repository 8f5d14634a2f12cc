import { closeSync, openSync, writeSync } from 'node:fs';

/** Where it stands on the disk which file is looked into just now. Nothing that goes wrong with it keeps anybody from looking. */
export interface LookNote {
  /** `look` = the file as it is to be looked into, where that is known. */
  begin(path: string, look: object | null): void;
  end(): void;
}

/** Behind it lies what is left of longer notes. */
const lineEnd = '\n';
const none: LookNote = { begin: () => undefined, end: () => undefined };

/**
 * Opens a note of its own. It is written before a look and emptied after it, never synced: what a process wrote outlives the process,
 * and a computer that loses its power tells nothing about a file.
 */
export function openLookNote(file: string): LookNote {
  let descriptor: number | null;
  try {
    descriptor = openSync(file, 'w', 0o600);
  } catch {
    return none;
  }
  let written = false;

  function write(line: string): void {
    if (descriptor === null) return;
    try {
      writeSync(descriptor, `${line}${lineEnd}`, 0);
    } catch {
      closeSync(descriptor);
      descriptor = null;
    }
  }

  return {
    begin(path, look) {
      written = true;
      write(JSON.stringify({ path, look }));
    },
    end() {
      if (written) write('');
      written = false;
    },
  };
}
