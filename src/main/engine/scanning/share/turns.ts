import { isSameScanner } from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import type { ScannerDriver } from '../drivers/driver.ts';

/** Who is at a scanner of this station: the station itself, or somebody of the office to whom it is shared. */
export interface Turns {
  /** A driver as the station uses it: a scanner that is lent is busy, and what the station shares itself is none of its scanners. */
  own(driver: ScannerDriver): ScannerDriver;
  /** Whether nobody scans there. */
  isFree(scannerId: string): boolean;
  /** Lends a scanner; the answer gives it back. Null while the station scans there, or while it is lent. */
  lend(scannerId: string): (() => void) | null;
}

/** Makes the turns; `isShare` tells the ids under which the station would find its own share. */
export function createTurns(isShare: (scannerId: string) => boolean): Turns {
  const own: string[] = [];
  let lent: string | null = null;
  const isFree = (scannerId: string): boolean => lent === null && !own.some((each) => isSameScanner(each, scannerId));
  return {
    isFree,
    own: (driver) => ({
      ...driver,
      async list(signal) {
        const found = await driver.list(signal);
        return found.ok ? success(found.value.filter(({ id }) => !isShare(id))) : found;
      },
      async scan(scannerId, ...run) {
        if (lent !== null && isSameScanner(lent, scannerId)) return failure('scanner-busy');
        own.push(scannerId);
        try {
          return await driver.scan(scannerId, ...run);
        } finally {
          own.splice(own.indexOf(scannerId), 1);
        }
      },
    }),
    lend(scannerId) {
      if (!isFree(scannerId)) return null;
      lent = scannerId;
      return () => {
        lent = null;
      };
    },
  };
}
