import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault, Outcome } from '../../../../../shared/faults.ts';
import type { ScanEdit, ScanProfile, ScanSessionView } from '../../../../../shared/scanning.ts';
import { failure, success } from '../../../faults/fault.ts';
import { diskFault } from '../disk-fault.ts';
import type { DrivenPage, ScannerDriver, ScanRequest } from '../driver.ts';
import type { PageThread } from '../pages/page-thread.ts';
import type { PageToWrite } from '../pages/write-document.ts';
import { createDocumentSizes, type DocumentSize } from './document-size.ts';
import { freshPage, type SessionFolder } from './session-folder.ts';
import {
  addPage,
  applyLook,
  editSession,
  keptPages,
  type PagePlace,
  type SessionDocument,
  type SessionPage,
  type SessionState,
} from './session-state.ts';
import { sessionView } from './session-view.ts';

/** What a session works with. */
export interface LiveSessionParts {
  readonly folder: SessionFolder;
  readonly thread: PageThread;
  /** The profile as it is in the settings now; null where it was taken out. */
  readonly profile: () => ScanProfile | null;
  readonly onChanged: () => void;
}

/** What is done with a page from the start. */
export type FirstShape = Pick<SessionPage['shape'], 'rotation' | 'brightness' | 'contrast'>;

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
  /** Ends a run; what has come stays. */
  stop(): void;
  /** Takes pages of picture files in. */
  importFiles(paths: readonly string[]): Promise<Outcome<{ readonly pages: number }>>;
  edit(edit: ScanEdit): Promise<Outcome<null>>;
  /** Takes the last change of a person back; nothing where there is none. */
  undo(): Promise<void>;
  /** Resolves when no page waits to be looked at. */
  looked(): Promise<void>;
  picture(pageId: string, most: number): Promise<Outcome<Uint8Array>>;
  /** Writes a document to a path; answers its bytes. */
  write(document: SessionDocument, format: 'pdf' | 'tiff', path: string, title: string): Promise<Outcome<number>>;
  /** How large a document will be in that format. `not-found`, `file-damaged`, `file-unreadable`. */
  size(documentId: string, format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>>;
  /** Notes where documents lie, on their way: they can't be changed any more; null = they can again. */
  markSent(sent: ReadonlyMap<string, SessionDocument['sent']>): Promise<void>;
}

/** So many changes can be taken back. */
const mostUndo = 100;

/** Brings a session to life. */
export function createLiveSession(
  begin: SessionState,
  { folder, thread, profile, onChanged }: LiveSessionParts,
): LiveSession {
  let state = begin;
  let before: SessionState[] = [];
  let running: AbortController | null = null;
  let lastFault: Fault | null = null;
  let interrupted = begin.underWay;
  const sizes = createDocumentSizes(thread);
  /** Saves and looks go one after the other. */
  let saved: Promise<void> = Promise.resolve();
  let looks: Promise<void> = Promise.resolve();

  async function change(next: SessionState): Promise<void> {
    if (next === state) return;
    state = next;
    // A later save carries this change too: what waits in line is written once.
    saved = saved.catch(() => undefined).then(() => folder.save(state));
    await saved;
    onChanged();
  }

  function lookAt(pageId: string): void {
    looks = looks.then(async () => {
      const page = state.pages[pageId];
      const rules = profile();
      if (page === undefined) return;
      const ask = { codes: true, edge: rules?.cut === true, straighten: rules?.straighten === true };
      const seen = await thread.look(join(folder.folder, page.file), ask);
      if (!seen.ok || rules === null) return;
      const { look, part } = seen.value;
      // What an undo brings back knows the page as well: nobody looks at it twice.
      before = before.map((each) => applyLook(each, pageId, look, part, rules));
      await change(applyLook(state, pageId, look, part, rules)).catch((error: unknown) => {
        lastFault = diskFault(error) ?? lastFault;
      });
    });
  }

  async function takePage(
    page: DrivenPage,
    known: Pick<SessionPage, 'color' | 'density'>,
    first: Partial<FirstShape>,
    place: PagePlace,
  ): Promise<string> {
    const number = state.nextNumber;
    state = { ...state, nextNumber: number + 1 };
    const file = await folder.adopt(page, number);
    const pageId = `p${number}`;
    const fresh = freshPage(file, page.mediaType, known.color, known.density);
    const { size: bytes } = await stat(join(folder.folder, file));
    const shape = { ...fresh.shape, ...first };
    await change(addPage(state, pageId, { ...fresh, shape, bytes }, place));
    lookAt(pageId);
    return pageId;
  }

  async function taking(work: () => Promise<Outcome<{ pages: number }>>): Promise<Outcome<{ pages: number }>> {
    try {
      return await work();
    } catch (error) {
      const known = diskFault(error);
      if (known === null) throw error;
      return { ok: false, fault: known };
    }
  }

  function pagesOf(document: SessionDocument): readonly (PageToWrite & Pick<SessionPage, 'bytes'>)[] {
    return keptPages(state, document).flatMap((pageId) => {
      const page = state.pages[pageId];
      return page === undefined ? [] : [{ ...page, path: join(folder.folder, page.file) }];
    });
  }

  function remember(): void {
    before = [...before, state].slice(-mostUndo);
  }

  return {
    state: () => state,
    view: () =>
      sessionView(state, profile(), {
        scanning: running !== null,
        fault: lastFault,
        interrupted,
        canUndo: before.length > 0,
      }),
    async run(driver, scannerId, request, place, first) {
      if (running !== null) return failure('scanner-busy');
      const control = new AbortController();
      running = control;
      lastFault = null;
      interrupted = false;
      // Its first page takes this to the disk.
      state = { ...state, underWay: true };
      onChanged();
      let next = place;
      const outcome = await taking(() =>
        driver.scan(
          scannerId,
          request,
          {
            folder: folder.incoming,
            async take(page) {
              const known = { color: request.color, density: request.resolution };
              const pageId = await takePage(page, known, first, next);
              // What follows a page that came in between, or instead of another, follows it.
              if (next.kind !== 'end') next = { kind: 'after', pageId };
            },
          },
          control.signal,
        ),
      );
      running = null;
      lastFault = outcome.ok || control.signal.aborted ? null : outcome.fault;
      await change({ ...state, underWay: false }).catch((error: unknown) => {
        lastFault = diskFault(error) ?? lastFault;
      });
      return outcome;
    },
    stop() {
      running?.abort();
    },
    async importFiles(paths) {
      let pages = 0;
      const outcome = await taking(async () => {
        for (const path of paths) {
          const copied = await thread.importPages(path, folder.incoming, `import-${state.nextNumber}`);
          if (!copied.ok) return copied;
          for (const page of copied.value) {
            const { color, density, rotation } = page;
            await takePage(page, { color, density }, { rotation }, { kind: 'end' });
          }
          pages += copied.value.length;
        }
        return success({ pages });
      });
      return outcome;
    },
    async edit(edit) {
      const next = editSession(state, edit);
      if (next === state) return failure('not-found', { subject: 'page', id: '' });
      remember();
      await change(next);
      return success(null);
    },
    async undo() {
      const previous = before.at(-1);
      if (previous === undefined) return;
      before = before.slice(0, -1);
      // Pages that came since stay: only a person's change is taken back.
      const known = new Set(previous.documents.flatMap(({ pages }) => pages));
      const since = Object.entries(state.pages).filter(([pageId]) => !known.has(pageId));
      let next: SessionState = { ...previous, nextNumber: state.nextNumber, underWay: state.underWay };
      for (const [pageId, page] of since) next = addPage(next, pageId, page, { kind: 'end' });
      await change(next);
    },
    async looked() {
      let waited: Promise<void> | null = null;
      while (waited !== looks) {
        waited = looks;
        await waited;
      }
    },
    picture(pageId, most) {
      const page = state.pages[pageId];
      if (page === undefined) return Promise.resolve(failure('not-found', { subject: 'page', id: pageId }));
      return thread.picture(join(folder.folder, page.file), page.shape, page.density, most);
    },
    size(documentId, format) {
      const document = state.documents.find(({ id }) => id === documentId);
      return document === undefined
        ? Promise.resolve(failure('not-found', { subject: 'document', id: documentId }))
        : sizes.of(pagesOf(document), format);
    },
    write(document, format, path, title) {
      const pages = pagesOf(document);
      if (pages.length === 0) return Promise.resolve(failure('scan-without-pages'));
      return thread.write(pages, format, path, title);
    },
    async markSent(sent) {
      before = [];
      await change({
        ...state,
        documents: state.documents.map((each) => {
          const place = sent.get(each.id);
          return place === undefined ? each : { ...each, sent: place };
        }),
      });
    },
  };
}
