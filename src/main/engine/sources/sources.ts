import type { Sharing } from './claims-held.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import type { HotFolder, IntakeRule, Settings } from '../../../shared/settings.ts';
import type { SourceHealth } from '../../../shared/views.ts';
import { success } from '../faults/fault.ts';
import { createHotFolder, type HotFolderWatcher } from '../intake/hot-folder/hot-folder.ts';
import type { HotFolderDependencies } from '../intake/hot-folder/hot-folder-dependencies.ts';
import type { ItemRecord, SeenFile } from '../journal/records.ts';
import { circleOf, overlapOf, type Overlap, type OwnFolders } from '../settings/overlaps.ts';
import { refusalOf } from './source-refusal.ts';

/** The hot folders of a station while it runs. */
export interface Sources {
  /** Starts a hot folder; one with the same id is replaced and keeps its memory. One that can't work is refused, and shown with the reason. */
  add(source: HotFolder): Promise<Outcome<void>>;
  pause(sourceId: string): Promise<boolean>;
  resume(sourceId: string): Promise<boolean>;
  /** Ends a source; what was taken in from it stays. false where there is none. */
  remove(sourceId: string): Promise<boolean>;
  /** Root folder of a source; null for sources without one (command line, drop). */
  folderOf(sourceId: string): string | null;
  ruleOf(sourceId: string): IntakeRule | null;
  /** Whether every file that was found since the source was added has been looked at. */
  lookedAt(sourceId: string): boolean;
  /** Looks at an item's file again; false where its source is no running hot folder. */
  lookAgain(item: Pick<ItemRecord, 'id' | 'sourceId' | 'path'>): boolean;
  /** What tidying tells the watcher of an item's source. */
  readonly originals: {
    setAside(item: ItemRecord, path: string, aside: boolean): void;
    /** It was tidied away: what comes under its path is a new file, even if it looks the same. */
    forget(item: ItemRecord): void;
    remember(file: SeenFile): void;
  };
  /** Why no XML may be written to this folder: it would be taken in. To be asked before each XML gets its place; every source looks at its own, too. */
  circle(folder: string): Promise<Fault | null>;
  /** All hot folders that there are to be, also what has not started yet. */
  configured(): readonly HotFolder[];
  /** What a folder has to do with Mailroom's others. */
  overlap(source: HotFolder): Promise<Overlap>;
  /** Lists every folder anew, whatever was heard of it. */
  rescan(): void;
  health(): readonly SourceHealth[];
  /** What this station shares with others. */
  readonly sharing: Sharing;
  stop(): Promise<void>;
}

interface Source {
  readonly config: HotFolder;
  readonly watcher: HotFolderWatcher;
  lookedAt: boolean;
}

/** Makes an empty set of sources. `onHealth` is told of each change; the hot folders of the settings will be added in their turn. */
export function createSources(
  dependencies: Omit<HotFolderDependencies, 'overlap'>,
  settings: () => Pick<Settings, 'hotFolders' | 'intake'>,
  dataDirectory: string,
  onHealth: (health: SourceHealth) => void,
): Sources {
  const configured = new Map(settings().hotFolders.map((source) => [source.id, source]));
  const sources = new Map<string, Source>();
  const refused = new Map<string, SourceHealth>();

  function healthOf(watcher: HotFolderWatcher): SourceHealth {
    const { sourceId, name, folder, state, fault, lastScanAt } = watcher.health();
    return { sourceId, name, folder, state, fault, lastScanAt };
  }

  const own = (): OwnFolders => ({
    dataDirectory,
    hotFolders: [...configured.values()],
    intake: settings().intake,
  });
  const overlap = (config: HotFolder): Promise<Overlap> => overlapOf(config, own());

  function lookAgainAtAll(): void {
    for (const { watcher } of sources.values()) void watcher.rescan();
  }

  return {
    overlap,
    async add(config) {
      configured.set(config.id, config);
      const forgetComing = await sources.get(config.id)?.watcher.stop();
      refused.delete(config.id);
      const reason = refusalOf(config);
      if (reason !== null) {
        const { id: sourceId, name, folder } = config;
        const health = { sourceId, name, folder, state: 'stopped', fault: reason, lastScanAt: null } as const;
        sources.delete(sourceId);
        forgetComing?.();
        refused.set(sourceId, health);
        onHealth(health);
        return { ok: false, fault: reason };
      }
      const watcher = createHotFolder(config, { ...dependencies, overlap: () => overlap(config) });
      const source: Source = { config, watcher, lookedAt: false };
      sources.set(config.id, source);
      watcher.onHealth(() => onHealth(healthOf(watcher)));
      await watcher.start(forgetComing);
      void watcher.settled({ until: 'looked-at' }).then(() => {
        source.lookedAt = true;
      });
      const { fault } = await overlap(config);
      if (fault === null) return success(undefined);
      // It is there, and goes on when it lies apart; the other one takes nothing in either.
      lookAgainAtAll();
      return { ok: false, fault };
    },
    async pause(sourceId) {
      const source = sources.get(sourceId);
      await source?.watcher.pause();
      return source !== undefined;
    },
    async resume(sourceId) {
      const source = sources.get(sourceId);
      await source?.watcher.resume();
      return source !== undefined;
    },
    async remove(sourceId) {
      const source = sources.get(sourceId);
      const forgetComing = await source?.watcher.stop();
      forgetComing?.();
      sources.delete(sourceId);
      configured.delete(sourceId);
      return refused.delete(sourceId) || source !== undefined;
    },
    folderOf: (sourceId) => sources.get(sourceId)?.config.folder ?? null,
    ruleOf: (sourceId) => sources.get(sourceId)?.config.rule ?? null,
    lookedAt: (sourceId) => sources.get(sourceId)?.lookedAt ?? true,
    lookAgain(item) {
      const source = sources.get(item.sourceId);
      source?.watcher.lookAgain(item.path, item.id);
      return source !== undefined;
    },
    originals: {
      setAside: ({ id, sourceId }, path, aside) => sources.get(sourceId)?.watcher.originals.setAside(path, id, aside),
      forget: ({ id, sourceId, path }) => sources.get(sourceId)?.watcher.originals.forget(path, id),
      remember: (file) => sources.get(file.sourceId)?.watcher.originals.remember(file),
    },
    rescan: lookAgainAtAll,
    configured: () => [...configured.values()],
    async circle(folder) {
      await Promise.all([...sources.values()].map(({ watcher }) => watcher.lookApart()));
      return circleOf(folder, own());
    },
    health: () => [...[...sources.values()].map(({ watcher }) => healthOf(watcher)), ...refused.values()],
    sharing: {
      stationId: dependencies.station.id,
      folders: () => [...sources.values()].filter(({ config }) => config.claim).map(({ config }) => config.folder),
      now: () => dependencies.clock.now(),
    },
    async stop() {
      await Promise.all([...sources.values()].map(({ watcher }) => watcher.stop()));
    },
  };
}
