import type { Outcome } from '../../../shared/faults.ts';
import type { Change } from '../journal/changes.ts';
import type { SubmissionRecord } from '../journal/records.ts';
import type { ServiceCase, ServiceClient } from '../service/client.ts';

/** External ids with this beginning are made from our own ids. */
const ownPrefix = 'mailroom-';
const maxPages = 20;
const pageSize = 50;

/** A file that a case names, with its role; the shape is not documented, so it is read as far as it is there. */
export interface CaseFile {
  readonly id: string;
  readonly type: string | null;
  readonly mainFile: boolean;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries.find(([key]) => key === name)?.[1];
}

/** The files a case names; empty where it names none. */
export function filesOfCase(found: ServiceCase): readonly CaseFile[] {
  return listOf(found.raw['files']).flatMap((file) => {
    const id = typeof file === 'string' ? file : field(file, 'id');
    const type = field(file, 'type');
    const mainFile = field(file, 'mainFile') === true;
    return typeof id === 'string' ? [{ id, type: typeof type === 'string' ? type : null, mainFile }] : [];
  });
}

/** The documents a case names; empty where it names none. */
export function documentIdsOfCase(found: ServiceCase): readonly string[] {
  const named = [...listOf(found.raw['documentIds']), ...listOf(found.raw['documents'])];
  return named.flatMap((entry) => {
    const id = typeof entry === 'string' ? entry : field(entry, 'id');
    return typeof id === 'string' ? [id] : [];
  });
}

/** Whether a case came out of the submission: by its files, by the batch, or by an external id that is ours alone. */
function isOfSubmission(found: ServiceCase, submission: SubmissionRecord, fileIds: ReadonlySet<string>): boolean {
  const files = filesOfCase(found);
  if (files.length > 0) return files.some((file) => fileIds.has(file.id));
  // Servers may ignore the filter: each case has to say itself that it is of the batch.
  if (submission.fileBatchId !== null && found.fileBatchId !== null)
    return found.fileBatchId === submission.fileBatchId;
  return submission.externalId.startsWith(ownPrefix) && found.externalId === submission.externalId;
}

/** Finds the cases of a submission, by its batch where that is known, else among the project's cases. */
export async function findCases(
  client: ServiceClient,
  submission: SubmissionRecord,
  fileIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Outcome<readonly ServiceCase[]>> {
  const { fileBatchId, projectId } = submission;
  const query = fileBatchId === null ? { projectId } : { fileBatchId, projectId };
  const found = new Map<string, ServiceCase>();
  const told = new Set<string>();
  let offset = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await client.listCases({ ...query, limit: pageSize, offset }, { lane: 'tracking', signal });
    if (!answer.ok) return answer;
    const { cases, limit } = answer.value;
    const fresh = cases.filter((entry) => !told.has(entry.id));
    for (const entry of fresh) {
      told.add(entry.id);
      if (isOfSubmission(entry, submission, fileIds)) found.set(entry.id, entry);
    }
    offset += cases.length;
    if (fresh.length === 0 || (limit !== null && cases.length < limit)) break;
  }
  return { ok: true, value: [...found.values()] };
}

/** The cases of these ids as they are now; one that the service does not know (any more) is left out. */
export async function casesById(
  client: ServiceClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<readonly ServiceCase[]>> {
  const found: ServiceCase[] = [];
  for (const id of ids) {
    const answer = await client.getCase(id, { lane: 'tracking', signal });
    if (answer.ok) found.push(answer.value);
    else if (answer.fault.code !== 'not-found') return answer;
  }
  return { ok: true, value: found };
}

/** The journal rows of a case and its relation to the submission. */
export function caseChanges(found: ServiceCase, submission: SubmissionRecord, at: number): readonly Change[] {
  const { id, fileBatchId, externalId, state, title } = found;
  const { connectionId } = submission;
  const projectId = found.projectId ?? submission.projectId;
  return [
    { kind: 'case-seen', case: { id, connectionId, projectId, fileBatchId, externalId, state, title }, at },
    { kind: 'case-linked', caseId: id, submissionId: submission.id, at },
  ];
}
