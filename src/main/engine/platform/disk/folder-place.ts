import { readFile, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { folded, paths } from '../names/paths.ts';

/** Where a folder lies, whatever names lead there; also one that is not there yet. */
export interface FolderPlace {
  /** Which folder it is and which those above it are, nearest first; from the nearest one that is there. */
  readonly chain: readonly string[];
  /** Names below the nearest one that is there. */
  readonly missing: readonly string[];
  /** All names, without links, from the root of the file system. */
  readonly names: readonly string[];
  /** The same by the volume it lies on: one that is mounted twice is the same one. null = the system does not tell. */
  readonly volume: { readonly key: string; readonly names: readonly string[] } | null;
}

/** Links that are followed towards a folder that is not there. */
const maxLinks = 40;
/** File systems whose source names a place on a server rather than a disk. */
const served = /^(?:cifs|smb3|nfs4?|sshfs|fuse\.sshfs)$/;

async function nearest(path: string): Promise<{ readonly real: string; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  let links = 0;
  for (let place = resolve(path); ;) {
    const real = await realpath(place).catch(() => null);
    if (real !== null) return { real, missing };
    const above = dirname(place);
    if (above === place) return { real: place, missing };
    // A link to nothing: what is made under it is made where it leads.
    const target = await readlink(place).catch(() => null);
    links += 1;
    if (target !== null && links <= maxLinks) {
      place = resolve(above, target);
      continue;
    }
    missing.unshift(basename(place));
    place = above;
  }
}

async function chainOf(real: string): Promise<readonly string[]> {
  const chain: string[] = [];
  for (let place = real; ; place = dirname(place)) {
    const seen = await stat(place, { bigint: true }).catch(() => null);
    chain.push(seen === null ? place : `${String(seen.dev)}:${String(seen.ino)}`);
    if (dirname(place) === place) return chain;
  }
}

/** A path of `/proc/self/mountinfo`, where blanks are written as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/gu, (_all, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}

/** Where a path lies on its volume, by the system's list of what is mounted where. */
async function volumeOf(real: string, missing: readonly string[]): Promise<FolderPlace['volume']> {
  const list = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  let found: { readonly at: string; readonly volume: NonNullable<FolderPlace['volume']> } | null = null;
  for (const line of list.split('\n')) {
    const [front = '', back = ''] = line.split(' - ');
    const [, , device, root, at] = front.split(' ').map(unescaped);
    const [kind = '', source = ''] = back.split(' ').map(unescaped);
    if (device === undefined || root === undefined || at === undefined) continue;
    const way = paths.wayTo(at, real);
    // Of two on one place the later one is seen.
    if (way === null || (found !== null && at.length < found.at.length)) continue;
    const names = [...paths.namesOf(root), ...way, ...missing];
    found = {
      at,
      volume: served.test(kind)
        ? { key: 'server', names: [...paths.namesOf(source), ...names].map(folded) }
        : { key: device, names },
    };
  }
  return found?.volume ?? null;
}

/** Finds out where a folder lies. Never rejects: what can't be looked at counts by its path. */
export async function placeOf(folder: string): Promise<FolderPlace> {
  const { real, missing } = await nearest(folder);
  const [chain, volume] = await Promise.all([chainOf(real), volumeOf(real, missing)]);
  return { chain, missing, names: [...paths.namesOf(real), ...missing], volume };
}

function after(names: readonly string[], start: readonly string[]): readonly string[] | null {
  return start.every((name, index) => names[index] === name) ? names.slice(start.length) : null;
}

/** The names that lead from one folder to another that lies in it; none where both are the same. null = it does not lie there. */
export function namesBelow(inner: FolderPlace, outer: FolderPlace): readonly string[] | null {
  const [nearestOuter] = outer.chain;
  const level = inner.chain.findIndex((identity) => identity === nearestOuter);
  if (level !== -1 && outer.missing.length === 0) {
    return inner.names.slice(inner.names.length - inner.missing.length - level);
  }
  if (level === 0 && after(inner.missing.map(folded), outer.missing.map(folded)) !== null) {
    return inner.missing.slice(outer.missing.length);
  }
  if (inner.volume === null || outer.volume === null || inner.volume.key !== outer.volume.key) return null;
  return after(inner.volume.names, outer.volume.names);
}
