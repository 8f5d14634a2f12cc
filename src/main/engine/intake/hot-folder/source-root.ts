import { stat } from 'node:fs/promises';
import { readFailure } from '../inspection/read-failure.ts';

/** What stands at a source's configured folder; a link there is followed, as IT may have put it. */
export type RootLook =
  | { readonly kind: 'there'; readonly identity: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string };

/** Which folder this is: another one mounted or made under the same path has another identity. */
function identityOf(stats: { readonly dev: number; readonly ino: number }): string {
  return `${stats.dev}:${stats.ino}`;
}

/** Looks at the folder of a source. */
export async function lookAtRoot(folder: string): Promise<RootLook> {
  try {
    const stats = await stat(folder);
    return stats.isDirectory() ? { kind: 'there', identity: identityOf(stats) } : { kind: 'missing' };
  } catch (error) {
    const failure = readFailure(error);
    return failure.kind === 'gone' ? { kind: 'missing' } : { kind: 'unreadable', code: failure.code };
  }
}
