import { randomUUID } from 'node:crypto';
import { defaultSchema } from './project-schema.ts';
import type { Outcome } from '../documents/document-plan.ts';
import type { ProjectSchema } from './project-schema.ts';

/** How a project's documents become XML; null: there is no rule, document-xml answers 422. */
export type Transformation = { readonly addBinaryFile: boolean } | null;

/** A project as options give it; only the id is needed. */
export interface PracticeProject {
  readonly id: string;
  readonly name?: string;
  /** automatic: documents end as `doneAutomatically`, manual: as `extracted`, unless `outcome` says otherwise */
  readonly completion?: 'automatic' | 'manual';
  /** fail: a content that the project already has becomes a document in state `failed` */
  readonly duplicates?: 'allow' | 'fail';
  readonly outcome?: Outcome;
  readonly transformation?: Transformation;
  /** its documents count as having come by email */
  readonly byEmail?: boolean;
}

/** What the interface shows of a project; shapes as real integrations were seen to have them. */
export interface ProjectFields {
  name: string;
  note: string | null;
  extractionModelId: string;
  ocr: Readonly<Record<string, unknown>>;
  completion: 'automatic' | 'manual';
  duplicates: 'allow' | 'fail';
  retentionDays: number | null;
  isLive: boolean;
  members: Readonly<Record<string, unknown>>;
  schema: ProjectSchema;
}

/** One project. Times are milliseconds since the epoch. */
export interface ProjectRecord {
  readonly id: string;
  readonly fields: ProjectFields;
  readonly createdAt: number;
  readonly createdBy: string;
  updatedAt: number;
  updatedBy: string;
  readonly outcome: Outcome | null;
  readonly transformation: Transformation;
  readonly byEmail: boolean;
}

/** The projects by id, in the order of their creation. */
export interface ProjectStore {
  get(id: string): ProjectRecord | undefined;
  has(id: string): boolean;
  all(): ProjectRecord[];
  /** Creates a project from what a client sent; it has no transformation rule. */
  create(fields: ProjectFields, at: number, by: string): ProjectRecord;
}

const defaultProjects: readonly PracticeProject[] = [
  { id: 'accounts-payable', name: 'Accounts payable', transformation: { addBinaryFile: false } },
  { id: 'goods-in', name: 'Goods in', duplicates: 'fail', transformation: { addBinaryFile: true } },
  { id: 'contracts', name: 'Contracts', completion: 'manual', transformation: { addBinaryFile: false } },
  {
    id: 'training',
    name: 'Training',
    outcome: { doneAutomatically: 7, reviewRequired: 2, failed: 1 },
    transformation: { addBinaryFile: false },
  },
  { id: 'mail-in', name: 'Invoices by email', byEmail: true, transformation: { addBinaryFile: false } },
];

/** The fields of a project where a client or an option doesn't give them. */
export function defaultFields(name: string): ProjectFields {
  return {
    name,
    note: null,
    extractionModelId: 'invoices-1',
    ocr: { engine: 'standard', features: [], languages: ['en', 'de'] },
    completion: 'automatic',
    duplicates: 'allow',
    retentionDays: null,
    isLive: true,
    members: { allow: 'all' },
    schema: defaultSchema(),
  };
}

/** Where the documents of a project end; `usual` for automatic ones that have no outcome of their own, null: all are done. */
export function outcomeOf(project: ProjectRecord, usual: Outcome | null): Outcome {
  return project.outcome ?? (project.fields.completion === 'manual' ? 'extracted' : (usual ?? 'doneAutomatically'));
}

/** Creates the store with the practice projects; `more` are added, one with the id of a practice project replaces it. */
export function createProjectStore(more: readonly PracticeProject[], at: number, service: string): ProjectStore {
  const projects = new Map<string, ProjectRecord>();
  for (const project of [...defaultProjects, ...more]) {
    const fields = defaultFields(project.name ?? project.id);
    fields.completion = project.completion ?? 'automatic';
    fields.duplicates = project.duplicates ?? 'allow';
    projects.set(project.id, {
      id: project.id,
      fields,
      createdAt: at,
      createdBy: service,
      updatedAt: at,
      updatedBy: service,
      outcome: project.outcome ?? null,
      transformation: project.transformation === undefined ? { addBinaryFile: false } : project.transformation,
      byEmail: project.byEmail ?? false,
    });
  }
  return {
    get: (id) => projects.get(id),
    has: (id) => projects.has(id),
    all: () => [...projects.values()],
    create(fields, createdAt, by) {
      const record: ProjectRecord = {
        id: randomUUID(),
        fields,
        createdAt,
        createdBy: by,
        updatedAt: createdAt,
        updatedBy: by,
        outcome: null,
        transformation: null,
        byEmail: false,
      };
      projects.set(record.id, record);
      return record;
    },
  };
}
