import type { Fault, Outcome } from '../../../../../shared/faults.ts';
import { failure, fault, success } from '../../../faults/fault.ts';
import type { ScanRequest } from '../driver.ts';
import type { DeviceLink } from './device-link.ts';
import { readEsclCapabilities, type EsclCapabilities } from './read-capabilities.ts';
import { readEsclStatus } from './read-status.ts';
import { readXmlTree, type XmlElement } from './xml-tree.ts';

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

/** How a device stands to a job. */
export interface Standing {
  /** What it says stands in the way. */
  readonly trouble: Fault | null;
  /** It works: pages may still be inside. */
  readonly working: boolean;
  /** It says that the job was broken off. */
  readonly brokenOff: boolean;
  /** Whether paper is left in the feeder; null where it does not say. */
  readonly paperLeft: boolean | null;
  /** It answers. */
  readonly reached: boolean;
}

/** Asks how a device stands to a job; one that tells nothing stands in nobody's way. */
export async function standingOf(
  link: DeviceLink,
  source: ScanRequest['source'],
  job: string | null,
  signal: AbortSignal,
): Promise<Standing> {
  const root = await tree(link, 'ScannerStatus', signal);
  const status = root.ok ? readEsclStatus(root.value, job) : null;
  const denied = !root.ok && root.fault.code === 'scanner-denied' ? root.fault : null;
  const feeder = source === 'flatbed' ? null : (status?.feeder ?? null);
  const stopped = status?.stopped === true ? fault('scanner-failed', {}, 'stopped') : null;
  return {
    trouble: denied ?? (feeder === null ? stopped : fault(feeder)),
    working: status?.working ?? false,
    brokenOff: status?.brokenOff ?? false,
    paperLeft: source === 'flatbed' ? null : (status?.loaded ?? null),
    reached: root.ok || root.fault.code === 'scanner-busy',
  };
}
