import { basename } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { IncompleteReason, Inspection } from '../inspection/inspection.ts';
import { shownName } from '../reception/shown-name.ts';

const nameOf = (path: string): string => shownName(basename(path));

/** What a file that is not whole yet waits for. */
export function incompleteFault(path: string, problem: IncompleteReason | 'still-growing'): Fault {
  return fault('file-incomplete', { name: nameOf(path), problem });
}

/** Why a file could not be read just now; `code` is the operating system's. */
export function readingFault(path: string, kind: 'busy' | 'unreadable', code: string): Fault {
  return fault(kind === 'busy' ? 'file-busy' : 'file-unreadable', { name: nameOf(path) }, code);
}

/** Why a whole file can't be taken in. */
export function refusalFault(
  path: string,
  result: Extract<Inspection, { kind: 'damaged' | 'locked' | 'not-accepted' }>,
): Fault {
  const name = nameOf(path);
  if (result.kind === 'damaged') return fault('file-damaged', { name, problem: result.reason });
  if (result.kind === 'locked') return fault('pdf-password', { name });
  // Where nothing is known of it the sentence says "this type of file".
  return fault('type-not-accepted', result.typeName === 'unknown' ? { name } : { name, type: result.typeName });
}

/** Why a name can't be used. */
export function nameFault(path: string, problem: 'too-long' | 'not-utf8'): Fault {
  return fault('name-refused', { name: nameOf(path).slice(0, 255), problem });
}
