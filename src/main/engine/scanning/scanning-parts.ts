import type { Outcome } from '../../../shared/faults.ts';
import type {
  ScanEdit,
  ScannerCapabilities,
  ScannerView,
  ScanProfile,
  ScanSessionView,
} from '../../../shared/scanning.ts';
import type { Clock } from '../platform/ports.ts';
import type { ScannerDriver } from './drivers/driver.ts';
import type { PageThread } from './pages/page-thread.ts';
import type { DocumentSize } from './session/document-size.ts';
import type { WrittenDocuments } from './session/send-documents.ts';
import type { PagePlace } from './session/session-state.ts';

/** What scanning is made with. */
export interface ScanningParts {
  /** Folder of all sessions, in the data directory. */
  readonly folder: string;
  readonly drivers: readonly ScannerDriver[];
  readonly thread: PageThread;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The usual one first. */
  readonly profiles: () => readonly ScanProfile[];
  /** The folder from which documents of a session are taken in; whoever knows sources makes one of it. */
  readonly outbox: (
    profile: ScanProfile,
    sessionId: string,
  ) => Promise<Outcome<{ readonly folder: string; readonly sourceId: string }>>;
  /** A text as one segment of a path that every system takes. */
  readonly safeName: (text: string) => string;
  /** Whether the journal has an item of a path. */
  readonly isTakenIn: (path: string) => Promise<boolean>;
  readonly onChanged: (sessionId: string) => void;
}

/** What a run is asked for. */
export interface ScanOrder {
  readonly profileId: string;
  /** Absent: the profile's. */
  readonly scannerId?: string;
  /** Absent: a session of its own. */
  readonly sessionId?: string;
  /** One that no settings have: the session keeps it. */
  readonly profile?: ScanProfile;
  readonly place: PagePlace;
  /** 0: nothing is scanned. */
  readonly pages?: number;
  /** The file into which the conversation with the device is written. */
  readonly trace?: string;
}

/** Scanning, from the list of scanners to documents in the outbox. */
export interface Scanning {
  scanners(signal: AbortSignal): Promise<Outcome<readonly ScannerView[]>>;
  capabilities(scannerId: string, signal: AbortSignal): Promise<Outcome<ScannerCapabilities>>;
  sessions(): readonly ScanSessionView[];
  session(sessionId: string): Outcome<ScanSessionView>;
  /** Begins a run. `ended` resolves with its end: the session's answer does not wait for it. */
  start(
    order: ScanOrder,
  ): Promise<Outcome<{ readonly sessionId: string; readonly ended: Promise<Outcome<{ pages: number }>> }>>;
  stop(sessionId: string): Outcome<null>;
  /** Begins to take picture files in as pages; ends and can be stopped as a run. */
  importFiles(
    profileId: string,
    sessionId: string | undefined,
    paths: readonly string[],
    profile?: ScanProfile,
  ): ReturnType<Scanning['start']>;
  edit(sessionId: string, edit: ScanEdit): Promise<Outcome<null>>;
  undo(sessionId: string): Promise<Outcome<null>>;
  picture(sessionId: string, pageId: string, most: number): Promise<Outcome<Uint8Array>>;
  /** How large a document will be, bytes. `not-found`, `file-damaged`, `file-unreadable`. */
  size(sessionId: string, documentId: string, format: 'pdf' | 'tiff'): Promise<Outcome<DocumentSize>>;
  /** Resolves when every page of a session was looked at. */
  looked(sessionId: string): Promise<Outcome<null>>;
  /** Writes documents (absent: all that are open) into the outbox; they are on their way then. Answers their paths. */
  send(
    sessionId: string,
    documentIds?: readonly string[],
  ): Promise<Outcome<WrittenDocuments & { readonly sourceId: string }>>;
  /** Writes documents (absent: all that are open) into a folder, made when missing; the session stays as it is. */
  saveAs(sessionId: string, folder: string, documentIds?: readonly string[]): Promise<Outcome<WrittenDocuments>>;
  /** Throws a session away with all its pages. */
  discard(sessionId: string): Promise<Outcome<null>>;
  /** Takes away what is sent and in the journal. Answers whether something that is sent still waits for the journal. */
  tidy(): Promise<boolean>;
  close(): Promise<void>;
}
