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
  /** The device broke the job off, or somebody did at its panel. */
  readonly brokenOff: boolean;
  /** Whether paper lies in the feeder; null where the device does not say. */
  readonly loaded: boolean | null;
}

/** The end of a job's address, which is all that devices agree on. */
function jobId(address: string | null): string {
  return /[^/]+$/.exec(address ?? '')?.[0] ?? '';
}

/** What the device says of a job by itself; undefined where it says nothing. */
function jobInfo(root: XmlElement, job: string | null): XmlElement | undefined {
  const id = jobId(job);
  return below(root, 'JobInfo').find((each) => id !== '' && jobId(textBelow(each, 'JobUri')) === id);
}

function jobAtWork(info: XmlElement): boolean | null {
  if (Number(textBelow(info, 'ImagesToTransfer') ?? 0) > 0) return true;
  const state = textBelow(info, 'JobState');
  return state !== null && over.has(state) ? false : null;
}

/** Reads `ScannerStatus` for a job (its address; null: none yet); null where that is not what the device sent. */
export function readEsclStatus(root: XmlElement | null, job: string | null = null): EsclStatus | null {
  if (root?.name !== 'ScannerStatus') return null;
  const state = textBelow(root, 'State');
  const paper = textBelow(root, 'AdfState') ?? '';
  const info = jobInfo(root, job);
  const jobState = info === undefined ? null : textBelow(info, 'JobState');
  return {
    working: (info === undefined ? null : jobAtWork(info)) ?? (state === 'Processing' || state === 'Testing'),
    stopped: state === 'Stopped' || state === 'Down',
    brokenOff: jobState === 'Aborted' || jobState === 'Canceled',
    feeder: feederStates[paper] ?? null,
    loaded: paper.endsWith('AdfLoaded') ? true : paper.endsWith('AdfEmpty') ? false : null,
  };
}
