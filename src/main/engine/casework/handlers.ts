import type { Outcome } from '../../../shared/faults.ts';
import type { HotFolder, Settings } from '../../../shared/settings.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import type { DocumentQueries } from '../documents/document-queries.ts';
import { success } from '../faults/fault.ts';
import type { Decisions } from '../items/decide.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../platform/ports.ts';
import type { Sending } from '../sending/sending.ts';
import type { NamedServiceClient } from '../service/service-client.ts';
import type { CaseActs } from './case-acts.ts';
import { createCaseQueries } from './case-queries.ts';
import { openCaseCommands } from './open-case-acts.ts';
import { openCaseQueries, type OpenCaseQueryDependencies } from './open-case-queries.ts';

/** What acts on open cases and cases are made of. */
export interface CaseworkDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly actor: string;
  /** Whether the engine works; else decisions are only journalled. */
  readonly work: boolean;
  readonly sending: Pick<Sending, 'openCases' | 'queue' | 'known'>;
  readonly decisions: Pick<Decisions, 'retry'>;
  readonly folderOf: (sourceId: string) => string | null;
}

/** Acts on open cases (cases before they are at the service), and the saving of files of a case of the service. */
export function caseCommands(
  { journal, clock, newId, actor, work, sending, decisions, folderOf }: CaseworkDependencies,
  acts: CaseActs,
): CommandHandlers<CommandsOf<'open-cases'> | 'cases.save-files' | 'cases.stop-saving'> {
  const { openCases, queue, known } = sending;
  return {
    ...openCaseCommands({
      journal,
      now: () => clock.now(),
      newId,
      actor,
      folderOf,
      queue: work ? queue : { ...queue, add: () => undefined },
      look: (openCaseId) => (work ? openCases.look(openCaseId) : Promise.resolve()),
      forget: (itemIds) => itemIds.forEach(known.forget),
      retry: (itemIds) => decisions.retry(itemIds),
    }),
    'cases.save-files': acts.saveCaseFiles,
    'cases.stop-saving'(place) {
      acts.stopSaving(place);
      return Promise.resolve(success({}));
    },
  };
}

/** What questions about open cases and cases need; whoever only looks has a journal without writing. */
export interface CaseQuestionDependencies extends OpenCaseQueryDependencies {
  readonly client: (connectionId: string) => Outcome<NamedServiceClient>;
  readonly documents: DocumentQueries;
  readonly savedBytes: CaseActs['savedBytes'];
}

/** Questions about open cases and about cases of the service. */
export function caseQueries(dependencies: CaseQuestionDependencies): QueryHandlers<QueriesOf<'open-cases' | 'cases'>> {
  const cases = createCaseQueries(dependencies);
  return {
    ...openCaseQueries(dependencies),
    'cases.list': cases.list,
    'cases.detail': cases.detail,
    'cases.saving': (place) => Promise.resolve(success({ bytes: dependencies.savedBytes(place) })),
  };
}

/** Roles that the settings name for a project (undefined: for any). */
export function rolesOf(
  hotFolders: readonly HotFolder[],
  intake: Settings['intake'],
  projectId: string | undefined,
): readonly string[] {
  return hotFolders
    .map(({ rule }) => rule)
    .filter((rule) => projectId === undefined || rule.projectId === projectId)
    .flatMap((rule) => [...(rule.case?.required ?? []), ...(rule.case?.roles ?? [])])
    .concat(intake.case?.required ?? [], intake.case?.roles ?? []);
}
