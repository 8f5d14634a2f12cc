import { spawn } from 'node:child_process';
import { constants, copyFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Outcome } from '../../../shared/faults.ts';
import { failure, success } from '../../engine/faults/fault.ts';
import { codeOf } from '../../engine/platform/disk/errno.ts';
import { open } from '../../engine/platform/disk/patient-files.ts';
import { isIntact, type ReadyUpdate } from '../../host/updates/look-for-update.ts';

/** What puts an update in the place of this version and starts it, once all else has ended; rejects where that can't be begun. */
export type Install = () => Promise<void>;

/**
 * Makes an update that was checked ready to be installed: tries what is needed while Mailroom is still at work. `appImage`: the path that
 * the running AppImage was started by, which stays its path; `args`: what the new version is started with. Else a fault `update-damaged` or
 * `update-not-installed`.
 */
export async function prepareInstall(
  update: ReadyUpdate,
  appImage: string | undefined,
  args: readonly string[] = [],
): Promise<Outcome<Install>> {
  if (!(await isIntact(update))) return failure('update-damaged', { name: update.file });
  if (update.kind === 'nsis') return success(() => runSetup(update));
  if (appImage === undefined) return notInstalled(update, 'APPIMAGE');
  // Another window may do the same for itself.
  const beside = join(dirname(appImage), `.${basename(appImage)}.${String(process.pid)}`);
  const draft = `${beside}.update`;
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
    await rm(draft, { force: true }).catch(() => undefined);
    return notInstalled(update, codeOf(error, 'unreadable'));
  }
  return success(async () => {
    const old = `${beside}.old`;
    try {
      await demandIntact({ ...update, path: draft });
      await copyFile(appImage, old, constants.COPYFILE_FICLONE);
      // At no instant is there no program; the one that runs goes on with the file that it has open.
      await rename(draft, appImage);
      await begin(appImage, args).catch(async (error: unknown) => {
        await rename(old, appImage);
        throw error;
      });
    } finally {
      for (const path of [draft, old]) await rm(path, { force: true }).catch(() => undefined);
    }
  });
}

async function runSetup(update: ReadyUpdate): Promise<void> {
  await demandIntact(update);
  await begin(update.path, ['--updated', '/S', '--force-run']);
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
