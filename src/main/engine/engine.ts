import type { Command, Query } from '../../shared/contract.ts';
import type { Fault, Outcome } from '../../shared/faults.ts';
import type { Field } from '../../shared/fields/field-rule.ts';
import type { IntakeRule, Settings } from '../../shared/settings.ts';
import type { EngineEvent, EngineProgress, ItemView } from '../../shared/views.ts';
import { createCaseActs } from './casework/case-acts.ts';
import { caseCommands, caseQueries, rolesOf } from './casework/handlers.ts';
import { isThere } from './platform/disk/is-there.ts';
import { createDecisions, type Decisions } from './items/decide.ts';
import { createDocumentEdits } from './documents/document-edits.ts';
import { createConverting } from './copies/converting.ts';
import { createCopies, type Copies } from './copies/copies.ts';
import { createDispatcher } from './dispatcher.ts';
import { createDocumentQueries } from './documents/document-queries.ts';
import { documentCommands, documentQueries } from './documents/handlers.ts';
import { createHandOver } from './documents/hand-over.ts';
import { historyQueries } from './history/handlers.ts';
import { itemCommands, itemQueries } from './items/handlers.ts';
import { createSourceActs, sourceQueries, type SourceActs } from './sources/handlers.ts';
import { reviveJobs } from './start/live-jobs.ts';
import { resumeSettling } from './start/resume-settling.ts';
import { stopJobs } from './items/cancel-item.ts';
import { followedStages, isFollowed, itemsIn, queuedJob } from './items/outstanding.ts';
import { createAdvanceExported, resumeExported } from './exports/advance-exported.ts';
import { exportChanges, planExports } from './exports/plan-exports.ts';
import { failure, success } from './faults/fault.ts';
import { chosenLanguage } from './faults/language.ts';
import { createLookups, type Lookups } from './fields/lookups.ts';
import { createDropIntake } from './intake/drop/drop-intake.ts';
import { previewFiles } from './intake/hot-folder/preview-files.ts';
import { createOpenWriters } from './intake/tidy/open-writers.ts';
import { JournalError } from './journal/journal.ts';
import type { ItemRecord } from './journal/records.ts';
import type { Ports } from './platform/ports.ts';
import { createReviving } from './start/reviving.ts';
import { createOriginals, type Originals } from './sources/originals.ts';
import { createScanningStation, type Scans } from './scanning/scanning-station.ts';
import { createSending, type Sending } from './sending/sending.ts';
import { createSeparating } from './scanning/separation/separating.ts';
import { createServices, type Services } from './sending/services.ts';
import { createSources, type Sources } from './sources/sources.ts';
import { createTakingIn } from './sending/taking-in.ts';
import { createAsking } from './team/asking.ts';
import { createOutbox, type Outbox } from './team/outbox.ts';
import { serviceName } from './team/postgres/address.ts';
import { createTeam } from './team/postgres/postgres-team.ts';
import type { Team } from './team/team.ts';
import { priorities, uploadJob } from './submissions/first-jobs.ts';
import { openStation, type Station } from './start/open-station.ts';
import type { Named } from '../../shared/bridge.ts';
import type { IntakeDependencies } from './intake/reception/intake.ts';

/** All of Mailroom's behaviour behind two doors, dispatch and query. */
export interface Engine {
  dispatch(command: Command): Promise<Outcome<unknown>>;
  query(query: Query): Promise<Outcome<unknown>>;
  /** At most ten a second. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Every stage of every item, in order, once it is durable. */
  onItem(listener: (item: ItemView) => void): () => void;
  /** Resolves when its listeners have heard of everything that is durable by now. */
  announced(): Promise<void>;
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

/** The features by which files come in and go out. */
interface Work {
  readonly services: Services;
  readonly originals: Originals;
  readonly sending: Sending;
  readonly reviving: ReturnType<typeof createReviving>;
  readonly separating: ReturnType<typeof createSeparating>;
  readonly copies: Copies;
  readonly lookups: Lookups;
  readonly team: Team;
  readonly outbox: Outbox;
  readonly intake: IntakeDependencies;
  readonly sources: Sources;
  readonly drop: ReturnType<typeof createDropIntake>;
  readonly folderOf: (sourceId: string) => string | null;
  readonly settleAgain: (item: ItemRecord) => void;
}

function createWork(station: Station): Work {
  const { ports, settings, inForce, journal, now, newId, meter, inspector, reader, events, notes } = station;
  const inBackground = station.background.run;
  const writers = createOpenWriters();
  const lookups = createLookups();
  const advance = createAdvanceExported(journal, now);
  const enqueue: Sending['enqueue'] = (jobs) => sending.enqueue(jobs);
  const folderOf = (sourceId: string): string | null => sources.folderOf(sourceId);
  const settleAgain = (item: ItemRecord): void => {
    if (!sources.lookAgain(item)) drop.lookAgain(item);
  };
  const services = createServices({
    ...{ ports, settings, journal, enqueue },
    plan: (document, items) => planExports({ ids: newId, now, priority: priorities.export }, document, items),
    onSettled(documentIds) {
      // Their exports may have been written before the items came so far.
      inBackground('advance', async () => {
        for (const id of documentIds) await advance(id);
      });
    },
    onWaits: () => events.touch(),
  });
  const originals = createOriginals({
    ...{ ports, journal, inspector, writers, newId, inBackground, enqueue },
    language: () => chosenLanguage(settings.language, ports.systemLanguage),
    sources: () => sources,
  });
  const team = createTeam({ ports, settings });
  const serviceOf = (connectionId: string): string | null => {
    const connection = services.connection(connectionId);
    return connection === null ? null : serviceName(connection.baseUrl);
  };
  const asking = createAsking({
    ...{ team, journal, now, newId, enqueue, serviceOf, clock: ports.clock },
    client: (connectionId) => services.client(connectionId),
    leaseMs: settings.team.leaseMs,
    known: { get: (id) => known.get(id), forget: (id) => known.forget(id) },
    hasFolder: (sourceId) => folderOf(sourceId) !== null,
    dropped(item) {
      meter.dropped(item.size);
      if (item.rule.mode === 'case') sending.openCases.lookAtItem(item.id);
    },
  });
  const sending: Sending = createSending({
    ...{ ports, settings, journal, newId, meter, settleAgain, lookups, asking },
    services: () => services,
    xml: {
      checkXml: inspector.checkXml,
      circle: (folder) => sources.circle(folder),
      doctypes: () => inForce.now.exports.doctypes,
    },
    readWhole: ({ path, size, modifiedAt }) => reader.read(path, size, modifiedAt),
    folderOf: (id) => folderOf(id) ?? settings.hotFolders.find((source) => source.id === id)?.folder ?? null,
    originals: originals.handlers,
    onBlocks: () => events.touch(),
    separate: (upload) => (context) => separating.first(upload)(context),
    convert: (upload) => (context) => converting(upload)(context),
  });
  const { known } = sending;
  const separating = createSeparating({
    ...{ ports, journal, newId, known, enqueue, inspector, notes },
    intake: () => intake,
    dropped: meter.dropped,
  });
  const { doubtBefore } = station;
  const intake = createTakingIn({
    ...{ ports, journal, inspector, newId, sending, meter, folderOf, inBackground, doubtBefore },
  });
  const sources = createSources(
    { ...intake, writers, station: settings.station, foundAside: originals.found },
    () => inForce.now,
    ports.paths.dataDirectory,
    ({ fault, name }) => {
      if (fault !== null) ports.notifier.notify({ kind: 'source', fault, subject: name });
    },
  );
  const drop = createDropIntake(intake);
  const reviving = createReviving({ journal, now, newId, enqueue, log: ports.log });
  const copies = createCopies({ ports, journal, inspector, newId });
  const converting = createConverting({
    ...{ journal, known, copies, notes, now, newId, enqueue, settleAgain },
    hasFolder: (sourceId) => folderOf(sourceId) !== null,
  });
  const outbox = createOutbox({ team, journal, clock: ports.clock, log: ports.log, serviceOf });
  return {
    ...{ services, originals, sending, reviving, separating, copies, lookups, team, outbox },
    ...{ intake, sources, drop, folderOf, settleAgain },
  };
}

/** What persons decide and ask, by the messages of the contract. */
interface Door {
  readonly acts: SourceActs;
  readonly decisions: Decisions;
  readonly scanning: ReturnType<typeof createScanningStation>;
  readonly dispatcher: ReturnType<typeof createDispatcher>;
}

function createDoor(station: Station, work: Work, isWorking: boolean): Door {
  const { ports, settings, inForce, journal, now, newId, actor, meter } = station;
  const { services, sources, drop, sending, folderOf, lookups } = work;
  const { run: inBackground, isBusy } = station.background;
  const { clock } = ports;
  const { client } = services;
  const { queue, known, openCases, enqueue } = sending;
  const ruleOf = (sourceId: string): IntakeRule | null =>
    sources.ruleOf(sourceId) ?? settings.hotFolders.find(({ id }) => id === sourceId)?.rule ?? null;
  // What IT mends in a form counts for what is held already.
  const fieldsOf = (item: ItemRecord): readonly Field[] => (ruleOf(item.sourceId) ?? item.rule).fields ?? [];
  const decisions = createDecisions({
    ...{ journal, now, newId, actor, known, copies: work.copies },
    queue: isWorking ? queue : { ...queue, add: () => undefined },
    uploadJob: (item, dueAt) => uploadJob(item, newId(), dueAt),
    placed: (item) => openCases.placed(item),
    ...{ ruleOf, fieldsOf, lookups },
    leftBatches: (ids) => sending.batches.left(ids),
    whileBatchesAreStill: (act) => sending.batches.whileStill(act),
    lookAtCase: (id) => (isWorking ? inBackground('left-case', () => openCases.look(id)) : undefined),
    dropped(item) {
      meter.dropped(item.size);
      if (isWorking) openCases.lookAtItem(item.id);
    },
    settleAgain: isWorking ? work.settleAgain : () => undefined,
  });
  const acts = createSourceActs({
    ...{ sources, drop, journal, queue, now, actor, inBackground },
    follow: (connectionId, projectId) => services.follow(connectionId, projectId),
    started(source) {
      inBackground('stranded-originals', () => work.reviving.originals(source));
      work.originals.watch(source);
    },
  });
  const scanning = createScanningStation({
    ...{ ports, journal, newId, inBackground },
    settings: () => inForce.now,
    addSource: acts.add,
    edits: {
      ...{ now, actor, known },
      enqueue: isWorking ? enqueue : () => undefined,
      inspector: station.inspector,
      stopJobs: (id) => stopJobs({ journal, queue, known }, { id }),
      goOn: (jobs) => (isWorking ? queue.add(jobs.map(queuedJob)) : undefined),
      givenBack: (item) => (isWorking ? sending.goOnWith(item) : undefined),
      intake: () => ({ firstWork: work.intake.firstWork, taken: isWorking ? work.intake.taken : null }),
      dropped: ({ size }) => meter.dropped(size),
    },
  });
  const documents = createDocumentQueries({
    ...{ journal, client, now },
    saw: (connectionId, document) =>
      isWorking ? inBackground('document-seen', () => services.saw(connectionId, document)) : undefined,
    serviceOf(connectionId) {
      const connection = services.connection(connectionId);
      return connection === null ? null : JSON.stringify([connection.baseUrl, connection.clientId]);
    },
    keep: (name, value) =>
      inBackground('projects-kept', async () => void (await journal.commit([{ kind: 'cursor-set', name, value }]))),
  });
  const caseActs = createCaseActs({ journal, clock, actor, client });
  const handOver = createHandOver({
    ...{ journal, clock, newId, actor, client, enqueue },
    exportChanges: (rule, document, sourceId) =>
      exportChanges({ ids: newId, now, priority: priorities.person }, rule, document, sourceId),
    fileExists: isThere,
    circle: sources.circle,
  });
  const commands = {
    ...itemCommands(decisions),
    ...acts.commands,
    ...caseCommands({ journal, clock, newId, actor, work: isWorking, sending, decisions, folderOf }, caseActs),
    ...documentCommands(createDocumentEdits({ journal, clock, actor, client }), handOver),
    ...sending.commands,
    ...scanning.commands,
    'station.configure'(changed: Named<Command, 'station.configure'>) {
      const { scanning: profiles, intake, exports } = inForce.now;
      inForce.now = {
        ...inForce.now,
        scanning: changed.scanning ?? profiles,
        intake: changed.intake ?? intake,
        exports: changed.exports ?? exports,
      };
      // Where XML goes decides what is left out of a hot folder, and whether anything may be taken in from it.
      sources.rescan();
      scanning.configured();
      return Promise.resolve(success({}));
    },
  };
  const queries = {
    ...itemQueries({
      ...{ journal, decisions, isBusy, fieldsOf, lookups },
      profiles: () => inForce.now.scanning.profiles,
      lookedAt: sources.lookedAt,
      running: queue.running,
    }),
    ...historyQueries(journal),
    ...documentQueries(journal, documents),
    ...caseQueries({
      ...{ journal, now, folderOf, client, documents },
      savedBytes: caseActs.savedBytes,
      awaited: sending.openCases.coming.awaited,
      configuredRoles: (projectId) => rolesOf(sources.configured(), inForce.now.intake, projectId),
    }),
    ...sourceQueries({
      journal,
      sources,
      preview: async (source) => previewFiles(source, { ...work.intake, journal }, await sources.overlap(source)),
    }),
    ...sending.queries,
    ...scanning.queries,
  };
  return { acts, decisions, scanning, dispatcher: createDispatcher(commands, queries) };
}

/** Goes on where the last end left everything. */
async function begin(station: Station, work: Work, { acts, scanning }: Door): Promise<void> {
  const { journal, now, meter, settings, background } = station;
  const { sending, reviving, separating, copies, services, drop, folderOf } = work;
  const { queue, batches, openCases, known } = sending;
  const pauses = await journal.pauses();
  queue.pause('all', '', pauses.all);
  work.team.start();
  work.outbox.start();
  pauses.sources.forEach(acts.wasPaused);
  // Before any job runs: it would take away the pages of a file that is just being taken apart.
  await separating.sweep();
  background.run('copies', copies.sweep);
  await batches.start();
  for await (const item of itemsIn(journal, ['accepted', 'uploading'])) meter.accepted(item.id, item.size);
  const served = await reviveJobs(journal, now(), queue.add, sending.leaseOwner);
  await reviving.items(served);
  // Not waited for: with thousands of open cases the window would be.
  background.run('open-cases', () => openCases.start());
  background.run('advance', () => resumeExported(journal, now).then(sending.answers.start));
  for await (const item of itemsIn(journal, followedStages))
    if (isFollowed(item)) services.follow(item.rule.connectionId, item.rule.projectId);
  for (const source of settings.hotFolders) await acts.add(source);
  await scanning.start();
  await resumeSettling({ journal, known, folderOf, resume: drop.resume });
}

async function end({ announcing, close }: Station, work: Work, { decisions, scanning }: Door): Promise<void> {
  const { originals, sources, drop, sending, separating, copies, services } = work;
  await Promise.all([decisions.end(), scanning.stop()]);
  originals.stop();
  await sources.stop();
  await drop.stop();
  await sending.stop();
  await Promise.all([separating.close(), copies.stop()]);
  await sending.batches.stop();
  await sending.openCases.stop();
  await services.stopTracking();
  await services.close();
  await work.outbox.stop();
  await work.team.stop();
  await announcing.announced();
  await close();
}

/** Opens the data directory and starts working. Faults: `open-files-limit`, `data-directory-taken`, `data-directory-unusable`, `journal-damaged`, `disk-full`. */
export async function createEngine(
  ports: Ports,
  settings: Settings,
  { work: isWorking = true }: EngineOptions = {},
): Promise<Outcome<Engine>> {
  const opened = await openStation(ports, settings);
  if (!opened.ok) return opened;
  const station = opened.value;
  const { announcing, events, meter, journal } = station;
  const work = createWork(station);
  const door = createDoor(station, work, isWorking);
  const { services, sources, sending } = work;
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= end(station, work, door));
  try {
    if (isWorking) await begin(station, work, door);
    else await reviveJobs(journal, station.now(), () => undefined, sending.leaseOwner);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    await stop();
    const { dataDirectory: directory } = ports.paths;
    return error.code === 'disk-full'
      ? failure('disk-full', { folder: directory }, error.code)
      : failure('data-directory-unusable', { directory }, error.code);
  }
  return success({
    dispatch: door.dispatcher.dispatch,
    query: door.dispatcher.query,
    onEvent: events.onEvent,
    onItem: announcing.onItem,
    announced: announcing.announced,
    progress: () => ({ ...meter.read(), items: events.counts(), quota: services.quota() }),
    resume: () => services.resume(sources.rescan),
    scans: door.scanning.scans,
    recovered: station.recovered,
    stop,
  });
}
