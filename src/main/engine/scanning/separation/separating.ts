import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { rm } from '../../platform/disk/patient-files.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { firstCharacters } from '../../../../shared/characters.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { safeSegment } from '../../exports/safe-name.ts';
import { fault } from '../../faults/fault.ts';
import type { FileInspector } from '../../intake/inspection/file-inspector.ts';
import type { LookNotes } from '../../intake/inspection/thread/look-notes.ts';
import type { AcceptedItem, IntakeDependencies } from '../../intake/reception/intake.ts';
import { diskFault } from '../disk-fault.ts';
import { mayShowPages } from '../../intake/inspection/page-types.ts';
import { createPageThread } from '../pages/page-thread.ts';
import { pageRange, separateFile, type Separated, type WrittenPart } from './separate-file.ts';
import type { Journal } from '../../journal/journal.ts';
import { arrivals, bringInLeft, partsRecordName, recordParts } from './left-parts.ts';
import type { ItemFields, ItemRecord, NewJob } from '../../journal/records.ts';
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
  readonly journal: Pick<Journal, 'commit' | 'item'>;
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

/** Files that wait inside for the one that is taken apart; more would keep others from being sent. */
const mostWaiting = 4;
const lookAgainMs = 1_000;
/** One that is forgotten is looked at again, and comes to the same. */
const mostPassed = 10_000;

/** Most characters of a title that the service takes. */
const longestTitle = 256;

/** The title of the part of that number; what would make it too long goes from before the number. */
function numbered(title: string, number: number): string {
  const end = ` (${number})`;
  return firstCharacters(title, longestTitle - end.length) + end;
}

/** The rule of what a file held: it is not taken apart again, and its copy in the data directory goes when it was sent. */
function partRule(rule: IntakeRule): IntakeRule {
  return { ...rule, after: 'delete', tidyGraceMs: 0, trashMs: 0, paper: undefined };
}

/** Makes separating; its thread is started by the first file. */
export function createSeparating(parts: SeparatingParts): Separating {
  const { journal, known, ports, newId } = parts;
  /** Where parts lie until they are at the service. */
  const folder = join(ports.paths.dataDirectory, 'scans', 'parts');
  const thread = createPageThread(() => ports.startWorker('pages', null));
  /** Files that were looked at in this process and go as they are. */
  const passed = new Set<string>();
  const inTurn = createTurn();
  let waiting = 0;

  const now = (): number => ports.clock.now();
  const folderOf = (item: ItemRecord): string => join(folder, item.id);
  const isPart = ({ path }: ItemRecord): boolean => paths.liesIn(folder, path);

  /**
   * Null where the file is the one that was accepted. One that changed is the upload's to find out, and so is a claimed one that is
   * gone: another station has it. Any other is not sent: in the next moment it may be there again, and would go whole.
   */
  async function hindrance(item: ItemRecord): Promise<'upload-tells' | Fault | null> {
    try {
      return unchanged(await stat(item.path), item) ? null : 'upload-tells';
    } catch (error) {
      const reason = fileFault(error, item.name);
      return reason.code === 'file-gone' && isClaimed(item.path) ? 'upload-tells' : reason;
    }
  }

  async function asPart(item: ItemRecord, part: WrittenPart, index: number): Promise<AcceptedItem | Fault> {
    const [hashed, found] = [await parts.inspector.hash(part.path), await stat(part.path)];
    if (hashed.kind !== 'hashed') return fault('file-unreadable', { name: part.shownName, problem: hashed.kind });
    const own = item.externalId === null ? null : `${item.externalId}-${index + 1}`;
    const externalId = part.externalId ?? own;
    const role = part.role ?? item.role;
    return {
      id: newId(),
      sourceId: item.sourceId,
      path: part.path,
      name: part.shownName,
      size: found.size,
      modifiedAt: found.mtimeMs,
      rule: partRule(item.rule),
      sha256: hashed.sha256,
      mediaType: part.path.endsWith('.tif') ? 'image/tiff' : 'application/pdf',
      ...(externalId === null ? {} : { externalId }),
      ...(item.externalData === null ? {} : { externalData: item.externalData }),
      ...(item.title === null ? {} : { title: numbered(item.title, index + 1) }),
      ...(role === null ? {} : { role }),
      ...(item.caseWord === null ? {} : { caseWord: item.caseWord }),
    };
  }

  /** All parts come in and the file is done in one commit: after a crash there is the file, or there are its parts. */
  async function takeIn(
    context: JobContext,
    item: ItemRecord,
    found: Extract<Separated, { kind: 'parts' }>,
  ): Promise<JobResult> {
    const at = now();
    const items: AcceptedItem[] = [];
    for (const [index, part] of found.parts.entries()) {
      const made = await asPart(item, part, index);
      if ('code' in made) return failed(context, item, made);
      items.push(made);
    }
    const { firstWork, taken } = parts.intake();
    const works = new Map(items.map((part) => [part.id, firstWork(part)]));
    const arriving = items.map((part, index) => ({ item: part, pages: pageRange(found.parts[index]?.pages ?? []) }));
    await recordParts(folderOf(item), item, arriving);
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
      await rm(folderOf(item), { recursive: true, force: true });
      return { state: 'cancelled' };
    }
    const { revision } = outcome;
    for (const part of items) {
      taken({ kind: 'accepted', item: part, takenInAt: at, revision, jobs: works.get(part.id)?.jobs ?? [] });
    }
    parts.dropped(item.size);
    if (tidy !== null) parts.enqueue([tidy]);
    return result;
  }

  async function failed(context: JobContext, item: ItemRecord, reason: Fault): Promise<JobResult> {
    const result = context.failed(reason);
    const outcome = await journal.commit([
      context.started(),
      context.ended(result),
      movedBack(item, result, ['accepted', 'uploading'], now()),
    ]);
    known.forget(item.id);
    return outcome.ok ? result : { state: 'cancelled' };
  }

  /** What a barcode says of a file that is one document; what its sidecar says comes first. */
  async function passOn(item: ItemRecord, found: Extract<Separated, { kind: 'as-it-is' }>): Promise<void> {
    const { because } = found;
    const externalId = item.externalId ?? found.document?.externalId ?? null;
    const role = item.role ?? found.document?.role ?? null;
    const set: ItemFields = { externalId, role };
    await journal.commit([
      { kind: 'item-set', itemId: item.id, set, note: { event: 'not-separated', detail: { because } } },
    ]);
    known.update(item.id, set);
    if (passed.size >= mostPassed) passed.clear();
    passed.add(item.id);
    await rm(folderOf(item), { recursive: true, force: true });
  }

  async function separate(context: JobContext, item: ItemRecord): Promise<JobResult | 'as-it-is'> {
    const { paper } = item.rule;
    if (paper === undefined) return 'as-it-is';
    const before = await hindrance(item);
    if (before !== null) return before === 'upload-tells' ? 'as-it-is' : failed(context, item, before);
    const { name, path, mediaType } = item;
    const separated = await parts.notes.around(path, () =>
      separateFile(
        { thread, safeName: safeSegment },
        { path, name, mediaType, rule: paper, folder: folderOf(item), signal: context.signal },
      ),
    );
    if (separated === null) return failed(context, item, fault('file-unjudged', { name }));
    if (!separated.ok) return failed(context, item, separated.fault);
    const found = separated.value;
    if (found.kind === 'stopped') return { state: 'ready', dueAt: now(), counts: false };
    const after = await hindrance(item);
    // What it looks like now is separated anew, or not at all.
    if (after !== null) await rm(folderOf(item), { recursive: true, force: true });
    if (after !== null) return after === 'upload-tells' ? 'as-it-is' : failed(context, item, after);
    if (found.kind === 'parts') return takeIn(context, item, found);
    await passOn(item, found);
    return 'as-it-is';
  }

  /** One file after the other: each may be hundreds of pages. */
  function separateInTurn<T>(act: () => Promise<T>): Promise<T> {
    waiting += 1;
    return inTurn(act).finally(() => {
      waiting -= 1;
    });
  }

  async function sweepParts(id: string): Promise<void> {
    const item = await journal.item(id);
    const place = join(folder, id);
    if (item !== null && item.stage !== 'separated') {
      await rm(place, { recursive: true, force: true });
      return;
    }
    const found = await bringInLeft({ journal, now, intake: parts.intake }, place, item);
    if (found === 'refused') ports.log.warn('parts-not-taken-in', { item: id });
    if (found === 'unknown' && item === null) ports.log.warn('parts-without-item', { item: id });
    const left = found === 'again' ? [] : await readdir(place);
    if (left.every((name) => name === partsRecordName)) await rm(place, { recursive: true, force: true });
  }

  return {
    first: (upload) => async (context) => {
      if (context.job.payload['look'] === true) return upload(context);
      const item = await known.get(context.job.subjectId);
      if (item === null || item.paused || item.rule.paper === undefined || passed.has(item.id)) return upload(context);
      const mayBe = mayShowPages(item.mediaType ?? '') && (item.stage === 'accepted' || item.stage === 'uploading');
      if (!mayBe || isPart(item)) return upload(context);
      if (waiting >= mostWaiting) return { state: 'ready', dueAt: now() + lookAgainMs, counts: false };
      const result = await separateInTurn(() => separate(context, item));
      return result === 'as-it-is' ? upload(context) : result;
    },
    async sweep() {
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        // File browsers leave files of their own wherever somebody looked.
        if (!entry.isDirectory()) continue;
        await sweepParts(entry.name).catch((error: unknown) => {
          // What can't be taken away now stays for the next start: it must not keep this one from going on.
          if (diskFault(error) === null) throw error;
          ports.log.warn('parts-not-swept', { item: entry.name, cause: String(error) });
        });
      }
    },
    close: () => thread.close(),
  };
}
