import type { Outcome } from '../../../shared/faults.ts';
import { fault } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import type { ItemRecord, SubmissionRecord } from '../journal/records.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { ServiceCase, ServiceClient, ServiceDocument } from '../service/client.ts';
import { caseChanges, casesById, documentIdsOfCase, filesOfCase, findCases } from './batch-cases.ts';

/** What resolving the batches of a connection needs. */
export interface ResolverDependencies {
  readonly client: ServiceClient;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes documents as the service shows them: links them to items by their files and moves those (the tracker's). */
  readonly observe: (documents: readonly ServiceDocument[]) => Promise<boolean>;
  /** How often a batch is looked for at most, and at least once it has been looked for long, ms. */
  readonly limits: { readonly fastestMs: number; readonly slowestMs: number };
}

interface Resolving extends ResolverDependencies {
  /** The last look for each submission, by the monotonic measure, and how long the next one waits (ms). */
  readonly looks: Map<string, { readonly at: number; readonly wait: number; readonly count: number }>;
}

/** Finds what became of submitted batches of a project; to be called at each look at the project. `outstanding` = some are not resolved yet. */
export type ResolveBatches = (
  projectId: string,
  signal: AbortSignal,
) => Promise<{ readonly outstanding: boolean; readonly progressed: boolean }>;

/** A submitted batch with the items that still count. */
interface Batch {
  readonly submission: SubmissionRecord;
  readonly items: readonly ItemRecord[];
  readonly fileIds: ReadonlySet<string>;
}

const pageSize = 500;
/** Batches looked for on the service in one call, and documents asked for one by one for each. */
const maxBatches = 5;
const maxSingles = 20;
/** Looks for cases that the documents name before these are taken at their word. */
const looksForCases = 3;

/** A document as a receipt would tell it: there, and all else still to be seen. */
function asReceipt(id: string, found: ServiceCase, submission: SubmissionRecord, at: number): Change {
  const { connectionId, projectId, externalId } = submission;
  const unseen = { title: null, createdAt: null, updatedAt: null, settled: false, hasData: false, firstSeenAt: at };
  const files = filesOfCase(found).map((file, index) => ({ fileId: file.id, type: file.type, mainFile: index === 0 }));
  return {
    kind: 'document-seen',
    document: { id, connectionId, projectId, externalId, state: 'new', caseId: found.id, files, ...unseen },
    at,
  };
}

async function unlinked(parts: Resolving, items: readonly ItemRecord[]): Promise<readonly ItemRecord[]> {
  const { journal } = parts;
  const documents = await Promise.all(items.map((item) => journal.documentsOfItem(item.id)));
  return items.filter((_, index) => documents[index]?.length === 0);
}

async function load(parts: Resolving, submission: SubmissionRecord): Promise<Batch> {
  const { journal } = parts;
  const all = await journal.itemsByIds(submission.items.map((part) => part.itemId));
  const items = all.filter((item) => item.stage !== 'cancelled');
  return { submission, items, fileIds: new Set(items.flatMap((item) => item.fileId ?? [])) };
}

async function submitted(parts: Resolving, projectId: string): Promise<readonly SubmissionRecord[]> {
  const { client, journal } = parts;
  const found: SubmissionRecord[] = [];
  const read = (after?: string) => journal.submissions(['submitted'], pageSize, after);
  for await (const page of pages(read, ({ id }) => id))
    found.push(...page.filter((entry) => entry.connectionId === client.connectionId && entry.projectId === projectId));
  return found;
}

async function ask(parts: Resolving, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const { client } = parts;
  for (const id of ids.slice(0, maxSingles)) {
    const answer = await client.getDocument(id, { lane: 'tracking', signal });
    if (answer.ok) await parts.observe([answer.value]);
  }
}

/** The documents of a case: those it names, else those the project's list shows for it. */
async function documentsOfCase(
  parts: Resolving,
  found: ServiceCase,
  batch: Batch,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { client } = parts;
  const named = documentIdsOfCase(found);
  if (named.length > 0) return named;
  const { projectId } = batch.submission;
  const query = { projectIds: [projectId], caseId: found.id, limit: 50 };
  const answer = await client.listDocuments(query, { lane: 'tracking', signal });
  if (!answer.ok) return [];
  // Servers may ignore the filter.
  return answer.value.documents.filter((document) => document.caseId === found.id).map((document) => document.id);
}

/** Where a case names a file but its one document does not, the file is part of that document all the same. */
async function linkByCase(
  parts: Resolving,
  found: ServiceCase,
  documentIds: readonly string[],
  batch: Batch,
): Promise<void> {
  const { journal, clock } = parts;
  const [only] = documentIds;
  if (only === undefined || documentIds.length > 1) return;
  const files = filesOfCase(found);
  const roles = new Map(files.map((file) => [file.id, file.type]));
  const left = (await unlinked(parts, batch.items)).filter((item) => item.fileId !== null && roles.has(item.fileId));
  if (left.length === 0) return;
  const at = clock.now();
  const known = await journal.document(only);
  await journal.commit([
    ...(known === null ? [asReceipt(only, found, batch.submission, at)] : []),
    ...left.map((item): Change => {
      const role = roles.get(item.fileId ?? '') ?? item.role;
      return { kind: 'document-linked', documentId: only, itemId: item.id, role, at };
    }),
  ]);
}

/** A case that was made here has told its id. Those of a batch are looked for, and so is one that is not there under its id any more. */
async function casesOf(
  parts: Resolving,
  { submission, fileIds }: Batch,
  signal: AbortSignal,
): Promise<Outcome<readonly ServiceCase[]>> {
  const { client, journal } = parts;
  const known = submission.kind === 'case' ? await journal.cases(submission.id) : [];
  const ids = known.map(({ id }) => id);
  const read = await casesById(client, ids, signal);
  const mayComeLater = !read.ok && read.fault.retry === 'later';
  if (mayComeLater || (read.ok && read.value.length > 0)) return read;
  return findCases(client, submission, fileIds, signal);
}

async function resolveCases(parts: Resolving, batch: Batch, signal: AbortSignal): Promise<readonly ServiceCase[]> {
  const { journal, clock, log } = parts;
  const found = await casesOf(parts, batch, signal);
  if (!found.ok) {
    log.info('batch-waits', { submission: batch.submission.id, fault: found.fault.code });
    return [];
  }
  const at = clock.now();
  const changes = found.value.flatMap((entry) => caseChanges(entry, batch.submission, at));
  if (changes.length > 0) await journal.commit(changes);
  for (const entry of found.value) {
    const files = filesOfCase(entry);
    const open = await unlinked(parts, batch.items);
    const wanted = files.length === 0 || open.some((item) => files.some((file) => file.id === item.fileId));
    if (open.length === 0 || !wanted) continue;
    const ids = await documentsOfCase(parts, entry, batch, signal);
    await ask(parts, ids, signal);
    await linkByCase(parts, entry, ids, batch);
  }
  return found.value;
}

/** Without cases to go by: the project's newest documents that say they are ours but don't name all their files. */
async function resolveDocuments(
  parts: Resolving,
  batch: Batch,
  cases: readonly ServiceCase[],
  signal: AbortSignal,
): Promise<void> {
  const { client } = parts;
  const { projectId, externalId } = batch.submission;
  const answer = await client.listDocuments(
    { projectIds: [projectId], sort: '-createdAt', limit: 50 },
    { lane: 'tracking', signal },
  );
  if (!answer.ok) return;
  await parts.observe(answer.value.documents);
  const caseIds = new Set(cases.map((entry) => entry.id));
  const likely = answer.value.documents.filter(
    (document) =>
      document.files.length === 0 &&
      (document.externalId === externalId ||
        (document.caseId !== null && caseIds.has(document.caseId)) ||
        (document.fileId !== null && batch.fileIds.has(document.fileId))),
  );
  await ask(
    parts,
    likely.map((document) => document.id),
    signal,
  );
}

async function holdOverdue(parts: Resolving, batch: Batch, items: readonly ItemRecord[]): Promise<void> {
  const { journal, clock } = parts;
  const now = clock.now();
  for (const item of items) {
    const since = Math.max(batch.submission.submittedAt ?? batch.submission.createdAt, item.stageSince);
    if (item.stage !== 'submitted' || now - since < item.rule.settleLimitMs) continue;
    const reason = fault('not-settled-in-time', { waited: `${String(Math.round((now - since) / 1_000))} s` });
    await journal.commit([
      {
        kind: 'item-moved',
        itemId: item.id,
        from: ['submitted'],
        trail: [{ stage: 'held', at: now, detail: { fault: reason.code } }],
        set: { fault: reason, resumeStage: 'submitted' },
      },
    ]);
  }
}

/**
 * Ends a batch whose every item is part of a document and whose cases are known; answers whether it did. Where the service
 * does not list the cases, the documents name them.
 */
async function finish(parts: Resolving, batch: Batch): Promise<boolean> {
  const { journal, clock, looks } = parts;
  const { submission } = batch;
  const looked = looks.get(submission.id)?.count ?? 0;
  if (looked === 0 || (await unlinked(parts, batch.items)).length > 0) return false;
  const documents = (await Promise.all(batch.items.map((item) => journal.documentsOfItem(item.id)))).flat();
  const known = new Set((await journal.cases(submission.id)).map((entry) => entry.id));
  const unknown = new Set(documents.flatMap(({ caseId }) => (caseId === null || known.has(caseId) ? [] : [caseId])));
  if (unknown.size > 0 && looked < looksForCases) return false;
  const at = clock.now();
  const { externalId, fileBatchId } = submission;
  const nothing = { fileBatchId, externalId, projectId: null, state: null, title: null, raw: {} };
  await journal.commit([
    ...[...unknown].flatMap((id) => caseChanges({ id, ...nothing }, submission, at)),
    { kind: 'submission-set', submissionId: submission.id, from: ['submitted'], set: { state: 'resolved' }, at },
  ]);
  looks.delete(submission.id);
  return true;
}

function isDue(parts: Resolving, submission: SubmissionRecord): boolean {
  const { clock, looks } = parts;
  const look = looks.get(submission.id);
  return look === undefined || clock.monotonic() - look.at >= look.wait;
}

async function look(parts: Resolving, batch: Batch, signal: AbortSignal): Promise<boolean> {
  const { clock, limits, looks } = parts;
  const { id } = batch.submission;
  const before = looks.get(id);
  const wait = before === undefined ? limits.fastestMs : Math.min(limits.slowestMs * 10, before.wait * 2);
  looks.set(id, { at: clock.monotonic(), wait, count: (before?.count ?? 0) + 1 });
  const missing = (await unlinked(parts, batch.items)).length;
  const cases = await resolveCases(parts, batch, signal);
  if ((await unlinked(parts, batch.items)).length > 0) await resolveDocuments(parts, batch, cases, signal);
  return (await unlinked(parts, batch.items)).length < missing;
}

/** Makes the act that resolves batches. */
export function createResolver(dependencies: ResolverDependencies): ResolveBatches {
  const parts: Resolving = { ...dependencies, looks: new Map() };

  return async (projectId, signal) => {
    let outstanding = false;
    let progressed = false;
    let asked = 0;
    for (const submission of await submitted(parts, projectId)) {
      if (signal.aborted) break;
      const batch = await load(parts, submission);
      if (await finish(parts, batch)) {
        progressed = true;
        continue;
      }
      if (asked < maxBatches && isDue(parts, submission)) {
        asked += 1;
        progressed = (await look(parts, batch, signal)) || progressed;
        if (await finish(parts, batch)) continue;
      }
      outstanding = true;
      await holdOverdue(parts, batch, await unlinked(parts, batch.items));
    }
    return { outstanding, progressed };
  };
}
