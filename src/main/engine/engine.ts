import { join } from 'node:path';
import type { Command, Query } from '../../shared/contract.ts';
import type { Fault, Outcome } from '../../shared/faults.ts';
import type { Settings } from '../../shared/settings.ts';
import type { EngineEvent, EngineProgress, ItemView } from '../../shared/views.ts';
import { createCaseActs } from './casework/case-acts.ts';
import { caseCommands, caseQueries, rolesOf } from './casework/handlers.ts';
import { createBackground } from './events/background.ts';
import { accountName } from './history/actor.ts';
import { isThere } from './platform/disk/is-there.ts';
import { createAnnouncingJournal } from './events/announcing-journal.ts';
import { createDecisions } from './items/decide.ts';
import { createDocumentEdits } from './documents/document-edits.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEventStream } from './events/event-stream.ts';
import { createDocumentQueries } from './documents/document-queries.ts';
import { documentCommands, documentQueries } from './documents/handlers.ts';
import { createHandOver } from './documents/hand-over.ts';
import { historyQueries } from './history/handlers.ts';
import { itemCommands, itemQueries } from './items/handlers.ts';
import { createSourceActs, sourceQueries } from './sources/handlers.ts';
import { reviveJobs } from './start/live-jobs.ts';
import { resumeSettling } from './start/resume-settling.ts';
import { followedStages, isFollowed, itemsIn } from './items/outstanding.ts';
import { createNoticingJournal } from './events/noticing-journal.ts';
import { createProgressMeter } from './events/progress.ts';
import { createAdvanceExported, resumeExported } from './exports/advance-exported.ts';
import { exportChanges, planExports } from './exports/plan-exports.ts';
import { failure, success } from './faults/fault.ts';
import { chosenLanguage } from './faults/language.ts';
import { createIds } from './platform/ids.ts';
import { createFileInspector } from './intake/inspection/file-inspector.ts';
import { openLookNotes } from './intake/inspection/thread/look-notes.ts';
import { createDropIntake } from './intake/drop/drop-intake.ts';
import { previewFiles } from './intake/hot-folder/preview-files.ts';
import { createOpenWriters } from './intake/tidy/open-writers.ts';
import { JournalError } from './journal/journal.ts';
import type { ItemRecord } from './journal/records.ts';
import { createJournal } from './journal/open-journal.ts';
import { createOwnerLock } from './journal/owner-lock.ts';
import { tooFewOpenFiles } from './platform/disk/open-files.ts';
import type { Ports } from './platform/ports.ts';
import { createReviving } from './start/reviving.ts';
import { createOriginals } from './originals.ts';
import { createScanningStation, type Scans } from './scanning/scanning-station.ts';
import { createSending, type Sending } from './sending.ts';
import { createSeparating } from './scanning/separation/separating.ts';
import { createServices, type Services } from './services.ts';
import { createSources } from './sources/sources.ts';
import { createTakingIn } from './taking-in.ts';
import { priorities, uploadJob } from './submissions/first-jobs.ts';

/** All of Mailroom's behaviour behind two doors, dispatch and query. */
export interface Engine {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
  /** At most ten a second. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Every stage of every item, in order, once it is durable. */
  onItem(listener: (item: ItemView) => void): () => void;
  /** Resolves when its listeners have heard of everything that is durable by now. */
  told(): Promise<void>;
  progress(): EngineProgress;
  readonly scans: Scans;
  /** After sleep or a change of network. */
  resume(): void;
  /** Set when the journal was damaged and rebuilt at this start: the fault to tell. */
  readonly recovered: Fault | null;
  /** Ends all work in an orderly way; everything that is not done stays queued. */
  stop(): Promise<void>;
}

/** How much an engine does by itself. */
export interface EngineOptions {
  /**
   * false: nothing but what is asked of it. Decisions about items are journalled and take effect at the next run; hand-overs
   * and exports that a person asks for are done. For commands on a data directory that nobody works on. Default: true.
   */
  readonly work?: boolean;
}

/** Name of the journal's note of when it was rebuilt after damage (ms). */
const rebuiltAt = 'journal-rebuilt-at';

/** Opens the data directory and starts working. Faults: `open-files-limit`, `data-directory-taken`, `data-directory-unusable`, `journal-damaged`, `disk-full`. */
export async function createEngine(
  ports: Ports,
  settings: Settings,
  { work = true }: EngineOptions = {},
): Promise<Outcome<Engine>> {
  const { clock, log } = ports;
  const now = (): number => clock.now();
  const { dataDirectory: directory, stateDirectory } = ports.paths;
  const fewFiles = tooFewOpenFiles();
  if (fewFiles !== null) return failure('open-files-limit', { limit: fewFiles });
  const lock = createOwnerLock(directory, now());
  if (!lock.ok) return lock;
  const { release } = lock.value;
  const opened = await createJournal({ directory, stateDirectory, startWorker: ports.startWorker, clock, log });
  if (!opened.ok) {
    release();
    return opened;
  }
  const announcing = createAnnouncingJournal(createNoticingJournal(opened.value.journal, ports.notifier), log);
  const { journal } = announcing;
  if (opened.value.recovered !== null)
    await journal.commit([{ kind: 'cursor-set', name: rebuiltAt, value: String(now()) }]);
  const rebuilt = await journal.cursor(rebuiltAt);
  const doubtBefore = rebuilt === null ? null : Number(rebuilt);
  const newId = createIds(now, ports.random);
  const meter = createProgressMeter(now);
  const notes = await openLookNotes(join(directory, 'looks'), (error) =>
    log.warn('looks-not-noted', { cause: String(error) }),
  );
  const inspector = createFileInspector({ startWorker: ports.startWorker, notes });
  // A thread of its own for what is being sent: a folder of 10,000 new files must not hold up the uploads.
  const reader = createFileInspector({ startWorker: ports.startWorker, threads: 1 });
  const writers = createOpenWriters();
  const events = createEventStream(journal, clock);
  const advance = createAdvanceExported(journal, now);
  const { run: inBackground, isBusy } = createBackground(log);
  let inForce: Settings = settings;

  const services: Services = createServices({
    ...{ ports, settings, journal },
    plan: (document, items) => planExports({ ids: newId, now, priority: priorities.export }, document, items),
    enqueue: (jobs) => sending.enqueue(jobs),
    onSettled(documentIds) {
      // Their exports may have been written before the items came so far.
      inBackground('advance', async () => {
        for (const id of documentIds) await advance(id);
      });
    },
    onWaits: () => events.touch(),
  });
  const folderOf = (sourceId: string): string | null => sources.folderOf(sourceId);
  const originals = createOriginals({
    ...{ ports, journal, inspector, writers, newId, inBackground },
    language: () => chosenLanguage(settings.language, ports.systemLanguage),
    sources: () => sources,
    enqueue: (jobs) => sending.enqueue(jobs),
  });
  const sending: Sending = createSending({
    ports,
    settings,
    journal,
    newId,
    services: () => services,
    meter,
    xml: {
      checkXml: inspector.checkXml,
      circle: (folder) => sources.circle(folder),
      doctypes: () => inForce.exports.doctypes,
    },
    readWhole: ({ path, size, modifiedAt }) => reader.read(path, size, modifiedAt),
    settleAgain,
    folderOf: (id) => folderOf(id) ?? settings.hotFolders.find((source) => source.id === id)?.folder ?? null,
    comingToCases: () => [...sources.comingToCases(), ...drop.comingToCases()],
    originals: originals.handlers,
    onBlocks: () => events.touch(),
    separate: (upload) => (context) => separating.first(upload)(context),
  });
  const { queue, known, batches, piles, enqueue } = sending;
  const reviving = createReviving({ journal, now, newId, enqueue, log });
  const separating = createSeparating({
    ...{ ports, journal, newId, known, enqueue, inspector, notes },
    intake: () => intake,
    dropped: meter.dropped,
  });

  const intake = createTakingIn({
    ports,
    journal,
    inspector,
    newId,
    sending,
    meter,
    folderOf,
    inBackground,
    doubtBefore,
  });
  const toIntake = { ...intake, writers, station: settings.station, foundAside: originals.found };
  const sources = createSources(
    toIntake,
    () => inForce,
    directory,
    (health) => {
      if (health.fault !== null) ports.notifier.notify({ kind: 'source', fault: health.fault, subject: health.name });
    },
  );
  const drop = createDropIntake(intake);
  function settleAgain(item: ItemRecord): void {
    if (!sources.lookAgain(item)) drop.lookAgain(item);
  }

  const scanning = createScanningStation({
    ports,
    settings: () => inForce,
    journal,
    newId,
    addSource: (source) => acts.add(source),
    inBackground,
  });
  const client = services.client;
  const actor = accountName();
  const decisions = createDecisions({
    journal,
    queue: work ? queue : { ...queue, add: () => undefined },
    now,
    newId,
    actor,
    uploadJob: (item, dueAt) => uploadJob(item, newId(), dueAt),
    placed: (item) => piles.placed(item),
    ruleOf: (sourceId) =>
      sources.ruleOf(sourceId) ?? settings.hotFolders.find(({ id }) => id === sourceId)?.rule ?? null,
    known,
    dropped(item) {
      meter.dropped(item.size);
      if (work) piles.lookAtItem(item.id);
    },
    settleAgain: work ? settleAgain : () => undefined,
  });
  const acts = createSourceActs({
    ...{ sources, drop, journal, queue, now, actor, inBackground },
    follow: (connectionId, projectId) => services.follow(connectionId, projectId),
    started(source) {
      inBackground('stranded-originals', () => reviving.originals(source));
      originals.watch(source);
    },
  });
  const addSource = acts.add;
  const documents = createDocumentQueries({ journal, client });
  const caseActs = createCaseActs({ journal, clock, actor, client });
  const handOver = createHandOver({
    ...{ journal, clock, newId, actor, client, enqueue },
    exportChanges: (rule, document, sourceId) =>
      exportChanges({ ids: newId, now, priority: priorities.person }, rule, document, sourceId),
    fileExists: isThere,
    circle: sources.circle,
  });
  const dispatcher = createDispatcher(
    {
      ...itemCommands(decisions),
      ...acts.commands,
      ...caseCommands({ journal, clock, newId, actor, work, sending, decisions, folderOf }, caseActs),
      ...documentCommands(createDocumentEdits({ journal, clock, actor, client }), handOver),
      ...sending.commands,
      ...scanning.commands,
      'station.configure'({ scanning: profiles, intake: dropped, exports }) {
        inForce = {
          ...inForce,
          scanning: profiles ?? inForce.scanning,
          intake: dropped ?? inForce.intake,
          exports: exports ?? inForce.exports,
        };
        // Where XML goes decides what is left out of a hot folder, and whether anything may be taken in from it.
        sources.rescan();
        scanning.configured();
        return Promise.resolve(success({}));
      },
    },
    {
      ...itemQueries({ journal, decisions, lookedAt: sources.lookedAt, isBusy, running: queue.running }),
      ...historyQueries(journal),
      ...documentQueries(journal, documents),
      ...caseQueries({
        ...{ journal, now, folderOf, client, documents },
        savedBytes: caseActs.savedBytes,
        configuredRoles: (projectId) => rolesOf(sources.configured(), inForce.intake, projectId),
      }),
      ...sourceQueries({
        journal,
        sources,
        preview: async (source) => previewFiles(source, intake, await sources.overlap(source)),
      }),
      ...sending.queries,
      ...scanning.queries,
    },
  );

  async function begin(): Promise<void> {
    const pauses = await journal.pauses();
    queue.pause('all', '', pauses.all);
    pauses.sources.forEach(acts.wasPaused);
    // Before any job runs: it would take away the pages of a file that is just being taken apart.
    await separating.sweep();
    await batches.start();
    for await (const item of itemsIn(journal, ['accepted', 'uploading'])) meter.accepted(item.id, item.size);
    const served = await reviveJobs(journal, now(), queue.add, sending.leaseOwner);
    await reviving.items(served);
    // Not waited for: with thousands of piles the window would be.
    inBackground('piles', () => piles.start());
    inBackground('advance', () => resumeExported(journal, now).then(sending.answers.start));
    for await (const item of itemsIn(journal, followedStages))
      if (isFollowed(item)) services.follow(item.rule.connectionId, item.rule.projectId);
    for (const source of settings.hotFolders) await addSource(source);
    await scanning.start();
    await resumeSettling({ journal, known, folderOf, resume: drop.resume });
  }

  try {
    if (work) await begin();
    else await reviveJobs(journal, now(), () => undefined, sending.leaseOwner);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    await end();
    return error.code === 'disk-full'
      ? failure('disk-full', { folder: directory }, error.code)
      : failure('data-directory-unusable', { directory }, error.code);
  }
  const { recovered } = opened.value;
  let stopping: Promise<void> | null = null;

  async function end(): Promise<void> {
    await Promise.all([decisions.end(), scanning.stop()]);
    originals.stop();
    await sources.stop();
    await drop.stop();
    await sending.stop();
    await separating.close();
    await batches.stop();
    await piles.stop();
    await services.stopTracking();
    await services.close();
    await announcing.told();
    events.stop();
    await journal.close();
    await Promise.all([inspector.close(), reader.close()]);
    release();
  }

  return success({
    dispatch: dispatcher.dispatch,
    query: dispatcher.query,
    onEvent: events.onEvent,
    onItem: announcing.onItem,
    told: announcing.told,
    progress: () => ({ ...meter.read(), items: events.counts(), quota: services.quota() }),
    resume: () => services.resume(sources.rescan),
    scans: scanning.scans,
    recovered: recovered?.fault ?? null,
    stop: () => (stopping ??= end()),
  });
}
