import type { Outcome } from '../../../../shared/faults.ts';
import type { ScannerView } from '../../../../shared/scanning.ts';
import { success } from '../../faults/fault.ts';
import type { ScannerDriver } from './driver.ts';
import { discoverScanners } from './escl/discover.ts';
import { createEsclDriver } from './escl/escl-driver.ts';
import { createSaneDriver } from './sane/sane-driver.ts';
import { createWiaDriver } from './wia/wia-driver.ts';

/** How long the network is listened to for scanners that announce themselves, ms. */
const listenMs = 2_500;

/** The ways to scanners on this computer: WIA on Windows, SANE elsewhere, eSCL everywhere. `addresses` are those a person typed. */
export function platformDrivers(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  addresses: () => readonly string[],
): readonly ScannerDriver[] {
  const escl = createEsclDriver({ discover: (signal) => discoverScanners({ listenMs }, signal), addresses });
  return [platform === 'win32' ? createWiaDriver() : createSaneDriver(environment), escl];
}

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

/** The scanners that answer now; see {@link platformDrivers}. A fault only where none was found and a way to scanners failed. */
export function listPlatformScanners(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  addresses: () => readonly string[],
  signal: AbortSignal,
): Promise<Outcome<readonly ScannerView[]>> {
  return listScanners(platformDrivers(platform, environment, addresses), signal);
}
