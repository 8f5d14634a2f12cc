import type { Outcome } from '../../../../shared/faults.ts';
import type { ScannerView } from '../../../../shared/scanning.ts';
import { success } from '../../faults/fault.ts';
import type { ScannerDriver } from './driver.ts';

/** The scanners that answer to any driver; a fault only where none was found and a driver failed. */
export async function listScanners(
  drivers: readonly ScannerDriver[],
  signal: AbortSignal,
): Promise<Outcome<readonly ScannerView[]>> {
  const answers = await Promise.all(drivers.map((driver) => driver.list(signal)));
  const found = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  const failed = answers.find((answer) => !answer.ok);
  return found.length === 0 && failed !== undefined ? failed : success(found);
}
