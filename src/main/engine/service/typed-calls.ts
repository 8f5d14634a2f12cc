import type { z } from 'zod';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../faults/fault.ts';
import type { Call } from './calls.ts';
import type { ServiceCase, ServiceClient, ServiceDocument } from './client.ts';
import * as cases from './operations/cases.ts';
import { getXml } from './operations/document-xml.ts';
import * as documents from './operations/documents.ts';
import * as files from './operations/files.ts';
import * as projects from './operations/projects.ts';
import { maxPageSize } from './operations/rules.ts';
import type { ClientProblem } from './problems.ts';

/** The methods of the client that are calls of one operation each. */
export type TypedCalls = Omit<ServiceClient, 'connectionId' | 'signIn' | 'quota' | 'wait' | 'reset' | 'close'>;

function toDocument(raw: z.infer<typeof documents.documentSchema>): ServiceDocument {
  return {
    id: raw.id,
    state: raw.state,
    title: raw.title ?? null,
    createdAt: raw.createdAt ?? null,
    updatedAt: raw.updatedAt ?? null,
    fileId: raw.fileId ?? null,
    caseId: raw.caseId ?? null,
    files: (raw.files ?? []).map(({ id, type, mainFile }) => ({ id, type: type ?? null, mainFile })),
    externalId: raw.externalId ?? null,
    externalData: raw.externalData ?? null,
    projectId: raw.projectId ?? null,
    url: raw.url ?? null,
    raw,
  };
}

function toCase(raw: z.infer<typeof cases.caseSchema>): ServiceCase | null {
  const id = raw.id ?? raw.caseId ?? null;
  if (id === null) return null;
  return {
    id,
    fileBatchId: raw.fileBatchId ?? null,
    externalId: raw.externalId ?? null,
    projectId: raw.projectId ?? null,
    state: raw.state ?? null,
    title: raw.title ?? null,
    raw,
  };
}

const notUnderstood = failure('answer-not-understood', { problem: 'unexpected-shape' satisfies ClientProblem });

/**
 * What was asked for by its id, where the answer is of that id: a proxy or a tired service may answer with something else, whose
 * id must not be taken for one of ours. Ids differ in more than the case of their letters.
 */
function ofId<Found extends { readonly id: string }>(found: Found, asked: string): Outcome<Found> {
  return found.id.toLowerCase() === asked.toLowerCase() ? success(found) : notUnderstood;
}

/** Makes the typed methods over the generic call. */
export function createTypedCalls(call: Call): TypedCalls {
  return {
    async uploadFile(file, options) {
      const answer = await call(files.upload, { body: file }, options);
      return answer.ok ? success({ fileId: answer.value.id }) : answer;
    },
    downloadFile: (id, options) => call(files.download, { path: { id } }, options),
    async listDocuments(query, options) {
      const { projectIds, states, ...rest } = query;
      const asked = {
        ...rest,
        ...(projectIds === undefined ? {} : { projectId: [...projectIds] }),
        ...(states === undefined ? {} : { state: [...states] }),
      };
      const answer = await call(documents.list, { query: asked }, options);
      if (!answer.ok) return answer;
      const { data: rows, limit, offset, totalCount } = answer.value;
      return success({
        documents: rows.map(toDocument),
        limit: limit ?? Math.min(query.limit ?? 20, maxPageSize),
        offset: offset ?? query.offset ?? 0,
        totalCount: totalCount ?? null,
      });
    },
    async processFile(request, options) {
      const answer = await call(documents.processFile, { body: request }, options);
      if (!answer.ok) return answer;
      const { documentId, fileId, projectId } = answer.value;
      return success({ documentId, fileId: fileId ?? request.fileId, projectId: projectId ?? request.projectId });
    },
    async getDocument(id, options) {
      const answer = await call(documents.get, { path: { id } }, options);
      return answer.ok ? ofId(toDocument(answer.value), id) : answer;
    },
    async documentStates(id, options) {
      const answer = await call(documents.states, { path: { id } }, options);
      if (!answer.ok) return answer;
      const entries = Array.isArray(answer.value) ? answer.value : answer.value.data;
      return success(entries.map(({ state, updatedAt }) => ({ state, updatedAt: updatedAt ?? null })));
    },
    transferDocument: (id, report, options) => call(documents.transfer, { path: { id }, body: report }, options),
    rejectDocument: (id, report, options) => call(documents.reject, { path: { id }, body: report }, options),
    setExternalData: (id, body, options) => call(documents.externalData, { path: { id }, body }, options),
    setExternalId: (id, body, options) => call(documents.externalId, { path: { id }, body }, options),
    setTitle: (id, body, options) => call(documents.title, { path: { id }, body }, options),
    async processFileBatch(request, options) {
      const body = { ...request, fileIds: [...request.fileIds] };
      const answer = await call(cases.processFileBatch, { body }, options);
      return answer.ok ? success({ fileBatchId: answer.value?.fileBatchId ?? null }) : answer;
    },
    async createCase(request, options) {
      const body = { ...request, files: request.files.map((file) => ({ ...file })) };
      const answer = await call(cases.create, { body }, options);
      if (!answer.ok) return answer;
      const caseId = answer.value.id ?? answer.value.caseId ?? null;
      return caseId === null
        ? failure('outcome-unclear', { problem: 'unexpected-shape' satisfies ClientProblem })
        : success({ caseId });
    },
    async listCases(query, options) {
      const answer = await call(cases.list, { query }, options);
      if (!answer.ok) return answer;
      const rows = Array.isArray(answer.value) ? answer.value : answer.value.data;
      const cased = rows.map(toCase).filter((found) => found !== null);
      const told = rows.length;
      if (Array.isArray(answer.value)) return success({ cases: cased, told, limit: null, totalCount: null });
      const { limit, totalCount } = answer.value;
      return success({ cases: cased, told, limit: limit ?? null, totalCount: totalCount ?? null });
    },
    async getCase(id, options) {
      const answer = await call(cases.get, { path: { id } }, options);
      if (!answer.ok) return answer;
      const found = toCase(answer.value);
      return found === null ? notUnderstood : ofId(found, id);
    },
    transferCase: (id, report, options) => call(cases.transfer, { path: { id }, body: report }, options),
    documentXml: (id, projectId, options) => call(getXml, { path: { id }, query: { projectId } }, options),
    async checkProject(id, options) {
      const answer = await call(projects.get, { path: { id } }, options);
      if (answer.ok) return success(undefined);
      // Without the right to read projects, a list of its documents tells as well.
      if (answer.fault.code !== 'access-refused' && answer.fault.code !== 'scope-missing') {
        if (answer.fault.code !== 'answer-not-understood') return answer;
      }
      const listed = await call(documents.list, { query: { projectId: [id], limit: 1 } }, options);
      return listed.ok ? success(undefined) : listed;
    },
  };
}
