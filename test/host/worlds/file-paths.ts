import type { HostGlobal } from './host-link.ts';

/** Paths of files, answered at once as Electron's `webUtils.getPathForFile` does. */
export interface FilePaths {
  /** The file's path, or empty text for one that never was on disk. Throws for anything but a file. */
  pathOf(file: unknown): string;
  /** Tells of files that came together, so that asking for one brings the paths of its neighbours as well. */
  came(together: readonly unknown[]): void;
}

/** So many files are asked about in one stop of the page: a stop costs about 10 ms, a further file 0.1 ms. */
const filesPerStop = 100;

function isFile(value: unknown): value is File {
  return value instanceof File;
}

/**
 * A world cannot wait for an answer, but it can stand still: at `debugger` it stops until the host, which holds the protocol's debugger,
 * has written the paths into `global.paths` and lets it go on.
 */
export function createFilePaths(global: HostGlobal): FilePaths {
  const known = new WeakMap<File, string>();
  const groups = new WeakMap<File, readonly File[]>();

  const ask = (files: readonly File[]): void => {
    global.files = files;
    global.paths = null;
    // oxlint-disable-next-line no-debugger -- the stop is the call
    debugger;
    const paths: unknown = global.paths;
    global.files = [];
    if (!Array.isArray(paths)) throw new Error('the Chromium host did not answer');
    files.forEach((file, index) => known.set(file, String(paths[index] ?? '')));
  };

  return {
    came(together) {
      const files = together.filter(isFile);
      for (const file of files) groups.set(file, files);
    },
    pathOf(file) {
      if (!isFile(file)) throw new TypeError('getPathForFile expects a File');
      const path = known.get(file);
      if (path !== undefined) return path;
      const group = groups.get(file) ?? [file];
      const start = group.indexOf(file);
      ask(group.slice(start, start + filesPerStop).filter((each) => !known.has(each)));
      return known.get(file) ?? '';
    },
  };
}
