import type { Command, CommandAnswer } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { unheld } from '../cases/open-case-moves.ts';
import { placeChange } from '../cases/place-item.ts';
import { failure, fault, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord, PlaceRecord } from '../journal/open-case-records.ts';
import type { ItemRecord } from '../journal/records.ts';
import { unsentStages } from '../journal/writing/stages.ts';

/** What moving files between open cases needs. */
export interface OpenCaseItemsDependencies {
  readonly journal: Journal;
  readonly now: () => number;
  readonly newId: () => string;
  /** The account that decides, for custody. */
  readonly actor: string;
  /** Does what follows from a change of an open case; resolves when that is durable. */
  readonly look: (openCaseId: string) => Promise<void>;
  /** Items were moved: what is remembered of them is old. */
  readonly forget: (itemIds: readonly string[]) => void;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
}

type Changed = CommandAnswer<'open-cases.move-items'>;

/** Persons' acts on the files of open cases. */
export interface OpenCaseItems {
  move(itemIds: readonly string[], openCaseId: string | null): Promise<Outcome<Changed>>;
  setRole(itemIds: readonly string[], role: string | null): Promise<Outcome<Changed>>;
  group(command: Extract<Command, { name: 'open-cases.group' }>): Promise<Outcome<CommandAnswer<'open-cases.group'>>>;
}

/** Loose files that are grouped in one go. */
const looseAtOnce = 10_000;

/** Makes them. */
export function createOpenCaseItems(dependencies: OpenCaseItemsDependencies): OpenCaseItems {
  const { journal, now, newId, actor, look } = dependencies;

  async function lookAtAll(openCaseIds: Iterable<string | null>): Promise<void> {
    for (const openCaseId of new Set(openCaseIds)) if (openCaseId !== null) await look(openCaseId);
  }

  /** Commits one change list for each item, and tells which were refused and why. */
  async function each(
    itemIds: readonly string[],
    changesOf: (item: ItemRecord, place: PlaceRecord) => readonly Change[] | Fault,
  ): Promise<{ readonly answer: Changed; readonly left: readonly (string | null)[] }> {
    const found = new Map((await journal.itemsByIds(itemIds)).map((item) => [item.id, item]));
    const places = new Map((await journal.places([...found.keys()])).map((place) => [place.itemId, place]));
    const answer: Changed = { itemIds: [], refused: [] };
    const left: (string | null)[] = [];
    const refuse = (itemId: string, reason: Fault): void => void answer.refused.push({ itemId, fault: reason });
    await Promise.all(
      [...new Set(itemIds)].map(async (itemId) => {
        const item = found.get(itemId);
        const place = places.get(itemId);
        if (item === undefined) return refuse(itemId, fault('not-found', { subject: 'item', id: itemId }));
        if (place === undefined) return refuse(itemId, wrongUse('not-for-cases', { name: item.name }));
        if (item.stage === 'cancelled') return refuse(itemId, wrongUse('was-cancelled', { name: item.name }));
        if (!unsentStages.includes(item.stage)) return refuse(itemId, wrongUse('at-service', { name: item.name }));
        const changes = changesOf(item, place);
        if ('code' in changes) return refuse(itemId, changes);
        const outcome = await journal.commit(changes, actor);
        if (!outcome.ok) return refuse(itemId, wrongUse('open-case-closed'));
        answer.itemIds.push(itemId);
        left.push(place.openCaseId);
      }),
    );
    dependencies.forget(answer.itemIds);
    return { answer, left };
  }

  function elsewhere(item: ItemRecord, openCase: OpenCaseRecord | null): boolean {
    return (
      openCase !== null &&
      (openCase.projectId !== item.rule.projectId || openCase.connectionId !== item.rule.connectionId)
    );
  }

  return {
    async move(itemIds, openCaseId) {
      const openCase = openCaseId === null ? null : await journal.openCase(openCaseId);
      if (openCaseId !== null && openCase === null) return failure('not-found', { subject: 'case', id: openCaseId });
      const at = now();
      const { answer, left } = await each(itemIds, (item) =>
        elsewhere(item, openCase)
          ? wrongUse('open-case-elsewhere', { name: item.name })
          : [{ kind: 'item-put', itemId: item.id, openCaseId, at }, ...unheld([item], at)],
      );
      await lookAtAll([...left, openCaseId]);
      return success(answer);
    },

    async setRole(itemIds, role) {
      const at = now();
      const { answer, left } = await each(itemIds, (item) => [
        { kind: 'place-set', itemId: item.id, set: { role }, at },
      ]);
      await lookAtAll(left);
      return success(answer);
    },

    async group({ connectionId, projectId, itemIds, rule }) {
      const loose = await journal.looseItems({ connectionId, projectId, offset: 0, limit: looseAtOnce });
      const named = new Set(itemIds === 'all' ? loose.rows.map(({ item }) => item.id) : itemIds);
      const roles = new Map(loose.rows.map(({ item, role }) => [item.id, role]));
      const at = now();
      const { answer } = await each([...named].reverse(), (item) => {
        if (!roles.has(item.id)) return wrongUse('not-loose', { name: item.name });
        const placed = { ...item, role: roles.get(item.id) ?? item.role, rule: { ...item.rule, case: rule } };
        const change = placeChange(placed, dependencies.folderOf(item.sourceId), newId, at);
        // Of all loose files those that do not fit simply stay loose; one that was named is told of.
        if (change.openCase !== null) return [{ ...change, regroup: true }];
        return itemIds === 'all' ? [] : wrongUse('no-case-told', { name: item.name });
      });
      const places = await journal.places(answer.itemIds);
      const openCaseIds = [...new Set(places.flatMap((place) => place.openCaseId ?? []))];
      await lookAtAll(openCaseIds);
      const joined = new Set(places.filter(({ openCaseId }) => openCaseId !== null).map(({ itemId }) => itemId));
      return success({ ...answer, itemIds: answer.itemIds.filter((id) => joined.has(id)), openCaseIds });
    },
  };
}
