/** What reading paths needs of its surroundings. */
export interface PathReading {
  /** Paths of some files at once; the page stands still meanwhile. */
  readonly pathsOf: (files: readonly File[]) => readonly string[];
  /** ms that only grow. */
  readonly now: () => number;
  /** Lets the page draw and answer. */
  readonly pause: () => Promise<void>;
  readonly onProgress: (done: number) => void;
}

/** Fewest files of one question, and of the first: where the machine is busy each question takes long, however small it is. */
export const smallestSlice = 48;
/** Most files of one question. */
export const largestSlice = 768;
/** A question that took longer (ms) makes the next one half as large; one that took less than a quarter of it, twice as large. */
const longestQuestion = 24;

/** Paths of files, '' for what lies nowhere; asked for in slices as large as the page can stand still for, with a pause after each. */
export async function readPaths(
  files: readonly File[],
  { pathsOf, now, pause, onProgress }: PathReading,
): Promise<readonly string[]> {
  const paths: string[] = [];
  let slice = smallestSlice;
  while (paths.length < files.length) {
    const begun = now();
    paths.push(...pathsOf(files.slice(paths.length, paths.length + slice)));
    const took = now() - begun;
    if (took > longestQuestion) slice = Math.max(smallestSlice, slice / 2);
    else if (took < longestQuestion / 4) slice = Math.min(largestSlice, slice * 2);
    onProgress(paths.length);
    await pause();
  }
  return paths;
}
