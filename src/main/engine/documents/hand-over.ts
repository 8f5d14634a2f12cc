import type { CommandAnswer } from '../../../shared/contract.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { ExportRule } from '../../../shared/settings.ts';
import { isPaused } from '../journal/is-paused.ts';
import { isOnDisk } from '../exports/hand-over-state.ts';
import { againChanges } from '../exports/plan-exports.ts';
import { failure, success } from '../faults/fault.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { DocumentRecord, ExportRecord, JobRecord, NewJob } from '../journal/records.ts';
import type { Clock } from '../platform/ports.ts';
import type { ServiceClient } from '../service/client.ts';
import { wordsOf } from '../tracker/words-of-document.ts';

/** What persons' acts on documents need. */
export interface HandOverDependencies {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly actor: string;
  readonly client: (connectionId: string) => Outcome<ServiceClient>;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** The journal rows of one export, as the exports module plans them. */
  readonly exportChanges: (rule: ExportRule, document: DocumentRecord, sourceId: string | null) => readonly Change[];
  readonly fileExists: (path: string) => Promise<boolean>;
  /** Why no XML may be written to a folder: it would be taken in. */
  readonly circle: (folder: string) => Promise<Fault | null>;
}

/** How long a person's command waits for its job before it answers `queued`, ms. */
const patienceMs = 60_000;
const personPriority = 0;

type Report = Extract<NewJob['kind'], 'transfer' | 'reject'>;

/** A person's acts on documents of the service; each is a durable job like any other. */
export interface HandOver {
  report(
    kind: Report,
    documentId: string,
    connectionId: string,
    payload: NonNullable<NewJob['payload']>,
  ): Promise<Outcome<CommandAnswer<'documents.transfer'>>>;
  /** Tells the service whether the target system took a whole case. */
  reportCase(
    caseId: string,
    connectionId: string,
    payload: NonNullable<NewJob['payload']>,
  ): Promise<Outcome<CommandAnswer<'cases.transfer'>>>;
  /** Writes an XML once more, beside the first one; one that waits or is held goes on instead. */
  writeAgain(exportId: string): Promise<Outcome<CommandAnswer<'exports.write-again'>>>;
  write(request: {
    readonly documentIds: readonly string[];
    readonly projectId: string;
    readonly connectionId: string;
    readonly folder: string;
    readonly template: string | undefined;
  }): Promise<Outcome<CommandAnswer<'exports.write'>>>;
}

function isOutstanding({ state }: JobRecord): boolean {
  return state !== 'done' && state !== 'cancelled';
}

/** The job once its first attempt has ended, or as it stands when patience is over. */
function ended(at: HandOverDependencies, jobId: string): Promise<JobRecord | null> {
  const { journal, clock } = at;
  return new Promise((resolve, reject) => {
    let over = false;
    const finish = (job: JobRecord | null): void => {
      if (over) return;
      over = true;
      stop();
      cancel();
      resolve(job);
    };
    const look = (last: boolean): void => {
      journal.job(jobId).then((job) => {
        const tried =
          job !== null &&
          (job.state === 'done' ||
            job.state === 'held' ||
            job.state === 'cancelled' ||
            (job.state === 'ready' && job.fault !== null));
        if (tried || last) finish(job);
      }, reject);
    };
    const stop = journal.onChange(() => look(false));
    const cancel = clock.after(patienceMs, () => look(true));
    look(false);
  });
}

async function known(
  at: HandOverDependencies,
  documentId: string,
  connectionId: string,
  projectId: string | null,
): Promise<Outcome<DocumentRecord>> {
  const { journal, clock, actor } = at;
  const recorded = await journal.document(documentId);
  const client = at.client(connectionId);
  if (!client.ok) return client;
  const answer = await client.value.getDocument(documentId, { lane: 'person' });
  if (!answer.ok) return recorded === null ? answer : success(recorded);
  const seen = answer.value;
  const words = wordsOf(seen);
  const document: DocumentRecord = {
    id: seen.id,
    connectionId,
    projectId: projectId ?? seen.projectId ?? recorded?.projectId ?? '',
    state: seen.state,
    title: seen.title,
    caseId: seen.caseId,
    externalId: seen.externalId,
    createdAt: seen.createdAt,
    updatedAt: seen.updatedAt,
    // Whether it is settled is for the tracker to say; here only what the service told is taken.
    settled: recorded?.settled ?? false,
    hasData: recorded?.hasData ?? words.data !== null,
    files: seen.files.map(({ id, type, mainFile }) => ({ fileId: id, type, mainFile })),
    firstSeenAt: recorded?.firstSeenAt ?? clock.now(),
  };
  if (recorded === null) await journal.commit([{ kind: 'document-seen', document, words, at: clock.now() }], actor);
  return success(document);
}

async function writeOne(
  at: HandOverDependencies,
  documentId: string,
  request: Parameters<HandOver['write']>[0],
): Promise<CommandAnswer<'exports.write'>['exports'][number]> {
  const { journal, actor } = at;
  const document = await known(at, documentId, request.connectionId, request.projectId);
  if (!document.ok) return { documentId, path: null, fault: document.fault };
  // A person wants this one, whatever lies there of other states and whoever took that.
  const rule: ExportRule = {
    folder: request.folder,
    states: [],
    template: request.template ?? '{title}',
    reportTransfer: false,
    versions: 'each',
  };
  const changes = at.exportChanges(rule, document.value, null);
  const outcome = await journal.commit(changes, actor);
  const planned = (await journal.exportsOfDocument(documentId)).filter(
    ({ folder, documentState }) => folder === request.folder && documentState === document.value.state,
  );
  const [record] = planned;
  if (!outcome.ok || record === undefined)
    return { documentId, path: null, fault: failure('not-found', { subject: 'export', id: documentId }).fault };
  const jobs = (await journal.jobsOf(record.id)).filter((job) => job.kind === 'export' && isOutstanding(job));
  const lies = record.path !== null && (await at.fileExists(record.path));
  const isGone = jobs.length === 0 && !lies;
  return { documentId, ...(await finished(at, record, isGone ? await planAgain(at, record) : jobs)) };
}

/** Lets the jobs of an export go on, waits for them as long as a person does, and tells what became of the file. */
async function finished(
  at: HandOverDependencies,
  { id, documentId }: ExportRecord,
  jobs: readonly JobRecord[],
): Promise<CommandAnswer<'exports.write-again'>> {
  const { journal, clock, actor } = at;
  for (const job of jobs) {
    if (job.state === 'held')
      await journal.commit(
        [{ kind: 'job-set', jobId: job.id, set: { state: 'ready', dueAt: clock.now(), fault: null } }],
        actor,
      );
    if (job.state !== 'running') at.enqueue([job]);
    // Nobody waits for what a pause keeps in the queue.
    if (!(await isPaused(journal, documentId))) await ended(at, job.id);
  }
  const after = await journal.export(id);
  // The rule lets the XML of another state count: a person wants this one all the same.
  if (after?.state === 'left-out' || after?.state === 'replaced')
    return finished(at, after, await planAgain(at, after));
  const last = jobs[0] === undefined ? null : await journal.job(jobs[0].id);
  const written = after !== null && isOnDisk(after);
  return {
    path: written ? after.path : null,
    fault: written ? null : (last?.fault ?? after?.fault ?? null),
  };
}

/** The same export is written once more, beside what lies there. */
async function planAgain(at: HandOverDependencies, record: ExportRecord): Promise<JobRecord[]> {
  const { journal, clock, newId, actor } = at;
  const changes = againChanges(record, newId(), clock.now(), personPriority);
  await journal.commit(changes, actor);
  const added = await journal.job(changes[1].job.id);
  return added === null ? [] : [added];
}

/** The report as a durable job, and what its first attempt came to; nobody waits for what a pause keeps. */
async function tell(
  at: HandOverDependencies,
  kind: Report,
  subjectId: string,
  connectionId: string,
  payload: NonNullable<NewJob['payload']>,
  paused: boolean,
): Promise<CommandAnswer<'documents.transfer'>> {
  const { journal, clock, newId, actor } = at;
  const dueAt = clock.now();
  const job = {
    id: newId(),
    kind,
    subjectId,
    connectionId,
    sourceId: null,
    priority: personPriority,
    dueAt,
    payload,
  };
  await journal.commit([{ kind: 'job-added', job }], actor);
  at.enqueue([job]);
  const end = paused ? null : await ended(at, job.id);
  const state = end?.state === 'done' ? 'done' : end?.state === 'held' ? 'held' : 'queued';
  return { state, fault: end?.fault ?? null };
}

/** Makes them. */
export function createHandOver(at: HandOverDependencies): HandOver {
  const { journal } = at;

  return {
    async report(kind, documentId, connectionId, payload) {
      const document = await known(at, documentId, connectionId, null);
      if (!document.ok) return document;
      const { projectId } = document.value;
      const paused = await isPaused(journal, documentId);
      return success(await tell(at, kind, documentId, connectionId, { ...payload, projectId }, paused));
    },
    reportCase: async (caseId, connectionId, payload) =>
      success(await tell(at, 'transfer', caseId, connectionId, { ...payload, case: true }, false)),
    async writeAgain(exportId) {
      const record = await journal.export(exportId);
      if (record === null) return failure('not-found', { subject: 'export', id: exportId });
      const outstanding = (await journal.jobsOf(exportId)).filter((job) => job.kind === 'export' && isOutstanding(job));
      return success(await finished(at, record, outstanding.length > 0 ? outstanding : await planAgain(at, record)));
    },
    async write(request) {
      const circle = await at.circle(request.folder);
      if (circle !== null) return { ok: false, fault: circle };
      const exports: CommandAnswer<'exports.write'>['exports'] = [];
      for (const documentId of request.documentIds) exports.push(await writeOne(at, documentId, request));
      return success({ exports });
    },
  };
}
