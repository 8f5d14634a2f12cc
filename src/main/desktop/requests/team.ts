import type { DesktopRequest } from '../../../shared/desktop-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../../engine/faults/fault.ts';
import { joinStation, leaveStation, lookAtTeam } from '../../host/team/membership.ts';
import type { DesktopStation } from '../desktop-station.ts';

/** Joins the team of a database, looks at it, or leaves it. */
export async function answerTeam(
  { store, ports }: Pick<DesktopStation, 'store' | 'ports'>,
  request: Extract<DesktopRequest, { readonly name: `team.${string}` }>,
): Promise<Outcome<object>> {
  const loaded = await store.load();
  if (!loaded.ok) return loaded;
  const settings = loaded.value;
  const places = { store, secrets: ports.secrets };
  switch (request.name) {
    case 'team.look': {
      const found = await lookAtTeam({ ports, settings });
      return found.ok ? success({ stations: found.value }) : found;
    }
    case 'team.join': {
      const { address, user, password } = request;
      const { schema, encryption } = settings.team;
      const joined = await joinStation(places, settings, { address, user, password, schema, encryption });
      return joined.ok ? success({}) : joined;
    }
    case 'team.leave': {
      const left = await leaveStation(places, { ports, settings });
      return left.ok ? success({}) : left;
    }
  }
}
