import { basename, dirname, join } from 'node:path';
import type { Fault } from '../../../../shared/faults.ts';
import type { Clock } from '../../platform/ports.ts';
import { claimPlaceOf, isClaimed } from '../../platform/names/claim-places.ts';
import type { FileInspector } from '../inspection/file-inspector.ts';
import { isFile, statPath } from '../inspection/stat-path.ts';
import { sidecarReadingFault } from '../settling/waiting-faults.ts';
import { liesAside } from '../tidy/private-name.ts';
import { folded } from '../../platform/names/paths.ts';
import { awaitsOwner, formOf, indexNames, isIndexName, ownerName, sidecarPaths } from './sidecar-names.ts';
import type { SidecarAnswer, SidecarFields, SidecarProblem } from './sidecar-fields.ts';

/** What lies beside a file. `wait` = look again after that many ms; `reason` where it can't be read. `sidecar` is the name of what was read. */
export type SidecarFinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'fields'; readonly fields: SidecarFields; readonly sidecar: string }
  | {
      readonly kind: 'invalid';
      readonly problem: SidecarProblem;
      readonly field: string | undefined;
      readonly sidecar: string;
    }
  | { readonly kind: 'wait'; readonly ms: number; readonly reason?: Fault };

/**
 * What a file with a sidecar's name is. `owner` = the path of the document it belongs to; null = it is an index of its folder.
 * `alone` = its document is not there; it waits for it for `ms` more, 0 = it has waited long enough. `late` = in a shared folder: a
 * station has taken that in without it.
 */
export type SidecarRole =
  | { readonly kind: 'document' }
  | { readonly kind: 'sidecar'; readonly owner: string | null }
  | { readonly kind: 'alone'; readonly owner: string; readonly ms: number; readonly late: boolean };

/** Finds and reads sidecars and indices. `noticedAt` = when the file was first noticed, by the monotonic clock. */
export interface SidecarLookup {
  /** What belongs to a file that is about to be accepted. */
  find(path: string, noticedAt: number): Promise<SidecarFinding>;
  /** Whether a file is itself a sidecar or an index, by its name, its neighbours and, for XML and indices, its content. */
  roleOf(path: string, noticedAt: number): Promise<SidecarRole>;
  /** Something happens in this folder: what waits there for its document waits longer. */
  stir(folder: string): void;
  /** A name that was listed or announced: where it may be a sidecar, its folder uses sidecars. Returns the path of the file it may belong to. */
  notice(path: string): string | null;
}

/** What the lookup needs; times in ms. */
export interface SidecarLookupDependencies {
  readonly inspector: Pick<FileInspector, 'sidecar'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** How long a broken sidecar is given, as it may still be written. */
  readonly quietMs: number;
  /** How long a file waits for its sidecar in a folder that has others. */
  readonly fileWaitMs: number;
  /** Whether `notice` was told every name of a folder: then nothing has to be looked up on disk. */
  readonly namesAreComplete: (folder: string) => boolean;
  /** The item that the file of this path was taken in as: while it is tidied away, its sidecars follow it. */
  readonly itemIdOf: (path: string) => string | undefined;
  /** How long `a.pdf.json` waits for `a.pdf`, counted from the last thing that happened in their folder. */
  readonly sidecarWaitMs: number;
}

/** A folder in which something happens all day must not keep the news from a person: it waits at most this many times as long. */
const maxWaits = 6;

/** Reads an index once for each version of it, not once a file. */
function createIndexReader(
  inspector: SidecarLookupDependencies['inspector'],
): (path: string) => Promise<SidecarAnswer> {
  const indices = new Map<string, { readonly version: string; readonly answer: SidecarAnswer }>();
  return async (path) => {
    const there = await statPath(path);
    if (there.kind !== 'file') return { kind: 'not-a-sidecar' };
    const version = `${there.stat.inode} ${there.stat.size} ${there.stat.changedAt}`;
    const known = indices.get(path);
    if (known?.version === version) return known.answer;
    const answer = await inspector.sidecar(path);
    indices.set(path, { version, answer });
    return answer;
  };
}

/** How long sidecars without their documents still wait, ms. */
function createSidecarWaits(
  clock: Pick<Clock, 'monotonic'>,
  sidecarWaitMs: number,
): { readonly stir: (folder: string) => void; readonly left: (path: string, noticedAt: number) => number } {
  /** When a folder last saw something come, by the monotonic clock. */
  const stirred = new Map<string, number>();
  return {
    stir: (folder) => void stirred.set(folder, clock.monotonic()),
    left(path, noticedAt) {
      // What was claimed lies in a folder of its own, where no document comes: it waited before it was claimed.
      if (isClaimed(path)) return 0;
      const from = Math.max(noticedAt, stirred.get(dirname(path)) ?? noticedAt);
      return Math.max(0, Math.min(from + sidecarWaitMs, noticedAt + maxWaits * sidecarWaitMs) - clock.monotonic());
    },
  };
}

/** Makes the lookup of one source. */
export function createSidecarLookup(dependencies: SidecarLookupDependencies): SidecarLookup {
  const { inspector, clock } = dependencies;
  const foldersWithSidecars = new Set<string>();
  const noticed = new Map<string, Set<string>>();
  const waits = createSidecarWaits(clock, dependencies.sidecarWaitMs);
  const readIndex = createIndexReader(inspector);

  async function young(path: string): Promise<boolean> {
    const there = await statPath(path);
    return there.kind === 'file' && Math.abs(clock.now() - there.stat.changedAt) < dependencies.quietMs;
  }

  async function conclude(path: string, answer: SidecarAnswer): Promise<SidecarFinding | null> {
    const sidecar = basename(path);
    switch (answer.kind) {
      case 'fields':
        return { kind: 'fields', fields: answer.fields, sidecar };
      case 'invalid':
        if (await young(path)) return { kind: 'wait', ms: dependencies.quietMs };
        return { kind: 'invalid', problem: answer.problem, field: answer.field, sidecar };
      case 'unreadable':
        return answer.code === 'ENOENT'
          ? null
          : { kind: 'wait', ms: 1_000, reason: sidecarReadingFault(path, answer.code) };
      case 'index':
      case 'not-a-sidecar':
        return null;
    }
  }

  async function presentOf(folder: string, names: readonly string[]): Promise<readonly string[]> {
    // Where sidecars are in use, one that was announced in a burst and missed would cost a file its data: look.
    if (dependencies.namesAreComplete(folder) && !foldersWithSidecars.has(folder)) {
      const known = noticed.get(folder);
      return known === undefined ? [] : names.filter((name) => known.has(name));
    }
    const there = await Promise.all(names.map((name) => isFile(join(folder, name))));
    return names.filter((_, at) => there[at]);
  }

  async function ownSidecar(path: string): Promise<SidecarFinding | null> {
    const folder = dirname(path);
    for (const name of await presentOf(folder, sidecarPaths(basename(path)))) {
      const sidecar = join(folder, name);
      const found = await conclude(sidecar, await inspector.sidecar(sidecar));
      if (found !== null) return found;
    }
    return null;
  }

  async function indexRow(path: string): Promise<SidecarFinding | null> {
    const folder = dirname(path);
    for (const name of await presentOf(folder, indexNames)) {
      const answer = await readIndex(join(folder, name));
      if (answer.kind === 'index') {
        const fields = answer.rows[folded(basename(path))];
        if (fields !== undefined) return { kind: 'fields', fields, sidecar: name };
        continue;
      }
      const found = await conclude(join(folder, name), answer);
      if (found !== null) return found;
    }
    return null;
  }

  async function roleByName(path: string, noticedAt: number): Promise<SidecarRole> {
    const name = basename(path);
    const form = formOf(name);
    if (form === null) return { kind: 'document' };
    if (isIndexName(name)) {
      const answer = await readIndex(path);
      return answer.kind === 'not-a-sidecar' ? { kind: 'document' } : { kind: 'sidecar', owner: null };
    }
    const ownName = ownerName(name);
    if (ownName === null) return { kind: 'document' };
    const owner = join(dirname(path), ownName);
    const there = (await isFile(owner)) || (await liesAside(owner, dependencies.itemIdOf(owner)));
    // A sidecar that followed its file meanwhile is gone, as a document would be.
    if (!there && (!awaitsOwner(name) || !(await isFile(path)))) return { kind: 'document' };
    // The invoice of a picture, as XML beside it, is a document: only the root tells.
    if (form === 'xml' && (await inspector.sidecar(path)).kind === 'not-a-sidecar') return { kind: 'document' };
    if (there) return { kind: 'sidecar', owner };
    const claim = claimPlaceOf(path);
    // It was taken by itself though its document lay beside it: that had been given back.
    const late = claim !== null && (await isFile(join(dirname(claim.origin), ownName)));
    return { kind: 'alone', owner, ms: waits.left(path, noticedAt), late };
  }

  return {
    async find(path, noticedAt) {
      const found = (await ownSidecar(path)) ?? (await indexRow(path));
      if (found !== null) return found;
      const left = noticedAt + dependencies.fileWaitMs - clock.monotonic();
      if (left > 0 && foldersWithSidecars.has(dirname(path))) return { kind: 'wait', ms: Math.min(left, 250) };
      return { kind: 'none' };
    },

    async roleOf(path, noticedAt) {
      const role = await roleByName(path, noticedAt);
      if (role.kind === 'document') waits.stir(dirname(path));
      return role;
    },

    stir: waits.stir,

    notice(path) {
      // Asked for every file of every scan: most are told by their last letters.
      if (formOf(path) === null) return null;
      const [folder, name] = [dirname(path), basename(path)];
      const owner = ownerName(name);
      if (owner === null && !isIndexName(name)) return null;
      const names = noticed.get(folder) ?? new Set();
      noticed.set(folder, names.add(name));
      if (owner === null) return null;
      if (awaitsOwner(name)) foldersWithSidecars.add(folder);
      return join(folder, owner);
    },
  };
}
