import { join } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import {
  usualQuality,
  type PaperRule,
  type ScanEdit,
  type ScanProfile,
  type ScanSessionView,
} from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import { misuse } from '../../faults/usage-sentences.ts';
import type { ScannerDriver, ScanRequest } from '../drivers/driver.ts';
import type { PageToWrite } from '../pages/page-work.ts';
import { createDocumentSizes, type DocumentSize } from './document-size.ts';
import { importFiles } from './import-pages.ts';
import { createLastingState } from './lasting-state.ts';
import type { FoundPictures } from './pictures-at.ts';
import { separateItems } from '../editing/separate-items.ts';
import { runSession } from './run-session.ts';
import {
  change,
  isBusy,
  lookAt,
  type FirstShape,
  type LiveSessionParts,
  type SessionAtWork,
} from './session-at-work.ts';
import {
  addPage,
  editSession,
  keptPages,
  type PagePlace,
  type SessionDocument,
  type SessionPage,
  type SessionState,
} from './session-state.ts';
import { sessionView, type ImportProgress } from './session-view.ts';

/** A session at work: what comes in is on the disk before anybody hears of it; every change is, too. */
export interface LiveSession {
  state(): SessionState;
  view(): ScanSessionView;
  /** Scans with a driver until it ends; one run at a time. Answers how many pages came. */
  run(
    driver: ScannerDriver,
    scannerId: string,
    request: ScanRequest,
    place: PagePlace,
    shape: FirstShape,
  ): Promise<Outcome<{ readonly pages: number }>>;
  /** Pages are looked at, and documents leave, by another profile from now on; `own` where no settings have it. */
  goBy(profileId: string, own: ScanProfile): Promise<void>;
  /** Ends a run, of which what has come stays, and imports, of which nothing does. Where no person wanted its end (`cut-off`), the next start says that pages may be missing. */
  stop(why: 'person' | 'cut-off'): void;
  /** Takes pages of picture files in: all of them, or none where one can't be read or `stop` came first. */
  importFiles(found: FoundPictures): Promise<Outcome<{ readonly pages: number }>>;
  edit(edit: ScanEdit): Promise<Outcome<null>>;
  /**
   * Separates the pages of items by what is read on them, as one change; `stop` ends that, and nothing was changed then. Faults of pages
   * that can't be looked at.
   */
  separate(rule: PaperRule): Promise<Outcome<null>>;
  /** Takes the last change of a person back; nothing where there is none. */
  undo(): Promise<void>;
  /** Resolves when no page waits to be looked at. */
  looked(): Promise<void>;
  picture(pageId: string, max: number): Promise<Outcome<Uint8Array>>;
  /** Writes a document to a path (`archive`: PDF/A-2b); answers its bytes. */
  write(
    document: SessionDocument,
    format: 'pdf' | 'archive' | 'tiff',
    path: string,
    title: string,
  ): Promise<Outcome<number>>;
  /** How large a document will be in that format. `not-found`, `file-damaged`, `file-unreadable`. */
  size(documentId: string, format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>>;
  /** Notes where documents lie, on their way: they can't be changed any more; null = they can again. */
  markSent(sent: ReadonlyMap<string, SessionDocument['sent']>): Promise<void>;
  /** Nothing of it is written from now on: its folder goes, or the process does (`keep`). */
  end(keep: boolean): Promise<void>;
}

/** Number of changes that can be taken back. */
const maxUndo = 100;

/** The progress of all imports together; null: there is none. */
function importProgress(all: readonly ImportProgress[]): ImportProgress | null {
  const sum = (key: keyof ImportProgress): number => all.reduce((total, each) => total + each[key], 0);
  return all.length === 0 ? null : { done: sum('done'), of: sum('of') };
}

function viewOf(session: SessionAtWork): ScanSessionView {
  return sessionView(session.state, session.profile(), {
    scanning: isBusy(session),
    importing: importProgress([...session.importing.values()]),
    fault: session.lastFault ?? session.lasting.fault(),
    interrupted: session.interrupted,
    canUndo: session.before.length > 0,
  });
}

/** The pages of a document that will be sent. */
function pagesOf(
  { state, folder, profile }: SessionAtWork,
  document: SessionDocument,
): readonly (PageToWrite & Pick<SessionPage, 'bytes'>)[] {
  const { quality = usualQuality, threshold } = profile() ?? {};
  return keptPages(state, document).flatMap((pageId) => {
    const page = state.pages[pageId];
    return page === undefined ? [] : [{ ...page, path: join(folder.folder, page.file), quality, threshold }];
  });
}

async function goBy(session: SessionAtWork, profileId: string, profile: ScanProfile): Promise<void> {
  // An undo takes back changes of pages, not the choice of a profile.
  session.before = session.before.map((each) => ({ ...each, profileId, profile }));
  const next = { ...session.state, profileId, profile };
  // A session without pages is not on the disk yet: its first page saves this.
  if (Object.keys(session.state.pages).length === 0) session.state = next;
  else await change(session, next);
}

/** Changes of a picture: pages of items are only moved and turned, so that nothing on them changes. */
const pictureActs: readonly ScanEdit['act'][] = ['crop', 'straighten', 'target'];

async function edit(session: SessionAtWork, edit: ScanEdit): Promise<Outcome<null>> {
  if (session.state.edited !== undefined && pictureActs.includes(edit.act)) return misuse('pages-of-items');
  const next = editSession(session.state, edit);
  if (next === session.state) return failure('not-found', { subject: 'page', id: '' });
  session.before = [...session.before, session.state].slice(-maxUndo);
  await change(session, next);
  return success(null);
}

async function undo(session: SessionAtWork): Promise<void> {
  const previous = session.before.at(-1);
  if (previous === undefined) return;
  session.before = session.before.slice(0, -1);
  // Pages that came since then stay: only the change of a person is taken back.
  const known = new Set(previous.documents.flatMap(({ pages }) => pages));
  const since = Object.entries(session.state.pages).filter(([pageId]) => !known.has(pageId));
  const { nextNumber, underWay, came, notes } = session.state;
  let next: SessionState = { ...previous, nextNumber, underWay, came, notes };
  for (const [pageId, page] of since) next = addPage(next, pageId, page, { kind: 'end' });
  await change(session, next);
}

/** A picture of a page of an item. */
async function drawnPicture(
  { files, state }: SessionAtWork,
  { shape }: SessionPage,
  { itemId, page }: NonNullable<SessionPage['from']>,
  max: number,
): Promise<Outcome<Uint8Array>> {
  const file = state.edited?.find((each) => each.itemId === itemId);
  return file === undefined
    ? failure('not-found', { subject: 'item', id: itemId })
    : files.draw(file, page, shape.rotation, max);
}

/** Brings a session to life. */
export function createLiveSession(begin: SessionState, parts: LiveSessionParts): LiveSession {
  const session: SessionAtWork = {
    ...parts,
    state: begin,
    before: [],
    running: null,
    lastRun: null,
    lastFault: null,
    interrupted: begin.underWay,
    isCutOff: false,
    importing: new Map(),
    imports: 0,
    arriving: new Set(),
    looks: Promise.resolve(),
    lasting: createLastingState(() => parts.folder.save(session.state), parts.clock, parts.onChanged),
  };
  const sizes = createDocumentSizes(parts.thread);
  // Pages that came in just before a power failure: nobody has looked at them.
  for (const { pages } of begin.documents.filter(({ sent }) => sent === null)) {
    for (const pageId of pages) {
      const page = begin.pages[pageId];
      // What is on pages of items only matters once a person has them separated.
      if (page?.look === null && page.from === undefined) lookAt(session, pageId);
    }
  }

  return {
    state: () => session.state,
    view: () => viewOf(session),
    run: (driver, scannerId, request, place, first) => runSession(session, driver, scannerId, request, place, first),
    goBy: (profileId, own) => goBy(session, profileId, own),
    stop(why) {
      session.isCutOff ||= isBusy(session) && why === 'cut-off';
      session.running?.abort();
      for (const control of session.importing.keys()) control.abort();
    },
    importFiles: (found) => importFiles(session, found),
    edit: (wanted) => edit(session, wanted),
    separate: (rule) => separateItems(session, rule),
    undo: () => undo(session),
    async looked() {
      let waited: Promise<void> | null = null;
      while (waited !== session.looks) {
        waited = session.looks;
        await waited;
      }
    },
    async picture(pageId, max) {
      const page = session.state.pages[pageId];
      if (page === undefined) return failure('not-found', { subject: 'page', id: pageId });
      if (page.from !== undefined) return drawnPicture(session, page, page.from, max);
      return parts.thread.picture(join(parts.folder.folder, page.file), page.shape, page.density, max);
    },
    async size(documentId, format) {
      const document = session.state.documents.find(({ id }) => id === documentId);
      if (document === undefined) return failure('not-found', { subject: 'document', id: documentId });
      return sizes.of(pagesOf(session, document), format);
    },
    async write(document, format, path, title) {
      const pages = pagesOf(session, document);
      if (pages.length === 0) return failure('scan-without-pages');
      return parts.thread.write(pages, format, path, title);
    },
    async markSent(sent) {
      session.before = [];
      await change(session, {
        ...session.state,
        documents: session.state.documents.map((each) => {
          const place = sent.get(each.id);
          return place === undefined ? each : { ...each, sent: place };
        }),
      });
    },
    end: (keep) => session.lasting.end(keep),
  };
}
