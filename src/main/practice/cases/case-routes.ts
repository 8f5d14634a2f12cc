import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { empty, json, plainError } from '../answers.ts';
import { readJson } from '../bodies.ts';
import { readPage } from '../documents/document-query.ts';
import { readExternalData } from '../documents/external-data.ts';
import { nameOrDefault } from '../file-names.ts';
import { downloadCaseFiles } from './case-download.ts';
import { formCases } from './case-forming.ts';
import { caseState } from './case-store.ts';
import type { DocumentIntake } from '../documents/document-intake.ts';
import type { DocumentFile } from '../documents/document-store.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Timeline } from '../timeline.ts';
import type { CaseRecord, CaseStore } from './case-store.ts';

/** How POST /cases/process-file-batch answers: live services were seen with each of these. */
export interface BatchAnswer {
  readonly status: 200 | 201 | 202;
  readonly body: 'id' | 'empty';
}

/** What the case operations work with. */
export interface CaseParts {
  readonly cases: CaseStore;
  readonly intake: DocumentIntake;
  readonly files: FileStore;
  readonly projects: ProjectStore;
  readonly timeline: Timeline;
  readonly processingMs: number;
  readonly batchAnswer: BatchAnswer;
}

const batchBody = z.object({
  fileIds: z.array(z.string().min(1)).min(1),
  projectId: z.string().min(1),
  externalId: z.string().optional(),
  externalData: z.unknown().optional(),
});
const createBody = z.object({
  projectId: z.string().min(1),
  files: z.array(z.object({ id: z.string().min(1), type: z.string().min(1), mainFile: z.boolean().optional() })).min(1),
  externalId: z.string().optional(),
  externalData: z.unknown().optional(),
});
const transferBody = z.object({ successful: z.boolean(), message: z.string().optional() });

/** The files of some ids in their order, or null where one is unknown. */
function lookUp(ids: readonly string[], files: FileStore): StoredFile[] | null {
  const found: StoredFile[] = [];
  for (const id of ids) {
    const file = files.get(id);
    if (file === undefined) return null;
    found.push(file);
  }
  return found;
}

async function fingerprints(
  projectId: string,
  found: readonly StoredFile[],
  parts: CaseParts,
): Promise<ReadonlyMap<string, string | null>> {
  const project = parts.projects.get(projectId);
  const sums = new Map<string, string | null>();
  if (project === undefined) return sums;
  for (const file of found) sums.set(file.id, await parts.intake.fingerprint(project, file));
  return sums;
}

function addDocument(record: CaseRecord, sums: ReadonlyMap<string, string | null>, at: number, parts: CaseParts): void {
  const project = parts.projects.get(record.projectId);
  const mainId = record.files.find((file) => file.mainFile)?.id ?? record.files[0]?.id ?? '';
  const main = parts.files.get(mainId);
  if (project === undefined || main === undefined) return;
  const { files, externalId, externalData, createdBy } = record;
  const document = parts.intake.create(
    { project, main, files, caseId: record.id, externalId, externalData, client: createdBy },
    sums.get(main.id) ?? null,
    at,
  );
  record.documents.push(document);
}

async function processBatch(call: Call, parts: CaseParts): Promise<Answer> {
  const body = readJson(call, batchBody);
  if (!body.ok) return plainError(400, body.detail);
  const { projectId, externalId } = body.value;
  const external = body.value.externalData === undefined ? null : readExternalData(body.value.externalData);
  if (external?.ok === false) return plainError(400, external.detail);
  if (!parts.projects.has(projectId)) return plainError(404, 'The project does not exist.');
  const found = lookUp([...new Set(body.value.fileIds)], parts.files);
  if (found === null) return plainError(404, 'One of the files does not exist.');
  const sums = await fingerprints(projectId, found, parts);
  const fileBatchId = randomUUID();
  const named = found.map((file) => ({ id: file.id, name: nameOrDefault(file), contentType: file.contentType }));
  parts.timeline.schedule(parts.timeline.advance() + Math.round(parts.processingMs * 0.3), (at) => {
    for (const files of formCases(named)) {
      const record = parts.cases.create({
        projectId,
        fileBatchId,
        externalId,
        externalData: external?.value,
        files,
        createdAt: at,
        createdBy: call.client,
      });
      addDocument(record, sums, at, parts);
    }
  });
  const { status, body: kind } = parts.batchAnswer;
  return kind === 'empty' ? empty(status) : json(status, { fileBatchId });
}

async function createCase(call: Call, parts: CaseParts): Promise<Answer> {
  const body = readJson(call, createBody);
  if (!body.ok) return plainError(400, body.detail);
  const { projectId, externalId } = body.value;
  const external = body.value.externalData === undefined ? null : readExternalData(body.value.externalData);
  if (external?.ok === false) return plainError(400, external.detail);
  const mains = body.value.files.filter((file) => file.mainFile === true);
  if (mains.length > 1) return plainError(400, 'A case has one main file.');
  if (!parts.projects.has(projectId)) return plainError(404, 'The project does not exist.');
  const ids = body.value.files.map((file) => file.id);
  if (new Set(ids).size !== ids.length) return plainError(400, 'A file is named twice.');
  const found = lookUp(ids, parts.files);
  if (found === null) return plainError(404, 'One of the files does not exist.');
  const mainId = mains[0]?.id ?? ids[0];
  const files: DocumentFile[] = body.value.files.map(({ id, type }) => ({ id, type, mainFile: id === mainId }));
  const sums = await fingerprints(projectId, found, parts);
  const now = parts.timeline.advance();
  const record = parts.cases.create({
    projectId,
    fileBatchId: null,
    externalId,
    externalData: external?.value,
    files,
    createdAt: now,
    createdBy: call.client,
  });
  parts.timeline.schedule(now + Math.round(parts.processingMs * 0.1), (at) => {
    addDocument(record, sums, at, parts);
  });
  return json(202, { caseId: record.id });
}

function show(record: CaseRecord): Record<string, unknown> {
  const updatedAt = record.documents.reduce((latest, { updatedAt: at }) => Math.max(latest, at), record.updatedAt);
  return {
    id: record.id,
    state: caseState(record),
    projectId: record.projectId,
    fileBatchId: record.fileBatchId,
    externalId: record.externalId,
    externalData: record.externalData,
    createdAt: new Date(record.createdAt).toISOString(),
    createdBy: record.createdBy,
    updatedAt: new Date(updatedAt).toISOString(),
    files: record.files,
    documentIds: record.documents.map((document) => document.id),
  };
}

function list(call: Call, parts: CaseParts): Answer {
  const page = readPage(call.query);
  if (!page.ok) return plainError(400, page.detail);
  const { offset, limit } = page;
  const found = parts.cases.list({
    fileBatchId: call.query.get('fileBatchId'),
    projectId: call.query.get('projectId'),
    externalId: call.query.get('externalId'),
    offset,
    limit,
  });
  return json(200, { data: found.page.map(show), limit, offset, totalCount: found.totalCount });
}

function transfer(call: Call, record: CaseRecord, at: number, parts: CaseParts): Answer {
  const body = readJson(call, transferBody);
  if (!body.ok) return plainError(400, body.detail);
  if (['new', 'processing'].includes(caseState(record))) return plainError(400, 'The case is still being processed.');
  parts.cases.report(record, body.value.successful, body.value.message, at, call.client);
  return empty(202);
}

/** The six operations on cases. The interface doesn't show their shapes; these follow what real integrations were seen to do. */
export function caseRoutes(parts: CaseParts): Route[] {
  function forOne(act: (call: Call, record: CaseRecord, at: number) => Answer): (call: Call) => Answer {
    return (call) => {
      const at = parts.timeline.advance();
      const record = parts.cases.get(call.params.id ?? '');
      return record === undefined ? plainError(404, 'The case does not exist.') : act(call, record, at);
    };
  }
  const reading = { method: 'GET', scope: 'documents.read', body: 'none', errors: 'plain' } as const;
  const writing = { method: 'POST', scope: 'documents.write', body: 'bytes', errors: 'plain' } as const;
  return [
    {
      ...writing,
      operation: 'cases.process-file-batch',
      path: '/cases/process-file-batch',
      handle: (call) => processBatch(call, parts),
    },
    { ...writing, operation: 'cases.create', path: '/cases/create', handle: (call) => createCase(call, parts) },
    {
      ...reading,
      operation: 'cases.list',
      path: '/cases',
      handle: (call) => {
        parts.timeline.advance();
        return list(call, parts);
      },
    },
    {
      ...reading,
      operation: 'cases.get',
      path: '/cases/:id',
      handle: forOne((_call, record) => json(200, show(record))),
    },
    {
      ...writing,
      operation: 'cases.transfer',
      path: '/cases/:id/transfer',
      handle: forOne((call, record, at) => transfer(call, record, at, parts)),
    },
    {
      ...reading,
      operation: 'cases.files',
      path: '/cases/:id/files',
      handle: forOne((call, record) => downloadCaseFiles(call, record, parts.files)),
    },
  ];
}
