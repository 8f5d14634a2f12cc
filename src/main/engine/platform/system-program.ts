import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * The folder in which programs of the system begin: that of the running program, where nobody but its owner puts one of a like name. It is a
 * true folder: that of a module may lie in an archive (asar), which no program can begin in.
 */
export const programFolder = dirname(process.execPath);

/** What a program of the system prints; null where there is none or it refuses. Rejects where it does not answer in time. */
export async function printed(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const options = {
      ...{ cwd: programFolder, timeout: 20_000 },
      ...{ maxBuffer: 64 * 1024 * 1024, windowsHide: true },
    };
    return (await promisify(execFile)(program, [...args], options)).stdout;
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true) throw error;
    return null;
  }
}

/** How PowerShell is told a script: as UTF-16LE in base64, so that no quoting can change it. */
export function powerShellArguments(script: string): readonly string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Sta', '-EncodedCommand', encoded];
}
