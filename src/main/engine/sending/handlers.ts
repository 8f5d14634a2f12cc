import type { Settings } from '../../../shared/settings.ts';
import { createAnswers } from './answers.ts';
import type { OpenCases } from '../cases/open-cases.ts';
import type { createProgressMeter } from '../events/progress.ts';
import { queuedJob } from '../items/outstanding.ts';
import { createExportHandler } from '../exports/export-job.ts';
import { exportFiles } from '../exports/export-files.ts';
import type { WriteDependencies } from '../exports/write-export.ts';
import { createTransferHandler } from '../exports/transfer-job.ts';
import type { AnswerWatch } from '../exports/answers/answer-watch.ts';
import { describeFault } from '../faults/describe.ts';
import { chosenLanguage } from '../faults/language.ts';
import { hindranceOf } from '../fields/field-faults.ts';
import type { Lookups } from '../fields/lookups.ts';
import { isHeldElsewhere } from '../intake/claim/holder.ts';
import { rootAway } from '../intake/hot-folder/source-root.ts';
import { isThere } from '../platform/disk/is-there.ts';
import { type Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import type { Ports } from '../platform/ports.ts';
import type { JobHandler } from '../queue/job.ts';
import { type Queue } from '../queue/queue.ts';
import type { ServiceClient } from '../service/client.ts';
import { createFindSubmitted } from '../service/find-submitted.ts';
import type { Services } from './services.ts';
import { createByteBudget } from '../submissions/byte-budget.ts';
import { added, priorities } from '../submissions/first-jobs.ts';
import type { BodySource } from '../submissions/file-body.ts';
import { type KnownItems } from '../submissions/known-items.ts';
import { createLookFirst } from '../submissions/look-first.ts';
import { documentSubmission, submitJob } from '../submissions/submission.ts';
import { createSubmitHandler, type SubmitDependencies } from '../submissions/submit.ts';
import { createTitleHandler } from '../submissions/title-job.ts';
import { createUploadHandler, type AfterUpload } from '../submissions/upload.ts';
import type { Batches } from '../cases/batches.ts';
import type { Asking } from '../team/asking.ts';
import type { Limits } from './limits.ts';
import type { JobContext } from '../queue/job.ts';

/** What sending is made of. */
export interface SendingDependencies {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly newId: () => string;
  readonly services: () => Services;
  readonly meter: ReturnType<typeof createProgressMeter>;
  readonly xml: Pick<WriteDependencies, 'checkXml' | 'circle' | 'doctypes'>;
  readonly readWhole: BodySource['readWhole'];
  readonly settleAgain: (item: ItemRecord) => void;
  readonly originals: Readonly<Record<'tidy' | 'look-back', JobHandler>>;
  /** Takes scanned files apart before they are sent. */
  readonly separate: (upload: JobHandler) => JobHandler;
  /** Makes copies of pictures that the service does not take, before anything else is done with them. */
  readonly convert: (upload: JobHandler) => JobHandler;
  /** What is asked of the team of stations before anything is sent. */
  readonly asking: Asking;
  /** Tables behind fields. */
  readonly lookups: Pick<Lookups, 'row'>;
  readonly onBlocks: () => void;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
}

/** What the handlers share with the rest of sending. */
export interface HandlerParts extends SendingDependencies {
  readonly known: KnownItems;
  readonly batches: Batches;
  readonly openCases: OpenCases;
  readonly bandwidth: Limits['bandwidth'];
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  readonly queue: () => Pick<Queue, 'requeue'>;
}

/** Bytes of small files held in memory while they are sent. */
const bufferedBytes = 64 * 1024 * 1024;
/** What the disk refused is tried again after this, ms. */
export const retryMs = 5_000;

/** An uploaded item joins its batch; what the disk refuses is tried again. */
function join(parts: Pick<HandlerParts, 'batches' | 'ports'>, itemId: string): void {
  const { batches, ports } = parts;
  const { clock, log } = ports;
  batches.join(itemId).catch((error: unknown) => {
    log.warn('batch-not-joined', { item: itemId, cause: String(error) });
    clock.after(retryMs, () => join(parts, itemId), { unref: true });
  });
}

/** An uploaded item that was away is back: its batch or case goes on with it. */
export function goOnWith(parts: Pick<HandlerParts, 'batches' | 'openCases' | 'ports'>, item: ItemRecord): void {
  if (item.rule.mode === 'batch') join(parts, item.id);
  if (item.rule.mode === 'case') parts.openCases.lookAtItem(item.id);
}

/** What an uploaded file becomes: part of a batch or of a case, or a document by itself, whose submission goes on in the same slot. */
function afterUpload(
  parts: HandlerParts,
  submit: ReturnType<typeof createSubmitHandler>,
  item: ItemRecord,
  context: JobContext,
): AfterUpload {
  const { openCases, newId, ports } = parts;
  if (item.rule.mode === 'batch') return { changes: [], committed: () => join(parts, item.id) };
  // It has its place since it was accepted; a duplicate that is sent anyway gets it here.
  if (item.rule.mode === 'case') {
    return { changes: [openCases.placed(item)], committed: () => openCases.lookAtItem(item.id) };
  }
  const at = ports.clock.now();
  const submission = documentSubmission(item, newId(), at);
  const job = submitJob(submission, newId(), at);
  const next = context.follow(queuedJob(job));
  return {
    changes: [
      { kind: 'submission-added', submission },
      { kind: 'item-moved', itemId: item.id, from: ['uploaded'], trail: [{ stage: 'submitting', at }] },
      added(job),
      next.started(),
    ],
    next,
    committed: () => submit.prime(submission),
  };
}

function submitParts(parts: HandlerParts): SubmitDependencies {
  const { journal, known, newId, ports, enqueue, settings } = parts;
  const { clock } = ports;
  const findSubmitted = createFindSubmitted({ clock, monotonic: clock.monotonic });
  return {
    ...{ journal, known, newId, enqueue },
    now: () => clock.now(),
    client: (connectionId) => parts.services().client(connectionId),
    find: (client, { projectId, kind, externalId, createdAt: since }, fileIds, askedAt, signal) =>
      findSubmitted({
        ...{ client, projectId, kind, fileIds, externalId, since, askedAt },
        options: { lane: 'submit', signal, tries: 2 },
      }),
    begin: parts.asking.begin,
    fileExists: isThere,
    heldElsewhere: isHeldElsewhere,
    graceMs: settings.limits.unclearGraceMs,
    submitted: (submission) => parts.services().submitted(submission),
  };
}

/**
 * The upload of files, after the team was asked, pictures of other kinds were converted, scanned ones taken apart, and what another station
 * may have sent was looked for.
 */
function uploadHandler(
  parts: HandlerParts,
  submissions: SubmitDependencies,
  submit: ReturnType<typeof createSubmitHandler>,
): JobHandler {
  const { journal, settleAgain } = parts;
  const { known, now, newId, enqueue, client } = submissions;
  const uploadFile = createUploadHandler({
    ...{ journal, known, now, newId, enqueue, client, settleAgain },
    fieldsHindrance: ({ rule, externalData }) => hindranceOf(parts.lookups, rule.fields, externalData),
    folderAway: (sourceId) => rootAway(journal, sourceId, parts.folderOf(sourceId)),
    source: { budget: createByteBudget(bufferedBytes), readWhole: parts.readWhole },
    largestFile: parts.settings.limits.largestFile,
    paced: (body) => parts.bandwidth.paced(body),
    progress: parts.meter,
    afterUpload: (item, _fileId, context) => afterUpload(parts, submit, item, context),
  });
  return parts.asking.first(
    parts.convert(parts.separate(createLookFirst({ ...submissions, settleAgain }, uploadFile))),
  );
}

/** Makes the handlers of every kind of job, and the watch that finds what target systems answer. */
export function createHandlers(parts: HandlerParts): {
  readonly handlers: Readonly<Record<string, JobHandler>> & { readonly upload: JobHandler };
  readonly answers: AnswerWatch;
} {
  const { journal, newId: ids, ports, settings, enqueue } = parts;
  const { clock, log } = ports;
  const clientOf = (connectionId: string): ServiceClient | null => {
    const found = parts.services().client(connectionId);
    return found.ok ? found.value : null;
  };
  const answers = createAnswers({ journal, clock, ids, log, clientOf, enqueue, queue: parts.queue });
  const transfer = createTransferHandler({ clientOf, journal, clock, log });
  const submissions = submitParts(parts);
  const submit = createSubmitHandler(submissions);
  const handlers = {
    upload: uploadHandler(parts, submissions, submit),
    submit,
    title: createTitleHandler({ client: submissions.client, journal, clock, log, notify: ports.notifier.notify }),
    export: createExportHandler({
      ...{ clientOf, journal, clock, ids, log },
      ...parts.xml,
      files: exportFiles,
      transferPriority: priorities.handOver,
      awaitAnswer: (path) => answers.watch.expect(path),
      failureWords: (told) => describeFault(told, chosenLanguage(settings.language, ports.systemLanguage)).reason,
      announceJobs: enqueue,
    }),
    ...answers.handlers,
    transfer,
    reject: transfer,
    ...parts.originals,
  };
  return { handlers, answers: answers.watch };
}
