import { lookAtTeam } from '../../host/team/membership.ts';
import type { FaultLanguage } from '../../engine/faults/describe.ts';
import type { Station } from '../station.ts';
import { doctorWordsIn } from './doctor-words.ts';
import { faulty, fine, type Finding } from './finding.ts';

/** Whether the database of the team answers, is one, and has this station as a member; nothing where a station works alone. */
export async function checkTeam({ ports, settings }: Station, language: FaultLanguage): Promise<readonly Finding[]> {
  const found = await lookAtTeam({ ports, settings });
  if (!found.ok) return [faulty({ kind: 'team' }, found.fault, language)];
  if (found.value === null) return [];
  const members = found.value.filter(({ left }) => !left);
  const present = members.filter((each) => each.present).length;
  const detail = doctorWordsIn(language).teamOf(members.length, present, settings.team.address ?? '');
  return [fine({ kind: 'team' }, detail)];
}
