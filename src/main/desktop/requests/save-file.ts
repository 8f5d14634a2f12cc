import { extname, join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { misuse } from '../../engine/faults/usage-sentences.ts';

/**
 * Asks a person where a file is to be saved, in the home folder under `name` unless they choose otherwise, and writes it there. `path` null: the person saved nothing.
 */
export async function saveFile(
  parent: BrowserWindow | null,
  name: string,
  write: (path: string) => Promise<Outcome<void>>,
): Promise<Outcome<{ readonly path: string | null }>> {
  const extension = extname(name).slice(1);
  const options = {
    defaultPath: join(app.getPath('home'), name),
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  };
  const { filePath } = await (parent === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(parent, options));
  if (filePath === '') return success({ path: null });
  const written = await whereWritable(filePath, () => write(filePath));
  return written.ok ? success({ path: filePath }) : written;
}

/** Writes to a place that a person chose; where the system refuses, the place can't be written. Other errors are thrown. */
export async function whereWritable<Value>(
  path: string,
  write: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return misuse('not-writable', { path });
  }
}

/** A name for a file, made of a title: names of cases come from names of files, and a dialog would take a `/` for a folder. */
export function fileNameOf(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N} ()_-]+/gu, '-')
    .slice(0, 100)
    .trim();
}
