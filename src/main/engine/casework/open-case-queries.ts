import type { Query, QueryAnswer } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { QueriesOf, QueryHandlers } from '../dispatcher.ts';
import { previewOpenCases } from '../cases/group-files.ts';
import { foldedRole } from '../cases/open-case-state.ts';
import { failure, success } from '../faults/fault.ts';
import { wrongUse } from '../faults/usage-sentences.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import { itemView } from '../items/item-views.ts';
import { openCaseView } from './open-case-views.ts';
import { createSetAside } from '../items/set-aside.ts';

type Named<Name extends Query['name']> = Extract<Query, { name: Name }>;

/** What questions about open cases need. */
export interface OpenCaseQueryDependencies {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  readonly now: () => number;
  /** Roles that are configured for a project (undefined: for any). */
  readonly configuredRoles: (projectId: string | undefined) => readonly string[];
  /** The path of a file on its way that an open case waits for; '' while nobody knows; null = nothing. */
  readonly awaited: (openCase: OpenCaseRecord) => string | null;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
}

/** Questions about open cases. */
export function openCaseQueries({
  journal,
  now,
  configuredRoles,
  awaited,
  folderOf,
}: OpenCaseQueryDependencies): QueryHandlers<QueriesOf<'open-cases'>> {
  const setAsideFor = createSetAside(journal, folderOf);

  async function page(query: Named<'open-cases.page'>): Promise<QueryAnswer<'open-cases.page'>> {
    const { rows, total, counts, revision } = await journal.openCasePage(query);
    const at = now();
    const setAside = await setAsideFor(rows);
    const views = rows.map((openCase) => openCaseView(journal, openCase, at, setAside.get(openCase.id) ?? [], awaited));
    return { rows: await Promise.all(views), total, counts, revision };
  }

  async function one(idPrefix: string): Promise<Outcome<QueryAnswer<'open-cases.get'>>> {
    const ofCase = await journal.openCasesOfCase(idPrefix);
    const found = ofCase.length > 0 ? ofCase.slice(-1) : await journal.openCasesByIdPrefix(idPrefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'case', id: idPrefix });
    const exact = found.find(({ id }) => id === idPrefix);
    if (exact === undefined && found.length > 1) {
      return { ok: false, fault: wrongUse('several-cases', { given: idPrefix }) };
    }
    const openCase = exact ?? first;
    const setAside = await setAsideFor([openCase]);
    return success(await openCaseView(journal, openCase, now(), setAside.get(openCase.id) ?? [], awaited));
  }

  async function roles(projectId: string | undefined): Promise<QueryAnswer<'open-cases.roles'>> {
    const known = new Map<string, string>();
    for (const role of [...(await journal.roleUse(projectId)), ...configuredRoles(projectId)]) {
      if (!known.has(foldedRole(role))) known.set(foldedRole(role), role);
    }
    return { roles: [...known.values()] };
  }

  async function loose(query: Named<'open-cases.loose'>): Promise<QueryAnswer<'open-cases.loose'>> {
    const { rows, total, revision } = await journal.looseItems(query);
    const shown = rows.map(async ({ item, role }) => ({ item: await itemView(journal, item), role }));
    return { rows: await Promise.all(shown), total, revision };
  }

  return {
    'open-cases.page': async (query) => success(await page(query)),
    'open-cases.get': ({ idPrefix }) => one(idPrefix),
    'open-cases.loose': async (query) => success(await loose(query)),
    'open-cases.roles': async ({ projectId }) => success(await roles(projectId)),
    'open-cases.preview': ({ rule, names }) => Promise.resolve(success(previewOpenCases(rule, names))),
  };
}
