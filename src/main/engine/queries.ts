import type { OpenBatchView } from '../../shared/case-views.ts';
import type { Query } from '../../shared/contract.ts';
import type { Outcome } from '../../shared/faults.ts';
import type { ScanQuery } from '../../shared/scan/scan-contract.ts';
import type { HotFolder } from '../../shared/settings.ts';
import type { BlockView, LimitsView, SourceHealth } from '../../shared/views.ts';
import { numberedName, safePath } from './exports/safe-name.ts';
import { failure, success } from './faults/fault.ts';
import { misuse } from './faults/usage-sentences.ts';
import type { Journal } from './journal/journal.ts';
import type { QueuedJob } from './queue/job.ts';
import type { NamedServiceClient } from './service/service-client.ts';
import { createCaseQueries } from './casework/case-queries.ts';
import { claimsHeld, type Sharing } from './sources/claims-held.ts';
import { createCustodyWhole } from './history/custody-whole.ts';
import type { Decisions } from './items/decide.ts';
import { createDocumentQueries } from './documents/document-queries.ts';
import { exportView } from './documents/export-views.ts';
import { itemView } from './items/item-views.ts';
import { logSubjects } from './history/log-subjects.ts';
import { answerOnce } from './items/once.ts';
import { createPileQueries, type PileQueryDependencies } from './casework/pile-queries.ts';
import { untidiedOriginals } from './sources/untidied.ts';

/** What answering queries needs; whoever only looks has a journal without writing. */
export interface QueryDependencies extends Pick<PileQueryDependencies, 'now' | 'configuredRoles' | 'folderOf'> {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  readonly client: (connectionId: string) => Outcome<NamedServiceClient>;
  /** What a hot folder would do now. */
  readonly preview: (source: HotFolder) => Promise<Outcome<unknown>>;
  readonly scans: (query: ScanQuery) => Promise<Outcome<unknown>>;
  readonly sourcesHealth: () => readonly SourceHealth[];
  readonly sharing: Sharing;
  readonly lookedAt: (sourceId: string) => boolean;
  /** Whether something that follows from what is in the journal is not written yet. */
  readonly isBusy: () => boolean;
  /** Jobs whose attempt is not over. */
  readonly running: () => readonly QueuedJob[];
  readonly blocks: () => readonly BlockView[];
  /** null: nobody is at work. */
  readonly limits: () => LimitsView | null;
  /** Bytes of a case that is being saved; null: it is not. */
  readonly savedBytes: (place: Extract<Query, { name: 'cases.saving' }>) => number | null;
  readonly decisions: Pick<Decisions, 'progress'>;
  readonly openBatches: () => readonly OpenBatchView[];
}

/** Makes the function that answers queries whose schema is checked. */
export function createQueries(dependencies: QueryDependencies): (query: Query) => Promise<Outcome<unknown>> {
  const { journal } = dependencies;
  const documents = createDocumentQueries(dependencies);
  const cases = createCaseQueries({ journal, client: dependencies.client, documents });
  const piles = createPileQueries(dependencies);
  const custodyWhole = createCustodyWhole(journal);

  async function itemByPrefix(prefix: string): Promise<Outcome<unknown>> {
    const found = await journal.itemsByIdPrefix(prefix, 2);
    const [first] = found;
    if (first === undefined) return failure('not-found', { subject: 'item', id: prefix });
    const exact = found.find(({ id }) => id === prefix);
    if (exact === undefined && found.length > 1) {
      return misuse('several-items', { given: prefix });
    }
    return success(await itemView(journal, exact ?? first));
  }

  async function itemPage(query: Extract<Query, { name: 'items.page' }>): Promise<Outcome<unknown>> {
    if (query.offset !== undefined && query.cursor !== undefined) {
      return failure('wrong-usage', { problem: 'A page begins at an offset or at a cursor, not at both.' });
    }
    const page = await journal.items(query);
    const rows = await Promise.all(page.rows.map((item) => itemView(journal, item)));
    const counts = await journal.counts();
    return success({
      rows,
      revision: page.revision,
      counts,
      ...(page.next === undefined ? {} : { next: page.next }),
      ...(page.total === undefined ? {} : { total: page.total }),
    });
  }

  async function answer(query: Query): Promise<Outcome<unknown>> {
    switch (query.name) {
      case 'items.page':
        return itemPage(query);
      case 'items.keys':
        return success(await journal.itemKeys(query));
      case 'items.acting':
        return success({ progress: dependencies.decisions.progress(query.act) });
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
          ...(subjectId === undefined ? {} : { subjectIds: [subjectId] }),
          ...(after === undefined ? {} : { after }),
        });
        return success({ rows });
      }
      case 'custody.whole': {
        const rows = await custodyWhole(query);
        return success({ rows, subjects: await logSubjects(journal, rows) });
      }
      case 'custody.verify':
        return success(await journal.verifyCustody());
      case 'station.pauses': {
        const { all, sources } = await journal.pauses();
        return success({ all, sourceIds: sources });
      }
      case 'station.limits': {
        const limits = dependencies.limits();
        return limits === null
          ? failure('wrong-usage', { problem: 'Only an engine at work knows its limits.' })
          : success(limits);
      }
      case 'scanners.list':
      case 'scanners.capabilities':
      case 'scan.sessions':
      case 'scan.session':
      case 'scan.size':
        return dependencies.scans(query);
      case 'sources.health':
        return success({ sources: dependencies.sourcesHealth() });
      case 'sources.claims':
        return success({ claims: await claimsHeld(journal, dependencies.sharing) });
      case 'sources.untidied':
        return success({ reasons: await untidiedOriginals(journal) });
      case 'connections.health':
        return success({ blocks: dependencies.blocks() });
      case 'documents.list':
        return documents.list(query);
      case 'documents.get':
        return documents.get(query.connectionId, query.documentId);
      case 'documents.detail':
        return documents.detail(query.connectionId, query.documentId);
      case 'projects.list':
        return documents.projects(query.connectionId);
      case 'projects.check':
        return documents.checkProject(query.connectionId, query.projectId);
      case 'items.summary':
        return success(await journal.itemSummary(query));
      case 'activity.log': {
        const rows = await journal.log(query);
        return success({ rows, subjects: await logSubjects(journal, rows) });
      }
      case 'activity.summary':
        return query.from < query.to
          ? success(await journal.activity(query))
          : failure('wrong-usage', { problem: 'The span of time is empty.' });
      case 'exports.page': {
        const { rows, total, counts, revision } = await journal.exportPage(query);
        return success({ rows: rows.map((row) => exportView(row.export, row.title)), total, counts, revision });
      }
      case 'exports.get': {
        const record = await journal.export(query.exportId);
        if (record === null) return failure('not-found', { subject: 'export', id: query.exportId });
        const document = await journal.document(record.documentId);
        return success(exportView(record, document?.title ?? null));
      }
      case 'exports.preview-path': {
        const { folders, base } = safePath(query.template, query.words);
        return success({ path: [...folders, numberedName(base, 1)].join('/') });
      }
      case 'sources.preview':
        return dependencies.preview(query.source);
      case 'cases.list':
        return cases.list(query);
      case 'cases.detail':
        return cases.detail(query);
      case 'cases.saving':
        return success({ bytes: dependencies.savedBytes(query) });
      case 'batches.open':
        return success({ batches: dependencies.openBatches() });
      case 'piles.page':
      case 'piles.get':
      case 'piles.loose':
      case 'piles.roles':
      case 'piles.preview':
        return piles(query);
    }
  }

  return answer;
}
