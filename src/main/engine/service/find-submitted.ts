import type { Outcome } from '../../../shared/faults.ts';
import { success } from '../faults/fault.ts';
import type { CallOptions, ServiceCase, ServiceClient, ServiceDocument } from './client.ts';
import { createPageWalk } from './page-walk.ts';
import { createSharedWalks, type SharedWalks, type SharedWalksDependencies, type WalkedPage } from './shared-walks.ts';

/** What is looked for: a submission whose answer was lost. */
export interface SubmittedQuery {
  readonly client: ServiceClient;
  readonly projectId: string;
  readonly kind: 'document' | 'batch' | 'case';
  readonly fileIds: readonly string[];
  readonly externalId: string;
  /** When it was sent at the earliest, ms since 1970 by this station's clock. */
  readonly since: number;
  /** Since when nobody can have submitted it any more, ms since 1970; null = since now. */
  readonly askedAt: number | null;
  readonly options: CallOptions;
}

/** What of it is on the service. `caseIds` = there is a case of ours, documents may still be missing. */
export interface FoundOnService {
  readonly documentIds: readonly string[];
  readonly fileBatchId: string | null;
  readonly caseIds: readonly string[];
}

/** External ids with this beginning are made from our own ids: nobody else has the same one. */
const ownPrefix = 'mailroom-';
/** Clocks may differ; what was created this much before is still looked at, ms. */
const clockDifference = 3_600_000;
/** Pages read whatever their times say: the clocks may differ by more. */
const minPages = 4;
/** Documents asked for one by one because their list row names no files. */
const maxSingles = 50;
const pageSize = 50;

/** Reads pages until `enough` says so or the list ends. */
async function readPages<Row>(
  page: WalkedPage<Row>,
  enough: (rows: readonly Row[], pages: number) => boolean,
): Promise<Outcome<void>> {
  for (let index = 0; ; index += 1) {
    const answer = await page(index);
    if (!answer.ok) return answer;
    if (answer.value === null || enough(answer.value, index + 1)) return success(undefined);
  }
}

function instantOf(text: unknown): number | null {
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}

/**
 * Tells when the pages have become too old to hold what is looked for. Only a list that is seen to come newest first can be
 * left early: others are read to their end.
 */
function createAgeLimit(since: number): (createdAt: readonly (number | null)[], pages: number) => boolean {
  const oldest = since - clockDifference;
  let newest: number | null = null;
  let previous = Infinity;
  let ordered = true;
  return (createdAt, pages) => {
    newest ??= createdAt[0] ?? null;
    for (const at of createdAt) {
      // What came in since the first page was read has pushed the others on.
      if (at !== null && newest !== null && at > newest && pages > 1) continue;
      if (at === null || at > previous) ordered = false;
      previous = at ?? previous;
    }
    return ordered && pages >= minPages && createdAt.every((at) => at !== null && at < oldest);
  };
}

function fileIdsOf(document: ServiceDocument): readonly string[] {
  return [...(document.fileId === null ? [] : [document.fileId]), ...document.files.map((file) => file.id)];
}

/** A document is ours by any of its files; by the external id alone only where that one is nobody else's, or where no file contradicts. */
function isOurs(query: SubmittedQuery, document: ServiceDocument): boolean {
  const ids = fileIdsOf(document);
  if (ids.some((id) => query.fileIds.includes(id))) return true;
  if (document.externalId !== query.externalId) return false;
  if (query.externalId.startsWith(ownPrefix)) return true;
  const createdAt = instantOf(document.createdAt);
  return ids.length === 0 && (createdAt === null || createdAt >= query.since - clockDifference);
}

async function findDocuments(
  walks: SharedWalks<ServiceDocument>,
  query: SubmittedQuery,
): Promise<Outcome<readonly ServiceDocument[]>> {
  const { client, projectId, since, options } = query;
  const found: ServiceDocument[] = [];
  const unnamed: ServiceDocument[] = [];
  const tooOld = createAgeLimit(since);
  const enough = (documents: readonly ServiceDocument[], pages: number): boolean => {
    found.push(...documents.filter((document) => isOurs(query, document)));
    if (query.kind !== 'document') unnamed.push(...documents.filter((document) => document.files.length === 0));
    if (query.kind === 'document' && found.length > 0) return true;
    return tooOld(
      documents.map((document) => instantOf(document.createdAt)),
      pages,
    );
  };
  const walked = await walks.ask(`${client.connectionId} ${projectId}`, {
    askedAt: query.askedAt,
    signal: options.signal,
    async read(offset, signal) {
      const page = { projectIds: [projectId], sort: '-createdAt', limit: pageSize, offset } as const;
      const answer = await client.listDocuments(page, { ...options, signal });
      return answer.ok ? success({ rows: answer.value.documents, limit: answer.value.limit }) : answer;
    },
    answer: (page) => readPages(page, enough),
  });
  if (!walked.ok) return found.length > 0 ? success(found) : walked;
  if (found.length > 0) return success(found);
  // A list may leave out the files: what came in since is then asked for one by one, for our file may be an attachment of it.
  const recent = unnamed.filter((document) => (instantOf(document.createdAt) ?? Infinity) >= since - clockDifference);
  const apart = (document: ServiceDocument): number => Math.abs((instantOf(document.createdAt) ?? since) - since);
  for (const document of recent.sort((one, two) => apart(one) - apart(two)).slice(0, maxSingles)) {
    const answer = await client.getDocument(document.id, options);
    if (!answer.ok && answer.fault.code !== 'not-found') return answer;
    if (answer.ok && isOurs(query, answer.value)) found.push(answer.value);
  }
  return success(found);
}

function namesOurFile(query: SubmittedQuery, found: ServiceCase): boolean | null {
  const files = found.raw['files'];
  if (!Array.isArray(files) || files.length === 0) return null;
  const ids = files.map((file: unknown) =>
    typeof file === 'object' && file !== null && 'id' in file ? file.id : file,
  );
  return ids.some((id) => typeof id === 'string' && query.fileIds.includes(id));
}

/**
 * A case is ours by its files where it names them, else by the external id where that one is ours alone. `doubtful` = it has the
 * external id that a user gave, which more than one case may have.
 */
function isOurCase(query: SubmittedQuery, found: ServiceCase): boolean | 'doubtful' {
  const named = namesOurFile(query, found);
  if (named !== null) return named;
  if (found.externalId !== query.externalId) return false;
  return query.externalId.startsWith(ownPrefix) || 'doubtful';
}

/** Looks closer at a case that has our external id and names no files in the list: it may be another one under the same id. */
async function isOurCaseAfterAll(query: SubmittedQuery, listed: ServiceCase): Promise<Outcome<boolean>> {
  const { client, options, fileIds } = query;
  const whole = await client.getCase(listed.id, options);
  if (!whole.ok && whole.fault.code !== 'not-found') return whole;
  const named = whole.ok ? namesOurFile(query, whole.value) : null;
  if (named !== null) return success(named);
  const documents = await client.listDocuments({ caseId: listed.id, limit: 50 }, options);
  if (!documents.ok) return documents;
  const files = documents.value.documents.filter(({ caseId }) => caseId === listed.id).flatMap(fileIdsOf);
  if (files.length > 0) return success(files.some((id) => fileIds.includes(id)));
  // Nothing tells its files: one that was made since is taken for ours, for sending a case twice is worse.
  const createdAt = instantOf(listed.raw['createdAt']);
  return success(createdAt === null || createdAt >= query.since - clockDifference);
}

async function findCases(query: SubmittedQuery): Promise<Outcome<readonly ServiceCase[]>> {
  const { client, projectId, since, options } = query;
  const found: ServiceCase[] = [];
  const doubtful: ServiceCase[] = [];
  const tooOld = createAgeLimit(since);
  const page = createPageWalk(async (offset) => {
    const answer = await client.listCases({ projectId, limit: pageSize, offset }, options);
    return answer.ok ? success({ rows: answer.value.cases, limit: answer.value.limit }) : answer;
  });
  const walked = await readPages(page, (cases, pages) => {
    found.push(...cases.filter((entry) => isOurCase(query, entry) === true));
    doubtful.push(...cases.filter((entry) => isOurCase(query, entry) === 'doubtful'));
    return tooOld(
      cases.map((entry) => instantOf(entry.raw['createdAt'])),
      pages,
    );
  });
  if (found.length > 0) return success(found);
  if (!walked.ok) return walked;
  for (const entry of doubtful.slice(0, maxSingles)) {
    const ours = await isOurCaseAfterAll(query, entry);
    if (!ours.ok) return ours;
    if (ours.value) found.push(entry);
  }
  return success(found);
}

async function find(
  walks: SharedWalks<ServiceDocument>,
  query: SubmittedQuery,
): Promise<Outcome<FoundOnService | null>> {
  const projectIds = [query.projectId];
  const [fileId] = query.fileIds;
  if (query.kind === 'document' && fileId !== undefined) {
    const answer = await query.client.listDocuments({ projectIds, fileId, limit: pageSize }, query.options);
    if (!answer.ok) return answer;
    const ours = answer.value.documents.filter((document) => fileIdsOf(document).includes(fileId));
    if (ours.length > 0) return success({ documentIds: ours.map(({ id }) => id), fileBatchId: null, caseIds: [] });
  }
  const cases = query.kind === 'document' ? success([]) : await findCases(query);
  if (!cases.ok) return cases;
  const documents = await findDocuments(walks, query);
  if (!documents.ok) return documents;
  if (cases.value.length === 0 && documents.value.length === 0) return success(null);
  return success({
    documentIds: documents.value.map(({ id }) => id),
    fileBatchId: cases.value.find((entry) => entry.fileBatchId !== null)?.fileBatchId ?? null,
    caseIds: cases.value.map(({ id }) => id),
  });
}

/**
 * Makes what looks whether the service has what was submitted without an answer: a document with one of
 * our files as `fileId` or in `files[].id`, or with our external id; for batches also a case of ours. Null = nothing of it is
 * there. A fault says that nobody knows: look again later, never repeat the submission on it. Looks that come together share
 * one walk over the project's documents.
 */
export function createFindSubmitted(
  dependencies: SharedWalksDependencies,
): (query: SubmittedQuery) => Promise<Outcome<FoundOnService | null>> {
  const walks = createSharedWalks<ServiceDocument>(dependencies);
  return (query) => find(walks, query);
}
