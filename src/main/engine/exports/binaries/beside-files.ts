import { basename, dirname, join } from 'node:path';
import type { BesideFile, ExportRecord } from '../../journal/records.ts';
import type { ExportFiles } from '../export-files.ts';
import { temporaryPath } from '../export-target.ts';
import { temporaryName } from '../safe-name.ts';
import { findInlineFiles } from './find-inline-files.ts';
import { takeOut, writeReferring, type Content } from './take-out-files.ts';

/** The files of one XML, taken out of it and on disk under temporary names. */
export interface TakenOut {
  /** Where they go beside the XML that will have this path. */
  besideOf(xmlPath: string): readonly BesideFile[];
  /** Writes the XML that refers to them. */
  write(beside: readonly BesideFile[], to: string): Promise<Content>;
  /** Gives them their names; false where one was taken meanwhile (then none has its name). */
  publish(beside: readonly BesideFile[]): Promise<boolean>;
  /** Takes the names away again from what `publish` has just put there. */
  withdraw(beside: readonly BesideFile[]): Promise<void>;
  /** Removes the temporary files. */
  clear(): Promise<void>;
}

/** Where the XML of an export is received before its files are taken out. */
export function receivedPath(xmlPath: string, exportId: string): string {
  return join(dirname(xmlPath), temporaryName(`${exportId}.received`));
}

function partPath(xmlPath: string, exportId: string, number: number): string {
  return join(dirname(xmlPath), temporaryName(`${exportId}.${String(number)}`));
}

/** Takes the files out of the XML received at `received`; null where it carries none. */
export async function takeOutFiles(
  files: ExportFiles,
  received: string,
  xmlPath: string,
  exportId: string,
): Promise<TakenOut | null> {
  const inline = await findInlineFiles(received);
  if (inline.length === 0) return null;
  const parts: Content[] = [];
  for (const [index, file] of inline.entries()) {
    parts.push(await takeOut(files, received, file, partPath(xmlPath, exportId, index + 1)));
  }

  async function withdraw(beside: readonly BesideFile[]): Promise<void> {
    for (const [index, { path }] of beside.entries()) {
      const temporary = partPath(xmlPath, exportId, index + 1);
      // Where there are no hard links the file itself was moved: back it goes.
      if (await files.exists(temporary)) await files.remove(path);
      else await files.replace(path, temporary);
    }
  }

  return {
    besideOf(path) {
      const stem = basename(path, '.xml');
      return parts.map((content, index) => {
        const name = `${stem}.${String(index + 1)}.${inline[index]?.extension ?? 'bin'}`;
        return { path: join(dirname(path), name), ...content };
      });
    },
    write: (beside, to) =>
      writeReferring(
        files,
        received,
        inline.flatMap((file, index) => {
          const there = beside[index];
          return there === undefined ? [] : [[file, { ...there, name: basename(there.path) }] as const];
        }),
        to,
      ),
    async publish(beside) {
      for (const [index, { path }] of beside.entries()) {
        if ((await files.publish(partPath(xmlPath, exportId, index + 1), path)) === 'published') continue;
        await withdraw(beside.slice(0, index));
        return false;
      }
      return true;
    },
    withdraw,
    clear: () => clearParts(files, xmlPath, exportId, parts.length),
  };
}

/** Removes temporary files of an export: those of `known` files, and whatever follows them. */
export async function clearParts(files: ExportFiles, xmlPath: string, exportId: string, known: number): Promise<void> {
  if (known > 0) await files.remove(receivedPath(xmlPath, exportId));
  for (let number = 1; ; number += 1) {
    const path = partPath(xmlPath, exportId, number);
    if (number > known && !(await files.exists(path))) return;
    await files.remove(path);
  }
}

/**
 * Clears away what an earlier try left behind without its XML: temporary files, and files beside it that had their names already.
 * Only what is the same file as our temporary one is ours.
 */
export async function clearAway(files: ExportFiles, record: ExportRecord, xmlPath: string): Promise<void> {
  for (const [index, { path }] of record.beside.entries()) {
    const temporary = await files.digest(partPath(xmlPath, record.id, index + 1));
    const present = temporary === null ? null : await files.digest(path);
    if (present !== null && present.identity === temporary?.identity) await files.remove(path);
  }
  await files.remove(receivedPath(xmlPath, record.id));
  await clearParts(files, xmlPath, record.id, record.beside.length);
  await files.remove(temporaryPath(xmlPath, record.id));
}
