import { spawn } from 'node:child_process';
import { constants, copyFile, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import { open } from '../../engine/platform/disk/patient-files.ts';
import { isIntact, type ReadyUpdate } from '../../host/updates/look-for-update.ts';
import type { KeptWords } from './kept-words.ts';

/** An update that was made ready to be installed. */
export interface Install {
  /** Puts it in the place of this version and starts it, once all else has ended; rejects where that can't be begun. */
  run(): Promise<void>;
  /** It is not to be installed now, or could not be (`error`): nothing of it stays beside the program. Never rejects. */
  giveUp(error?: unknown): Promise<void>;
}

/** Where an update goes, and how the new version is started. */
export interface InstallPlace {
  /** The path that the running AppImage was started by, which stays its path. */
  readonly appImage: string | undefined;
  /** What the new version is started with. */
  readonly args: readonly string[];
  /** Keeps these words for a start that Windows' installer makes, which hands none on. */
  readonly kept: KeptWords;
}

/**
 * Makes an update that was checked ready to be installed: tries what is needed while Mailroom is still at work. Else a fault
 * `update-damaged` or `update-not-installed`.
 */
export async function prepareInstall(update: ReadyUpdate, place: InstallPlace): Promise<Outcome<Install>> {
  if (!(await isIntact(update))) return failure('update-damaged', { name: update.file });
  if (update.kind === 'nsis') return success(setup(update, place));
  const { appImage, args } = place;
  if (appImage === undefined) return notInstalled(update, 'APPIMAGE');
  await removeLeft(appImage);
  // Another window may do the same for itself.
  const beside = join(dirname(appImage), `.${basename(appImage)}.${String(process.pid)}`);
  const [draft, old] = [`${beside}.update`, `${beside}.old`];
  const giveUp = async (): Promise<void> => {
    for (const path of [draft, old]) await rm(path, { force: true }).catch(() => undefined);
  };
  try {
    await copyFile(update.path, draft);
    const handle = await open(draft, 'r+');
    try {
      await handle.chmod(0o755);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await demandIntact({ ...update, path: draft });
  } catch (error) {
    await giveUp();
    return notInstalled(update, codeOf(error, 'unreadable'));
  }
  async function run(appImagePath: string): Promise<void> {
    try {
      await demandIntact({ ...update, path: draft });
      await copyFile(appImagePath, old, constants.COPYFILE_FICLONE);
      // At no instant is there no program; the one that runs goes on with the file that it has open.
      await rename(draft, appImagePath);
      await begin(appImagePath, args).catch(async (error: unknown) => {
        await rename(old, appImagePath);
        throw error;
      });
    } finally {
      await giveUp();
    }
  }
  return success({ run: () => run(appImage), giveUp });
}

/** Takes away what an update left beside the program whose Mailroom was ended in the middle of it. */
async function removeLeft(appImage: string): Promise<void> {
  const folder = dirname(appImage);
  const start = `.${basename(appImage)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(start) ? /^(\d+)\.(?:update|old)$/u.exec(name.slice(start.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function setup(update: ReadyUpdate, { args, kept }: InstallPlace): Install {
  return {
    async run() {
      await demandIntact(update);
      await kept.keep(args);
      await begin(update.path, ['--updated', '/S', '--force-run']);
    },
    giveUp: () => kept.drop(),
  };
}

async function demandIntact(update: ReadyUpdate): Promise<void> {
  if (!(await isIntact(update))) throw new Error('what lies there is not the package that was checked');
}

function notInstalled({ version }: ReadyUpdate, problem: string): ReturnType<typeof failure> {
  return failure('update-not-installed', { version, problem });
}

/** Starts a program that outlives this one; rejects where the system does not let it begin. */
export function begin(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
