import type { FaultCode } from '../../../../../shared/faults.ts';
import { below, textBelow, type XmlElement } from './xml-tree.ts';

/** What the feeder says when it stands in the way (Mopria eSCL 2.97, AdfState, and what devices say beside it). */
const feederStates: Readonly<Record<string, FaultCode>> = {
  ScannerAdfJam: 'scanner-jammed',
  ScannerAdfMispick: 'scanner-jammed',
  ScannerAdfMultipickDetected: 'scanner-jammed',
  ScannerAdfHatchOpen: 'scanner-open',
  ScannerAdfDoorOpen: 'scanner-open',
  ScannerAdfInputTrayFailed: 'scanner-failed',
  ScannerAdfInputTrayOverloaded: 'scanner-jammed',
  ScannerAdfDuplexPageTooShort: 'scanner-refused',
  ScannerAdfDuplexPageTooLong: 'scanner-refused',
};
const over: ReadonlySet<string> = new Set(['Completed', 'Canceled', 'Aborted']);

/** A device's state as far as it matters to a job. */
export interface EsclStatus {
  /** The device works: pages may still be inside. */
  readonly working: boolean;
  readonly stopped: boolean;
  /** What is wrong with the feeder; null where nothing is, or where there is none. */
  readonly feeder: FaultCode | null;
  /** Whether paper lies in the feeder; null where the device does not say. */
  readonly loaded: boolean | null;
}

/** The end of a job's address, which is all that devices agree on. */
function jobId(address: string | null): string {
  return /[^/]+$/.exec(address ?? '')?.[0] ?? '';
}

/** What the device says of a job by itself; null where it says nothing. */
function jobAtWork(root: XmlElement, job: string | null): boolean | null {
  const id = jobId(job);
  const info = below(root, 'JobInfo').find((each) => id !== '' && jobId(textBelow(each, 'JobUri')) === id);
  if (info === undefined) return null;
  if (Number(textBelow(info, 'ImagesToTransfer') ?? 0) > 0) return true;
  const state = textBelow(info, 'JobState');
  return state !== null && over.has(state) ? false : null;
}

/** Reads `ScannerStatus` for a job (its address; null: none yet); null where that is not what the device sent. */
export function readEsclStatus(root: XmlElement | null, job: string | null = null): EsclStatus | null {
  if (root?.name !== 'ScannerStatus') return null;
  const state = textBelow(root, 'State');
  const paper = textBelow(root, 'AdfState') ?? '';
  return {
    working: jobAtWork(root, job) ?? (state === 'Processing' || state === 'Testing'),
    stopped: state === 'Stopped' || state === 'Down',
    feeder: feederStates[paper] ?? null,
    loaded: paper.endsWith('AdfLoaded') ? true : paper.endsWith('AdfEmpty') ? false : null,
  };
}
