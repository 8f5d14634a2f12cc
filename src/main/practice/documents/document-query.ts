import type { DocumentQuery } from './document-store.ts';

const sorts: Readonly<Record<string, Pick<DocumentQuery, 'by' | 'newestFirst'>>> = {
  createdAt: { by: 'created', newestFirst: false },
  '-createdAt': { by: 'created', newestFirst: true },
  '+createdAt': { by: 'created', newestFirst: false },
  updatedAt: { by: 'updated', newestFirst: false },
  '-updatedAt': { by: 'updated', newestFirst: true },
  '+updatedAt': { by: 'updated', newestFirst: false },
};

/** A page's bounds, or a sentence that says what is wrong with them. */
export type PageReading =
  | { readonly ok: true; readonly offset: number; readonly limit: number }
  | { readonly ok: false; readonly detail: string };

function wholeNumber(text: string): number | null {
  if (!/^\d{1,15}$/.test(text)) return null;
  return Number(text);
}

/** Reads `offset` (from 0, default 0) and `limit` (0 to 50, default 20; a larger one is replaced by 50). */
export function readPage(query: URLSearchParams): PageReading {
  const offset = wholeNumber(query.get('offset') ?? '0');
  if (offset === null) return { ok: false, detail: 'The offset is out of range.' };
  const limit = wholeNumber(query.get('limit') ?? '20');
  if (limit === null) return { ok: false, detail: 'The limit is out of range.' };
  return { ok: true, offset, limit: Math.min(limit, 50) };
}

/** The query of a document list, or a sentence that says what is wrong with it. */
export type QueryReading =
  | { readonly ok: true; readonly query: DocumentQuery }
  | { readonly ok: false; readonly detail: string };

function setOf(values: readonly string[]): ReadonlySet<string> | null {
  return values.length === 0 ? null : new Set(values);
}

/** Reads the query parameters of GET /documents; `isProject` tells which project identifiers are valid, `known` the states. */
export function readDocumentQuery(
  query: URLSearchParams,
  isProject: (id: string) => boolean,
  known: ReadonlySet<string>,
): QueryReading {
  const page = readPage(query);
  if (!page.ok) return page;
  const projectIds = query.getAll('projectId');
  for (const id of projectIds) {
    if (!isProject(id)) return { ok: false, detail: `The project identifier "${id.slice(0, 100)}" is invalid.` };
  }
  // an unescaped + in a query arrives as a blank
  const sort = sorts[(query.get('sort') ?? '-createdAt').replace(/^ /, '+')];
  if (sort === undefined) return { ok: false, detail: 'The sort definition is invalid.' };
  const states = query.getAll('state');
  for (const state of states) {
    if (!known.has(state)) return { ok: false, detail: `The state "${state.slice(0, 100)}" is unknown.` };
  }
  return {
    ok: true,
    query: {
      projectIds: setOf(projectIds),
      states: setOf(states),
      fileId: query.get('fileId'),
      caseId: query.get('caseId'),
      by: sort.by,
      newestFirst: sort.newestFirst,
      offset: page.offset,
      limit: page.limit,
    },
  };
}
