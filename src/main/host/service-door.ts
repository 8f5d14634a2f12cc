import type { Outcome } from '../../shared/faults.ts';
import type { Connection, Settings } from '../../shared/settings.ts';
import { createCredentials } from '../engine/credentials/credentials.ts';
import { success } from '../engine/faults/fault.ts';
import { createServiceClient, type NamedServiceClient } from '../engine/service/service-client.ts';
import { networkOf } from '../engine/service/transport/network-of.ts';
import type { Ports } from '../engine/platform/ports.ts';

/** What is known of the station that asks. */
export interface Asking {
  readonly ports: Ports;
  /** The settings in force. */
  readonly settings: Settings;
}

/**
 * A client of a connection for one command: what a person asks of the service directly, with no journal in between. `secret` is
 * one that is not stored yet; absent: the stored one, or the environment's. The caller closes it.
 */
export function openService({ ports, settings }: Asking, connection: Connection, secret?: string): NamedServiceClient {
  const credentials = createCredentials(ports.secrets);
  return createServiceClient({
    connection,
    async readSecret(): Promise<Outcome<string | null>> {
      if (secret !== undefined) return success(secret);
      const read = await credentials.read(connection);
      return read.ok ? success(read.value.clientSecret) : read;
    },
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    network: networkOf(settings.network, ports.secrets),
    sockets: settings.limits.sockets,
  });
}
