import { userInfo } from 'node:os';

/** The account this process runs under, for custody rows of persons' decisions; `person` where the system names none. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'person';
  }
}
