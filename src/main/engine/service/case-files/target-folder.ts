import { mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { open, rm } from '../../platform/disk/patient-files.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { numberedFileName, sameNameKey } from './file-names.ts';
import { holdFolder, unsafeFault } from '../../platform/disk/safe-folder.ts';
import { codeOf, folderProblems, isFull } from '../../platform/disk/errno.ts';
import { publish } from '../../platform/disk/publish.ts';

/** Numbers tried for one name. */
const maxNumber = 100_000;

/** What a failure of the disk means for a folder that files are saved into; null: it is no failure of the disk. */
export function folderFault(error: unknown, folder: string): Fault | null {
  const unsafe = unsafeFault(error);
  if (unsafe !== null) return unsafe;
  const code = codeOf(error);
  if (!(error instanceof Error && 'syscall' in error)) return null;
  if (isFull(code)) return fault('disk-full', { folder }, code);
  const problem = folderProblems[code];
  return fault('export-folder-unusable', problem === undefined ? { folder } : { folder, problem }, code);
}

/** A folder that files are written into unseen, and shown in when all are whole. */
export interface TargetFolder {
  /** Writes a file that isn't shown yet; answers its size in bytes and where it lies. */
  write(body: AsyncIterable<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>;
  /** Shows a written file under the name or the next free numbered one; never over another. Answers its path. */
  show(hidden: string, name: string): Promise<string>;
  /** Takes back all that was shown. */
  takeBack(): Promise<void>;
  /** Removes what is still unseen. */
  close(): Promise<void>;
}

/** Opens the folder, making it where it is missing. Errors are those of the file system, see {@link folderFault}. */
export async function openTargetFolder(folder: string): Promise<TargetFolder> {
  const held = await holdFolder(folder, { make: true });
  const unseen = basename(await mkdtemp(held.at('.mailroom-case-')));
  const hidden = await holdFolder(join(held.path, unseen), { below: held.path });
  const nextNumber = new Map<string, number>();
  const shown: string[] = [];
  let written = 0;
  return {
    async write(body) {
      written += 1;
      const path = hidden.at(String(written));
      const file = await open(path, 'wx');
      try {
        let size = 0;
        for await (const chunk of body) {
          await file.writeFile(chunk);
          size += chunk.byteLength;
        }
        await file.datasync();
        await hidden.check();
        return { path, size };
      } finally {
        await file.close();
      }
    },
    async show(from, name) {
      const key = sameNameKey(name);
      for (let number = nextNumber.get(key) ?? 1; number <= maxNumber; number += 1) {
        const numbered = numberedFileName(name, number);
        // A name that this archive has given in another spelling counts as taken wherever case is told apart.
        const spelled = sameNameKey(numbered);
        if (number > 1 && nextNumber.has(spelled)) continue;
        await held.check();
        if ((await publish(from, held.at(numbered))) === 'taken') continue;
        nextNumber.set(key, number + 1);
        if (!nextNumber.has(spelled)) nextNumber.set(spelled, 2);
        shown.push(numbered);
        return join(folder, numbered);
      }
      throw new Error(`no free name for a file of a case after ${maxNumber} numbers`);
    },
    async takeBack() {
      for (const name of shown.splice(0)) await rm(held.at(name), { force: true });
    },
    async close() {
      await hidden.close();
      await rm(held.at(unseen), { recursive: true, force: true });
      await held.close();
    },
  };
}
