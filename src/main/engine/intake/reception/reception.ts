import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { Change, DuplicateCheck } from '../../journal/changes.ts';
import type { ItemFields, ItemRecord, SeenFile } from '../../journal/records.ts';
import { claimPlaceOf, isClaimed } from '../../platform/names/claim-places.ts';
import { mergedData } from '../../platform/merged-data.ts';
import type { FileLook } from '../inspection/inspection.ts';
import { problemOfExternalData } from '../sidecar/sidecar-fields.ts';
import type { SidecarFields } from '../sidecar/sidecar-fields.ts';
import type { SidecarFinding } from '../sidecar/sidecar-lookup.ts';
import type { Arrival, Decided, Reception, WholeFile } from './arrival.ts';
import type { AcceptedItem, IntakeDependencies } from './intake.ts';
import { identityOf } from './known-files.ts';
import type { KnownFiles } from './known-files.ts';
import { fieldsFor } from './case-fields.ts';
import { nameOf, present, startedAs } from './item-of-arrival.ts';
import { dataLeftOut, keptData } from './left-out-data.ts';
import { regain } from './regain.ts';
import { fileChangedAt, isUnsent, relate, renamedFrom } from './relate.ts';
import { createWaitingSidecars } from './waiting-sidecars.ts';
import type { WaitingSidecars } from './waiting-sidecars.ts';

/** Writes what becomes of files into the journal. An answer means that it is durable; a JournalError passes through. */
export interface Receptionist {
  /** Finds out what a known path's item means for the file that is there now. */
  relate(arrival: Arrival, itemId: string, fileChanged: boolean): Promise<void>;
  /** The same for a claimed file that nothing is known of under its path: this station may have lost it before; answers whether it had. */
  regain(arrival: Arrival): Promise<boolean>;
  /** A whole file comes in (or is known, or has to wait for its sidecar). */
  receive(arrival: Arrival, whole: WholeFile): Promise<Reception>;
  /** A file that can't come in as it is: held with the reason. */
  hold(arrival: Arrival, reason: Fault, look: Looked): Promise<Decided>;
  /** Shows a file that is not whole yet as settling, with what it waits for. Answers its item's id. */
  showWaiting(arrival: Arrival, reason: Fault, look: Pick<FileLook, 'size' | 'modifiedAt'>): Promise<string | null>;
  /** See {@link WaitingSidecars}. */
  readonly gaveDetails: WaitingSidecars['gaveDetails'];
  /** A file that was shown as settling is gone. */
  gone(arrival: Arrival): Promise<void>;
}

/** What a receptionist needs beside the engine: the memory of the source, and where sidecars are found (null = none are looked for). */
export interface ReceptionDependencies extends IntakeDependencies {
  readonly known: KnownFiles;
  readonly sidecars: { find(path: string, noticedAt: number): Promise<SidecarFinding> } | null;
}

/** A look, or what stands for it where only a name could be seen. */
type Looked = FileLook | Pick<FileLook, 'size' | 'modifiedAt'>;

const dayMs = 24 * 3_600_000;

/** What keeps a file from being read ends without a trace on the file: it is never remembered as it is, so that each scan tries again. */
const unread: ReadonlySet<Fault['code']> = new Set<Fault['code']>(['file-busy', 'file-unreadable']);
const neverSeen = { size: 0, modifiedAt: 0 };

function waitDetail({ code, params }: Fault): Readonly<Record<string, string>> {
  const problem = params['problem'];
  return typeof problem === 'string' ? { fault: code, problem } : { fault: code };
}

function isHeldAsGone({ stage, fault: reason }: ItemRecord): boolean {
  return stage === 'held' && reason?.code === 'file-gone';
}

/** Makes the receptionist of one source. */
export function createReceptionist(dependencies: ReceptionDependencies): Receptionist {
  const { journal, clock, known, sidecars, newId } = dependencies;
  const waiting = createWaitingSidecars(dependencies);

  function seenAs({ sourceId, path }: Arrival, itemId: string, look: Looked): SeenFile {
    const { size, modifiedAt } = look;
    return { sourceId, path, size, modifiedAt, itemId, ...('inode' in look ? { identity: identityOf(look) } : {}) };
  }

  const seen = (...given: Parameters<typeof seenAs>): Change => ({ kind: 'seen', file: seenAs(...given) });

  const remember = (...given: Parameters<typeof seenAs>): void => known.set(seenAs(...given));

  function duplicateCheck({ rule }: Arrival, item: AcceptedItem): { readonly duplicateCheck?: DuplicateCheck } {
    if (rule.duplicates === 'send-anyway') return {};
    const since = rule.duplicateDays === undefined ? null : clock.now() - rule.duplicateDays * dayMs;
    return { duplicateCheck: { since, aside: dependencies.duplicateChanges(item) } };
  }

  /** The same file as before: only its times differ. */
  async function keepKnown(arrival: Arrival, item: ItemRecord, look: FileLook): Promise<Reception> {
    await journal.commit([seen(arrival, item.id, look)]);
    remember(arrival, item.id, look);
    return { kind: 'known', itemId: item.id };
  }

  /** The same file under another name. */
  async function follow(arrival: Arrival, item: ItemRecord, look: FileLook): Promise<Reception> {
    const note = { event: 'renamed', detail: { from: basename(item.path), to: basename(arrival.path) } };
    await journal.commit([
      { kind: 'seen-forgotten', sourceId: arrival.sourceId, path: item.path },
      seen(arrival, item.id, look),
      { kind: 'item-set', itemId: item.id, set: { path: arrival.path }, note },
    ]);
    known.forget(item.path);
    remember(arrival, item.id, look);
    return { kind: 'known', itemId: item.id };
  }

  /** A claimed file's item has the id of its claim, so that a station that takes it over finds what was sent of it. */
  async function claimedId({ path, earlier }: Arrival): Promise<string | null> {
    const claim = earlier === null ? claimPlaceOf(path) : null;
    return claim !== null && (await journal.item(claim.claimId)) === null ? claim.claimId : null;
  }

  async function accept(arrival: Arrival, whole: WholeFile, fields: SidecarFields): Promise<Reception> {
    const { look } = whole;
    const at = clock.now();
    const there = present(arrival);
    const { externalData, leftOut } = keptData(mergedData(arrival.rule.externalData, fields.externalData));
    const content = {
      sha256: whole.sha256,
      mediaType: whole.mediaType,
      ...(fields.externalId === undefined ? {} : { externalId: fields.externalId }),
      ...(externalData === null ? {} : { externalData }),
      ...(fields.title === undefined ? {} : { title: fields.title }),
      ...(fields.role === undefined ? {} : { role: fields.role }),
      ...(fields.case === undefined ? {} : { caseWord: fields.case }),
    };
    const item: AcceptedItem = {
      ...startedAs(arrival, there?.id ?? (await claimedId(arrival)) ?? newId(), look),
      ...content,
    };
    // The history says which bytes these were, under the chain of hashes like all of it.
    const detail = { name: item.name, path: item.path, size: look.size, sha256: whole.sha256 };
    const arriving: Change =
      there === null
        ? {
            kind: 'item-added',
            item,
            trail: [
              { stage: 'seen', at: arrival.seenAt },
              { stage: 'settling', at: arrival.seenAt },
              { stage: 'accepted', at, detail },
            ],
            ...duplicateCheck(arrival, item),
          }
        : {
            kind: 'item-moved',
            itemId: item.id,
            from: there.from,
            trail: [{ stage: 'accepted', at, detail }],
            set: {
              ...content,
              path: item.path,
              size: look.size,
              modifiedAt: look.modifiedAt,
              fault: null,
              resumeStage: null,
            },
            ...duplicateCheck(arrival, item),
          };
    // The memory comes first: what follows a found duplicate in the list is left out.
    const outcome = await journal.commit([
      seen(arrival, item.id, look),
      arriving,
      ...dependencies.firstChanges(item),
      ...dataLeftOut(item.id, leftOut),
    ]);
    if (!outcome.ok) {
      // Anything but the item's own stage can't have changed by itself: nothing is remembered, it is tried again and told.
      if (there === null || outcome.index !== 1) throw new Error(`intake was refused: ${outcome.reason}`);
      return decidedElsewhere(arrival, item.id, look);
    }
    remember(arrival, item.id, look);
    if (outcome.duplicateOf === undefined) {
      dependencies.taken({ kind: 'accepted', item, takenInAt: at, revision: outcome.revision });
      return { kind: 'accepted', itemId: item.id };
    }
    dependencies.taken({ kind: 'duplicate', item, duplicateOf: outcome.duplicateOf });
    return { kind: 'duplicate', itemId: item.id };
  }

  /** A person cancelled or moved the item meanwhile: their decision stands for the file as it is. */
  async function decidedElsewhere(arrival: Arrival, itemId: string, look: Looked): Promise<Decided> {
    await journal.commit([seen(arrival, itemId, look)]);
    remember(arrival, itemId, look);
    return { kind: 'known', itemId };
  }

  async function hold(arrival: Arrival, reason: Fault, look: Looked): Promise<Decided> {
    const at = clock.now();
    const there = present(arrival);
    const itemId = there?.id ?? newId();
    const isUnread = unread.has(reason.code);
    // Tried again in vain: to people nothing has changed.
    if (isUnread && arrival.heldItem?.fault?.code === reason.code) return { kind: 'held', itemId };
    const memory = isUnread ? neverSeen : look;
    const set: ItemFields = { fault: reason, resumeStage: 'settling', size: look.size, modifiedAt: look.modifiedAt };
    const step = { stage: 'held', at, detail: { fault: reason.code } } as const;
    const changes: readonly Change[] =
      there === null
        ? [
            {
              kind: 'item-added',
              item: { ...startedAs(arrival, itemId, look), fault: reason },
              trail: [{ stage: 'seen', at: arrival.seenAt }, { stage: 'settling', at: arrival.seenAt }, step],
            },
            { kind: 'item-set', itemId, set: { resumeStage: 'settling' } },
          ]
        : arrival.itemId === null
          ? [{ kind: 'item-set', itemId, set, note: { event: 'held-again', detail: { fault: reason.code } } }]
          : [{ kind: 'item-moved', itemId, from: there.from, trail: [step], set }];
    const outcome = await journal.commit([
      seen(arrival, itemId, memory),
      ...changes,
      ...dependencies.heldChanges(
        { id: itemId, sourceId: arrival.sourceId, rule: arrival.rule, path: arrival.path },
        reason,
      ),
    ]);
    if (!outcome.ok) return decidedElsewhere(arrival, itemId, look);
    remember(arrival, itemId, memory);
    dependencies.taken({ kind: 'held', itemId, fault: reason });
    return { kind: 'held', itemId };
  }

  return {
    gaveDetails: waiting.gaveDetails,
    relate: (arrival, itemId, fileChanged) =>
      relate(dependencies, arrival, itemId, fileChanged ? fileChangedAt(arrival.path) : null),
    regain: (arrival) => regain(dependencies, arrival),
    hold,

    async receive(arrival, whole) {
      const { path } = arrival;
      if (arrival.earlier?.sha256 === whole.sha256) return keepKnown(arrival, arrival.earlier, whole.look);
      if (arrival.earlier !== null && isUnsent(arrival.earlier)) {
        // Size and time are the same, and the content is not: nobody has been told of a change yet.
        const { id } = arrival.earlier;
        arrival.earlier = null;
        await relate(dependencies, arrival, id, fileChangedAt(path));
      }
      const { earlier } = arrival;
      // What was claimed keeps its claim: another one's file is never its own under another name.
      if (earlier === null && present(arrival) === null && !isClaimed(path)) {
        const item = await renamedFrom(journal, known, path, whole);
        if (item !== null) {
          const followed = isHeldAsGone(item) ? null : await follow(arrival, item, whole.look);
          const now = followed === null ? item : await journal.item(item.id);
          if (followed !== null && (now === null || !isHeldAsGone(now))) return followed;
          // It was held, now or while it was followed, because it could not be found under its old name.
          arrival.heldItem = now;
          known.forget(item.path);
        }
      }
      const finding = (await sidecars?.find(path, arrival.noticedAt)) ?? { kind: 'none' as const };
      if (finding.kind === 'wait') return finding;
      if (finding.kind === 'invalid') {
        const params = { name: nameOf(arrival), sidecar: finding.sidecar, problem: finding.problem };
        return hold(arrival, fault('sidecar-invalid', params, finding.field), whole.look);
      }
      const fields = finding.kind === 'fields' ? fieldsFor(arrival.rule.mode, path, finding) : {};
      const wrong = problemOfExternalData(mergedData(arrival.rule.externalData, fields.externalData) ?? {});
      if (wrong !== null && finding.kind === 'fields') {
        const params = { name: nameOf(arrival), sidecar: finding.sidecar, problem: wrong.problem };
        return hold(arrival, fault('sidecar-invalid', params, wrong.field), whole.look);
      }
      if (finding.kind === 'fields') await waiting.release(arrival, finding.sidecar);
      return accept(arrival, whole, fields);
    },

    async showWaiting(arrival, reason, look) {
      const { heldItem } = arrival;
      // Held for this very reason: to people nothing has changed.
      if (heldItem?.fault?.code === reason.code) return heldItem.id;
      const there = present(arrival);
      if (there !== null) {
        // A move, not a mere set: it must not touch an item that a person cancelled meanwhile.
        const outcome = await journal.commit([
          {
            kind: 'item-moved',
            itemId: there.id,
            from: there.from,
            trail: [{ stage: 'settling', at: clock.now(), detail: waitDetail(reason) }],
            set: { fault: reason, size: look.size, resumeStage: null },
          },
        ]);
        // One that was held and changes since is on its way again.
        if (outcome.ok && heldItem !== null) {
          arrival.itemId = heldItem.id;
          arrival.heldItem = null;
        }
        return there.id;
      }
      const itemId = newId();
      const outcome = await journal.commit([
        {
          kind: 'item-added',
          item: { ...startedAs(arrival, itemId, look), fault: reason },
          trail: [
            { stage: 'seen', at: arrival.seenAt },
            { stage: 'settling', at: arrival.seenAt, detail: waitDetail(reason) },
          ],
        },
      ]);
      if (outcome.ok) arrival.itemId = itemId;
      return outcome.ok ? itemId : null;
    },

    async gone(arrival) {
      if (arrival.itemId === null) return;
      const item = await journal.item(arrival.itemId);
      // Its claim was lost and came back meanwhile: it lies elsewhere now.
      if (item !== null && item.path !== arrival.path) return;
      const reason = fault('file-gone', { name: nameOf(arrival) });
      // What was accepted once is not given up without a person.
      const stage = arrival.wasAccepted ? 'held' : 'cancelled';
      await journal.commit([
        {
          kind: 'item-moved',
          itemId: arrival.itemId,
          from: ['seen', 'settling'],
          trail: [{ stage, at: clock.now(), detail: { fault: reason.code } }],
          set: { fault: reason, resumeStage: 'settling' },
        },
      ]);
    },
  };
}
