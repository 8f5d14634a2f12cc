import { create } from 'zustand';
import type { Fault } from '../../../shared/faults.ts';
import type { ScannerView } from '../../../shared/scanning.ts';

/** When pages of a run came: what the pages a minute are made of. */
interface ScanRun {
  readonly startedAt: number;
  /** Pages of the session when the run began. */
  readonly before: number;
}

/** See {@link useScan}. */
export interface ScanScreen {
  /** The session that is worked on; null = the next scan begins one. */
  readonly sessionId: string | null;
  /** The profile that was chosen here; null = the default one. */
  readonly profileId: string | null;
  /** Scanners that were chosen here, by profile. */
  readonly scannerIds: Readonly<Record<string, string>>;
  /** Scanners that answered; null = nobody has looked yet. */
  readonly scanners: readonly ScannerView[] | null;
  readonly looking: boolean;
  /** The page that is shown large. */
  readonly pageId: string | null;
  /** When it took another one's place without a person, ms of this window's clock; -Infinity where a person chose it. */
  readonly cameAt: number;
  /** Pages that acts apply to; the shown one is among them. */
  readonly selected: ReadonlySet<string>;
  readonly run: ScanRun | null;
  /** Why nothing could be begun; what ends a run stands in its session. */
  readonly fault: Fault | null;
  /** So many documents are being written for sending or saving. */
  readonly writing: number;
}

/** What the Scan screen works on; it outlives a look at another screen. */
export const useScan = create<ScanScreen>(() => ({
  sessionId: null,
  profileId: null,
  scannerIds: {},
  scanners: null,
  looking: false,
  pageId: null,
  cameAt: -Infinity,
  selected: new Set(),
  run: null,
  fault: null,
  writing: 0,
}));

/** Shows one page; acts apply to it alone. */
export function showPage(pageId: string | null, cameAt = -Infinity): void {
  useScan.setState({ pageId, cameAt, selected: new Set(pageId === null ? [] : [pageId]) });
}

/** Shows a page and lets acts apply to these pages. */
export function selectPages(pageId: string, pageIds: Iterable<string>): void {
  useScan.setState({ pageId, cameAt: -Infinity, selected: new Set([...pageIds, pageId]) });
}

/** Works on a session from now on; null = on none. */
export function workOn(sessionId: string | null): void {
  useScan.setState({ sessionId, pageId: null, selected: new Set(), run: null, fault: null });
}
