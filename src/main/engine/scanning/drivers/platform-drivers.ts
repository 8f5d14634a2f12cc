import type { Outcome } from '../../../../shared/faults.ts';
import type { ScannerView } from '../../../../shared/scanning.ts';
import type { ScannerDriver } from './driver.ts';
import { discoverScanners } from './escl/discover.ts';
import { createEsclDriver } from './escl/escl-driver.ts';
import { createSaneDriver } from './sane/sane-driver.ts';
import { listScanners } from './list-scanners.ts';
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

/** The scanners that answer now; see {@link platformDrivers}. A fault only where none was found and a way to scanners failed. */
export function listPlatformScanners(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  addresses: () => readonly string[],
  signal: AbortSignal,
): Promise<Outcome<readonly ScannerView[]>> {
  return listScanners(platformDrivers(platform, environment, addresses), signal);
}
