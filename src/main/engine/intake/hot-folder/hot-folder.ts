import type { HotFolder } from '../../../../shared/settings.ts';
import { fault } from '../../faults/fault.ts';
import type { WaitingFile } from '../settling/settling.ts';
import { createFolderClaims } from './folder-claims.ts';
import { createFolderRun } from './folder-run.ts';
import type { FolderRun } from './folder-run.ts';
import { startFolderWatch } from './folder-watches.ts';
import type { HotFolderDependencies, TidiedFiles } from './hot-folder-dependencies.ts';
import { nothingScanned } from './scan-tree.ts';
import type { ScanReport } from './scan-tree.ts';
import { unsafeFault, withFolder } from '../../platform/disk/safe-folder.ts';
import { checkRoot } from './source-root.ts';
import { createStateKeeper } from './source-state.ts';
import type { SourceState } from './source-state.ts';
import { createTurn } from '../../platform/serial.ts';

/** A watched folder: takes in what is there and what comes. */
export interface HotFolderWatcher {
  /** Loads the memory and begins with a full scan; resolves when the memory is loaded. `forget` = as an earlier watcher of the folder answered. */
  start(forget?: () => void): Promise<void>;
  /** Ends everything; what was not taken in yet is found again at the next start. Cases wait for it until what this answers is called. */
  stop(): Promise<() => void>;
  /** Lists the whole folder now. */
  rescan(): Promise<ScanReport>;
  /** Looks whether the folder lies apart from Mailroom's others, and takes nothing in where it does not. */
  lookApart(): Promise<void>;
  health(): SourceState & { readonly sourceId: string; readonly name: string; readonly folder: string };
  onHealth(listener: (state: SourceState) => void): () => void;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Scans, then resolves when every file that was found is in, known, held, or waits and is shown so (`taken-in`: only when
   * none waits any more). Returns what still waits. Also resolves when the watcher is stopped or paused.
   */
  settled(options?: { readonly until?: 'looked-at' | 'taken-in' }): Promise<readonly WaitingFile[]>;
  /** Looks at a file again whose item is settling (a person's retry; a change found while sending). */
  lookAgain(path: string, itemId: string): void;
  /** What is known of files that are tidied away. */
  readonly originals: TidiedFiles;
}

/** Makes the watcher of one hot folder. */
export function createHotFolder(config: HotFolder, dependencies: HotFolderDependencies): HotFolderWatcher {
  const { log } = dependencies;
  const state = createStateKeeper((error) => {
    log.error('intake-failed', { source: config.id, message: error instanceof Error ? error.message : String(error) });
    state.folder(state.get().state, fault('internal', {}, 'intake'));
  });
  let run: FolderRun | null = null;
  /** Lets cases wait no more for what was on its way when the last run ended: the next one finds it again. */
  let forgetComing = (): void => undefined;
  const claims = config.claim
    ? createFolderClaims(config, dependencies, {
        claimed: () => void run?.rescan(),
        leaving: (folder) => run?.leave(folder),
      })
    : null;
  const own = claims === null ? config : { ...config, folder: claims.folder, recursive: true, ignore: [] };
  const checkFolder = dependencies.checkFolder ?? checkRoot;
  /** Starts and stops one after the other, whoever asks. */
  const inTurn = createTurn();

  const begin = (): Promise<void> =>
    inTurn(async () => {
      if (run !== null) return;
      state.folder('starting');
      await claims?.start(false);
      run = await createFolderRun(own, {
        ...dependencies,
        state,
        startWatch: dependencies.startWatch ?? startFolderWatch,
        // Where the shared folder is away, that is what is told.
        async checkFolder(folder) {
          const shared = await checkFolder(config.folder);
          if (claims === null || shared.kind !== 'there') return shared;
          // Our own place in it is no link, whoever made one: its files would be taken for ours.
          const isOurs = await withFolder(folder, { below: config.folder }, () => Promise.resolve(true)).catch(
            (error: unknown) => unsafeFault(error) === null,
          );
          return isOurs ? checkFolder(folder) : { kind: 'missing' };
        },
        trouble: () => claims?.trouble() ?? null,
        silentAfterMs: dependencies.silentAfterMs ?? 15_000,
      });
      run.begin();
      forgetComing();
    });

  const finish = (as: 'paused' | 'stopped'): Promise<void> =>
    inTurn(async () => {
      const ending = run;
      run = null;
      if (ending !== null) forgetComing = await ending.end();
      // What it holds stays its own while it is paused.
      await (as === 'paused' ? claims?.start(true) : claims?.stop());
      state.folder(as);
    });

  return {
    async start(forget = () => undefined) {
      forgetComing = forget;
      if (!config.paused) return begin();
      state.folder('paused');
      await claims?.start(true);
    },
    async stop() {
      await finish('stopped');
      return forgetComing;
    },
    pause: () => finish('paused'),
    resume: begin,
    async lookApart() {
      await run?.lookApart();
    },
    rescan: () => run?.rescan() ?? Promise.resolve(nothingScanned()),
    health: () => ({ ...state.get(), sourceId: config.id, name: config.name, folder: config.folder }),
    onHealth: (listener) => state.onChange(listener),
    async settled({ until = 'looked-at' } = {}) {
      const present = run;
      if (present === null) return [];
      await claims?.settled();
      await present.rescan();
      await (until === 'taken-in' ? present.settler.allIn() : present.settler.lookedAt());
      return present.settler.waiting();
    },
    lookAgain: (path, itemId) => run?.settler.notice(path, itemId),
    originals: {
      setAside: (...given) => run?.originals.setAside(...given),
      remember: (file) => run?.originals.remember(file),
      forget(path, itemId) {
        run?.originals.forget(path, itemId);
        void claims?.released(path);
      },
    },
  };
}
