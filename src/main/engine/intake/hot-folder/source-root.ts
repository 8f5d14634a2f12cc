import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import type { Journal } from '../../journal/journal.ts';
import { readFailure } from '../inspection/read-failure.ts';

/** What stands at a source's configured folder; a link there is followed, as IT may have put it. */
export type RootState =
  | { readonly kind: 'there'; readonly identity: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string };

/** Which folder this is: another one mounted or made under the same path has another identity. */
function identityOf(stats: { readonly dev: number; readonly ino: number }): string {
  return `${stats.dev}:${stats.ino}`;
}

/** Looks at the folder of a source. */
export async function checkRoot(folder: string): Promise<RootState> {
  try {
    const stats = await stat(folder);
    return stats.isDirectory() ? { kind: 'there', identity: identityOf(stats) } : { kind: 'missing' };
  } catch (error) {
    const failure = readFailure(error);
    return failure.kind === 'gone' ? { kind: 'missing' } : { kind: 'unreadable', code: failure.code };
  }
}

/** Name under which the journal keeps which folder the known files of a source lie in (decision 31). */
export function rootCursor(sourceId: string, folder: string): string {
  return `folder-of:${sourceId}:${resolve(folder)}`;
}

/**
 * Why a file of a source that is not there does not count as deleted: its folder is away as a whole, or another one stands in its
 * place. Null = the folder is there, or the source has none (`folder` null).
 */
export async function rootAway(
  journal: Pick<Journal, 'cursor'>,
  sourceId: string,
  folder: string | null,
): Promise<Fault | null> {
  if (folder === null) return null;
  const state = await checkRoot(folder);
  if (state.kind !== 'there') return fault('folder-missing', { folder });
  const known = await journal.cursor(rootCursor(sourceId, folder));
  return known === null || known === state.identity ? null : fault('folder-replaced', { folder });
}
