import type { Outcome } from '../../../../shared/faults.ts';
import type { ScanEdit, ScanProfile, ScanSessionView } from '../../../../shared/scanning.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ScannerDriver, ScanRequest } from '../drivers/driver.ts';
import type { PageThread } from '../pages/page-thread.ts';
import type { DocumentSize } from './document-size.ts';
import type { FoundPictures } from './pictures-at.ts';
import type { SessionFolder } from './session-folder.ts';
import type { PagePlace, SessionDocument, SessionPage, SessionState } from './session-state.ts';

/** What a session works with. */
export interface LiveSessionParts {
  readonly folder: SessionFolder;
  readonly thread: PageThread;
  readonly clock: Pick<Clock, 'after' | 'now'>;
  /** The profile as it is in the settings now, else the session's own; null where it was taken out. */
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
  picture(pageId: string, most: number): Promise<Outcome<Uint8Array>>;
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
