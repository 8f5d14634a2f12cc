import type { Outcome } from '../../../../shared/faults.ts';
import type {
  PageColor,
  PaperPlace,
  PaperSource,
  ScannerCapabilities,
  ScannerView,
  ScanNote,
} from '../../../../shared/scanning.ts';

/** What is asked of a scanner for one run. Millimetres; brightness and contrast from -100 to 100 (0 = as the device does it). */
export interface ScanRequest {
  readonly source: PaperSource;
  /** Dots per inch. */
  readonly resolution: number;
  readonly color: PageColor;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly brightness: number;
  readonly contrast: number;
  /** Where narrower paper lies in the feeder. */
  readonly align?: PaperPlace;
  /** Pages come without loss where the device can. */
  readonly lossless?: boolean;
  /** The run ends after so many pages; absent: when the feeder is empty (a flatbed gives one). */
  readonly pages?: number;
  /** Options that a profile sets by the names that the driver of the device has for them. */
  readonly options?: Readonly<Record<string, string>>;
}

/** One page that a driver has written, whole, to the folder it was given. */
export interface DrivenPage {
  /** Absolute path; the file is the taker's from now on. */
  readonly path: string;
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/tiff';
  /** Dots per inch, where the driver knows better than what was asked for. */
  readonly density?: number;
  /** To be turned so to stand upright, degrees clockwise. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** To be made smaller by this factor, or grey of colour, so that it is what was asked for. */
  readonly fit?: { readonly scale: number; readonly grey: boolean };
}

/** Writes one line of the conversation with a device. */
export type Trace = (said: Readonly<Record<string, unknown>>) => void;

/** Takes the pages of a driver, each before the next one is asked for. */
export interface PageTaker {
  readonly folder: string;
  take(page: DrivenPage): Promise<void>;
  /** Tells a person something about the run. */
  note(note: ScanNote): void;
  /** Where the conversation with the device is written down; absent: nowhere. */
  readonly trace?: Trace;
}

/**
 * One way to scanners. Ids are the driver's own and good for as long as the device is there. All faults are of the kind `scanner-…`;
 * an aborted signal ends a run at the device too and answers what has come so far.
 */
export interface ScannerDriver {
  readonly name: ScannerView['driver'];
  /** The scanners that answer now. Where the software of this driver is not on the computer the answer is empty. */
  list(signal: AbortSignal): Promise<Outcome<readonly ScannerView[]>>;
  capabilities(scannerId: string, signal: AbortSignal): Promise<Outcome<ScannerCapabilities>>;
  /** Scans until the feeder is empty or the request is met. Pages taken before a fault stay taken. */
  scan(
    scannerId: string,
    request: ScanRequest,
    taker: PageTaker,
    signal: AbortSignal,
  ): Promise<Outcome<{ readonly pages: number }>>;
}
