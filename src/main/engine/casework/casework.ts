import type { Outcome } from '../../../shared/faults.ts';
import type { HotFolder, Settings } from '../../../shared/settings.ts';
import { createCaseActs, type CaseActs } from './case-acts.ts';
import type { Decisions } from '../items/decide.ts';
import type { DispatcherDependencies } from '../dispatcher.ts';
import { queuedJob } from '../start/live-jobs.ts';
import { createPileActs } from './pile-acts.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../platform/ports.ts';
import type { Sending } from '../sending.ts';
import type { NamedServiceClient } from '../service/service-client.ts';

/** What the doors to piles and cases are made of. */
export interface CaseworkDependencies {
  readonly journal: Journal;
  readonly settings: () => Pick<Settings, 'intake'> & { readonly hotFolders: readonly HotFolder[] };
  readonly clock: Clock;
  readonly newId: () => string;
  readonly actor: string;
  /** Whether the engine works; else decisions are only journalled. */
  readonly work: boolean;
  readonly sending: Pick<Sending, 'batches' | 'piles' | 'queue' | 'known'>;
  readonly decisions: Pick<Decisions, 'retry'>;
  readonly client: (connectionId: string) => Outcome<NamedServiceClient>;
  readonly folderOf: (sourceId: string) => string | null;
}

/** Makes what the dispatcher needs for piles (cases before they are at the service) and for cases of the service. */
export function createCasework(
  dependencies: CaseworkDependencies,
): CaseActs &
  Pick<DispatcherDependencies, 'piles' | 'sendBatches' | 'openBatches' | 'now' | 'configuredRoles' | 'folderOf'> {
  const { journal, settings, clock, newId, actor, work, sending, client, folderOf } = dependencies;
  const now = (): number => clock.now();
  const { batches, piles, queue, known } = sending;
  return {
    now,
    piles: createPileActs({
      journal,
      now,
      newId,
      actor,
      folderOf,
      queue: work ? queue : { ...queue, add: () => undefined },
      queued: queuedJob,
      look: (pileId) => (work ? piles.look(pileId) : Promise.resolve()),
      forget: (itemIds) => itemIds.forEach(known.forget),
      retry: (itemIds) => dependencies.decisions.retry(itemIds),
    }),
    sendBatches: (sourceId) => batches.closeNow(sourceId),
    openBatches: () => batches.gathering(),
    ...createCaseActs({ journal, clock, actor, client }),
    folderOf,
    configuredRoles(projectId) {
      const { hotFolders, intake } = settings();
      return hotFolders
        .map(({ rule }) => rule)
        .filter((rule) => projectId === undefined || rule.projectId === projectId)
        .flatMap((rule) => [...(rule.case?.required ?? []), ...(rule.case?.roles ?? [])])
        .concat(intake.case?.required ?? [], intake.case?.roles ?? []);
    },
  };
}
