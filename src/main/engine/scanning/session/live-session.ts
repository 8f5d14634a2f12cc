import { join } from 'node:path';
import type { Outcome } from '../../../../shared/faults.ts';
import { usualQuality, type ScanEdit, type ScanProfile, type ScanSessionView } from '../../../../shared/scanning.ts';
import { failure, success } from '../../faults/fault.ts';
import type { ScannerDriver, ScanRequest } from '../drivers/driver.ts';
import type { PageToWrite } from '../pages/page-work.ts';
import { createDocumentSizes, type DocumentSize } from './document-size.ts';
import { importFiles } from './import-pages.ts';
import { createLastingState } from './lasting-state.ts';
import type { FoundPictures } from './pictures-at.ts';
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

function viewOf(at: SessionAtWork): ScanSessionView {
  return sessionView(at.state, at.profile(), {
    scanning: isBusy(at),
    importing: importProgress([...at.importing.values()]),
    fault: at.lastFault ?? at.lasting.fault(),
    interrupted: at.interrupted,
    canUndo: at.before.length > 0,
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

async function goBy(at: SessionAtWork, profileId: string, profile: ScanProfile): Promise<void> {
  // An undo takes back changes of pages, not the choice of a profile.
  at.before = at.before.map((each) => ({ ...each, profileId, profile }));
  const next = { ...at.state, profileId, profile };
  // A session without pages is not on the disk yet: its first page saves this.
  if (Object.keys(at.state.pages).length === 0) at.state = next;
  else await change(at, next);
}

async function edit(at: SessionAtWork, edit: ScanEdit): Promise<Outcome<null>> {
  const next = editSession(at.state, edit);
  if (next === at.state) return failure('not-found', { subject: 'page', id: '' });
  at.before = [...at.before, at.state].slice(-maxUndo);
  await change(at, next);
  return success(null);
}

async function undo(at: SessionAtWork): Promise<void> {
  const previous = at.before.at(-1);
  if (previous === undefined) return;
  at.before = at.before.slice(0, -1);
  // Pages that came since then stay: only the change of a person is taken back.
  const known = new Set(previous.documents.flatMap(({ pages }) => pages));
  const since = Object.entries(at.state.pages).filter(([pageId]) => !known.has(pageId));
  const { nextNumber, underWay, came, notes } = at.state;
  let next: SessionState = { ...previous, nextNumber, underWay, came, notes };
  for (const [pageId, page] of since) next = addPage(next, pageId, page, { kind: 'end' });
  await change(at, next);
}

/** Brings a session to life. */
export function createLiveSession(begin: SessionState, parts: LiveSessionParts): LiveSession {
  const at: SessionAtWork = {
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
    lasting: createLastingState(() => parts.folder.save(at.state), parts.clock, parts.onChanged),
  };
  const sizes = createDocumentSizes(parts.thread);
  // Pages that came in just before a power failure: nobody has looked at them.
  for (const { pages } of begin.documents.filter(({ sent }) => sent === null)) {
    for (const pageId of pages) if (begin.pages[pageId]?.look === null) lookAt(at, pageId);
  }

  return {
    state: () => at.state,
    view: () => viewOf(at),
    run: (driver, scannerId, request, place, first) => runSession(at, driver, scannerId, request, place, first),
    goBy: (profileId, own) => goBy(at, profileId, own),
    stop(why) {
      at.isCutOff ||= isBusy(at) && why === 'cut-off';
      at.running?.abort();
      for (const control of at.importing.keys()) control.abort();
    },
    importFiles: (found) => importFiles(at, found),
    edit: (wanted) => edit(at, wanted),
    undo: () => undo(at),
    async looked() {
      let waited: Promise<void> | null = null;
      while (waited !== at.looks) {
        waited = at.looks;
        await waited;
      }
    },
    async picture(pageId, max) {
      const page = at.state.pages[pageId];
      if (page === undefined) return failure('not-found', { subject: 'page', id: pageId });
      return parts.thread.picture(join(parts.folder.folder, page.file), page.shape, page.density, max);
    },
    async size(documentId, format) {
      const document = at.state.documents.find(({ id }) => id === documentId);
      if (document === undefined) return failure('not-found', { subject: 'document', id: documentId });
      return sizes.of(pagesOf(at, document), format);
    },
    async write(document, format, path, title) {
      const pages = pagesOf(at, document);
      return pages.length === 0 ? failure('scan-without-pages') : parts.thread.write(pages, format, path, title);
    },
    async markSent(sent) {
      at.before = [];
      await change(at, {
        ...at.state,
        documents: at.state.documents.map((each) => {
          const place = sent.get(each.id);
          return place === undefined ? each : { ...each, sent: place };
        }),
      });
    },
    end: (keep) => at.lasting.end(keep),
  };
}
