import type { Settings } from '../../../../shared/settings.ts';
import type { Ports } from '../../platform/ports.ts';
import { createTurn } from '../../platform/serial.ts';
import type { ScannerDriver } from '../drivers/driver.ts';
import { createPageThread } from '../pages/page-thread.ts';
import type { SharePlace } from './share-desk.ts';
import { shareScanner, shareUuid, type Share } from './share-scanner.ts';
import type { Turns } from './turns.ts';

/** The share of a scanner, as the settings want it. */
export interface FollowedShare {
  /** Shares what the settings name now; one change after the other. */
  follow(): Promise<void>;
  /** Whether the station would find its own share under this id. */
  isOwn(scannerId: string): boolean;
  end(): Promise<void>;
}

function placeOf({ station, scanning }: Settings): SharePlace | null {
  const { profiles, defaultProfile } = scanning;
  const usual = profiles.find(({ id }) => id === defaultProfile) ?? profiles[0];
  const { on, address, port, scannerId = usual?.scannerId } = scanning.share;
  if (!on || scannerId === undefined) return null;
  const named = { name: `Mailroom ${station.name}`, uuid: shareUuid(station.id, scannerId) };
  return { address, port, scannerId, named };
}

/** Makes the share of a scanner; nothing is shared before it follows the settings. `folder`: for pages on their way. */
export function createFollowedShare(
  ports: Ports,
  settings: () => Settings,
  turns: Turns,
  folder: string,
  drivers: readonly ScannerDriver[],
): FollowedShare {
  const inTurn = createTurn();
  let shared: { readonly place: SharePlace; readonly share: Share } | null = null;

  async function change(place: SharePlace | null): Promise<void> {
    if (JSON.stringify(place) === JSON.stringify(shared?.place ?? null)) return;
    await shared?.share.close();
    if (place === null) {
      shared = null;
      return;
    }
    const thread = createPageThread(() => ports.startWorker('pages', null));
    const driverOf = (id: string): ScannerDriver | null =>
      drivers.find(({ name }) => id.startsWith(`${name}:`)) ?? null;
    shared = { place, share: shareScanner(place, { ...ports, turns, folder, thread, driverOf }) };
  }

  return {
    follow: () => inTurn(() => change(placeOf(settings()))),
    isOwn: (scannerId) => shared?.place.named.uuid === scannerId.split('#')[1],
    end: () => inTurn(() => change(null)),
  };
}
