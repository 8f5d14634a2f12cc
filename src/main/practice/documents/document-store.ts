import { randomBytes } from 'node:crypto';
import type { Timeline } from '../timeline.ts';

/** One file of a document and its role. */
export interface DocumentFile {
  readonly id: string;
  readonly type: string;
  readonly mainFile: boolean;
}

/** Flat data that a client hangs on a document. */
export type ExternalData = Readonly<Record<string, string | number | boolean | null>>;

/** One document as the service holds it. Times are milliseconds since the epoch. */
export interface DocumentRecord {
  readonly id: string;
  readonly projectId: string;
  readonly fileId: string;
  readonly files: readonly DocumentFile[];
  readonly caseId: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly history: { readonly state: string; readonly at: number }[];
  state: string;
  title: string;
  updatedAt: number;
  updatedBy: string;
  completedAt: number | null;
  completedBy: string | null;
  externalId: string | undefined;
  externalData: ExternalData | undefined;
  message: string | undefined;
  /** its place in the log of changes */
  position: number;
  /** counts the plans made for it; a step of an older plan does nothing */
  plan: number;
}

/** What a new document is made of. */
export interface NewDocument {
  readonly projectId: string;
  readonly fileId: string;
  readonly files: readonly DocumentFile[];
  readonly caseId: string | null;
  readonly title: string;
  readonly createdBy: string;
  readonly externalId: string | undefined;
  readonly externalData: ExternalData | undefined;
  /** the states after `new`, and how many milliseconds after the creation each comes */
  readonly steps: readonly { readonly state: string; readonly after: number }[];
}

/** Which documents, in which order; null means all. */
export interface DocumentQuery {
  readonly projectIds: ReadonlySet<string> | null;
  readonly states: ReadonlySet<string> | null;
  readonly fileId: string | null;
  readonly caseId: string | null;
  readonly by: 'created' | 'updated';
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The documents, in the order of creation and in the order of their last change. */
export interface DocumentStore {
  create(document: NewDocument, at: number): DocumentRecord;
  get(id: string): DocumentRecord | undefined;
  /** All documents whose main file it is. */
  byFile(fileId: string): readonly DocumentRecord[];
  /** Moves a document to a state now; what was still planned for it is dropped. */
  move(record: DocumentRecord, state: string, at: number, by: string): void;
  /** Notes that a field of a document was changed. */
  touch(record: DocumentRecord, at: number, by: string): void;
  list(query: DocumentQuery): { readonly page: DocumentRecord[]; readonly totalCount: number };
  all(): readonly DocumentRecord[];
}

const completedStates = new Set(['done', 'doneAutomatically']);

/** 24 hex digits: seconds, five random bytes of this run, a counter. */
function createIds(): (at: number) => string {
  const run = randomBytes(5).toString('hex');
  let counter = randomBytes(3).readUIntBE(0, 3);
  return (at) => {
    counter = (counter + 1) & 0xffffff;
    const seconds = Math.floor(at / 1000) >>> 0;
    return seconds.toString(16).padStart(8, '0') + run + counter.toString(16).padStart(6, '0');
  };
}

function meets(record: DocumentRecord, query: DocumentQuery): boolean {
  if (query.projectIds !== null && !query.projectIds.has(record.projectId)) return false;
  if (query.states !== null && !query.states.has(record.state)) return false;
  if (query.fileId !== null && record.fileId !== query.fileId) return false;
  return query.caseId === null || record.caseId === query.caseId;
}

/**
 * Creates the store. States change by the timeline, so whoever reads advances the timeline first; since steps run in order of
 * their time, the log of changes is always in the order of `updatedAt`.
 */
export function createDocumentStore(timeline: Timeline, service: string): DocumentStore {
  const nextId = createIds();
  const byId = new Map<string, DocumentRecord>();
  const byFileId = new Map<string, DocumentRecord[]>();
  const created: DocumentRecord[] = [];
  /** each change appends its document; an entry counts only where the document's position points to it */
  let changes: DocumentRecord[] = [];

  function touch(record: DocumentRecord, at: number, by: string): void {
    record.updatedAt = at;
    record.updatedBy = by;
    if (changes.length > 0 && record.position === changes.length - 1) return;
    if (changes.length > 64 && changes.length > 2 * created.length) {
      changes = changes.filter((entry, index) => entry.position === index);
      for (const [index, entry] of changes.entries()) entry.position = index;
    }
    record.position = changes.length;
    changes.push(record);
  }

  function enter(record: DocumentRecord, state: string, at: number, by: string): void {
    record.state = state;
    record.history.push({ state, at });
    if (completedStates.has(state)) {
      record.completedAt = at;
      record.completedBy = by;
    }
    touch(record, at, by);
  }

  function follow(record: DocumentRecord, steps: NewDocument['steps'], index: number): void {
    const step = steps[index];
    if (step === undefined) return;
    const plan = record.plan;
    timeline.schedule(record.createdAt + step.after, (at) => {
      if (record.plan !== plan) return;
      enter(record, step.state, at, service);
      follow(record, steps, index + 1);
    });
  }

  function collect(query: DocumentQuery, ordered: readonly DocumentRecord[], current: (index: number) => boolean) {
    const page: DocumentRecord[] = [];
    let totalCount = 0;
    const last = ordered.length - 1;
    for (let step = 0; step <= last; step += 1) {
      const index = query.newestFirst ? last - step : step;
      const record = ordered[index];
      if (record === undefined || !current(index) || !meets(record, query)) continue;
      if (totalCount >= query.offset && page.length < query.limit) page.push(record);
      totalCount += 1;
    }
    return { page, totalCount };
  }

  return {
    create(document, at) {
      const { projectId, fileId, files, caseId, title, createdBy, externalId, externalData, steps } = document;
      const record: DocumentRecord = {
        id: nextId(at),
        projectId,
        fileId,
        files,
        caseId,
        createdAt: at,
        createdBy,
        history: [],
        state: 'new',
        title,
        updatedAt: at,
        updatedBy: createdBy,
        completedAt: null,
        completedBy: null,
        externalId,
        externalData,
        message: undefined,
        position: -1,
        plan: 0,
      };
      byId.set(record.id, record);
      created.push(record);
      const sameFile = byFileId.get(fileId);
      if (sameFile === undefined) byFileId.set(fileId, [record]);
      else sameFile.push(record);
      enter(record, 'new', at, createdBy);
      follow(record, steps, 0);
      return record;
    },
    get: (id) => byId.get(id),
    byFile: (fileId) => byFileId.get(fileId) ?? [],
    move(record, state, at, by) {
      record.plan += 1;
      enter(record, state, at, by);
    },
    touch,
    list(query) {
      if (query.fileId !== null) {
        const some = [...(byFileId.get(query.fileId) ?? [])];
        if (query.by === 'updated') some.sort((left, right) => left.position - right.position);
        return collect(query, some, () => true);
      }
      if (query.by === 'created') return collect(query, created, () => true);
      return collect(query, changes, (index) => changes[index]?.position === index);
    },
    all: () => created,
  };
}
