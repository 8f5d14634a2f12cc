import { commandSchema, querySchema, type Command, type Query } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { BlockView } from '../queue/blocks.ts';
import type { SourceHealth } from '../../../shared/views.ts';
import { failure, success } from '../faults/fault.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceClient, ServiceDocument } from '../service/client.ts';
import type { Decisions } from './decide.ts';
import type { HandOver } from './hand-over.ts';
import { itemView } from './item-views.ts';
import { answerOnce } from './once.ts';

/** What answering commands and queries needs: one function or module for each kind of act. */
export interface DispatcherDependencies {
  readonly journal: Journal;
  readonly decisions: Decisions;
  readonly handOver: HandOver;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  readonly addSource: (source: Extract<Command, { name: 'source.add' }>['source']) => Promise<Outcome<void>>;
  readonly pauseSource: (sourceId: string, paused: boolean) => Promise<Outcome<void>>;
  readonly takeIn: (request: Extract<Command, { name: 'intake.take-in' }>) => Promise<Outcome<unknown>>;
  readonly sourcesHealth: () => readonly SourceHealth[];
  readonly lookedAt: (sourceId: string) => boolean;
  readonly blocks: () => readonly BlockView[];
}

/** The one door of the engine: checks the schema, then acts. IPC, command line and tests all come through it. */
export interface Dispatcher {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
}

function problemOf(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

/** Makes the dispatcher. */
export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { journal, decisions, handOver } = dependencies;

  function act(command: Command): Promise<Outcome<unknown>> {
    switch (command.name) {
      case 'source.add':
        return dependencies
          .addSource(command.source)
          .then((added) => (added.ok ? success({ sourceId: command.source.id }) : added));
      case 'source.pause':
      case 'source.resume':
        return dependencies
          .pauseSource(command.sourceId, command.name === 'source.pause')
          .then((done) => (done.ok ? success({}) : done));
      case 'intake.take-in':
        return dependencies.takeIn(command);
      case 'items.retry':
        return decisions.retry(command.itemIds);
      case 'items.cancel':
        return decisions.cancel(command.itemIds);
      case 'items.pause':
        return decisions.pause(command.itemIds, true);
      case 'items.resume':
        return decisions.pause(command.itemIds, false);
      case 'items.send-anyway':
        return decisions.sendAnyway(command.itemIds);
      case 'documents.transfer':
        return handOver.report('transfer', command.documentId, command.connectionId, {
          successful: command.successful,
          message: command.message,
        });
      case 'documents.reject':
        return handOver.report('reject', command.documentId, command.connectionId, { message: command.message });
      case 'exports.write':
        return handOver.write({ ...command, template: command.template });
    }
  }

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
            { journal, lookedAt: dependencies.lookedAt },
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

  return {
    async dispatch(command) {
      const parsed = commandSchema.safeParse(command);
      return parsed.success ? act(parsed.data) : failure('wrong-usage', { problem: problemOf(parsed.error) });
    },
    async query(query) {
      const parsed = querySchema.safeParse(query);
      return parsed.success ? answer(parsed.data) : failure('wrong-usage', { problem: problemOf(parsed.error) });
    },
  };
}
