import type { Query } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { SourceHealth } from '../../../shared/views.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { BlockView } from '../queue/blocks.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import { itemView } from './item-views.ts';
import { answerOnce } from './once.ts';

/** What answering queries needs; whoever only looks has a journal without writing. */
export interface QueryDependencies {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  readonly sourcesHealth: () => readonly SourceHealth[];
  readonly lookedAt: (sourceId: string) => boolean;
  /** Whether something that follows from what is in the journal is not written yet. */
  readonly isBusy: () => boolean;
  /** Jobs whose attempt is not over. */
  readonly running: () => readonly QueuedJob[];
  readonly blocks: () => readonly BlockView[];
}

/** Makes the function that answers queries whose schema is checked. */
export function createQueries(dependencies: QueryDependencies): (query: Query) => Promise<Outcome<unknown>> {
  const { journal } = dependencies;

  async function itemByPrefix(prefix: string): Promise<Outcome<unknown>> {
    const found = await journal.itemsByIdPrefix(prefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'item', id: prefix });
    const exact = found.find(({ id }) => id === prefix);
    if (exact === undefined && found.length > 1) {
      return failure('wrong-usage', { problem: `Several items begin with ${prefix}.`, hint: 'Type more of the id.' });
    }
    return success(await itemView(journal, exact ?? first));
  }

  async function documentView(document: ServiceDocument): Promise<unknown> {
    const { id, projectId, state, title, externalId, caseId, createdAt, updatedAt, url, files } = document;
    const itemIds = (await journal.itemsOfDocument(id)).map((item) => item.id);
    return { id, projectId, state, title, externalId, caseId, createdAt, updatedAt, url, files, itemIds };
  }

  async function answer(query: Query): Promise<Outcome<unknown>> {
    switch (query.name) {
      case 'items.page': {
        const { stages, sourceId, search, order, cursor, limit } = query;
        const page = await journal.items({
          limit,
          ...(stages === undefined ? {} : { stages }),
          ...(sourceId === undefined ? {} : { sourceId }),
          ...(search === undefined ? {} : { search }),
          ...(order === undefined ? {} : { order }),
          ...(cursor === undefined ? {} : { cursor }),
        });
        const rows = await Promise.all(page.rows.map((item) => itemView(journal, item)));
        const counts = await journal.counts();
        return success({
          rows,
          revision: page.revision,
          counts,
          ...(page.next === undefined ? {} : { next: page.next }),
        });
      }
      case 'items.get':
        return itemByPrefix(query.idPrefix);
      case 'items.once':
        return success(
          await answerOnce(
            { journal, lookedAt: dependencies.lookedAt, isBusy: dependencies.isBusy, running: dependencies.running },
            { sourceIds: query.sourceIds, itemIds: query.itemIds ?? null, until: query.until },
          ),
        );
      case 'custody.page': {
        const { subjectId, after, limit } = query;
        const rows = await journal.custody({
          limit,
          ...(subjectId === undefined ? {} : { subjectId }),
          ...(after === undefined ? {} : { after }),
        });
        return success({ rows });
      }
      case 'custody.verify':
        return success(await journal.verifyCustody());
      case 'station.pauses': {
        const { all, sources } = await journal.pauses();
        return success({ all, sourceIds: sources });
      }
      case 'sources.health':
        return success({ sources: dependencies.sourcesHealth() });
      case 'connections.health':
        return success({ blocks: dependencies.blocks() });
      case 'documents.list': {
        const client = dependencies.client(query.connectionId);
        if (!client.ok) return client;
        const { projectId, states, offset, limit, sort } = query;
        const page = await client.value.listDocuments(
          {
            offset,
            limit,
            ...(projectId === undefined ? {} : { projectIds: [projectId] }),
            ...(states === undefined ? {} : { states }),
            ...(sort === undefined ? {} : { sort }),
          },
          { lane: 'person', tries: 3 },
        );
        if (!page.ok) return page;
        return success({ ...page.value, documents: await Promise.all(page.value.documents.map(documentView)) });
      }
      case 'documents.get': {
        const client = dependencies.client(query.connectionId);
        if (!client.ok) return client;
        const document = await client.value.getDocument(query.documentId, { lane: 'person', tries: 3 });
        return document.ok ? success(await documentView(document.value)) : document;
      }
    }
  }

  return answer;
}
