import { access } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The account this process runs under, for custody rows of persons' decisions; `person` where the system names none. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'person';
  }
}

/** Whether something lies under the path. */
export async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
