import { basename, dirname, join } from 'node:path';
import { folded } from '../../platform/names/paths.ts';
import { isFile } from '../inspection/stat-path.ts';
import type { FileStat } from '../inspection/inspection.ts';
import type { OpenWriters } from '../tidy/open-writers.ts';
import { incompleteFault, readingFault } from '../settling/waiting-faults.ts';
import type { WriterSign } from '../settling/waiting.ts';

/** What tells, beside a file itself, that somebody writes it. */
export interface WriterSigns {
  /** A name that was announced or listed in the folder, whatever it is. */
  named(path: string): void;
  /** `stillMs` = how long the file has stood still. */
  of(path: string, stat: FileStat, stillMs: number): Promise<WriterSign | null>;
}

/** What programs that load or copy keep beside a file until it is whole (aria2, axel, lftp, browsers, file managers). */
const ofTransfers = [
  'aria2',
  'st',
  'lftp-pget-status',
  'part',
  'partial',
  'filepart',
  'crdownload',
  'download',
  '!ut',
  '!qb',
];
const controlName = new RegExp(String.raw`^(?:~\$.|\.~lock\..)|\.(?:${ofTransfers.join('|')})$`, 'i');

function transferNames(name: string): readonly string[] {
  return [...ofTransfers.map((ending) => `${name}.${ending}`), `.${name}.partial`, `.${name}.part`];
}

/** Of Office, which leaves out two letters of long names, and of LibreOffice: they lie there while the file is open. */
function lockNames(name: string): readonly string[] {
  return [`~$${name}`, `~$${name.slice(2)}`, `.~lock.${name}#`];
}

/** Makes the signs of one source. */
export function createWriterSigns(writers: OpenWriters): WriterSigns {
  /** Folded: who writes them does not keep the case. */
  const controls = new Map<string, string>();

  async function anyBeside(path: string, names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      const key = folded(join(dirname(path), name));
      const control = controls.get(key);
      if (control === undefined) continue;
      if (await isFile(control)) return true;
      controls.delete(key);
    }
    return false;
  }

  return {
    named(path) {
      if (controlName.test(basename(path))) controls.set(folded(path), path);
    },
    async of(path, stat, stillMs) {
      const name = basename(path);
      if (controls.size > 0) {
        if (await anyBeside(path, transferNames(name)))
          return { kind: 'unfinished', reason: incompleteFault(path, 'unfinished') };
        if (await anyBeside(path, lockNames(name)))
          return { kind: 'in-use', reason: readingFault(path, 'busy', 'lock file') };
      }
      // Who had it closed at some time since it stands still was done with it.
      const open = await writers.has(path, stat, stillMs);
      return open ? { kind: 'in-use', reason: readingFault(path, 'busy', 'open') } : null;
    },
  };
}
