import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { safeSegment } from '../../exports/safe-name.ts';
import { fault } from '../../faults/fault.ts';
import { keysFilledIn, withDefaults } from '../../fields/field-defaults.ts';
import type { FileInspector } from '../../intake/inspection/file-inspector.ts';
import type { LookNotes } from '../../intake/inspection/thread/look-notes.ts';
import type { AcceptedItem, IntakeDependencies } from '../../intake/reception/intake.ts';
import { diskFault } from '../disk-fault.ts';
import { mayShowPages } from '../../intake/inspection/page-types.ts';
import { createPageThread, type PageThread } from '../pages/page-thread.ts';
import { pageRange, separateFile, type Separated } from './separate-file.ts';
import { asPart } from './part-items.ts';
import type { Journal } from '../../journal/journal.ts';
import { arrivals, bringInLeft, partsRecordName, recordParts } from './left-parts.ts';
import { sentFile, type ItemFields, type ItemRecord, type NewJob } from '../../journal/records.ts';
import type { Ports } from '../../platform/ports.ts';
import type { JobContext, JobHandler, JobResult } from '../../queue/job.ts';
import { isClaimed } from '../../platform/names/claim-places.ts';
import { paths } from '../../platform/names/paths.ts';
import { fileFault, unchanged } from '../../submissions/file-body.ts';
import { added, tidyJob } from '../../submissions/first-jobs.ts';
import type { KnownItems } from '../../submissions/known-items.ts';
import { movedBack } from '../../submissions/moved-back.ts';
import { createTurn } from '../../platform/serial.ts';

/** What separating scanned files needs of the engine. */
export interface SeparatingParts {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'paths' | 'startWorker'>;
  readonly journal: Pick<Journal, 'commit' | 'custody' | 'item'>;
  readonly known: KnownItems;
  readonly inspector: Pick<FileInspector, 'hash'>;
  readonly notes: Pick<LookNotes, 'around'>;
  readonly newId: () => string;
  /** What every file begins with that comes in, and what is told once it is there. */
  readonly intake: () => Pick<IntakeDependencies, 'doubtWork' | 'firstWork' | 'taken'>;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** The file itself is not sent any more. */
  readonly dropped: (size: number) => void;
}

/** Separates files of folders that multifunction devices scan into, before they are sent. */
export interface Separating {
  /** Wraps the handler of uploads: a file whose rule says so is taken apart first, and only goes on itself where it is one document. */
  first(upload: JobHandler): JobHandler;
  /** Takes away what a start before left half-done and folders of parts that are all gone, and brings in parts that the journal forgot. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** What separating remembers while it works. */
interface Separation extends SeparatingParts {
  /** Here parts lie until they are at the service. */
  readonly folder: string;
  readonly thread: PageThread;
  /** Items that were looked at in this process and go as they are. */
  readonly passed: Set<string>;
  readonly inTurn: ReturnType<typeof createTurn>;
  /** Files that are taken apart or wait for their turn. */
  waiting: number;
}

/** More files that wait would keep others from being sent. */
const maxWaiting = 4;
const retryMs = 1_000;
/** A file that is forgotten is looked at again, with the same outcome. */
const maxPassed = 10_000;

const nowOf = ({ ports }: Separation): number => ports.clock.now();
const folderOf = ({ folder }: Separation, item: ItemRecord): string => join(folder, item.id);
const isPart = ({ folder }: Separation, { path }: ItemRecord): boolean => paths.liesIn(folder, path);

/**
 * Null where the file is the one that was accepted. One that changed is the upload's to find out, and so is a claimed one that is
 * gone: another station has it. So is a copy that is gone. Any other is not sent: in the next moment it may be there again, and would go whole.
 */
async function hindrance(item: ItemRecord): Promise<'upload-tells' | Fault | null> {
  try {
    const file = sentFile(item);
    return unchanged(await stat(file.path), file) ? null : 'upload-tells';
  } catch (error) {
    const reason = fileFault(error, item.name);
    const isTold = item.copy !== null || isClaimed(item.path);
    return reason.code === 'file-gone' && isTold ? 'upload-tells' : reason;
  }
}

/** All parts come in and the file is done in one commit: after a crash there is the file, or there are its parts. */
async function takeIn(
  separation: Separation,
  context: JobContext,
  item: ItemRecord,
  found: Extract<Separated, { kind: 'parts' }>,
): Promise<JobResult> {
  const { journal, known, newId } = separation;
  const at = nowOf(separation);
  const items: AcceptedItem[] = [];
  for (const [index, part] of found.parts.entries()) {
    const made = await asPart(separation, item, part, index);
    if ('code' in made) return failed(separation, context, item, made);
    items.push(made);
  }
  const { firstWork, taken } = separation.intake();
  const works = new Map(items.map((part) => [part.id, firstWork(part)]));
  const arriving = items.map((part, index) => ({ item: part, pages: pageRange(found.parts[index]?.pages ?? []) }));
  await recordParts(folderOf(separation, item), item, arriving);
  const tidy = tidyJob(item, newId(), at);
  const detail = { documents: items.length, pages: found.pages, leftOut: pageRange(found.leftOut) };
  const result: JobResult = { state: 'done' };
  const outcome = await journal.commit([
    context.started(),
    context.ended(result),
    {
      kind: 'item-moved',
      itemId: item.id,
      from: ['accepted', 'uploading'],
      trail: [{ stage: 'separated', at, detail }],
      set: { fault: null },
    },
    ...arrivals(item, arriving, at, ({ id }) => works.get(id)?.changes ?? []),
    ...(tidy === null ? [] : [added(tidy)]),
  ]);
  known.forget(item.id);
  // Somebody cancelled or moved it meanwhile: nothing was taken in, and the next look at the job finds out.
  if (!outcome.ok) {
    await rm(folderOf(separation, item), { recursive: true, force: true });
    return { state: 'cancelled' };
  }
  const { revision } = outcome;
  for (const part of items) {
    taken({ kind: 'accepted', item: part, takenInAt: at, revision, jobs: works.get(part.id)?.jobs ?? [] });
  }
  separation.dropped(item.size);
  if (tidy !== null) separation.enqueue([tidy]);
  return result;
}

async function failed(
  separation: Separation,
  context: JobContext,
  item: ItemRecord,
  reason: Fault,
): Promise<JobResult> {
  const { journal, known } = separation;
  const result = context.failed(reason);
  const outcome = await journal.commit([
    context.started(),
    context.ended(result),
    movedBack(item, result, ['accepted', 'uploading'], nowOf(separation)),
  ]);
  known.forget(item.id);
  return outcome.ok ? result : { state: 'cancelled' };
}

/** What a barcode says of a file that is one document; what its sidecar says comes first. */
async function passOn(
  separation: Separation,
  item: ItemRecord,
  found: Extract<Separated, { kind: 'as-it-is' }>,
): Promise<void> {
  const { journal, known, passed } = separation;
  const { because } = found;
  const externalId = item.externalId ?? found.document?.externalId ?? null;
  const role = item.role ?? found.document?.role ?? null;
  const barcodes = found.document?.barcodes ?? [];
  const filled = await keysFilledIn(journal, item);
  const externalData = withDefaults(item.rule.fields, item.externalData, { barcodes }, filled);
  const set: ItemFields = { externalId, role, externalData };
  await journal.commit([
    { kind: 'item-set', itemId: item.id, set, note: { event: 'not-separated', detail: { because } } },
  ]);
  known.update(item.id, set);
  if (passed.size >= maxPassed) passed.clear();
  passed.add(item.id);
  await rm(folderOf(separation, item), { recursive: true, force: true });
}

async function separate(
  separation: Separation,
  context: JobContext,
  item: ItemRecord,
): Promise<JobResult | 'as-it-is'> {
  const { thread } = separation;
  const { paper } = item.rule;
  if (paper === undefined) return 'as-it-is';
  const before = await hindrance(item);
  if (before !== null) return before === 'upload-tells' ? 'as-it-is' : failed(separation, context, item, before);
  const { name } = item;
  const { path, mediaType } = sentFile(item);
  await thread.ready();
  const separated = await separation.notes.around(path, () =>
    separateFile(
      { thread, safeName: safeSegment },
      {
        ...{ path, name, mediaType, rule: paper, folder: folderOf(separation, item), signal: context.signal },
        codes: item.rule.fields?.some((field) => field.default?.from === 'barcode') ?? false,
      },
    ),
  );
  if (separated === null) return failed(separation, context, item, fault('file-unjudged', { name }));
  if (!separated.ok) return failed(separation, context, item, separated.fault);
  const found = separated.value;
  if (found.kind === 'stopped') return { state: 'ready', dueAt: nowOf(separation), counts: false };
  const after = await hindrance(item);
  // What it looks like now is separated anew, or not at all.
  if (after !== null) await rm(folderOf(separation, item), { recursive: true, force: true });
  if (after !== null) return after === 'upload-tells' ? 'as-it-is' : failed(separation, context, item, after);
  if (found.kind === 'parts') return takeIn(separation, context, item, found);
  await passOn(separation, item, found);
  return 'as-it-is';
}

/** One file after the other: each may be hundreds of pages. */
function separateInTurn<T>(separation: Separation, act: () => Promise<T>): Promise<T> {
  separation.waiting += 1;
  return separation.inTurn(act).finally(() => {
    separation.waiting -= 1;
  });
}

async function sweepParts(separation: Separation, id: string): Promise<void> {
  const { journal, ports, folder, intake } = separation;
  const item = await journal.item(id);
  const place = join(folder, id);
  if (item !== null && item.stage !== 'separated') {
    await rm(place, { recursive: true, force: true });
    return;
  }
  const found = await bringInLeft({ journal, now: () => nowOf(separation), intake }, place, item);
  if (found === 'refused') ports.log.warn('parts-not-taken-in', { item: id });
  if (found === 'unknown' && item === null) ports.log.warn('parts-without-item', { item: id });
  const left = found === 'again' ? [] : await readdir(place);
  if (left.every((name) => name === partsRecordName)) await rm(place, { recursive: true, force: true });
}

/** Makes separating; its thread is started by the first file. */
export function createSeparating(parts: SeparatingParts): Separating {
  const { known, ports } = parts;
  const separation: Separation = {
    ...parts,
    folder: join(ports.paths.dataDirectory, 'scans', 'parts'),
    thread: createPageThread(() => ports.startWorker('pages', null)),
    passed: new Set(),
    inTurn: createTurn(),
    waiting: 0,
  };
  return {
    first: (upload) => async (context) => {
      if (context.job.payload['look'] === true) return upload(context);
      const item = await known.get(context.job.subjectId);
      if (item === null || item.paused || item.rule.paper === undefined || separation.passed.has(item.id))
        return upload(context);
      const mayBe = mayShowPages(item.mediaType ?? '') && (item.stage === 'accepted' || item.stage === 'uploading');
      if (!mayBe || isPart(separation, item)) return upload(context);
      if (separation.waiting >= maxWaiting)
        return { state: 'ready', dueAt: nowOf(separation) + retryMs, counts: false };
      const result = await separateInTurn(separation, () => separate(separation, context, item));
      return result === 'as-it-is' ? upload(context) : result;
    },
    async sweep() {
      for (const entry of await readdir(separation.folder, { withFileTypes: true }).catch(() => [])) {
        // File browsers leave files of their own wherever somebody looked.
        if (!entry.isDirectory()) continue;
        await sweepParts(separation, entry.name).catch((error: unknown) => {
          // What can't be taken away now stays for the next start: it must not keep this one from going on.
          if (diskFault(error) === null) throw error;
          ports.log.warn('parts-not-swept', { item: entry.name, cause: String(error) });
        });
      }
    },
    close: () => separation.thread.close(),
  };
}
