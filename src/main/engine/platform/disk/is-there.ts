import { stat } from 'node:fs/promises';

/** Whether something lies under the path, links followed; what may not be looked at is not there. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
