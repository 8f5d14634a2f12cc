import type { Outcome } from '../../../shared/faults.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { failure, success } from '../faults/fault.ts';
import { accountName } from '../history/actor.ts';
import { misuse } from '../faults/usage-sentences.ts';
import type { Decisions } from './decide.ts';
import { itemView } from './item-views.ts';
import { answerOnce, type OnceDependencies } from './once.ts';

/** Names that are offered. */
const maxPeople = 200;

/** What answering questions about items needs; whoever only looks has a journal without writing. */
export interface ItemQueryDependencies extends OnceDependencies {
  readonly decisions: Pick<Decisions, 'progress'>;
}

/** Persons' decisions about items. */
export function itemCommands(decisions: Decisions): CommandHandlers<CommandsOf<'items'>> {
  return {
    'items.retry': ({ itemIds, act }) => decisions.retry(itemIds, act),
    'items.cancel': ({ itemIds, act }) => decisions.cancel(itemIds, act),
    'items.pause': ({ itemIds, act }) => decisions.pause(itemIds, true, act),
    'items.resume': ({ itemIds, act }) => decisions.pause(itemIds, false, act),
    'items.send-anyway': ({ itemIds, act }) => decisions.sendAnyway(itemIds, act),
    'items.unlock': ({ itemIds, password, act }) => decisions.unlock(itemIds, password, act),
    'items.take-in-again': ({ itemIds, projectId, act }) => decisions.takeInAgain(itemIds, projectId, act),
    'items.note': ({ itemIds, note, assignee, act }) => decisions.note(itemIds, { note, assignee }, act),
    'items.stop'({ act }) {
      decisions.stop(act);
      return Promise.resolve(success({}));
    },
  };
}

/** Questions about items, and about what a person has paused. */
export function itemQueries(dependencies: ItemQueryDependencies): QueryHandlers<QueriesOf<'items'> | 'station.pauses'> {
  const { journal, decisions } = dependencies;

  async function itemByPrefix(prefix: string): Promise<Outcome<unknown>> {
    const found = await journal.itemsByIdPrefix(prefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'item', id: prefix });
    const exact = found.find(({ id }) => id === prefix);
    if (exact === undefined && found.length > 1) return misuse('several-items', { given: prefix });
    return success(await itemView(journal, exact ?? first));
  }

  return {
    async 'items.page'(query) {
      if (query.offset !== undefined && query.cursor !== undefined) {
        return failure('wrong-usage', { problem: 'A page begins at an offset or at a cursor, not at both.' });
      }
      const { rows: items, revision, next, total } = await journal.items(query);
      const rows = await Promise.all(items.map((item) => itemView(journal, item)));
      const counts = await journal.counts();
      const answer = { rows, revision, counts };
      return success({ ...answer, ...(next === undefined ? {} : { next }), ...(total === undefined ? {} : { total }) });
    },
    'items.keys': async (query) => success(await journal.itemKeys(query)),
    async 'items.people'() {
      const [names, assigned] = await Promise.all([journal.people(maxPeople), journal.assignees(maxPeople)]);
      return success({ names: [...names], assigned: [...assigned], own: accountName() });
    },
    'items.summary': async (query) => success(await journal.itemSummary(query)),
    'items.acting': ({ act }) => Promise.resolve(success({ progress: decisions.progress(act) })),
    'items.get': ({ idPrefix }) => itemByPrefix(idPrefix),
    'items.once': async ({ sourceIds, itemIds = null, until }) =>
      success(await answerOnce(dependencies, { sourceIds, itemIds, until })),
    async 'station.pauses'() {
      const { all, sources } = await journal.pauses();
      return success({ all, sourceIds: sources });
    },
  };
}
