import { readdir, readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Settings } from '../../../shared/settings.ts';
import type { StageCountsView } from '../../../shared/views.ts';
import { shownAddress } from '../../engine/service/transport/base-url.ts';
import { packageOrigin } from '../../host/package-origin.ts';

/** What the bundle tells of the station. */
export interface DiagnosticsParts {
  readonly dataDirectory: string;
  readonly version: string;
  readonly settings: Settings | null;
  readonly counts: StageCountsView | null;
}

/** Of each log file, so many of its last bytes. */
const maxLogBytes = 2 * 1024 * 1024;

/**
 * Writes a ZIP for support: the last of the logs (which hold no secret), the settings without client ids, external data and the
 * credentials of a proxy, and how many items stand where. No document, no name of one. Rejects where the file can't be written.
 */
export async function writeDiagnostics(path: string, parts: DiagnosticsParts): Promise<void> {
  const folder = join(parts.dataDirectory, 'logs');
  const files: Zippable = {
    'station.json': strToU8(
      JSON.stringify(
        {
          version: parts.version,
          package: await packageOrigin(),
          platform: `${process.platform} ${release()} ${process.arch}`,
          node: process.versions.node,
          counts: parts.counts,
        },
        null,
        2,
      ),
    ),
    'settings.json': strToU8(JSON.stringify(parts.settings === null ? null : withoutSecrets(parts.settings), null, 2)),
  };
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) =>
    /^mailroom\.log(\.\d+)?$/u.test(name),
  );
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes !== null) files[`logs/${name}`] = new Uint8Array(bytes.subarray(-maxLogBytes));
  }
  await writeFile(path, zipSync(files, { level: 6 }), { mode: 0o600 });
}

/** An address without the login that may stand before its host; also one that is not written as an address should be. */
function withoutLogin(address: string): string {
  return address.replace(/^([\w+:.-]*\/\/)?.*@/su, '$1[redacted]@');
}

function withoutSecrets(settings: Settings): object {
  const { network, scanning, updates } = settings;
  return {
    ...settings,
    connections: settings.connections.map((connection) => ({
      ...connection,
      baseUrl: withoutLogin(connection.baseUrl),
      clientId: '[redacted]',
    })),
    hotFolders: settings.hotFolders.map(({ rule, ...folder }) => ({
      ...folder,
      rule: { ...rule, externalData: rule.externalData === undefined ? undefined : '[redacted]' },
    })),
    network: {
      ...network,
      proxy: network.proxy === undefined ? undefined : withoutLogin(network.proxy),
      proxyScript:
        network.proxyScript === undefined
          ? undefined
          : withoutLogin(network.proxyScript).replace(/\?.*$/su, '?[redacted]'),
    },
    updates: { ...updates, from: updates.from === undefined ? undefined : shownAddress(updates.from) },
    scanning: {
      ...scanning,
      addresses: scanning.addresses.map(withoutLogin),
      profiles: scanning.profiles.map(({ scannerId, ...profile }) => ({
        ...profile,
        scannerId: scannerId === undefined ? undefined : withoutLogin(scannerId),
      })),
    },
  };
}
