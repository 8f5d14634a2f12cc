import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * What a program of the system prints; null where there is none or it refuses. Rejects where it does not answer in time. It is looked for
 * from the folder of this program on, where nobody but its owner puts one.
 */
export async function printed(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const options = {
      ...{ cwd: import.meta.dirname, timeout: 20_000 },
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
