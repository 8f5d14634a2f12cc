import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '../../engine/platform/names/paths.ts';
import { mustRun } from './scheduled-task.ts';
import type { InstallScope } from './station-places.ts';

const keys: Readonly<Record<InstallScope, string>> = {
  machine: 'HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment',
  user: 'HKEY_CURRENT_USER\\Environment',
};

/** The value of Path in an exported key (regedit's format 5): text, or the hexadecimal bytes of a text with variables in it. */
export function pathIn(exported: string): string {
  const [, text, bytes = ''] =
    /^"path"=(?:"((?:[^"\\]|\\.)*)"|hex\(2\):((?:[0-9a-f]{2},?|\\\r?\n\s*)*))/imu.exec(exported) ?? [];
  if (text !== undefined) return text.replaceAll(/\\(.)/gu, '$1');
  const value = Buffer.from(bytes.replaceAll(/[^0-9a-f]/giu, ''), 'hex').toString('utf16le');
  return value.replace(/\0+$/u, '');
}

/** A key with that value of Path, to be imported. */
export function importedPath(key: string, value: string): string {
  const bytes = Buffer.from(`${value}\0`, 'utf16le')
    .toString('hex')
    .replaceAll(/..(?=.)/gu, '$&,');
  return `Windows Registry Editor Version 5.00\r\n\r\n[${key}]\r\n"Path"=hex(2):${bytes}\r\n\r\n`;
}

/**
 * Puts a folder (absolute) at the end of the search path, or takes it out. By the registry's own files, which hold every character and any
 * length: `setx` cuts a path after 1,024 characters.
 */
export function setInPath(scope: InstallScope, folder: string, wanted: boolean): void {
  const file = join(tmpdir(), `mailroom-path-${String(process.pid)}.reg`);
  try {
    mustRun('reg', ['export', keys[scope], file, '/y']);
    const folders = pathIn(readFileSync(file, 'utf16le')).split(';');
    const others = folders.filter((each) => each !== '' && paths.keyOf(each) !== paths.keyOf(folder));
    if (wanted === folders.includes(folder)) return;
    const value = [...others, ...(wanted ? [folder] : [])].join(';');
    writeFileSync(file, `\ufeff${importedPath(keys[scope], value)}`, 'utf16le');
    mustRun('reg', ['import', file]);
  } finally {
    rmSync(file, { force: true });
  }
}
