import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault, Outcome } from '../../../../shared/faults.ts';
import { safeSegment } from '../../exports/safe-name.ts';
import { failure, fault, success } from '../../faults/fault.ts';
import { misuse } from '../../faults/usage-sentences.ts';
import type { FileInspector } from '../../intake/inspection/file-inspector.ts';
import type { AcceptedItem, IntakeDependencies, Work } from '../../intake/reception/intake.ts';
import type { Change } from '../../journal/changes.ts';
import { itemPages } from '../../journal/pages.ts';
import { sentFile, type ItemRecord, type NewJob } from '../../journal/records.ts';
import { makeFolder } from '../../platform/disk/make-folder.ts';
import { rm } from '../../platform/disk/patient-files.ts';
import { paths } from '../../platform/names/paths.ts';
import { fileFault, unchanged } from '../../submissions/file-body.ts';
import { added, tidyJob } from '../../submissions/first-jobs.ts';
import { withDiskFault } from '../disk-fault.ts';
import { asScanned } from '../pages/page-shape.ts';
import { maxPages } from '../pages/pdf/page-pictures.ts';
import { asPart } from '../separation/part-items.ts';
import { arrivals, recordParts, type ArrivingPart } from '../separation/left-parts.ts';
import { pageRange } from '../separation/separate-file.ts';
import { stemOf } from '../../platform/names/paths.ts';
import { documentName } from '../session/document-names.ts';
import {
  arrangementOf,
  emptySession,
  keptPages,
  type EditedItem,
  type SessionDocument,
  type SessionPage,
  type SessionState,
} from '../session/session-state.ts';
import type { FilePages } from './file-pages.ts';
import { endedBy, giveBack, hindranceOf, holdItems, isHeldFor, type HoldParts } from './held-items.ts';

/** What editing pages of items needs of the engine. */
export interface PageEditParts extends HoldParts {
  readonly dataDirectory: string;
  readonly inspector: Pick<FileInspector, 'hash'>;
  readonly newId: () => string;
  /** What the new items begin with; where nothing is sent (`work` of the engine), nothing is told of them. */
  readonly intake: () => Pick<IntakeDependencies, 'firstWork'> & { readonly taken: IntakeDependencies['taken'] | null };
  readonly enqueue: (jobs: readonly NewJob[]) => void;
  /** An original is not sent any more. */
  readonly dropped: (item: ItemRecord) => void;
}

/** What an edit did: where its documents lie, and their size together; none where nothing was changed. */
export interface Replaced {
  readonly paths: readonly string[];
  readonly bytes: number;
  readonly sourceId: string;
}

/** Pages of items that are not at the service yet, as sessions of the Scan screen. */
export interface PageEdits {
  /** A session of all pages of these items, one document each. Faults: why one of them can't be edited. */
  draft(itemIds: readonly string[], sessionId: string): Promise<Outcome<SessionState>>;
  /** Holds the items of a session that is durable by now; from here on nothing of them is sent. */
  hold(state: SessionState): Promise<Outcome<null>>;
  /** The documents of a session take the place of its items, in one commit. Faults leave everything as it was. */
  replace(state: SessionState): Promise<Outcome<Replaced>>;
  /** Gives the items of a session back as they were before. */
  giveBack(state: SessionState): Promise<void>;
  /** Whether a session holds none of its items any more. */
  isOver(state: SessionState): Promise<boolean>;
  /** Gives back the items that are held for sessions that are gone. */
  settle(sessions: readonly SessionState[]): Promise<void>;
}

function pagesOf(item: ItemRecord, sizes: readonly { width: number; height: number }[]): readonly SessionPage[] {
  const fresh = {
    file: 'none',
    mediaType: 'image/png',
    color: 'color',
    density: 72,
    look: null,
    leftOut: null,
  } as const;
  return sizes.map((size, page) => ({ ...fresh, shape: asScanned, from: { itemId: item.id, page, ...size } }));
}

/** Files that are larger together are not edited at once (bytes): all of them lie in memory while their pages are put together. */
const maxTogether = 512 * 1024 * 1024;

/** A session in which each item is a document, as it came. */
function draftOf(
  sessionId: string,
  files: readonly { readonly item: ItemRecord; readonly pages: readonly SessionPage[] }[],
  at: number,
): SessionState {
  let number = 1;
  const pages: Record<string, SessionPage> = {};
  const documents = files.map(({ item, pages: own }, index): SessionDocument => {
    const ids = own.map((page) => {
      const id = `p${number}`;
      number += 1;
      pages[id] = page;
      return id;
    });
    const { externalId, role } = item;
    return { id: `d${index + 1}`, name: stemOf(item.name), externalId, role, pages: ids, sent: null };
  });
  const edited = files.map(({ item }): EditedItem => {
    const { path, mediaType } = sentFile(item);
    return { itemId: item.id, name: item.name, path, mediaType: mediaType ?? '', heldAt: at };
  });
  return {
    ...emptySession(sessionId, '', at),
    nextNumber: Math.max(number, documents.length + 1),
    documents,
    pages,
    edited,
    begun: arrangementOf({ documents, pages }),
  };
}

/** Whether a session is as {@link draftOf} made it: its items go as they came, byte for byte. */
function isUntouched(state: SessionState, items: readonly ItemRecord[]): boolean {
  const made = draftOf(
    state.id,
    items.map((item) => ({
      item,
      pages: Object.values(state.pages).flatMap((page) =>
        page.from?.itemId === item.id ? [{ ...page, shape: asScanned, look: null, leftOut: null }] : [],
      ),
    })),
    state.startedAt,
  );
  return arrangementOf(made) === arrangementOf(state);
}

/** What editing works with. */
interface Edits extends PageEditParts {
  readonly files: FilePages;
}

async function itemsOf({ journal }: Edits, itemIds: readonly string[]): Promise<Outcome<readonly ItemRecord[]>> {
  const found = new Map((await journal.itemsByIds(itemIds)).map((item) => [item.id, item]));
  const items = itemIds.flatMap((id) => found.get(id) ?? []);
  const missing = itemIds.find((id) => !found.has(id));
  return missing === undefined ? success(items) : failure('not-found', { subject: 'item', id: missing });
}

/** Why a file does not lie as it was taken in; null where it does. */
async function touchedFile(item: ItemRecord): Promise<Fault | null> {
  const file = sentFile(item);
  try {
    return unchanged(await stat(file.path), file) ? null : fault('file-changed', { name: item.name });
  } catch (error) {
    return fileFault(error, item.name);
  }
}

/** Why the file of an item is not the one that was taken in; null where it is. */
async function changedFile({ inspector }: Edits, item: ItemRecord): Promise<Fault | null> {
  const touched = await touchedFile(item);
  if (touched !== null) return touched;
  const file = sentFile(item);
  const hashed = await inspector.hash(file.path);
  if (hashed.kind !== 'hashed') return fault('file-unreadable', { name: item.name, problem: hashed.kind });
  return hashed.sha256 === file.sha256 ? null : fault('file-changed', { name: item.name });
}

/** What becomes of an original: it is kept, if not where it lies, then where its folder keeps what was sent. What Mailroom made itself (scans, parts of an earlier edit) goes as it would have gone after it was sent. */
function keptJob({ dataDirectory, newId, now }: Edits, item: ItemRecord): NewJob | null {
  const { rule } = item;
  const isOwn = paths.liesIn(dataDirectory, item.path);
  return tidyJob(
    rule.after === 'delete' && !isOwn ? { ...item, rule: { ...rule, after: 'move' } } : item,
    newId(),
    now(),
  );
}

/** Which pages of which items a document has; the item of its first page comes first: the document is as that one. */
function originsOf(state: SessionState, document: SessionDocument, items: readonly ItemRecord[]) {
  const kept = keptPages(state, document).flatMap((pageId) => state.pages[pageId]?.from ?? []);
  return [...new Set(kept.map(({ itemId }) => itemId))].flatMap((original) => {
    const item = items.find(({ id }) => id === original);
    const own = kept.filter(({ itemId }) => itemId === original).map(({ page }) => page);
    const pages = pageRange(own.sort((one, two) => one - two));
    return item === undefined ? [] : [{ original, from: item.name, sha256: item.sha256 ?? '', pages }];
  });
}

/** Writes the documents of a session into the folder of its parts. */
async function write(
  edits: Edits,
  state: SessionState,
  items: readonly ItemRecord[],
  folder: string,
): Promise<Outcome<{ readonly arriving: readonly ArrivingPart[]; readonly bytes: number }>> {
  const documents = state.documents.filter((document) => keptPages(state, document).length > 0);
  if (documents.length === 0) return failure('scan-without-pages');
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder, 0o700);
  const ending = items.every((item) => sentFile(item).mediaType === 'image/tiff') ? 'tif' : 'pdf';
  const wanted = documents.map((document, index) => ({
    document,
    target: join(folder, `${index + 1}.${ending}`),
    title: documentName(state, document, null),
  }));
  const written = await edits.files.write(state, wanted, folder);
  if (!written.ok) return written;
  const arriving: ArrivingPart[] = [];
  for (const [index, { document, target, title }] of wanted.entries()) {
    const from = originsOf(state, document, items);
    const item = items.find(({ id }) => id === from[0]?.original);
    if (item === undefined) return failure('not-found', { subject: 'item', id: '' });
    const { externalId, role } = document;
    const file = { path: target, shownName: `${safeSegment(title)}.${ending}`, externalId, role, barcodes: [] };
    const part = await asPart(edits, item, file, wanted.length === 1 ? null : index);
    if ('code' in part) return { ok: false, fault: part };
    arriving.push({ item: part, pages: from.map(({ pages }) => pages).join(', '), from });
  }
  return success({ arriving, bytes: written.value.reduce((sum, each) => sum + each, 0) });
}

/**
 * In the case of the item that it has pages of, wherever a person has put that. The role it has there goes to the one document that has
 * pages of it, its main mark to the first.
 */
async function placesOf(
  { journal }: Edits,
  arriving: readonly ArrivingPart[],
  at: number,
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const firstOf = ({ from }: ArrivingPart): string => from?.[0]?.original ?? '';
  const places = new Map((await journal.places(arriving.map(firstOf))).map((place) => [place.itemId, place]));
  const having = (itemId: string) => arriving.filter(({ from }) => from?.some(({ original }) => original === itemId));
  return new Map(
    arriving.flatMap((part): [string, readonly Change[]][] => {
      const place = places.get(firstOf(part));
      if (place === undefined) return [];
      const itemId = part.item.id;
      const isFirst = arriving.find((each) => firstOf(each) === place.itemId) === part;
      const set = {
        ...(having(place.itemId).length === 1 && place.role !== null ? { role: place.role } : {}),
        ...(isFirst && place.mainFile ? { mainFile: true } : {}),
      };
      return [
        [
          itemId,
          [
            { kind: 'item-put', itemId, openCaseId: place.openCaseId, at },
            { kind: 'place-set', itemId, set, at },
          ],
        ],
      ];
    }),
  );
}

async function commit(
  edits: Edits,
  edited: readonly EditedItem[],
  items: readonly ItemRecord[],
  arriving: readonly ArrivingPart[],
): Promise<Outcome<null>> {
  const { journal, now, actor } = edits;
  const at = now();
  const { firstWork, taken } = edits.intake();
  // As if it lay where its original lies: that tells its case, and whether another station may have sent it.
  const pathOf = new Map(items.map(({ id, path }) => [id, path]));
  const works = new Map<string, Work>(
    arriving.map(({ item, from }) => [
      item.id,
      firstWork({ ...item, path: pathOf.get(from?.[0]?.original ?? '') ?? item.path }),
    ]),
  );
  const places = await placesOf(edits, arriving, at);
  const pages = arriving.reduce((sum, { from = [] }) => sum + from.length, 0);
  const ends: Change[] = [];
  for (const each of edited) {
    const ended = await endedBy(edits, each, { documents: arriving.length, pages });
    if (!ended.ok) return misuse('edit-over', { name: each.name });
    ends.push(...ended.value);
  }
  const kept = items.flatMap((item) => keptJob(edits, item) ?? []);
  const [first] = items;
  if (first === undefined) return failure('not-found', { subject: 'item', id: '' });
  const outcome = await journal.commit(
    [
      ...ends,
      ...arrivals(first, arriving, at, ({ id }) => [...(works.get(id)?.changes ?? []), ...(places.get(id) ?? [])]),
      ...kept.map(added),
    ],
    actor,
  );
  for (const { id } of items) edits.known.forget(id);
  if (!outcome.ok) return misuse('edit-over', { name: first.name });
  const told = (item: AcceptedItem): void =>
    taken?.({
      kind: 'accepted',
      item,
      takenInAt: at,
      revision: outcome.revision,
      jobs: works.get(item.id)?.jobs ?? [],
    });
  for (const { item } of arriving) told(item);
  for (const item of items) edits.dropped(item);
  edits.enqueue(kept);
  return success(null);
}

async function draft(edits: Edits, itemIds: readonly string[], sessionId: string): Promise<Outcome<SessionState>> {
  const items = await itemsOf(edits, [...new Set(itemIds)]);
  if (!items.ok) return items;
  const [first] = items.value;
  const isElsewhere = ({ rule }: ItemRecord): boolean =>
    rule.projectId !== first?.rule.projectId || rule.connectionId !== first.rule.connectionId;
  if (items.value.some(isElsewhere)) return misuse('pages-of-several-projects');
  const bytes = items.value.reduce((sum, item) => sum + sentFile(item).size, 0);
  if (items.value.length > 1 && bytes > maxTogether) return failure('pages-fixed', { problem: 'too-large-together' });
  const surveyed: { readonly item: ItemRecord; readonly pages: readonly SessionPage[] }[] = [];
  for (const item of items.value) {
    const hindrance = (await hindranceOf(edits.journal, item)) ?? (await changedFile(edits, item));
    if (hindrance !== null) return { ok: false, fault: hindrance };
    const { path, mediaType } = sentFile(item);
    const sizes = await edits.files.survey({ path, mediaType: mediaType ?? '' });
    if (!sizes.ok) return failure(sizes.fault.code, { ...sizes.fault.params, name: item.name }, sizes.fault.cause);
    surveyed.push({ item, pages: pagesOf(item, sizes.value) });
  }
  const count = surveyed.reduce((sum, { pages }) => sum + pages.length, 0);
  if (count > maxPages) return failure('pages-fixed', { problem: 'too-many-pages' });
  return success(draftOf(sessionId, surveyed, edits.now()));
}

async function hold(edits: Edits, state: SessionState): Promise<Outcome<null>> {
  const edited = state.edited ?? [];
  const items = await itemsOf(
    edits,
    edited.map(({ itemId }) => itemId),
  );
  return items.ok ? holdItems(edits, items.value, edited) : items;
}

async function replace(edits: Edits, state: SessionState): Promise<Outcome<Replaced>> {
  const { journal } = edits;
  const edited = state.edited ?? [];
  const found = await itemsOf(
    edits,
    edited.map(({ itemId }) => itemId),
  );
  if (!found.ok) return found;
  const items = found.value;
  const [first] = items;
  if (first === undefined) return failure('scan-without-pages');
  const { sourceId } = first;
  // Asked before anything is written: of an edit that is over, the files of its documents lie in the same folder.
  for (const each of edited) {
    const item = items.find(({ id }) => id === each.itemId) ?? null;
    if (!isHeldFor(item, each)) return misuse('edit-over', { name: each.name });
  }
  if (isUntouched(state, items)) {
    for (const { id } of items) await giveBack(edits, id);
    return success({ paths: [], bytes: 0, sourceId });
  }
  for (const item of items) {
    const hindrance = await changedFile(edits, item);
    if (hindrance !== null) return { ok: false, fault: hindrance };
  }
  const folder = join(edits.dataDirectory, 'scans', 'parts', first.id);
  const done = await withDiskFault(async () => {
    const made = await write(edits, state, items, folder);
    if (!made.ok) return made;
    // Once more: the pages were read since, and a program may have written the file anew.
    for (const item of items) {
      const touched = await touchedFile(item);
      if (touched !== null) return { ok: false, fault: touched };
    }
    await recordParts(folder, first, made.value.arriving, items.slice(1));
    const ended = await commit(edits, edited, items, made.value.arriving);
    if (!ended.ok) return ended;
    return success({ paths: made.value.arriving.map(({ item }) => item.path), bytes: made.value.bytes, sourceId });
  });
  // A commit may be durable though its answer was an error: then the files are on their way.
  if (!done.ok && (await journal.item(first.id))?.stage !== 'separated')
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return done;
}

/** Makes it. */
export function createPageEdits(parts: PageEditParts, files: FilePages): PageEdits {
  const edits: Edits = { ...parts, files };
  const { journal } = parts;
  return {
    draft: (itemIds, sessionId) => draft(edits, itemIds, sessionId),
    hold: (state) => hold(edits, state),
    replace: (state) => replace(edits, state),
    async giveBack(state) {
      for (const each of state.edited ?? [])
        if (isHeldFor(await journal.item(each.itemId), each)) await giveBack(parts, each.itemId);
    },
    async isOver(state) {
      for (const each of state.edited ?? []) if (isHeldFor(await journal.item(each.itemId), each)) return false;
      return true;
    },
    async settle(sessions) {
      const known = sessions.flatMap(({ edited = [] }) => edited);
      for await (const page of itemPages(journal.items, { stages: ['held'], limit: 500 })) {
        for (const item of page) {
          if (item.fault?.code !== 'pages-edited') continue;
          if (!known.some((each) => each.itemId === item.id && isHeldFor(item, each))) await giveBack(edits, item.id);
        }
      }
    },
  };
}
