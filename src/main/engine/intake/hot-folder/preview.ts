import { resolve } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import type { HotFolder } from '../../../../shared/settings.ts';
import type { Journal } from '../../journal/journal.ts';
import { itemPages } from '../../journal/pages.ts';
import type { Inspection } from '../inspection/inspection.ts';
import { statPath } from '../inspection/stat-path.ts';
import { loadKnownFiles } from '../reception/known-files.ts';
import type { IntakeDependencies } from '../reception/intake.ts';
import { duplicatesSince } from '../reception/reception.ts';
import { renamedFrom } from '../reception/relate.ts';
import {
  incompleteFault,
  nameFault,
  readingFault,
  refusalFault,
  sidecarAloneFault,
} from '../settling/waiting-faults.ts';
import { mayShowPages } from '../inspection/page-types.ts';
import { createSidecarLookup } from '../sidecar/sidecar-lookup.ts';
import { fileSystemTraits } from './file-system.ts';
import type { Ignores } from './ignore-patterns.ts';
import { quietTimes, sidecarTimes } from '../settling/quiet-times.ts';
import { scanTree } from './scan-tree.ts';

/** What would happen to one file. `ignored` files are left out: they are not touched in any case. */
export type PreviewLine =
  /** `separate`: it is looked at page by page before it is sent. */
  | {
      readonly path: string;
      readonly would: 'take-in' | 'separate';
      readonly mediaType: string;
      readonly size: number;
    }
  | { readonly path: string; readonly would: 'wait' | 'hold'; readonly fault: Fault }
  /** `duplicate`: the same content was taken in before, or is that of another file here. */
  | { readonly path: string; readonly would: 'nothing'; readonly because: 'known' | 'duplicate' | 'sidecar' | 'link' };

/** What judging needs. */
export interface PreviewDependencies extends Pick<IntakeDependencies, 'inspector' | 'clock'> {
  readonly journal: Pick<Journal, 'seenFiles' | 'firstWithContent'> & IntakeDependencies['journal'];
}

/**
 * Judges what lies in a hot folder: everything that is known, and at most `limit` files that are not; `left` counts those that
 * were not opened any more.
 */
export async function judgeFolder(
  config: HotFolder,
  dependencies: PreviewDependencies,
  limit: number,
  ignores: Ignores,
): Promise<{ readonly lines: readonly PreviewLine[]; readonly left: number }> {
  const { inspector, clock, journal } = dependencies;
  const root = resolve(config.folder);
  const known = await loadKnownFiles(journal, config.id);
  const { identitiesAreTrue } = await fileSystemTraits(config.folder, config.networkShare);
  known.trustIdentities(identitiesAreTrue);
  const times = sidecarTimes(quietTimes(config).quietTextMs, config.sidecarWaitMs);
  const sidecars = config.sidecars
    ? createSidecarLookup({
        inspector,
        clock,
        ...times,
        namesAreComplete: () => false,
        itemIdOf: (path) => known.get(path)?.itemId,
      })
    : null;
  const paths: string[] = [];
  const lines: PreviewLine[] = [];
  const { links } = await scanTree(
    root,
    { root, recursive: config.recursive, ignores, known, scan: 0 },
    {
      entering: () => undefined,
      listed: () => undefined,
      file: () => undefined,
      name(path) {
        paths.push(path);
      },
      odd: (path, _bytes, problem) => lines.push({ path, would: 'hold', fault: nameFault(path, problem) }),
      stopped: () => false,
    },
  );

  for (const path of links) lines.push({ path, would: 'nothing', because: 'link' });

  // Read together: a folder whose files stay may have a hundred thousand that are known.
  const held = new Map<string, Fault>();
  const heldHere = { stages: ['held'], sourceId: config.id, limit: 1_000 } as const;
  for await (const items of itemPages((query) => journal.items(query), heldHere))
    for (const { id, fault } of items) if (fault !== null) held.set(id, fault);

  /** What is known of a file as it is now; one that is held still needs a person. */
  async function knownLine(path: string): Promise<PreviewLine | null> {
    const memory = known.get(path);
    if (memory === undefined) return null;
    const seen = await statPath(path);
    if (seen.kind !== 'file' || !known.isUnchanged(memory, seen.stat)) return null;
    const fault = held.get(memory.itemId);
    return fault === undefined ? { path, would: 'nothing', because: 'known' } : { path, would: 'hold', fault };
  }

  const { connectionId, projectId } = config.rule;
  const since = duplicatesSince(config.rule, clock.now());
  const contents = new Set<string>();

  async function wholeLine(path: string, whole: Extract<Inspection, { readonly kind: 'whole' }>): Promise<PreviewLine> {
    const { sha256, mediaType, stat } = whole;
    if ((await renamedFrom(journal, known, path, whole)) !== null) return { path, would: 'nothing', because: 'known' };
    const isAgain =
      since !== null &&
      (contents.has(sha256) || (await journal.firstWithContent({ sha256, connectionId, projectId }, since)) !== null);
    if (isAgain) return { path, would: 'nothing', because: 'duplicate' };
    contents.add(sha256);
    const separates = config.rule.paper !== undefined && mayShowPages(mediaType);
    return { path, would: separates ? 'separate' : 'take-in', mediaType, size: stat.size };
  }

  async function lineOf(path: string): Promise<PreviewLine | null> {
    const role = await sidecars?.roleOf(path, 0);
    if (role?.kind === 'sidecar') return { path, would: 'nothing', because: 'sidecar' };
    if (role?.kind === 'alone') return { path, would: 'wait', fault: sidecarAloneFault(path, role.owner) };
    const result = await inspector.inspect(path);
    switch (result.kind) {
      case 'whole':
        return wholeLine(path, result);
      case 'incomplete':
        return { path, would: 'wait', fault: incompleteFault(path, result.reason) };
      case 'empty':
        return { path, would: 'wait', fault: incompleteFault(path, 'still-empty') };
      case 'changed':
        return { path, would: 'wait', fault: incompleteFault(path, 'still-growing') };
      case 'busy':
      case 'unreadable':
        return { path, would: 'wait', fault: readingFault(path, result.kind, result.code) };
      case 'refused':
        return { path, would: 'hold', fault: refusalFault(path, result) };
      case 'gone':
      case 'not-a-file':
        return null;
    }
  }

  // New files first: they are what a person looks for.
  const knownLines: PreviewLine[] = [];
  let [opened, left] = [0, 0];
  for (const path of paths) {
    const knownAs = await knownLine(path);
    if (knownAs !== null) {
      knownLines.push(knownAs);
    } else if (opened >= limit) {
      left += 1;
    } else {
      opened += 1;
      const line = await lineOf(path);
      if (line !== null) lines.push(line);
    }
  }
  return { lines: [...lines, ...knownLines], left };
}
