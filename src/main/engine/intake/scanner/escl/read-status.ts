import type { FaultCode } from '../../../../../shared/faults.ts';
import { textBelow, type XmlElement } from './xml-tree.ts';

/** What the feeder says when it stands in the way (Mopria eSCL 2.97, AdfState). */
const feederStates: Readonly<Record<string, FaultCode>> = {
  ScannerAdfEmpty: 'scanner-empty',
  ScannerAdfJam: 'scanner-jammed',
  ScannerAdfMispick: 'scanner-jammed',
  ScannerAdfMultipickDetected: 'scanner-jammed',
  ScannerAdfHatchOpen: 'scanner-open',
  ScannerAdfInputTrayFailed: 'scanner-failed',
  ScannerAdfInputTrayOverloaded: 'scanner-jammed',
  ScannerAdfDuplexPageTooShort: 'scanner-refused',
  ScannerAdfDuplexPageTooLong: 'scanner-refused',
};

/** A device's state as far as it matters to a run. */
export interface EsclStatus {
  readonly busy: boolean;
  readonly stopped: boolean;
  /** What is wrong with the feeder; null where nothing is, or where there is none. */
  readonly feeder: FaultCode | null;
  /** Paper lies in the feeder. */
  readonly loaded: boolean;
}

/** Reads `ScannerStatus`; null where that is not what the device sent. */
export function readEsclStatus(root: XmlElement | null): EsclStatus | null {
  if (root?.name !== 'ScannerStatus') return null;
  const state = textBelow(root, 'State');
  return {
    busy: state === 'Processing' || state === 'Testing',
    stopped: state === 'Stopped' || state === 'Down',
    feeder: feederStates[textBelow(root, 'AdfState') ?? ''] ?? null,
    loaded: textBelow(root, 'AdfState') === 'ScannerAdfLoaded',
  };
}
