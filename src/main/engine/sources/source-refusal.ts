import type { Fault } from '../../../shared/faults.ts';
import type { HotFolder } from '../../../shared/settings.ts';
import { wrongUse } from '../faults/usage-sentences.ts';

/** Why a hot folder can't work as it is configured (decision 30); null where it can. */
export function refusalOf({ name, claim, rule }: Pick<HotFolder, 'name' | 'claim' | 'rule'>): Fault | null {
  return claim && rule.mode === 'case' ? wrongUse('claims-and-cases', { name }) : null;
}
