import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { wrongUse } from '../../faults/usage-sentences.ts';
import { createIgnores } from '../hot-folder/ignore-patterns.ts';
import { scanTree } from '../hot-folder/scan-tree.ts';
import { statPath } from '../inspection/stat-path.ts';
import { createKnownFiles } from '../reception/known-files.ts';
import { nameFault, readingFault } from '../settling/waiting-faults.ts';

/** What a person's path stands for. */
export interface NamedPathVisitor {
  file(path: string): void;
  refused(path: string, reason: Fault): void;
}

async function filesBelow(folder: string, visitor: NamedPathVisitor): Promise<void> {
  const report = await scanTree(
    folder,
    { root: folder, recursive: true, ignores: createIgnores([]), known: createKnownFiles(), scan: 1 },
    {
      entering: () => undefined,
      listed: () => undefined,
      name: () => undefined,
      file: (path) => visitor.file(path),
      odd: (path, _bytes, problem) => visitor.refused(path, nameFault(path, problem)),
      stopped: () => false,
    },
  );
  for (const { path, code } of report.failures)
    visitor.refused(path, fault('folder-unreadable', { folder: path }, code));
}

/** Says that nothing is there, and which of its folders is not either: that is where a typing mistake is. */
async function noSuchPath(path: string): Promise<Fault> {
  let missing = path;
  for (;;) {
    const above = dirname(missing);
    if (above === missing || (await statPath(above)).kind !== 'gone') break;
    missing = above;
  }
  return wrongUse('no-such-path', { given: path, ...(missing === path ? {} : { folder: missing }) });
}

/**
 * Finds the files behind a path that a person named: a file (whatever its name), or all files below a folder but for half-done
 * ones. A link that is named stands for its target; links inside folders are not followed.
 */
export async function visitNamedPath(path: string, visitor: NamedPathVisitor): Promise<void> {
  const absolute = resolve(path);
  const named = await statPath(absolute);
  const real = named.kind === 'other' ? await realpath(absolute).catch(() => absolute) : absolute;
  const seen = named.kind === 'other' ? await statPath(real) : named;
  switch (seen.kind) {
    case 'file':
      return visitor.file(real);
    case 'folder':
      return filesBelow(real, visitor);
    case 'gone':
      return visitor.refused(absolute, await noSuchPath(absolute));
    case 'other':
    case 'not-a-file':
      return visitor.refused(absolute, readingFault(absolute, 'unreadable', 'no plain file'));
    case 'busy':
    case 'unreadable':
      if (seen.code === 'ENAMETOOLONG') return visitor.refused(absolute, nameFault(absolute, 'too-long'));
      return visitor.refused(absolute, readingFault(absolute, seen.kind, seen.code));
  }
}
