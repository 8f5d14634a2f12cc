import type { Fault } from '../../../shared/faults.ts';
import { submittedStages, type ItemStage } from '../../../shared/item.ts';
import { isLive } from '../items/cancel-item.ts';
import { queuedJob } from '../items/outstanding.ts';
import type { createProgressMeter } from '../events/progress.ts';
import { foldersOf } from '../cases/place-item.ts';
import { fault } from '../faults/fault.ts';
import { withDefaults } from '../fields/field-defaults.ts';
import { lackOf } from '../fields/field-faults.ts';
import type { AcceptedItem, HeldItem, IntakeDependencies, Work } from '../intake/reception/intake.ts';
import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import { claimPlaceOf } from '../platform/names/claim-places.ts';
import type { Ports } from '../platform/ports.ts';
import type { Sending } from './sending.ts';
import { added, duplicateJob, failedJob, tidyJob, uploadJob } from '../submissions/first-jobs.ts';
import { lookingFirst } from '../submissions/look-first.ts';

/** What joins the intake to the sender. */
export interface TakingInDependencies {
  readonly ports: Ports;
  readonly journal: Journal;
  readonly inspector: IntakeDependencies['inspector'];
  readonly newId: () => string;
  readonly sending: Sending;
  readonly meter: ReturnType<typeof createProgressMeter>;
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  readonly inBackground: (what: string, act: () => Promise<void>) => void;
  /** Files last changed before this instant (ms) may have been sent by a journal that was lost; null = none was. */
  readonly doubtBefore: number | null;
}

/** Faults of a file after which its original is set aside in `failed/`, where the rule tidies up at all. */
const setAside: ReadonlySet<Fault['code']> = new Set<Fault['code']>([
  'type-not-accepted',
  'file-damaged',
  'file-unjudged',
  'sidecar-invalid',
]);

/** Stages in which an item's content is at the service for good. */
const sentStages: ReadonlySet<ItemStage> = new Set<ItemStage>([...submittedStages, 'separated']);

/** Why what a rebuilt journal does not know is held. */
const forgotten = 'the journal was rebuilt';

/** The work of one job, or of none. */
function workOf(job: NewJob | null): Work {
  return job === null ? { changes: [], jobs: [] } : { changes: [added(job)], jobs: [job] };
}

/** Makes what every intake is given: an accepted file begins with its upload, others are tidied away as their rule says. */
export function createTakingIn(dependencies: TakingInDependencies): IntakeDependencies {
  const { ports, journal, newId, sending, inBackground } = dependencies;
  const { clock, log } = ports;
  const { queue, known, batches, openCases } = sending;
  const now = (): number => clock.now();
  /** It is held before anything of it is sent: a person decides. */
  function heldAtOnce({ id }: AcceptedItem, reason: Fault): Work {
    const held: Change = {
      kind: 'item-moved',
      itemId: id,
      from: ['accepted'],
      trail: [{ stage: 'held', at: now(), detail: { fault: reason.code } }],
      set: { fault: reason, resumeStage: 'accepted' },
    };
    return { changes: [held], jobs: [] };
  }

  /** Nobody knows whether it was sent. */
  const inDoubt = (item: AcceptedItem, cause: string): Work => heldAtOnce(item, fault('outcome-unclear', {}, cause));

  /** The station that is gone may have sent it: found by the external id that is made of the claim's, where it was. */
  function takenOver(item: AcceptedItem, claimId: string): Work {
    const { mode, paper } = item.rule;
    const findable = item.id === claimId && item.externalId === undefined && mode === 'document' && paper === undefined;
    if (!findable) return inDoubt(item, 'taken over from another station');
    return workOf(lookingFirst(uploadJob(item, newId(), now())));
  }

  function firstWork(item: AcceptedItem): Work {
    // A damaged journal may have forgotten that it sent this file: a person looks before it goes once more.
    const doubtful = dependencies.doubtBefore !== null && item.modifiedAt < dependencies.doubtBefore;
    if (doubtful && hasFolder(item)) return inDoubt(item, forgotten);
    const claim = claimPlaceOf(item.path);
    if (claim?.takenOver === true) return takenOver(item, claim.claimId);
    // The pages of a scanned file may still say what is missing, or be several documents with forms of their own.
    const lack = item.rule.paper === undefined ? lackOf(item.rule.fields, item.externalData) : null;
    return lack === null ? workOf(uploadJob(item, newId(), now())) : heldAtOnce(item, lack);
  }

  /** What becomes of the file of an item that has no more need of it; an earlier job may do it first. */
  function leftToTidy(item: ItemRecord): NewJob | null {
    const stage = item.stage === 'held' ? item.resumeStage : item.stage;
    const make = stage === 'duplicate' ? duplicateJob : stage !== null && sentStages.has(stage) ? tidyJob : null;
    const job = make?.(item, newId(), now()) ?? null;
    return job && { ...job, payload: { ...job.payload, ifClaimed: true } };
  }

  /** A scanned file that is taken apart has no place of its own among the files of a case: its parts have. */
  const hasPlace = ({ rule }: AcceptedItem): boolean => rule.mode === 'case' && rule.paper === undefined;

  const withPlace = (item: AcceptedItem, work: Work): Work =>
    hasPlace(item) ? { ...work, changes: [...work.changes, openCases.placed(item)] } : work;

  const hasFolder = (item: HeldItem): boolean => dependencies.folderOf(item.sourceId) !== null;

  return {
    journal,
    inspector: dependencies.inspector,
    clock,
    log,
    newId,
    withDefaults: ({ sourceId, path, name, rule }, given, filled) =>
      withDefaults(rule.fields, given, { name, folders: foldersOf(path, dependencies.folderOf(sourceId)) }, filled),
    firstWork: (item) => withPlace(item, firstWork(item)),
    doubtWork: (item) => withPlace(item, inDoubt(item, forgotten)),
    duplicateWork: (item) => workOf(hasFolder(item) ? duplicateJob(item, newId(), now()) : null),
    heldWork(item, reason) {
      const isSetAside = setAside.has(reason.code) && hasFolder(item);
      return workOf(isSetAside ? failedJob(item, newId(), now(), reason.code) : null);
    },
    taken(outcome) {
      if (outcome.kind === 'accepted') {
        const { item } = outcome;
        known.remember(item, outcome.takenInAt);
        dependencies.meter.accepted(item.id, item.size);
        if (item.rule.mode === 'batch') batches.hold(item.sourceId);
        if (hasPlace(item)) openCases.lookAtItem(item.id);
      }
      if (outcome.jobs.length > 0) queue.add(outcome.jobs.map(queuedJob));
    },
    regained(item) {
      const job = leftToTidy(item);
      return {
        changes: job === null ? [] : [added(job)],
        begin() {
          known.forget(item.id);
          if (job !== null) queue.add([queuedJob(job)]);
        },
      };
    },
    withdrawn(itemId) {
      known.forget(itemId);
      // Ids sort by time: a job that comes after this one is of the file as it will be then.
      const latest = newId();
      inBackground('withdraw', async () => {
        const uploads = (await journal.jobsOf(itemId)).filter(
          (job) => job.kind === 'upload' && isLive(job) && job.id < latest,
        );
        await queue.cancel(uploads.map(({ id }) => id));
        // One by one: an attempt that was running has found its item moved, and has ended by itself.
        for (const { id } of uploads)
          await journal.commit([{ kind: 'job-set', jobId: id, set: { state: 'cancelled' } }]);
      });
    },
    comingFiles: openCases.coming,
    room: sending.room,
  };
}
