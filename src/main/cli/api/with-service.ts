import type { NamedServiceClient } from '../../engine/service/service-client.ts';
import type { CommandContext } from '../command-context.ts';
import { withStation, type Ending } from '../commands/with-station.ts';
import type { Terminal } from '../output/terminal.ts';
import { openService } from '../../host/service-door.ts';
import { connectionOf, type CommonOptions, type Station } from '../station.ts';

/** Does work with a client of the station's connection, which ends with it; no journal is in between. */
export async function useService(
  station: Station,
  work: (service: NamedServiceClient) => Promise<Ending>,
): Promise<Ending> {
  const connection = connectionOf(station);
  if (!connection.ok) return connection;
  const service = openService(station, connection.value);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Runs a command's work with a client of its connection; see {@link useService}. */
export function withService(
  context: CommandContext,
  options: CommonOptions,
  work: (service: NamedServiceClient, terminal: Terminal) => Promise<Ending>,
): Promise<void> {
  return withStation(context, options, (station, terminal) =>
    useService(station, (service) => work(service, terminal)),
  );
}
