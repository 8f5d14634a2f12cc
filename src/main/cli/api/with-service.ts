import type { NamedServiceClient } from '../../engine/service/service-client.ts';
import type { CommandContext } from '../command-context.ts';
import { withStation, type Ending } from '../commands/with-station.ts';
import type { Terminal } from '../output/terminal.ts';
import { openService } from '../../host/service-door.ts';
import { connectionOf, type CommonOptions } from '../station.ts';

/** How a person's call is made: before all others, and tried again where that is safe. */
export const personCall = { lane: 'person', tries: 3 } as const;

/** Runs a command's work with a client of its connection, which ends with it; no journal is in between. */
export function withService(
  context: CommandContext,
  options: CommonOptions,
  work: (service: NamedServiceClient, terminal: Terminal) => Promise<Ending>,
): Promise<void> {
  return withStation(context, options, async (station, terminal) => {
    const connection = connectionOf(station);
    if (!connection.ok) return connection;
    const service = openService(station, connection.value);
    try {
      return await work(service, terminal);
    } finally {
      await service.close();
    }
  });
}
