import { Readable } from 'node:stream';
import { timedError } from '../answers.ts';
import { unfinishedStates } from '../documents/document-states.ts';
import { nameOrDefault } from '../file-names.ts';
import { elementName, startTag, textElement } from './xml-writer.ts';
import type { DocumentRecord, DocumentStore, DocumentFile } from '../documents/document-store.ts';
import type { DocumentWire } from '../documents/document-wire.ts';
import type { Entities } from '../entities/entities.ts';
import type { Answer, Call, Route } from '../exchange.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Timeline } from '../timeline.ts';

/** What the transformation works with. */
export interface DocumentXmlParts {
  readonly documents: DocumentStore;
  readonly wire: DocumentWire;
  readonly files: FileStore;
  readonly projects: ProjectStore;
  readonly timeline: Timeline;
}

function entityElements(entities: Entities): string {
  let text = '';
  for (const [key, entity] of Object.entries(entities)) {
    const name = elementName(key);
    if ('probability' in entity) {
      text += textElement(name, String(entity.value), { probability: entity.probability });
      continue;
    }
    if (!Array.isArray(entity)) continue;
    const rows: readonly Entities[] = entity;
    for (const row of rows) text += `${startTag(name)}${entityElements(row)}</${name}>`;
  }
  return text;
}

function headText(record: DocumentRecord, wire: DocumentWire): string {
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<document>`;
  text += textElement('id', record.id) + textElement('projectId', record.projectId);
  if (record.externalId !== undefined) text += textElement('externalId', record.externalId);
  if (record.caseId !== null) text += textElement('caseId', record.caseId);
  text += textElement('state', record.state) + textElement('title', record.title);
  text += textElement('createdAt', new Date(record.createdAt).toISOString());
  text += textElement('updatedAt', new Date(record.updatedAt).toISOString());
  if (record.externalData !== undefined) {
    text += '<externalData>';
    for (const [key, value] of Object.entries(record.externalData)) {
      text += textElement('entry', value === null ? '' : String(value), { key });
    }
    text += '</externalData>';
  }
  const entities = wire.entities(record);
  return entities === null ? text : `${text}<entities>${entityElements(entities)}</entities>`;
}

function fileTag(file: DocumentFile, stored: StoredFile): string {
  return startTag('file', {
    id: file.id,
    type: file.type,
    mainFile: file.mainFile,
    name: nameOrDefault(stored),
    contentType: stored.contentType,
    size: stored.size,
  });
}

/** Base64 of bytes that come in pieces, encoded in multiples of three bytes so that the text can be joined. */
async function* base64Of(content: Buffer | Readable): AsyncGenerator<string> {
  if (Buffer.isBuffer(content)) {
    yield content.toString('base64');
    return;
  }
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

async function* documentWithBinaries(record: DocumentRecord, head: string, files: FileStore): AsyncGenerator<string> {
  yield `${head}<files>`;
  for (const file of record.files) {
    const stored = files.get(file.id);
    if (stored === undefined) continue;
    yield `${fileTag(file, stored)}<binary encoding="base64">`;
    yield* base64Of(files.open(stored));
    yield '</binary></file>';
  }
  yield '</files></document>\n';
}

/** Without binaries it is small: made at once. */
function documentWithoutBinaries(record: DocumentRecord, head: string, files: FileStore): string {
  let text = `${head}<files>`;
  for (const file of record.files) {
    const stored = files.get(file.id);
    if (stored !== undefined) text += `${fileTag(file, stored)}</file>`;
  }
  return `${text}</files></document>\n`;
}

function transform(call: Call, parts: DocumentXmlParts): Answer {
  const projectId = call.query.get('projectId') ?? '';
  if (projectId === '') return timedError(400, 'The query parameter projectId is required.');
  parts.timeline.advance();
  const project = parts.projects.get(projectId);
  if (project === undefined) return timedError(404, 'The project does not exist.');
  const record = parts.documents.get(call.params.id ?? '');
  if (record?.projectId !== projectId) return timedError(404, 'The document does not exist in this project.');
  if (project.transformation === null) {
    const detail = `There is no transformation rule tagged "${projectId}".`;
    return timedError(422, detail, [{ fieldName: 'projectId', detail }]);
  }
  if (unfinishedStates.has(record.state)) {
    const detail = `The document is still in state ${record.state}.`;
    return timedError(422, detail, [{ fieldName: 'state', detail }]);
  }
  const head = headText(record, parts.wire);
  const { addBinaryFile } = project.transformation;
  const body = addBinaryFile
    ? Readable.from(documentWithBinaries(record, head, parts.files), { objectMode: false })
    : documentWithoutBinaries(record, head, parts.files);
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

/** GET /document-xml/documents/{id}; the layout of the XML is the practice service's own. */
export function documentXmlRoutes(parts: DocumentXmlParts): Route[] {
  return [
    {
      operation: 'document-xml.get',
      method: 'GET',
      path: '/document-xml/documents/:id',
      scope: 'documents.read',
      body: 'none',
      errors: 'timed',
      handle: (call) => transform(call, parts),
    },
  ];
}
