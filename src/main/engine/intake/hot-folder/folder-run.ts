import { basename, dirname, join, resolve } from 'node:path';
import type { HotFolder } from '../../../../shared/settings.ts';
import type { Fault } from '../../../../shared/faults.ts';
import { fault } from '../../faults/fault.ts';
import { paths } from '../../platform/names/paths.ts';
import { loadKnownFiles } from '../reception/known-files.ts';
import { loadKeptPauses } from '../settling/kept-pauses.ts';
import { createSettler } from '../settling/settler.ts';
import type { Settler, SettlingEnd } from '../settling/settling.ts';
import { settlingItems } from '../settling/settling-items.ts';
import { createSidecarLookup } from '../sidecar/sidecar-lookup.ts';
import { sidecarPaths } from '../sidecar/sidecar-names.ts';
import { isKeptElsewhere } from '../inspection/placeholder.ts';
import { createFolderWatches, type StartWatch } from './folder-watches.ts';
import type { HotFolderDependencies, TidiedFiles } from './hot-folder-dependencies.ts';
import { createIgnores, leavingOut } from './ignore-patterns.ts';
import { createOddNames } from './odd-names.ts';
import { createApart, createRootScans, type Apart } from './root-scans.ts';
import type { ScanReport } from './scan-tree.ts';
import { rootCursor, type RootState } from './source-root.ts';
import type { StateKeeper } from './source-state.ts';
import { quietTimes, sidecarTimes } from '../settling/quiet-times.ts';
import { createWriterSigns } from '../settling/writer-signs.ts';

/** One run of a hot folder, from start to pause or stop. */
export interface FolderRun {
  readonly settler: Settler;
  begin(): void;
  rescan(): Promise<ScanReport>;
  readonly lookApart: Apart['look'];
  readonly originals: TidiedFiles;
  /** A folder below is about to be removed: Windows' file servers keep what is watched until its watch ends. */
  leave(folder: string): void;
  /** Cases wait for the files that were on their way until what this answers is called. */
  end(): Promise<() => void>;
}

/** What a run needs; times in ms. */
export interface FolderRunDependencies extends HotFolderDependencies {
  readonly state: StateKeeper;
  readonly startWatch: StartWatch;
  readonly checkFolder: (folder: string) => Promise<RootState>;
  /** What keeps files from coming into this folder, though it may be there; null = nothing. */
  readonly trouble: () => Fault | null;
  readonly silentAfterMs: number;
}

/** What is not whole is read again from this gap (ms) on, whether it was heard of or not. */
const rereadMs = 5_000;

/** Loads a source's memory and makes everything ready; nothing runs before `begin`. */
export async function createFolderRun(config: HotFolder, dependencies: FolderRunDependencies): Promise<FolderRun> {
  const { state, clock, journal, inspector, log } = dependencies;
  const root = resolve(config.folder);
  const apart = createApart(dependencies.overlap);
  const ignores = leavingOut(createIgnores(config.ignore), apart.leftOut);
  const troubled = (error: unknown): void => state.journal(error);
  const known = await loadKnownFiles(journal, config.id);
  const pauses = await loadKeptPauses({ journal, clock }, config.id, troubled);
  const times = quietTimes(config);
  const sidecars = config.sidecars
    ? createSidecarLookup({
        inspector,
        clock,
        ...sidecarTimes(times.quietTextMs, config.sidecarWaitMs),
        namesAreComplete: (folder) => watches.isListed(folder),
        itemIdOf: (path) => known.get(path)?.itemId,
      })
    : null;
  const signs = createWriterSigns(dependencies.writers);
  const settler = createSettler({
    ...dependencies,
    source: { id: config.id, rule: config.rule, holdAfterMs: config.holdAfterMs, rereadMs, ...times },
    known,
    pauses,
    sidecars,
    sourceIsThere: () => scans.isThere(),
    room: () => apart.again().then(dependencies.room),
    ended,
    shown: () => undefined,
    troubled,
    writerSign: (path, look, stillMs) => signs.of(path, look, stillMs),
    isAway: isKeptElsewhere,
    showAtOnce: false,
  });
  const watches = createFolderWatches(dependencies.startWatch, onEvent, onWatchLost);
  const parts = { ...dependencies, config, root, known, settler, watches, ignores, apart };
  const odd = createOddNames(config, { ...dependencies, known, sidecars, troubled });
  const visitor = {
    file: (path: string) => settler.notice(path),
    aside: (path: string) => dependencies.foundAside?.(path),
    name: (path: string) => void sidecars?.notice(path),
    ignored: (path: string) => signs.named(path),
  };
  // Of the folder in which the known files lie. A station's own place in a shared folder is made anew where it is missing.
  const identity = config.claim ? null : await journal.cursor(rootCursor(config.id, root));
  const scans = createRootScans({ ...parts, odd, visitor }, identity);
  let over = false;

  function isIgnored(path: string): boolean {
    const below = paths.below(root, path);
    return below === null || below === '' || ignores(below, basename(path));
  }

  function onEvent(folder: string, name: string | null): void {
    if (over || apart.reason() !== null) return;
    sidecars?.stir(folder);
    if (name === null || name.includes('\uFFFD')) return void scans.below(folder);
    const path = join(folder, name);
    signs.named(path);
    // A folder that goes away announces itself by its own name.
    if (name === basename(folder)) void scans.lookForRoot();
    if (isIgnored(path)) return;
    const owner = sidecars?.notice(path) ?? null;
    if (owner !== null && settler.has(owner)) settler.notice(owner);
    settler.notice(path);
  }

  function onWatchLost(code: string): void {
    log.warn('watch-lost', { source: config.id, code });
    if (watches.isLimited()) state.folder('polling', fault('watch-limit', { folder: root }));
  }

  function ended(path: string, end: SettlingEnd): void {
    if (end.kind === 'folder') {
      if (config.recursive && !over) void scans.below(path);
    } else if (end.kind === 'gone') {
      watches.remove(path);
      if (!over && dirname(path) === root) void scans.lookForRoot();
    } else if (sidecars !== null) {
      for (const sidecar of sidecarPaths(path)) if (settler.has(sidecar)) settler.notice(sidecar);
    }
  }

  let lookedThrough = (): void => undefined;

  // Before the first scan, which would take their files for new ones.
  const settling: (readonly [path: string, itemId: string])[] = [];
  for await (const item of settlingItems(journal, config.id)) settling.push([item.path, item.id]);

  return {
    settler,
    rescan: scans.rescan,
    lookApart: apart.look,
    originals: {
      setAside: (...given) => known.setAside(...given),
      forget(path, itemId) {
        known.forget(path, itemId);
        settler.notice(path);
      },
      remember: (file) => known.set(file),
    },
    leave: (folder) => watches.leave(folder),
    begin() {
      for (const [path, itemId] of settling) settler.notice(path, itemId);
      lookedThrough = dependencies.comingFiles.looksThrough({ sourceId: config.id, rule: config.rule });
      void scans.rescan().then(() => (over ? undefined : lookedThrough()));
    },
    async end() {
      over = true;
      scans.end();
      watches.closeAll();
      const forget = await settler.stop();
      await pauses.keep();
      return () => {
        lookedThrough();
        forget();
      };
    },
  };
}
