import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppImageUpdater, NsisUpdater } from 'electron-updater';
import { makeFolder } from '../../engine/platform/disk/make-folder.ts';
import type { Log } from '../../engine/platform/ports.ts';
import { isIntact, type ReadyUpdate } from '../../host/updates/look-for-update.ts';

/** What electron-updater is to know of this Mailroom. */
export interface HandOverParts {
  /** Its own folder (absolute). */
  readonly folder: string;
  /** The version that runs. */
  readonly version: string;
  readonly log: Log;
}

/**
 * Gives an update that was checked to electron-updater, which asks no network for it: what it takes for a download is a copy of the
 * package, compared with the manifest once more where it lies. Answers what puts it in the place of this version and starts it; that one
 * throws where it can't be begun.
 */
export async function handOver(update: ReadyUpdate, { folder, version, log }: HandOverParts): Promise<() => void> {
  await makeFolder(folder, 0o700);
  const configuration = join(folder, 'app-update.yml');
  await writeFile(configuration, 'updaterCacheDirName: handed-over\n');
  const file = { url: update.file, sha512: update.sha512, size: update.size };
  const info = { version: update.version, files: [file], releaseDate: '' };
  /** Knows of this update alone. */
  class OneUpdate {
    readonly fileExtraDownloadHeaders = null;
    setRequestHeaders(): void {
      // Nobody is asked.
    }
    getLatestVersion(): Promise<typeof info> {
      return Promise.resolve(info);
    }
    resolveFiles(): { url: URL; info: typeof file }[] {
      return [{ url: pathToFileURL(update.path), info: file }];
    }
  }
  const Updater = update.kind === 'nsis' ? NsisUpdater : AppImageUpdater;
  const updater = new Updater(
    { provider: 'custom', updateProvider: OneUpdate },
    {
      version,
      name: 'Mailroom',
      isPackaged: true,
      appUpdateConfigPath: configuration,
      userDataPath: folder,
      baseCachePath: folder,
      whenReady: () => Promise.resolve(),
      // When the program ends is decided elsewhere.
      relaunch: () => undefined,
      quit: () => undefined,
      onQuit: () => undefined,
    },
  );
  // Given no Electron, it has none of its own.
  Reflect.set(updater, 'httpExecutor', {
    async download(_address: URL, destination: string) {
      await copyFile(update.path, destination);
      if (!(await isIntact({ ...update, path: destination })))
        throw new Error('the package is not the one that was checked');
    },
  });
  Object.assign(updater, { autoDownload: false, autoInstallOnAppQuit: false, disableDifferentialDownload: true });
  const tell = (message: unknown): void => log.debug('updater', { message: String(message) });
  updater.logger = { info: tell, warn: tell, error: tell };
  await updater.checkForUpdates();
  await updater.downloadUpdate();
  return () => {
    if (!updater.install(true, true)) throw new Error('the installer was not begun');
  };
}
