import type { ReadFailure } from './inspection.ts';
import { codeOf } from '../../platform/disk/errno.ts';

/** Turns a failed open, stat or read into its kind by the operating system's code. */
export function readFailure(error: unknown): ReadFailure {
  const code = codeOf(error, 'unknown');
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'gone', code };
    // EBUSY is how another program's exclusive lock reads on Windows (EPERM: a right is missing); EMFILE and ENFILE: no more
    // files may be open just now.
    case 'EBUSY':
    case 'ETXTBSY':
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
      return { kind: 'busy', code };
    // A link that may not be followed, or something that is no plain file.
    case 'ELOOP':
    case 'EISDIR':
    case 'ENXIO':
      return { kind: 'not-a-file', code };
    default:
      return { kind: 'unreadable', code };
  }
}
