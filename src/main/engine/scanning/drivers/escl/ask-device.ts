import type { Fault, FaultCode, Outcome } from '../../../../../shared/faults.ts';
import { failure, fault, success } from '../../../faults/fault.ts';
import type { ScanRequest } from '../driver.ts';
import type { DeviceLink } from './device-link.ts';
import { readEsclCapabilities, type EsclCapabilities } from './read-capabilities.ts';
import { below, readXmlTree, textBelow, type XmlElement } from './xml-tree.ts';

async function tree(link: DeviceLink, path: string, signal: AbortSignal): Promise<Outcome<XmlElement | null>> {
  const answer = await link.send('GET', path, signal);
  if (!answer.ok) return answer;
  const text = await link.text(answer.value);
  if (!text.ok) return text;
  if (answer.value.status === 503) return failure('scanner-busy');
  if (answer.value.status === 401 || answer.value.status === 403) return failure('scanner-denied');
  return success(answer.value.status === 200 ? readXmlTree(text.value) : null);
}

/** What a device says that it can do. */
export async function capabilitiesOf(link: DeviceLink, signal: AbortSignal): Promise<Outcome<EsclCapabilities>> {
  const root = await tree(link, 'ScannerCapabilities', signal);
  if (!root.ok) return root;
  const read = readEsclCapabilities(root.value);
  if (read !== null) return success(read);
  const cause = 'no eSCL capabilities';
  return (await link.tlsWanted(cause)) ?? failure('scanner-missing', { problem: 'no-scanner-at-address' }, cause);
}

/** States of the feeder that stop a job (Mopria eSCL 2.97, AdfState, and words of devices beside it). */
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

/** How a device stands to a job. */
export interface Standing {
  /** What stands in the way by its own account; null: nothing. */
  readonly trouble: Fault | null;
  /** It works: pages may still be inside. */
  readonly working: boolean;
  /** The device broke the job off, or somebody did at its panel. */
  readonly brokenOff: boolean;
  /** Whether paper is left in the feeder; null where it does not say. */
  readonly paperLeft: boolean | null;
  /** It answers. */
  readonly reached: boolean;
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

/** How a `ScannerStatus` stands to a job (its address; null: none yet) from that source; null where that is not what the device sent. */
function readStatus(
  root: XmlElement | null,
  source: ScanRequest['source'],
  job: string | null,
): Omit<Standing, 'reached'> | null {
  if (root?.name !== 'ScannerStatus') return null;
  const state = textBelow(root, 'State');
  const info = jobInfo(root, job);
  const jobState = info === undefined ? null : textBelow(info, 'JobState');
  const paper = source === 'flatbed' ? '' : (textBelow(root, 'AdfState') ?? '');
  const feeder = feederStates[paper];
  const isStopped = state === 'Stopped' || state === 'Down';
  return {
    trouble: feeder !== undefined ? fault(feeder) : isStopped ? fault('scanner-failed', {}, 'stopped') : null,
    working: (info === undefined ? null : jobAtWork(info)) ?? (state === 'Processing' || state === 'Testing'),
    brokenOff: jobState === 'Aborted' || jobState === 'Canceled',
    paperLeft: paper.endsWith('AdfLoaded') ? true : paper.endsWith('AdfEmpty') ? false : null,
  };
}

/** Asks how a device stands to a job; one that tells nothing stands in nobody's way. */
export async function standingOf(
  link: DeviceLink,
  source: ScanRequest['source'],
  job: string | null,
  signal: AbortSignal,
): Promise<Standing> {
  const root = await tree(link, 'ScannerStatus', signal);
  const told = root.ok ? readStatus(root.value, source, job) : null;
  return {
    trouble: !root.ok && root.fault.code === 'scanner-denied' ? root.fault : null,
    working: false,
    brokenOff: false,
    paperLeft: null,
    ...told,
    reached: root.ok || root.fault.code === 'scanner-busy',
  };
}
