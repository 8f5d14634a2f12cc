/** A JSON Schema (2020-12) or another object of an OpenAPI document, as plain data. */
export type JsonObject = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const freeOrNull = { type: ['object', 'null'] } as const;

/** Marks what the interface document does not show; what is said nevertheless was observed at live services. */
export const notShown = { 'x-unknown': true } as const;

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', ...(required.length === 0 ? {} : { required: [...required] }), properties };
}

/** Points to one of {@link answerShapes}. */
export function reference(name: ShapeName): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

const document = object(['id', 'state', 'title', 'createdAt', 'createdBy'], {
  id: text,
  state: { $ref: '#/components/schemas/DocumentState' },
  title: text,
  createdAt: instant,
  createdBy: text,
  completedAt: instant,
  completedBy: text,
  updatedAt: instant,
  updatedBy: text,
  fileId: text,
  caseId: textOrNull,
  files: { type: ['array', 'null'], items: { $ref: '#/components/schemas/DocumentFile' } },
  previewFileId: textOrNull,
  entities: { type: 'object', ...notShown },
  externalId: text,
  externalData: { type: 'object', maxProperties: 20 },
  projectId: text,
  url: text,
});

const agent = object(['id', 'companyId', 'name', 'version', 'description', 'prompt', 'type'], {
  id: text,
  rootAgentId: textOrNull,
  companyId: text,
  name: text,
  version: text,
  description: text,
  prompt: text,
  model: textOrNull,
  systemPrompt: textOrNull,
  outputFormat: { ...freeOrNull, ...notShown },
  configuration: { ...freeOrNull, ...notShown },
  editors: { type: 'array', items: text },
  toolIds: { type: ['array', 'null'], items: text },
  type: text,
  createdAt: textOrNull,
  updatedAt: textOrNull,
  createdBy: textOrNull,
  updatedBy: textOrNull,
  versions: { type: 'array' },
  versionsMetadata: { type: 'array', items: object([], { createdAt: textOrNull, createdBy: textOrNull }) },
  isOotb: { type: 'boolean' },
  sourceTemplateAgentId: textOrNull,
  sourceTemplateAgentVersion: textOrNull,
});

const invalidField = object(['status', 'title', 'detail', 'fieldName'], {
  status: integer,
  title: text,
  detail: text,
  fieldName: text,
});
const transformationError = object(['status', 'title', 'detail'], {
  status: integer,
  title: text,
  detail: text,
  errorAt: text,
});

/** The answers and errors that the service's interface shows ("Resources and their fields", "Errors"), by the names used here. */
export const answerShapes = {
  AccessToken: object(['access_token', 'expires_in', 'scope', 'token_type'], {
    access_token: text,
    expires_in: integer,
    scope: text,
    token_type: text,
  }),
  UploadedFile: object(['id'], { id: text }),
  DocumentState: {
    anyOf: [
      {
        enum: [
          'done',
          'doneAutomatically',
          'extracted',
          'failed',
          'inCompletion',
          'junk',
          'new',
          'processing',
          'rejected',
          'reviewRequired',
        ],
      },
      { enum: ['split', 'transferred', 'transferFailed'], description: 'Seen on live services.', ...notShown },
    ],
  },
  DocumentFile: object(['id'], { id: text, type: text, mainFile: { type: 'boolean' } }),
  Document: document,
  DocumentPage: object(['data', 'limit', 'offset'], {
    data: { type: 'array', items: { $ref: '#/components/schemas/Document' } },
    limit: { type: 'integer', minimum: 0, maximum: 50 },
    offset: { type: 'integer', minimum: 0 },
    totalCount: { type: 'integer', minimum: 0 },
  }),
  DocumentHistory: {
    type: 'array',
    items: object(['state', 'updatedAt'], {
      state: { $ref: '#/components/schemas/DocumentState' },
      updatedAt: instant,
    }),
  },
  AcceptedFile: object(['documentId', 'fileId', 'projectId'], { documentId: text, fileId: text, projectId: text }),
  StoredRecord: object(['id'], { id: text }),
  Agent: agent,
  Error: object(['status', 'title'], { status: integer, title: text, detail: text }),
  AgentError: object(['status', 'title'], { status: integer, title: text, detail: textOrNull }),
  ValidationError: object(['detail'], {
    detail: {
      type: 'array',
      items: object(['loc', 'msg', 'type'], { loc: { type: 'array' }, msg: text, type: text }),
    },
  }),
  Problem: object([], { type: text, title: text, status: integer, detail: text, instance: text }),
  TransformationError: transformationError,
  TransformationInvalid: {
    allOf: [
      transformationError,
      object([], { serviceErrorMetaInfo: object([], { invalidFields: { type: 'array', items: invalidField } }) }),
    ],
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** The name of one of {@link answerShapes}. */
export type ShapeName = keyof typeof answerShapes;
