import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Makes a folder with those above it that are missing; one that is there already stays as it is. Rejects with the system's error.
 * Node's own `recursive` never ends where a folder says "there is no such file" to a new one in it, as folders of network drives
 * do that are not connected just now.
 */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      await mkdir(at);
      break;
    } catch (error) {
      if (await isFolder(at)) break;
      if (!isMissing(error) || dirname(at) === at) throw error;
      missing.push(at);
    }
  }
  for (const at of missing.reverse()) {
    try {
      await mkdir(at);
    } catch (error) {
      // Another was faster.
      if (!(await isFolder(at))) throw error;
    }
  }
}
