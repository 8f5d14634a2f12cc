import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';

/** The fault of a disk that refused something; null where the error is of another kind. */
export function diskFault(error: unknown): Fault | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return fault('disk-full');
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return fault('data-directory-unusable', {}, code);
  return null;
}
