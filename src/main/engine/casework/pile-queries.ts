import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { previewPiles } from '../cases/group-files.ts';
import { foldedRole } from '../cases/pile-state.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Journal } from '../journal/journal.ts';
import { itemView } from '../items/item-views.ts';
import { pileView } from './pile-views.ts';
import { createSetAside } from '../items/set-aside.ts';

type Named<Name extends Query['name']> = Extract<Query, { name: Name }>;

/** What questions about piles need. */
export interface PileQueryDependencies {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  readonly now: () => number;
  /** Roles that are configured for a project (undefined: for any). */
  readonly configuredRoles: (projectId: string | undefined) => readonly string[];
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
}

/** Questions about piles. */
export function pileQueries({
  journal,
  now,
  configuredRoles,
  folderOf,
}: PileQueryDependencies): QueryHandlers<QueriesOf<'piles'>> {
  const setAsideFor = createSetAside(journal, folderOf);

  async function page(query: Named<'piles.page'>): Promise<QueryAnswer<'piles.page'>> {
    const { rows, total, counts, revision } = await journal.pilePage(query);
    const at = now();
    const setAside = await setAsideFor(rows);
    const views = rows.map((pile) => pileView(journal, pile, at, setAside.get(pile.id) ?? []));
    return { rows: await Promise.all(views), total, counts, revision };
  }

  async function one(idPrefix: string): Promise<Outcome<QueryAnswer<'piles.get'>>> {
    const ofCase = await journal.pilesOfCase(idPrefix);
    const found = ofCase.length > 0 ? ofCase.slice(-1) : await journal.pilesByIdPrefix(idPrefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'case', id: idPrefix });
    const exact = found.find(({ id }) => id === idPrefix);
    if (exact === undefined && found.length > 1) {
      return { ok: false, fault: wrongUse('several-cases', { given: idPrefix }) };
    }
    const pile = exact ?? first;
    const setAside = await setAsideFor([pile]);
    return success(await pileView(journal, pile, now(), setAside.get(pile.id) ?? []));
  }

  async function roles(projectId: string | undefined): Promise<QueryAnswer<'piles.roles'>> {
    const known = new Map<string, string>();
    for (const role of [...(await journal.roleUse(projectId)), ...configuredRoles(projectId)]) {
      if (!known.has(foldedRole(role))) known.set(foldedRole(role), role);
    }
    return { roles: [...known.values()] };
  }

  async function loose(query: Named<'piles.loose'>): Promise<QueryAnswer<'piles.loose'>> {
    const { rows, total, revision } = await journal.looseItems(query);
    const shown = rows.map(async ({ item, role }) => ({ item: await itemView(journal, item), role }));
    return { rows: await Promise.all(shown), total, revision };
  }

  return {
    'piles.page': async (query) => success(await page(query)),
    'piles.get': ({ idPrefix }) => one(idPrefix),
    'piles.loose': async (query) => success(await loose(query)),
    'piles.roles': async ({ projectId }) => success(await roles(projectId)),
    'piles.preview': ({ rule, names }) => Promise.resolve(success(previewPiles(rule, names))),
  };
}
