import { readFileSync } from 'node:fs';

/** With fewer the journal, its threads, the network and a single file on its way have no room. */
const minFiles = 128;

/** Codes by which the operating system says that no more files may be open: in this process, in the whole system. */
export const noMoreFiles: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

/** How many files this process may have open at once, where that is too few to work with; null: enough, or the system does not tell. */
export function tooFewOpenFiles(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit !== undefined && Number(limit) < minFiles ? Number(limit) : null;
  } catch {
    return null;
  }
}
