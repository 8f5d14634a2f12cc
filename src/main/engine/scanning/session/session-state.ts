import { crc32 } from 'node:zlib';
import { z } from 'zod';
import {
  pageColors,
  scanNoteSchema,
  scanProfileSchema,
  scanTargetSchema,
  type ScanEdit,
  type ScanProfile,
} from '../../../../shared/scanning.ts';
import { pageLookSchema, straightenBy, type PageLook, type PagePart } from '../pages/analysis/page-look.ts';
import { pageShapeSchema } from '../pages/page-shape.ts';
import { isSeparatorSheet, separates, tellingBarcode } from '../../../../shared/scan/barcode-rules.ts';
import { croppedPage, cutAsMadeSchema, straightenedPage, turnedPage } from './page-lie.ts';
import { turnedPart } from './page-part.ts';

/** A page as a session remembers it; `file` is its name in the session's folder. */
const pageSchema = z.object({
  file: z.string().regex(/^[\w.-]+$/),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/tiff']),
  color: z.enum(pageColors),
  /** Dots per inch. */
  density: z.number().positive(),
  /** Size of the file; absent where nobody measured it. */
  bytes: z.number().optional(),
  shape: pageShapeSchema,
  look: pageLookSchema.nullable(),
  leftOut: z.enum(['blank', 'separator', 'removed']).nullable(),
  cutAsMade: cutAsMadeSchema.optional(),
  /** A page (from 0) of a file that was taken in, of that size (points): it has no file of its own in the session's folder. */
  from: z.object({ itemId: z.string(), page: z.number().int(), width: z.number(), height: z.number() }).optional(),
});

/** See {@link pageSchema}. */
export type SessionPage = z.infer<typeof pageSchema>;

const documentSchema = z.object({
  id: z.string(),
  /** Null: made from the profile's template when it is shown or sent. */
  name: z.string().nullable(),
  externalId: z.string().nullable(),
  role: z.string().nullable(),
  /** What a person filled in of the profile's fields; '' = the field stays empty, whatever it begins with. */
  values: z.record(z.string(), z.string()).optional(),
  pages: z.array(z.string()),
  /** Where the finished file lies, and since when (ms); null while it can be changed. */
  sent: z.object({ at: z.number(), path: z.string() }).nullable(),
});

/** See {@link documentSchema}. */
export type SessionDocument = z.infer<typeof documentSchema>;

const editedSchema = z.object({
  itemId: z.string(),
  name: z.string(),
  path: z.string(),
  mediaType: z.string(),
  /** The item is held for this session since then (ms). */
  heldAt: z.number(),
});

/** An item whose pages are edited: its file is only read. */
export type EditedItem = z.infer<typeof editedSchema>;

/** Everything a session is, as it lies on the disk beside its pages. */
export const sessionStateSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  profileId: z.string(),
  startedAt: z.number(),
  nextNumber: z.number().int(),
  documents: z.array(documentSchema),
  pages: z.record(z.string(), pageSchema),
  target: scanTargetSchema.default({}),
  /** The profile of `profileId` where no settings have it: after a crash nobody else knows it. */
  profile: scanProfileSchema.optional(),
  /** A run goes on. Where a start finds it, the run before was cut off. */
  underWay: z.boolean().default(false),
  /** Pages that the last run has given; null: what came last is of no run. */
  came: z.number().int().nullable().default(null),
  /** What is to be said of the last run. */
  notes: z.array(scanNoteSchema).default([]),
  /** Its pages are those of these items; absent: pages were scanned, or copied from pictures. */
  edited: z.array(editedSchema).min(1).optional(),
  /** The arrangement ({@link arrangementOf}) in which they came; absent: an earlier Mailroom opened them, or they were scanned. */
  begun: z.number().optional(),
});

/** See {@link sessionStateSchema}. */
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Where a page that comes in goes: behind everything, or before, after or instead of a page that is there. */
export type PagePlace =
  | { readonly kind: 'end' }
  | { readonly kind: 'before' | 'after' | 'instead'; readonly pageId: string };

/** A number for how the documents of a session are arranged: another one once a person has changed something. */
export function arrangementOf({ documents, pages }: Pick<SessionState, 'documents' | 'pages'>): number {
  const told = documents.map(({ name, externalId, role, pages: own }) => [name, externalId, role, own]);
  const shapes = Object.values(pages).map(({ shape, leftOut }) => [shape.rotation, leftOut]);
  return crc32(JSON.stringify([told, shapes]));
}

/** A session without pages. */
export function emptySession(id: string, profileId: string, startedAt: number): SessionState {
  return {
    version: 1,
    id,
    profileId,
    startedAt,
    nextNumber: 1,
    documents: [],
    pages: {},
    target: {},
    underWay: false,
    came: null,
    notes: [],
  };
}

function newDocument(number: number, pages: readonly string[]): SessionDocument {
  return { id: `d${number}`, name: null, externalId: null, role: null, pages: [...pages], sent: null };
}

/** Removes documents without pages. */
function tidy(state: SessionState): SessionState {
  return { ...state, documents: state.documents.filter(({ pages }) => pages.length > 0) };
}

function isOpen({ sent }: SessionDocument): boolean {
  return sent === null;
}

/** Adds a page where it belongs; the place of one that is gone or sent is the end. */
export function addPage(state: SessionState, pageId: string, page: SessionPage, place: PagePlace): SessionState {
  const pages = { ...state.pages, [pageId]: page };
  if (place.kind !== 'end') {
    const target = state.documents.find((each) => isOpen(each) && each.pages.includes(place.pageId));
    if (target !== undefined) {
      const index = target.pages.indexOf(place.pageId) + (place.kind === 'after' ? 1 : 0);
      const changed = { ...target, pages: target.pages.toSpliced(index, 0, pageId) };
      const old = pages[place.pageId];
      if (place.kind === 'instead' && old !== undefined) pages[place.pageId] = { ...old, leftOut: 'removed' };
      return { ...state, pages, documents: state.documents.map((each) => (each === target ? changed : each)) };
    }
  }
  const last = state.documents.at(-1);
  if (last === undefined || !isOpen(last)) {
    const document = newDocument(state.nextNumber, [pageId]);
    return { ...state, pages, nextNumber: state.nextNumber + 1, documents: [...state.documents, document] };
  }
  const changed = { ...last, pages: [...last.pages, pageId] };
  return { ...state, pages, documents: [...state.documents.slice(0, -1), changed] };
}

/** Pages of a document that will be sent. */
export function keptPages(state: SessionState, document: SessionDocument): readonly string[] {
  return document.pages.filter((pageId) => state.pages[pageId]?.leftOut === null);
}

/** Lets a document begin with a page of it. */
function splitAt(state: SessionState, pageId: string): SessionState {
  const target = state.documents.find((each) => isOpen(each) && each.pages.includes(pageId));
  if (target === undefined) return state;
  const index = target.pages.indexOf(pageId);
  if (index <= 0) return state;
  const first = { ...target, pages: target.pages.slice(0, index) };
  const second = newDocument(state.nextNumber, target.pages.slice(index));
  return {
    ...state,
    nextNumber: state.nextNumber + 1,
    documents: state.documents.flatMap((each) => (each === target ? [first, second] : [each])),
  };
}

/**
 * What a look at a page changes by the rules of the profile: blank pages and separators are left out, askew ones straightened,
 * documents begin where the profile says so, and a barcode gives its document an external id, a role or a name.
 */
export function applyLook(
  state: SessionState,
  pageId: string,
  look: PageLook,
  part: PagePart | null,
  profile: ScanProfile,
): SessionState {
  const page = state.pages[pageId];
  const holder = state.documents.find((each) => each.pages.includes(pageId));
  if (page === undefined || holder === undefined || !isOpen(holder)) return state;
  const isSeparator = isSeparatorSheet(look, profile);
  const isBlank = profile.blankBelow !== undefined && look.inkPercent < profile.blankBelow;
  const separatesBlank = profile.separation.by === 'blank' && look.inkPercent < (profile.blankBelow ?? 0.2);
  const shape = {
    ...page.shape,
    straighten: profile.straighten ? straightenBy(look.skewDegrees) : 0,
    // Keep a cut that a person made meanwhile.
    cut: page.shape.cut ?? (part === null ? null : turnedPart(part, page.shape.rotation)),
  };
  const leftOut = isSeparator || separatesBlank ? 'separator' : isBlank ? 'blank' : page.leftOut;
  const looked: SessionState = {
    ...state,
    pages: { ...state.pages, [pageId]: { ...page, look, shape, leftOut, density: look.density ?? page.density } },
  };
  const begins =
    isSeparator ||
    separatesBlank ||
    look.barcodes.some((code) => separates(code, profile)) ||
    beginsByCount(looked, holder, pageId, profile);
  // A document with nothing but a separator in it has only begun: it is not split.
  const before = holder.pages.slice(0, holder.pages.indexOf(pageId));
  const hasPages = before.some((each) => looked.pages[each]?.leftOut === null);
  const split = begins && hasPages ? splitAt(looked, pageId) : looked;
  return nameByBarcode(split, pageId, look, profile);
}

function beginsByCount(
  state: SessionState,
  document: SessionDocument,
  pageId: string,
  { separation }: ScanProfile,
): boolean {
  if (separation.by !== 'pages') return false;
  const before = document.pages.slice(0, document.pages.indexOf(pageId));
  return before.filter((each) => state.pages[each]?.leftOut === null).length >= separation.pages;
}

function nameByBarcode(state: SessionState, pageId: string, look: PageLook, profile: ScanProfile): SessionState {
  const code = tellingBarcode(look.barcodes, profile);
  const document = state.documents.find((each) => each.pages.includes(pageId));
  if (code === null || document === undefined) return state;
  const named = {
    nothing: document,
    'external-id': { ...document, externalId: document.externalId ?? code.text.slice(0, 256) },
    role: { ...document, role: document.role ?? code.text.slice(0, 100) },
    name: { ...document, name: document.name ?? code.text.slice(0, 200) },
  }[profile.barcodeTo];
  return { ...state, documents: state.documents.map((each) => (each === document ? named : each)) };
}

/** Applies a person's change. Documents that are sent stay as they are. */
export function editSession(state: SessionState, edit: ScanEdit): SessionState {
  switch (edit.act) {
    case 'rotate':
      return changePages(state, edit.pageIds, (page) => ({ ...page, ...turnedPage(page, edit.by) }));
    case 'crop':
      return changePages(state, [edit.pageId], (page) => ({ ...page, ...croppedPage(page, edit.part) }));
    case 'target':
      return { ...state, target: edit.target };
    case 'straighten':
      return changePages(state, edit.pageIds, (page) => ({ ...page, ...straightenedPage(page, edit.on) }));
    case 'remove':
      return changePages(state, edit.pageIds, (page) => ({ ...page, leftOut: 'removed' }));
    case 'keep':
      return changePages(state, edit.pageIds, (page) => ({ ...page, leftOut: null }));
    case 'split':
      return splitAt(state, edit.pageId);
    case 'move':
      return movePages(state, edit.pageIds, edit.documentId, edit.index);
    case 'merge':
      return mergeDocument(state, edit.documentId);
    case 'describe':
      return {
        ...state,
        documents: state.documents.map((each) =>
          each.id !== edit.documentId || !isOpen(each)
            ? each
            : {
                ...each,
                ...(edit.name === undefined ? {} : { name: edit.name }),
                ...(edit.externalId === undefined ? {} : { externalId: edit.externalId }),
                ...(edit.role === undefined ? {} : { role: edit.role }),
                ...(edit.values === undefined ? {} : { values: { ...each.values, ...edit.values } }),
              },
        ),
      };
  }
}

function openPages(state: SessionState): ReadonlySet<string> {
  return new Set(state.documents.filter(isOpen).flatMap(({ pages }) => pages));
}

function changePages(
  state: SessionState,
  pageIds: readonly string[],
  change: (page: SessionPage) => SessionPage,
): SessionState {
  const open = openPages(state);
  const pages = { ...state.pages };
  for (const pageId of pageIds) {
    const page = pages[pageId];
    if (page !== undefined && open.has(pageId)) pages[pageId] = change(page);
  }
  return { ...state, pages };
}

function movePages(state: SessionState, pageIds: readonly string[], documentId: string, index: number): SessionState {
  const open = openPages(state);
  const moved = [...new Set(pageIds)].filter((pageId) => open.has(pageId));
  if (moved.length === 0) return state;
  const without = (pages: readonly string[]): string[] => pages.filter((pageId) => !moved.includes(pageId));
  if (documentId === 'new') {
    const document = newDocument(state.nextNumber, moved);
    const rest = state.documents.map((each) => ({ ...each, pages: without(each.pages) }));
    return tidy({ ...state, nextNumber: state.nextNumber + 1, documents: [...rest, document] });
  }
  const target = state.documents.find((each) => each.id === documentId && isOpen(each));
  if (target === undefined) return state;
  const before = target.pages.slice(0, index).filter((pageId) => !moved.includes(pageId)).length;
  return tidy({
    ...state,
    documents: state.documents.map((each) => {
      const pages = without(each.pages);
      return { ...each, pages: each.id === documentId ? pages.toSpliced(before, 0, ...moved) : pages };
    }),
  });
}

function mergeDocument(state: SessionState, documentId: string): SessionState {
  const index = state.documents.findIndex(({ id }) => id === documentId);
  const second = state.documents[index];
  const first = state.documents[index - 1];
  if (first === undefined || second === undefined || !isOpen(first) || !isOpen(second)) return state;
  const joined = {
    ...first,
    pages: [...first.pages, ...second.pages],
    externalId: first.externalId ?? second.externalId,
    role: first.role ?? second.role,
    values: { ...second.values, ...first.values },
  };
  return { ...state, documents: state.documents.toSpliced(index - 1, 2, joined) };
}
