import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { noMoreFiles } from '../../platform/disk/open-files.ts';
import type { IncompleteReason, Refusal } from '../inspection/inspection.ts';
import { shownName } from '../reception/shown-name.ts';

const nameOf = (path: string): string => shownName(basename(path));

/** What a file that is not whole yet waits for. */
export function incompleteFault(path: string, problem: IncompleteReason | 'still-growing' | 'unfinished'): Fault {
  return fault('file-incomplete', { name: nameOf(path), problem });
}

/** The same for one that stood still so long that nobody seems to write it any more. */
export function staysIncompleteFault(path: string, { params }: Fault): Fault {
  return fault('file-stays-incomplete', { name: nameOf(path), problem: params['problem'] ?? 'end-missing' });
}

/** Why a file is left alone whose content a sync program keeps elsewhere. */
export function awayFault(path: string): Fault {
  return fault('placeholders-passed-over', { name: nameOf(path), program: '' });
}

/** Why a file could not be read just now; `code` is the operating system's. */
export function readingFault(path: string, kind: 'busy' | 'unreadable', code: string): Fault {
  if (noMoreFiles.has(code)) return fault('open-files-limit', {}, code);
  return fault(kind === 'busy' ? 'file-busy' : 'file-unreadable', { name: nameOf(path) }, code);
}

/** Why the details beside a file could not be read just now. */
export function sidecarReadingFault(path: string, code: string): Fault {
  const reason = readingFault(path, 'unreadable', code);
  return { ...reason, params: { ...reason.params, sidecar: nameOf(path) } };
}

/** Why a file can't be taken in, whatever is added to it. */
export function refusalFault(path: string, { code, params }: Refusal): Fault {
  return fault(code, { name: nameOf(path), ...params });
}

/** What a sidecar waits for, and why it is held once it has waited long enough. */
export function sidecarAloneFault(path: string, owner: string): Fault {
  return fault('sidecar-alone', { name: nameOf(path), document: nameOf(owner) });
}

/** Why a sidecar is held whose document was taken in without it. */
export function sidecarLateFault(path: string, owner: string): Fault {
  return fault('sidecar-late', { name: nameOf(path), document: nameOf(owner) });
}

/** Why a name can't be used. */
export function nameFault(path: string, problem: 'too-long' | 'not-utf8'): Fault {
  return fault('name-refused', { name: nameOf(path).slice(0, 255), problem });
}
