import path from 'node:path';

/** How paths are cut and compared on one system. Paths are those of that system, absolute where two are compared. */
export interface Paths {
  /** The root of a path (`/`, `D:\`, `\\server\share\`); empty for a relative one. */
  rootOf(path: string): string;
  /** Its names one after the other, without root, `.` and doubled separators. `..` stays. On Windows `/` separates as well. */
  namesOf(path: string): readonly string[];
  /** The names that lead from a folder to what lies in it, none where both are one; null = it does not lie there. */
  wayTo(folder: string, path: string): readonly string[] | null;
  /** The same as patterns and settings write it: with `/` on every system. */
  below(folder: string, path: string): string | null;
  /** Whether something lies in a folder, at whatever depth. */
  liesIn(folder: string, path: string): boolean;
  /** Equal for all spellings that the system's own disks take for one path: `..`, ends, case, composition. To compare only. */
  keyOf(path: string): string;
  /** Divides a path at the last folder of a name in it: what lies before, and the names after it. Null = there is none. */
  dividedAt(path: string, name: string): { readonly before: string; readonly after: readonly string[] } | null;
  /** Whether it names a place on a server (`\\server\share`), as far as the path tells. */
  isOnServer(path: string): boolean;
}

/**
 * Names and paths in one spelling, for places where two that differ only by case or composition may be one: shares, sidecars that
 * somebody typed, folders of other systems.
 */
export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** A file name without its ending; one that is nothing but an ending stays. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - path.extname(name).length);
}

/** Makes the functions of a system. Windows' disks disregard case, Apple's case and composition; elsewhere every letter counts. */
export function createPaths(platform: NodeJS.Platform): Paths {
  const { isAbsolute, join, normalize, parse, relative, sep } = platform === 'win32' ? path.win32 : path.posix;
  const spelled = platform === 'darwin' ? folded : (name: string) => (platform === 'win32' ? name.toLowerCase() : name);
  /** Programs that outwit the limit of 260 characters write `\\\\?\\` before a path: it names the same place. */
  const plainly = (of: string): string =>
    platform === 'win32'
      ? of.replace(/^\\\\\?\\(?:(UNC)\\)?/iu, (_, share) => (share === undefined ? '' : '\\\\'))
      : of;
  const separators = platform === 'win32' ? /[\\/]+/u : /\/+/u;

  const rootOf = (of: string): string => parse(of).root;
  const namesOf = (of: string): readonly string[] =>
    of
      .slice(rootOf(of).length)
      .split(separators)
      .filter((name) => name !== '' && name !== '.');

  function wayTo(folder: string, to: string): readonly string[] | null {
    const way = relative(spelledAlike(folder), spelledAlike(to));
    if (isAbsolute(way)) return null;
    const names = namesOf(way);
    // Taken from what was given: for the comparison it may have been spelled anew.
    const given = namesOf(normalize(to));
    return names[0] === '..' ? null : given.slice(given.length - names.length);
  }

  /** Windows' `relative` disregards case by itself. */
  function spelledAlike(of: string): string {
    return platform === 'darwin' ? folded(of) : plainly(of);
  }

  return {
    rootOf,
    namesOf,
    wayTo,
    below: (folder, to) => wayTo(folder, to)?.join('/') ?? null,
    liesIn: (folder, to) => (wayTo(folder, to)?.length ?? 0) > 0,
    keyOf(of) {
      const plain = normalize(plainly(of));
      const end = plain.length > rootOf(plain).length && plain.endsWith(sep) ? -1 : undefined;
      return spelled(plain.slice(0, end));
    },
    dividedAt(of, name) {
      const names = namesOf(of);
      const at = names.findLastIndex((each, index) => spelled(each) === spelled(name) && index < names.length - 1);
      if (at === -1) return null;
      return { before: join(rootOf(of), ...names.slice(0, at)), after: names.slice(at + 1) };
    },
    isOnServer: (of) => platform === 'win32' && /^[\\/]{2}(?![?.][\\/](?!UNC[\\/]))/iu.test(of),
  };
}

/** The functions of the system that Mailroom runs on. Nothing else cuts or compares paths. */
export const paths: Paths = createPaths(process.platform);
