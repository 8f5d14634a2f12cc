import type { HotFolder } from '../../../../shared/settings.ts';
import { createClaims } from '../claim/claims.ts';
import type { Claims, ClaimsDependencies } from '../claim/claims.ts';
import { createKnownFiles } from '../reception/known-files.ts';
import type { HotFolderDependencies } from './hot-folder-dependencies.ts';
import { createIgnores, leavingOut } from './ignore-patterns.ts';
import { quietTimes, sidecarTimes } from '../settling/quiet-times.ts';
import { scanTree } from './scan-tree.ts';

/** The shared folder is looked through at least this often, and this often while files stand still, ms. */
const maxIdleMs = 2_000;
const busyMs = 100;

/** Makes the claims of a hot folder that several stations share, for whoever runs over its own folder (`runner`). */
export function createFolderClaims(
  config: HotFolder,
  dependencies: HotFolderDependencies,
  runner: Pick<ClaimsDependencies, 'claimed' | 'leaving'>,
): Claims {
  const { station, clock, journal, log, inspector, newId } = dependencies;
  const { quietTextMs } = quietTimes(config);
  const ignores = createIgnores(config.ignore);
  const { claimLeaseMs: leaseMs, recursive } = config;

  /** Everything is new here: what is known lies in the station's own folder. */
  async function list(root: string): Promise<readonly string[]> {
    const { fault, leftOut } = (await dependencies.overlap?.()) ?? { fault: null, leftOut: [] };
    if (fault !== null) return [];
    const found: string[] = [];
    await scanTree(
      root,
      { root, recursive, ignores: leavingOut(ignores, () => leftOut), known: createKnownFiles(), scan: 0 },
      {
        entering: () => undefined,
        listed: () => undefined,
        name: () => undefined,
        file: (path) => found.push(path),
        odd: (_path, _bytes, problem) => log.warn('name-not-claimed', { source: config.id, problem }),
        stopped: () => false,
      },
    );
    return found;
  }

  async function isHeldAlone(path: string): Promise<boolean> {
    const memory = await journal.seenFile(config.id, path);
    const item = memory === null ? null : await journal.item(memory.itemId);
    return item?.stage === 'held' && item.fault?.code === 'sidecar-alone';
  }

  return createClaims({
    config,
    station,
    clock,
    log,
    inspector,
    newId,
    list,
    isHeldAlone,
    leaseMs,
    quietMs: quietTextMs,
    sidecarWaitMs: sidecarTimes(quietTextMs, config.sidecarWaitMs).sidecarWaitMs,
    busyMs,
    idleMs: Math.min(config.rescanMs, maxIdleMs, leaseMs / 8),
    ...runner,
  });
}
