import type { Fault } from '../../../shared/faults.ts';
import type { ItemStage } from '../../../shared/item.ts';
import type { IntakeRule } from '../../../shared/settings.ts';
import type { ItemView } from '../../../shared/views.ts';
import type { Engine } from '../../engine/engine.ts';
import { exitStatus, statusOf } from '../exit-status.ts';

/** What the service answered at the start of a run about its project and sign-in. */
export interface FirstLook {
  /** What keeps every file of the run from being sent; null where nothing does, as far as it is known now. */
  known(): Fault | null;
  /** The same when the service has answered, or after a patience. */
  answered(): Promise<Fault | null>;
}

/** A service that takes longer (ms) counts as out of reach: its files wait for it. */
const patienceMs = 10_000;

/** Stages that only an item comes to which the service took for its project. */
const sent: ReadonlySet<ItemStage> = new Set(['submitted', 'tracking', 'settled', 'exported', 'handed-over']);

/** Whether the run has shown by itself that its project is there. */
export function provesProject(items: readonly ItemView[]): boolean {
  return items.some(({ stage }) => sent.has(stage));
}

/** A service out of reach, or without the right to read projects, says nothing about the run. */
function standsInTheWay(fault: Fault): boolean {
  if (fault.code === 'scope-missing' || fault.code === 'access-refused') return false;
  const status = statusOf(fault);
  return status === exitStatus.wrongUsage || status === exitStatus.credentialsRefused;
}

/** Asks the service once for the project of a rule: what is wrong there shows also where no file has come yet. */
export function startFirstLook(
  engine: Pick<Engine, 'query'>,
  { connectionId, projectId }: Pick<IntakeRule, 'connectionId' | 'projectId'>,
): FirstLook {
  let known: Fault | null = null;
  const asked = engine.query({ name: 'projects.check', connectionId, projectId }).then((answer) => {
    known = !answer.ok && standsInTheWay(answer.fault) ? answer.fault : null;
  });
  return {
    known: () => known,
    async answered() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
      await Promise.race([asked, late]);
      clearTimeout(timer);
      return known;
    },
  };
}
