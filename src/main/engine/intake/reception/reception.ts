import { keysFilledIn } from '../../fields/field-defaults.ts';
import { basename } from 'node:path';
import type { ExternalData, IntakeRule } from '../../../../shared/settings.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { Change, DuplicateCheck } from '../../journal/changes.ts';
import type { ItemFields, ItemRecord, NewItem, SeenFile } from '../../journal/records.ts';
import { claimPlaceOf, isClaimed } from '../../platform/names/claim-places.ts';
import { mergedData } from '../../platform/merged-data.ts';
import type { FileStat } from '../inspection/inspection.ts';
import { leavesOut, problemOfExternalData } from '../sidecar/sidecar-fields.ts';
import type { SidecarFields } from '../sidecar/sidecar-fields.ts';
import type { SidecarFinding } from '../sidecar/sidecar-lookup.ts';
import type { Arrival, Decided, Reception, WholeFile } from './arrival.ts';
import type { AcceptedItem, IntakeDependencies } from './intake.ts';
import { identityOf } from './known-files.ts';
import type { KnownFiles } from './known-files.ts';
import { fieldsFor } from './case-fields.ts';
import { nameOf, present, startedAs } from './item-of-arrival.ts';
import { fileChangedAt, isUnsent, relate, renamedFrom } from './relate.ts';
import { shownName } from './shown-name.ts';
import { release } from './waiting-sidecars.ts';

/** What a source's files are received with: the engine, the memory of the source, and where sidecars are found (null = none are looked for). */
export interface ReceptionDependencies extends IntakeDependencies {
  readonly known: KnownFiles;
  readonly sidecars: { find(path: string, noticedAt: number): Promise<SidecarFinding> } | null;
}

/** A look, or what stands for it where only a name could be seen. */
type Stated = FileStat | Pick<FileStat, 'size' | 'modifiedAt'>;

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

/** The line of the history that says which external data were left out: what an item carries is what the service will have. */
function dataLeftOut(itemId: string, pairs: ExternalData | null): readonly Change[] {
  const keys = Object.keys(pairs ?? {}).filter(leavesOut);
  if (keys.length === 0) return [];
  const shown = keys.map((key) => shownName(key)).join(', ');
  return [{ kind: 'item-set', itemId, set: {}, note: { event: 'external-data-left-out', detail: { keys: shown } } }];
}

function keptData(pairs: ExternalData | null): ExternalData | null {
  const entries = Object.entries(pairs ?? {});
  const kept = entries.filter(([key]) => !leavesOut(key));
  if (kept.length === entries.length) return pairs;
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** What the memory holds of a file; the journal gets the same. */
function seenAs({ sourceId, path }: Arrival, itemId: string, stat: Stated): SeenFile {
  const { size, modifiedAt } = stat;
  return { sourceId, path, size, modifiedAt, itemId, ...('inode' in stat ? { identity: identityOf(stat) } : {}) };
}

/**
 * The path stands for this item, and nothing new comes in: the same file as before, of which only its times differ, or one whose item
 * a person cancelled or moved meanwhile; their decision stands for the file as it is.
 */
async function keepKnown(
  { journal, known }: ReceptionDependencies,
  arrival: Arrival,
  itemId: string,
  stat: Stated,
): Promise<Decided> {
  const file = seenAs(arrival, itemId, stat);
  await journal.commit([{ kind: 'seen', file }]);
  known.set(file);
  return { kind: 'known', itemId };
}

/** The same file under another name. */
async function follow(
  { journal, known }: ReceptionDependencies,
  arrival: Arrival,
  item: ItemRecord,
  stat: FileStat,
): Promise<Decided> {
  const note = { event: 'renamed', detail: { from: basename(item.path), to: basename(arrival.path) } };
  const file = seenAs(arrival, item.id, stat);
  await journal.commit([
    { kind: 'seen-forgotten', sourceId: arrival.sourceId, path: item.path },
    { kind: 'seen', file },
    { kind: 'item-set', itemId: item.id, set: { path: arrival.path }, note },
  ]);
  known.forget(item.path);
  known.set(file);
  return { kind: 'known', itemId: item.id };
}

/**
 * Where a new file is one that was renamed, its item follows it. Returns null where it does not: it is no renamed one, or its item was
 * held, before or while it was followed, because it could not be found under its old name.
 */
async function followRenamed(
  dependencies: ReceptionDependencies,
  arrival: Arrival,
  whole: WholeFile,
): Promise<Decided | null> {
  const { journal, known } = dependencies;
  // What was claimed keeps its claim: another one's file is never its own under another name.
  if (arrival.earlier !== null || present(arrival) !== null || isClaimed(arrival.path)) return null;
  const item = await renamedFrom(journal, known, arrival.path, whole);
  if (item === null) return null;
  const followed = isHeldAsGone(item) ? null : await follow(dependencies, arrival, item, whole.stat);
  const now = followed === null ? item : await journal.item(item.id);
  if (followed !== null && (now === null || !isHeldAsGone(now))) return followed;
  arrival.heldItem = now;
  known.forget(item.path);
  return null;
}

/** A claimed file's item has the id of its claim, so that a station that takes it over finds what was sent of it. */
async function idOf({ journal, newId }: ReceptionDependencies, arrival: Arrival): Promise<string> {
  const there = present(arrival);
  if (there !== null) return there.id;
  const claim = arrival.earlier === null ? claimPlaceOf(arrival.path) : null;
  return claim !== null && (await journal.item(claim.claimId)) === null ? claim.claimId : newId();
}

/** Since when the same content makes a duplicate under a rule, ms; null = under this one nothing does. */
export function duplicatesSince({ duplicates, duplicateDays }: IntakeRule, now: number): number | null {
  if (duplicates === 'send-anyway') return null;
  return duplicateDays === undefined ? 0 : now - duplicateDays * dayMs;
}

/** What a file that is looked at again had before: its item's own rule, whatever its source's is now, and the copy that was made of these very bytes. */
async function decidedBefore(
  { journal }: ReceptionDependencies,
  { itemId, heldItem, rule }: Arrival,
  sha256: string,
): Promise<{
  readonly before: Pick<NewItem, 'rule' | 'copy'>;
  /** Values that a person filled in: whatever its sidecar says now, they stay. */
  readonly filled: ExternalData | null;
  /** Keys of the fields that a person filled in or emptied. */
  readonly keys: readonly string[];
  /** Its item had other bytes before. */
  readonly isOther: boolean;
}> {
  const item = itemId === null ? heldItem : await journal.item(itemId);
  if (item === null) return { before: { rule }, filled: null, keys: [], isOther: false };
  const before = { rule: item.rule, ...(item.copy?.of === sha256 ? { copy: item.copy } : {}) };
  // Of other bytes nobody said anything: they are asked for again.
  const isOther = item.sha256 !== null && item.sha256 !== sha256;
  const keys = isOther ? [] : await keysFilledIn(journal, item);
  const filled = Object.entries(item.externalData ?? {}).filter(([key]) => keys.includes(key));
  return { before, filled: filled.length === 0 ? null : Object.fromEntries(filled), keys, isOther };
}

/** A whole file becomes an accepted item, or a duplicate: one commit, with the work that it begins with. */
async function accept(
  dependencies: ReceptionDependencies,
  arrival: Arrival,
  whole: WholeFile,
  fields: SidecarFields,
): Promise<Decided> {
  const { journal, clock, known } = dependencies;
  const { stat, sha256, mediaType } = whole;
  const { seenAt } = arrival;
  const at = clock.now();
  const there = present(arrival);
  const { before, filled, keys, isOther } = await decidedBefore(dependencies, arrival, sha256);
  const { rule } = before;
  const merged = dependencies.withDefaults(
    { ...arrival, name: nameOf(arrival), rule },
    mergedData(mergedData(rule.externalData, fields.externalData), filled),
    keys,
  );
  const externalData = keptData(merged);
  const content = {
    sha256,
    mediaType,
    ...(fields.externalId === undefined ? {} : { externalId: fields.externalId }),
    ...(externalData === null && !isOther ? {} : { externalData }),
    ...(fields.title === undefined ? {} : { title: fields.title }),
    ...(fields.role === undefined ? {} : { role: fields.role }),
    ...(fields.case === undefined ? {} : { caseWord: fields.case }),
  };
  const item: AcceptedItem = { ...startedAs(arrival, await idOf(dependencies, arrival), stat), ...content, ...before };
  const { id, name, path } = item;
  const { size, modifiedAt } = stat;
  const file = seenAs(arrival, id, stat);
  const [first, aside] = [dependencies.firstWork(item), dependencies.duplicateWork(item)];
  const since = duplicatesSince(rule, at);
  const duplicates: { readonly duplicateCheck?: DuplicateCheck } =
    since === null ? {} : { duplicateCheck: { since, aside: aside.changes } };
  // The history says which bytes these were, under the chain of hashes like all of it.
  const accepted = { stage: 'accepted', at, detail: { name, path, size, sha256 } } as const;
  const earlier = [
    { stage: 'seen', at: seenAt },
    { stage: 'settling', at: seenAt },
  ] as const;
  const set = { ...content, path, size, modifiedAt, fault: null, resumeStage: null, copy: null, ...before };
  // The memory comes first: what follows a found duplicate in the list is left out.
  const outcome = await journal.commit([
    { kind: 'seen', file },
    there === null
      ? { kind: 'item-added', item, trail: [...earlier, accepted], ...duplicates }
      : { kind: 'item-moved', itemId: id, from: there.from, trail: [accepted], set, ...duplicates },
    ...first.changes,
    ...dataLeftOut(id, merged),
  ]);
  if (!outcome.ok) {
    // Anything but the item's own stage can't have changed by itself: nothing is remembered, it is tried again and told.
    if (there === null || outcome.index !== 1) throw new Error(`intake was refused: ${outcome.reason}`);
    return keepKnown(dependencies, arrival, id, stat);
  }
  known.set(file);
  const { duplicateOf, revision } = outcome;
  if (duplicateOf === undefined) {
    dependencies.taken({ kind: 'accepted', item, takenInAt: at, revision, jobs: first.jobs });
    return { kind: 'accepted', itemId: id };
  }
  dependencies.taken({ kind: 'duplicate', item, duplicateOf, jobs: aside.jobs });
  return { kind: 'duplicate', itemId: id };
}

/** A file that can't come in as it is: held with the reason. An answer means that it is durable; a JournalError passes through. */
export async function hold(
  dependencies: ReceptionDependencies,
  arrival: Arrival,
  reason: Fault,
  stat: Stated,
): Promise<Decided> {
  const { journal, clock, known, newId } = dependencies;
  const at = clock.now();
  const there = present(arrival);
  const itemId = there?.id ?? newId();
  const isUnread = unread.has(reason.code);
  // Tried again in vain: to people nothing has changed.
  if (isUnread && arrival.heldItem?.fault?.code === reason.code) return { kind: 'held', itemId };
  const file = seenAs(arrival, itemId, isUnread ? neverSeen : stat);
  const set: ItemFields = { fault: reason, resumeStage: 'settling', size: stat.size, modifiedAt: stat.modifiedAt };
  const step = { stage: 'held', at, detail: { fault: reason.code } } as const;
  const changes: readonly Change[] =
    there === null
      ? [
          {
            kind: 'item-added',
            item: { ...startedAs(arrival, itemId, stat), fault: reason },
            trail: [{ stage: 'seen', at: arrival.seenAt }, { stage: 'settling', at: arrival.seenAt }, step],
          },
          { kind: 'item-set', itemId, set: { resumeStage: 'settling' } },
        ]
      : arrival.itemId === null
        ? [{ kind: 'item-set', itemId, set, note: { event: 'held-again', detail: { fault: reason.code } } }]
        : [{ kind: 'item-moved', itemId, from: there.from, trail: [step], set }];
  const { sourceId, rule, path } = arrival;
  const work = dependencies.heldWork({ id: itemId, sourceId, rule, path }, reason);
  const outcome = await journal.commit([{ kind: 'seen', file }, ...changes, ...work.changes]);
  if (!outcome.ok) return keepKnown(dependencies, arrival, itemId, stat);
  known.set(file);
  dependencies.taken({ kind: 'held', itemId, fault: reason, jobs: work.jobs });
  return { kind: 'held', itemId };
}

/** A whole file comes in, or is known, or has to wait for its sidecar. Durable like `hold`. */
export async function receive(
  dependencies: ReceptionDependencies,
  arrival: Arrival,
  whole: WholeFile,
): Promise<Reception> {
  const { path, rule } = arrival;
  if (arrival.earlier?.sha256 === whole.sha256) return keepKnown(dependencies, arrival, arrival.earlier.id, whole.stat);
  if (arrival.earlier !== null && isUnsent(arrival.earlier)) {
    // Size and time are the same, and the content is not: nobody has been told of a change yet.
    const { id } = arrival.earlier;
    arrival.earlier = null;
    await relate(dependencies, arrival, id, fileChangedAt(path));
  }
  const followed = await followRenamed(dependencies, arrival, whole);
  if (followed !== null) return followed;
  const finding = (await dependencies.sidecars?.find(path, arrival.noticedAt)) ?? { kind: 'none' as const };
  if (finding.kind === 'wait') return finding;
  if (finding.kind === 'none') return accept(dependencies, arrival, whole, {});
  const fields = finding.kind === 'fields' ? fieldsFor(rule.mode, path, finding) : {};
  const wrong =
    finding.kind === 'invalid'
      ? finding
      : problemOfExternalData(
          dependencies.withDefaults(
            { ...arrival, name: nameOf(arrival) },
            mergedData(rule.externalData, fields.externalData),
          ) ?? {},
        );
  if (wrong !== null) {
    const params = { name: nameOf(arrival), sidecar: finding.sidecar, problem: wrong.problem };
    return hold(dependencies, arrival, fault('sidecar-invalid', params, wrong.field), whole.stat);
  }
  await release(dependencies, arrival, finding.sidecar);
  return accept(dependencies, arrival, whole, fields);
}

/** Shows a file that is not whole yet as settling, with what it waits for. Returns its item's id. */
export async function showWaiting(
  { journal, clock, newId }: ReceptionDependencies,
  arrival: Arrival,
  reason: Fault,
  stat: Pick<FileStat, 'size' | 'modifiedAt'>,
): Promise<string | null> {
  const { heldItem } = arrival;
  // Held for this very reason: to people nothing has changed.
  if (heldItem?.fault?.code === reason.code) return heldItem.id;
  const there = present(arrival);
  if (there !== null) {
    // After a new start it waits as before: for people nothing has changed, and it is said to wait since then.
    const shown = heldItem === null ? (await journal.item(there.id))?.fault : null;
    const same = shown?.code === reason.code && shown.params['problem'] === reason.params['problem'];
    // A move, not a mere set: it must not touch an item that a person cancelled meanwhile.
    const outcome = await journal.commit([
      {
        kind: 'item-moved',
        itemId: there.id,
        from: there.from,
        trail: same ? [] : [{ stage: 'settling', at: clock.now(), detail: waitDetail(reason) }],
        set: { fault: reason, size: stat.size, resumeStage: null },
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
      item: { ...startedAs(arrival, itemId, stat), fault: reason },
      trail: [
        { stage: 'seen', at: arrival.seenAt },
        { stage: 'settling', at: arrival.seenAt, detail: waitDetail(reason) },
      ],
    },
  ]);
  if (outcome.ok) arrival.itemId = itemId;
  return outcome.ok ? itemId : null;
}

/** A file that was shown as settling is gone. */
export async function gone({ journal, clock }: ReceptionDependencies, arrival: Arrival): Promise<void> {
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
}
