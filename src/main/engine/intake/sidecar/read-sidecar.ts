import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { unwatched } from '../inspection/thread/computing.ts';
import type { Compute } from '../inspection/thread/computing.ts';
import { readFailure } from '../inspection/read-failure.ts';
import { parseIndex, parseSidecar } from './parse-sidecar.ts';
import { formOf, isIndexName } from './sidecar-names.ts';
import type { SidecarAnswer } from './sidecar-fields.ts';

/** Larger than any index; a document of that name is no sidecar. */
const maxBytes = 8 * 1024 * 1024;

/** Reads a sidecar or a folder's index from disk; never throws for what the disk answers. Runs in a worker thread. */
export async function readSidecar(path: string, compute: Compute = unwatched): Promise<SidecarAnswer> {
  const name = basename(path);
  const form = formOf(name);
  if (form === null) return { kind: 'not-a-sidecar' };
  try {
    if ((await stat(path)).size > maxBytes) return { kind: 'not-a-sidecar' };
    const bytes = await readFile(path);
    return compute(bytes.length, () =>
      isIndexName(name) && form !== 'xml' ? parseIndex(bytes, form) : parseSidecar(bytes, form),
    );
  } catch (error) {
    return { kind: 'unreadable', code: readFailure(error).code };
  }
}
