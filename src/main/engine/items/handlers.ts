import type { Named } from '../../../shared/bridge.ts';
import type { Query } from '../../../shared/contract.ts';
import type { ItemForm } from '../../../shared/contract/item-contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { Field } from '../../../shared/fields/field-rule.ts';
import { lacksOf, valueOf } from '../../../shared/fields/field-values.ts';
import type { ScanProfile } from '../../../shared/scanning.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { failure, success } from '../faults/fault.ts';
import { fieldFaults, refusalOfTable } from '../fields/field-faults.ts';
import type { Lookups } from '../fields/lookups.ts';
import { accountName } from '../history/actor.ts';
import type { ItemRecord } from '../journal/records.ts';
import { misuse } from '../faults/usage-sentences.ts';
import type { Decisions } from './decide.ts';
import { itemView } from './item-views.ts';
import { answerOnce, type OnceDependencies } from './once.ts';

/** Names that are offered. */
const maxPeople = 200;

/** What answering questions about items needs; whoever only looks has a journal without writing. */
export interface ItemQueryDependencies extends OnceDependencies {
  readonly decisions: Pick<Decisions, 'progress'>;
  /** The form of an item. */
  readonly fieldsOf: (item: ItemRecord) => readonly Field[];
  /** The forms of scan profiles, by their ids. */
  readonly profiles: () => readonly Pick<ScanProfile, 'id' | 'fields'>[];
  readonly lookups: Pick<Lookups, 'find' | 'row' | 'describe'>;
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
    'items.set-fields': ({ itemIds, values, since, act }) => decisions.setFields(itemIds, { values, since }, act),
    'items.take-in-again': ({ itemIds, projectId, mode, second, act }) =>
      decisions.takeInAgain(itemIds, { projectId, mode, second }, act),
    'items.note': ({ itemIds, note, assignee, act }) => decisions.note(itemIds, { note, assignee }, act),
    'items.stop'({ act }) {
      decisions.stop(act);
      return Promise.resolve(success({}));
    },
  };
}

/** Questions about items, and about what a person has paused. */
export function itemQueries(
  dependencies: ItemQueryDependencies,
): QueryHandlers<QueriesOf<'items'> | 'station.pauses' | 'station.figures'> {
  const { journal, decisions, fieldsOf } = dependencies;

  async function itemByPrefix(prefix: string): Promise<Outcome<unknown>> {
    const found = await journal.itemsByIdPrefix(prefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'item', id: prefix });
    const exact = found.find(({ id }) => id === prefix);
    if (exact === undefined && found.length > 1) return misuse('several-items', { given: prefix });
    return success(await itemView(journal, exact ?? first));
  }

  async function formOf(item: ItemRecord): Promise<ItemForm> {
    const fields = fieldsOf(item);
    const values = fields.map(({ key }) => [key, valueOf(item.externalData, key)] as const);
    const lacks: ItemForm['lacks'] = Object.fromEntries(
      lacksOf(fields, item.externalData).map(({ field, problem }) => [field.key, problem] as const),
    );
    for (const field of fields.filter(({ key }) => !(key in lacks))) {
      const refusal = await refusalOfTable(dependencies.lookups, field, item.externalData);
      if (refusal !== null && fieldFaults.has(refusal.code)) lacks[field.key] = 'not-in-list';
    }
    return {
      ...{ itemId: item.id, name: item.name, since: item.stageSince, fields: [...fields] },
      values: Object.fromEntries(values.filter(([, value]) => value !== '')),
      lacks,
    };
  }

  async function formFields(of: Named<Query, 'items.lookup'>['of']): Promise<readonly Field[]> {
    if ('profileId' in of) return dependencies.profiles().find(({ id }) => id === of.profileId)?.fields ?? [];
    const item = await journal.item(of.itemId);
    return item === null ? [] : fieldsOf(item);
  }

  return {
    async 'items.fields'({ itemIds }) {
      const found = new Map((await journal.itemsByIds(itemIds)).map((item) => [item.id, item]));
      const items = itemIds.flatMap((id) => found.get(id) ?? []);
      const forms = await Promise.all(items.map(formOf));
      return success({ forms: forms.filter(({ fields }) => fields.length > 0) });
    },
    async 'items.lookup'({ of, key, search, limit }) {
      const field = (await formFields(of)).find((each) => each.key === key);
      if (field?.kind !== 'lookup') return misuse('no-such-field', { field: key });
      const found = await dependencies.lookups.find(field, search, limit);
      return found.ok ? success({ rows: [...found.value.rows], more: found.value.more }) : found;
    },
    async 'items.lookup-file'(place) {
      const content = await dependencies.lookups.describe(place);
      return content.ok ? success({ ...content.value, columns: [...content.value.columns] }) : content;
    },
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
      return success({
        names: [...names],
        assigned: [...assigned.items],
        ofCases: [...assigned.openCases],
        own: accountName(),
      });
    },
    'items.summary': async (query) => success(await journal.itemSummary(query)),
    'items.acting': ({ act }) => Promise.resolve(success({ progress: decisions.progress(act) })),
    'items.get': ({ idPrefix }) => itemByPrefix(idPrefix),
    'items.once': async ({ sourceIds, itemIds = null, until }) =>
      success(await answerOnce(dependencies, { sourceIds, itemIds, until })),
    'station.figures': async () => success(await journal.figures()),
    async 'station.pauses'() {
      const { all, sources } = await journal.pauses();
      return success({ all, sourceIds: sources });
    },
  };
}
