import type { Fault } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';
import type { BlockView } from '../../shared/views.ts';
import { createAnswers } from './answers.ts';
import { createBatches, type Batches } from './cases/batches.ts';
import { createPiles, type Piles, type PilesDependencies } from './cases/piles.ts';
import type { createProgressMeter } from './events/progress.ts';
import { queuedJob } from './items/outstanding.ts';
import { createExportHandler } from './exports/export-job.ts';
import { exportFiles } from './exports/export-files.ts';
import type { WriteDependencies } from './exports/write-export.ts';
import { createTransferHandler } from './exports/transfer-job.ts';
import type { AnswerWatch } from './exports/answers/answer-watch.ts';
import type { CommandHandlers, CommandsOf, QueriesOf, QueryHandlers } from './dispatcher.ts';
import { describeFault } from './faults/describe.ts';
import { fault, success } from './faults/fault.ts';
import { chosenLanguage } from './faults/language.ts';
import { isHeldElsewhere } from './intake/claim/holder.ts';
import { rootAway } from './intake/hot-folder/source-root.ts';
import { createLimits, sendingKinds } from './limits.ts';
import { isThere } from './platform/disk/is-there.ts';
import { JournalError, type Journal } from './journal/journal.ts';
import type { ItemRecord, NewJob } from './journal/records.ts';
import type { Ports } from './platform/ports.ts';
import { holdForBug } from './submissions/hold-for-bug.ts';
import type { JobHandler, JobResult, QueuedJob } from './queue/job.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import type { ServiceClient } from './service/client.ts';
import { createFindSubmitted } from './service/find-submitted.ts';
import type { Services } from './services.ts';
import { createByteBudget } from './submissions/byte-budget.ts';
import { added, priorities } from './submissions/first-jobs.ts';
import type { BodySource } from './submissions/file-body.ts';
import { createKnownItems, type KnownItems } from './submissions/known-items.ts';
import { createLookFirst } from './submissions/look-first.ts';
import { documentSubmission, submitJob } from './submissions/submission.ts';
import { createSubmitHandler, type SubmitDependencies } from './submissions/submit.ts';
import { createTitleHandler } from './submissions/title-job.ts';
import { createUploadHandler, type AfterUpload } from './submissions/upload.ts';

/** Bytes of small files held in memory while they are sent. */
const bufferedBytes = 64 * 1024 * 1024;
const leaseMs = 10 * 60_000;

type SendingQuestion = QueriesOf<'connections' | 'batches'> | 'station.limits';

/** Everything outbound: the queue, its handlers, and what they share. */
export interface Sending {
  readonly queue: Queue;
  /** Under which this process runs its jobs. */
  readonly leaseOwner: string;
  readonly known: KnownItems;
  readonly batches: Batches;
  readonly commands: CommandHandlers<CommandsOf<'limits' | 'batches'>>;
  /** What stands in the way (the service, the hours), how much is sent and when, and what still gathers. */
  readonly queries: QueryHandlers<SendingQuestion>;
  /** Looks for what target systems answer. */
  readonly answers: AnswerWatch;
  readonly piles: Piles;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** Resolves when there is room for another accepted file. */
  readonly room: () => Promise<void>;
  /** Starts nothing more and answers when all has ended. */
  readonly stop: () => Promise<void>;
}
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
  readonly onBlocks: () => void;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Files that will have a place in a pile soon. */
  readonly comingToCases: PilesDependencies['comingToCases'];
}

/** Accepted files that wait for the sender before the intake lets it go first: two that share two cores would only slow each other. */
const roomFor = 400;
/** A slow service does not hold the intake up for long: so many files come in at each look, whatever the sender does. */
const trickle = 25;
const roomLookMs = 50;
/** What the disk refused is tried again after this, ms. */
const retryMs = 5_000;

/** Wires the queue with the handlers of every kind of job. */
export function createSending(dependencies: SendingDependencies): Sending {
  const { ports, settings, journal, newId, meter } = dependencies;
  const { clock, random, log } = ports;
  const now = (): number => clock.now();
  const known = createKnownItems(journal);
  const client = (connectionId: string): ReturnType<Services['client']> => dependencies.services().client(connectionId);
  const clientOf = (connectionId: string): ServiceClient | null => {
    const found = client(connectionId);
    return found.ok ? found.value : null;
  };
  const enqueue = (jobs: readonly NewJob[]): void => queue.add(jobs.map(queuedJob));
  const { monotonic } = clock;
  const batches = createBatches({
    journal,
    clock,
    monotonic,
    ids: newId,
    log,
    priority: priorities.submit,
    announceJobs: enqueue,
    async filesOnTheirWay(sourceId) {
      const { rows } = await journal.items({ sourceId, stages: ['accepted', 'uploading'], limit: 100 });
      return rows.some(({ paused, rule }) => !paused && rule.mode === 'batch');
    },
  });
  const limits = createLimits(settings.limits, {
    clock,
    changed() {
      queue.reconsider();
      dependencies.onBlocks();
    },
  });
  const piles = createPiles({
    journal,
    clock,
    monotonic,
    ids: newId,
    log,
    priority: priorities.submit,
    announceJobs: enqueue,
    folderOf: dependencies.folderOf,
    comingToCases: dependencies.comingToCases,
    moved: (itemIds) => itemIds.forEach(known.forget),
    held: ({ name }, reason) => ports.notifier.notify({ kind: 'pile', fault: reason, subject: name }),
  });
  const waitingForRoom: (() => void)[] = [];

  /** An uploaded item joins its batch; what the disk refuses is tried again. */
  function join(itemId: string): void {
    batches.join(itemId).catch((error: unknown) => {
      log.warn('batch-not-joined', { item: itemId, cause: String(error) });
      clock.after(retryMs, () => join(itemId), { unref: true });
    });
  }

  /** The hours are told while something waits for them. */
  function blocks(): readonly BlockView[] {
    const closed = queue.counts(sendingKinds).waiting > 0 ? limits.block() : null;
    return [...(closed === null ? [] : [closed]), ...queue.blocks()];
  }

  const told = (): readonly BlockView[] => [...blocks(), ...dependencies.services().waits()];
  const hasRoom = (): boolean => queue.counts(sendingKinds).waiting < roomFor || blocks().length > 0;

  /** Uploads that end make room; so do cancelling, pausing and blocks, hence the look now and then. */
  function lookForRoom(): void {
    for (const go of waitingForRoom.splice(0, trickle)) go();
    while (waitingForRoom.length > 0 && hasRoom()) waitingForRoom.shift()?.();
    if (waitingForRoom.length > 0) clock.after(roomLookMs, lookForRoom, { unref: true });
  }

  const findSubmitted = createFindSubmitted({ clock, monotonic });
  const submissions = {
    journal,
    known,
    now,
    newId,
    client,
    find: (service, submission, fileIds, askedAt, signal) =>
      findSubmitted({
        client: service,
        projectId: submission.projectId,
        kind: submission.kind,
        fileIds,
        externalId: submission.externalId,
        since: submission.createdAt,
        askedAt,
        options: { lane: 'submit', signal, tries: 2 },
      }),
    fileExists: isThere,
    heldElsewhere: isHeldElsewhere,
    graceMs: settings.limits.unclearGraceMs,
    enqueue,
    submitted: (submission) => dependencies.services().submitted(submission),
  } satisfies SubmitDependencies;
  const submit = createSubmitHandler(submissions);

  const uploadFile = createUploadHandler({
    folderAway: (sourceId) => rootAway(journal, sourceId, dependencies.folderOf(sourceId)),
    journal,
    known,
    now,
    newId,
    enqueue,
    source: { budget: createByteBudget(bufferedBytes), readWhole: dependencies.readWhole },
    client,
    largestFile: settings.limits.largestFile,
    paced: (body) => limits.bandwidth.paced(body),
    settleAgain: dependencies.settleAgain,
    progress: meter,
    afterUpload(item, _fileId, context): AfterUpload {
      if (item.rule.mode === 'batch') return { changes: [], committed: () => join(item.id) };
      // It has its place since it was accepted; a duplicate that is sent anyway gets it here.
      if (item.rule.mode === 'case') {
        return { changes: [piles.placed(item)], committed: () => piles.lookAtItem(item.id) };
      }
      const at = now();
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
    },
  });

  const lookFirst = createLookFirst({ ...submissions, settleAgain: dependencies.settleAgain }, uploadFile);
  const upload = dependencies.separate(lookFirst);
  const answers = createAnswers({ journal, clock, ids: newId, log, clientOf, enqueue, queue: () => queue });
  const transfer = createTransferHandler({ clientOf, journal, clock, log });
  const leaseOwner = `${settings.station.id}/${process.pid}/${now()}`;
  const queue = createQueue({
    ...{ now, monotonic, random },
    after: (delay, act) => clock.after(delay, act),
    leaseOwner,
    leaseMs,
    handlers: {
      upload: async (context) => {
        const result = await upload(context);
        if (waitingForRoom.length > 0 && hasRoom()) waitingForRoom.shift()?.();
        return result;
      },
      submit,
      title: createTitleHandler({ client, journal, clock, log, notify: ports.notifier.notify }),
      export: createExportHandler({
        clientOf,
        journal,
        clock,
        ids: newId,
        log,
        files: exportFiles,
        ...dependencies.xml,
        transferPriority: priorities.handOver,
        awaitAnswer: (path) => answers.watch.expect(path),
        failureWords: (told) => describeFault(told, chosenLanguage(settings.language, ports.systemLanguage)).reason,
        announceJobs: enqueue,
      }),
      ...answers.handlers,
      transfer,
      reject: transfer,
      ...dependencies.originals,
    },
    slots: [
      { kinds: sendingKinds, limit: settings.limits.filesInFlight },
      { kinds: ['export'], limit: 8 },
      { kinds: ['acknowledge'], limit: 16 },
      { kinds: ['title', 'write-back', 'transfer', 'reject'], limit: 8 },
      { kinds: ['tidy', 'look-back'], limit: 32 },
    ],
    thrown,
    closedUntil: limits.closedUntil,
    onBlocks: dependencies.onBlocks,
  });

  async function thrown(job: QueuedJob, error: unknown): Promise<JobResult> {
    if (error instanceof JournalError) {
      // The disk refused. What was done is found out again from the journal and the service; nothing is lost.
      log.warn('job-not-recorded', { job: job.id, kind: job.kind, cause: error.code });
      const reason = fault('disk-full', { folder: ports.paths.dataDirectory }, error.code);
      return {
        state: 'ready',
        dueAt: now() + retryMs,
        counts: false,
        fault: reason,
        block: { scope: 'connection', until: now() + retryMs },
      };
    }
    log.error('job-failed', {
      job: job.id,
      kind: job.kind,
      cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    const reason: Fault = fault('internal', {}, error instanceof Error ? error.name : 'unknown');
    await holdForBug(journal, job, reason, now()).catch((failed: unknown) =>
      log.error('job-not-held', { job: job.id, cause: String(failed) }),
    );
    return { state: 'held', fault: reason };
  }

  return {
    queue,
    leaseOwner,
    known,
    batches,
    commands: {
      'limits.set'(command) {
        limits.set(command);
        return Promise.resolve(success({}));
      },
      'batches.send-now': async ({ sourceId = null }) => success({ batches: await batches.closeNow(sourceId) }),
    },
    queries: {
      'connections.health': () => Promise.resolve(success({ blocks: told() })),
      'station.limits': () => Promise.resolve(success(limits.view())),
      'batches.open': () => Promise.resolve(success({ batches: batches.gathering() })),
    },
    answers: answers.watch,
    piles,
    enqueue,
    async stop() {
      await answers.watch.stop();
      await queue.stop();
    },
    room() {
      if (hasRoom()) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForRoom.push(resolve);
        if (waitingForRoom.length === 1) clock.after(roomLookMs, lookForRoom, { unref: true });
      });
    },
  };
}
