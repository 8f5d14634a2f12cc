import { z } from 'zod';
import { empty, json, plainError } from '../answers.ts';
import { readJson, readText } from '../bodies.ts';
import { readExternalData } from './external-data.ts';
import { readDocumentQuery } from './document-query.ts';
import { documentStates, liveStates, unfinishedStates } from './document-states.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { FileStore } from '../file-store.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Timeline } from '../timeline.ts';
import type { DocumentIntake } from './document-intake.ts';
import type { DocumentRecord, DocumentStore } from './document-store.ts';
import type { DocumentWire } from './document-wire.ts';

/** What the document operations work with; the two switches leave out what some live services leave out. */
export interface DocumentParts {
  readonly documents: DocumentStore;
  readonly intake: DocumentIntake;
  readonly wire: DocumentWire;
  readonly files: FileStore;
  readonly projects: ProjectStore;
  readonly timeline: Timeline;
  readonly omitTotalCount: boolean;
  readonly omitListEntities: boolean;
  /** Whether lists may be filtered by states that the interface does not name. */
  readonly extras: boolean;
}

const maxTitleLength = 256;
const processFileBody = z.object({
  fileId: z.string().min(1),
  projectId: z.string().min(1),
  externalId: z.string().optional(),
  externalData: z.unknown().optional(),
});
const transferBody = z.object({ successful: z.boolean(), message: z.string().optional() });
const rejectBody = z.object({ message: z.string().optional() });

async function processFile(call: Call, parts: DocumentParts): Promise<Answer> {
  const body = readJson(call, processFileBody);
  if (!body.ok) return plainError(400, body.detail);
  const { fileId, projectId, externalId, externalData } = body.value;
  const external = externalData === undefined ? null : readExternalData(externalData);
  if (external?.ok === false) return plainError(400, external.detail);
  const main = parts.files.get(fileId);
  if (main === undefined) return plainError(404, 'The file does not exist.');
  const project = parts.projects.get(projectId);
  if (project === undefined) return plainError(404, 'The project does not exist.');
  const fingerprint = await parts.intake.fingerprint(project, main);
  const record = parts.intake.create(
    {
      project,
      main,
      files: [{ id: main.id, type: 'invoice', mainFile: true }],
      caseId: null,
      externalId,
      externalData: external?.value,
      client: call.client,
    },
    fingerprint,
    parts.timeline.advance(),
  );
  return json(202, { documentId: record.id, fileId, projectId });
}

function list(call: Call, parts: DocumentParts): Answer {
  const reading = readDocumentQuery(
    call.query,
    (id) => parts.projects.has(id),
    parts.extras ? liveStates : documentStates,
  );
  if (!reading.ok) return plainError(400, reading.detail);
  const { limit, offset } = reading.query;
  const { page, totalCount } = parts.documents.list(reading.query);
  const shown = page.map((record) => parts.wire.show(record, !parts.omitListEntities));
  return json(200, parts.omitTotalCount ? { data: shown, limit, offset } : { data: shown, limit, offset, totalCount });
}

function transfer(call: Call, record: DocumentRecord, at: number, parts: DocumentParts): Answer {
  const body = readJson(call, transferBody);
  if (!body.ok) return plainError(400, body.detail);
  if (unfinishedStates.has(record.state)) return plainError(400, 'The document is still being processed.');
  record.message = body.value.message;
  parts.documents.move(record, body.value.successful ? 'transferred' : 'transferFailed', at, call.client);
  return empty(202);
}

function reject(call: Call, record: DocumentRecord, at: number, parts: DocumentParts): Answer {
  const body = call.body.length === 0 ? { ok: true as const, value: {} } : readJson(call, rejectBody);
  if (!body.ok) return plainError(400, body.detail);
  record.message = 'message' in body.value ? body.value.message : undefined;
  parts.documents.move(record, 'rejected', at, call.client);
  return empty(202);
}

function setExternalData(call: Call, record: DocumentRecord, at: number, parts: DocumentParts): Answer {
  const body = readJson(call, z.unknown());
  if (!body.ok) return plainError(400, body.detail);
  const external = readExternalData(body.value);
  if (!external.ok) return plainError(400, external.detail);
  record.externalData = Object.keys(external.value).length === 0 ? undefined : external.value;
  parts.documents.touch(record, at, call.client);
  return empty(202);
}

function setExternalId(call: Call, record: DocumentRecord, at: number, parts: DocumentParts): Answer {
  const body = readText(call);
  if (!body.ok) return plainError(400, body.detail);
  if (body.value === '') return plainError(400, 'The body must be the external identifier.');
  record.externalId = body.value;
  parts.documents.touch(record, at, call.client);
  return empty(202);
}

function setTitle(call: Call, record: DocumentRecord, at: number, parts: DocumentParts): Answer {
  const body = readText(call);
  if (!body.ok) return plainError(400, body.detail);
  if (body.value === '') return plainError(400, 'The body must be the new title.');
  if (Array.from(body.value).length > maxTitleLength) {
    return plainError(400, `The title may have at most ${String(maxTitleLength)} characters.`);
  }
  record.title = body.value;
  parts.documents.touch(record, at, call.client);
  return empty(202);
}

function states(record: DocumentRecord): Answer {
  return json(
    200,
    record.history.map((entry) => ({ state: entry.state, updatedAt: new Date(entry.at).toISOString() })),
  );
}

/** The nine operations on documents. */
export function documentRoutes(parts: DocumentParts): Route[] {
  type Act = (call: Call, record: DocumentRecord, at: number, parts: DocumentParts) => Answer;

  function forOne(act: Act): (call: Call) => Answer {
    return (call) => {
      const at = parts.timeline.advance();
      const record = parts.documents.get(call.params.id ?? '');
      return record === undefined ? plainError(404, 'The document does not exist.') : act(call, record, at, parts);
    };
  }
  const reading = { method: 'GET', scope: 'documents.read', body: 'none', errors: 'plain' } as const;
  const writing = { method: 'POST', scope: 'documents.write', body: 'bytes', errors: 'plain' } as const;
  function report(operation: string, act: Act): Route {
    return {
      ...writing,
      operation: `documents.${operation}`,
      path: `/documents/:id/${operation}`,
      handle: forOne(act),
    };
  }
  return [
    {
      ...reading,
      operation: 'documents.list',
      path: '/documents',
      handle: (call) => {
        parts.timeline.advance();
        return list(call, parts);
      },
    },
    {
      ...writing,
      operation: 'documents.process-file',
      path: '/documents/process-file',
      handle: (call) => processFile(call, parts),
    },
    {
      ...reading,
      operation: 'documents.get',
      path: '/documents/:id',
      handle: forOne((_call, record) => json(200, parts.wire.show(record, true))),
    },
    report('transfer', transfer),
    report('reject', reject),
    report('external-data', setExternalData),
    report('external-id', setExternalId),
    report('title', setTitle),
    {
      ...reading,
      operation: 'documents.states',
      path: '/documents/:id/states',
      handle: forOne((_call, record) => states(record)),
    },
  ];
}
