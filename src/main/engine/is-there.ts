import { stat } from 'node:fs/promises';
import type { Fault } from '../../shared/faults.ts';
import { fault } from './faults/fault.ts';

/** Whether something lies under the path, links followed; what may not be looked at is not there. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

/** The fault of a source's folder that is not there as a whole; null = it is there, or the source has none. */
export async function folderAway(folder: string | null): Promise<Fault | null> {
  return folder === null || (await isThere(folder)) ? null : fault('folder-missing', { folder });
}
