import { spawn } from 'node:child_process';
import { copyFile, rename, rm } from 'node:fs/promises';
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
 * the running AppImage was started by, which stays its path. Else a fault `update-damaged` or `update-not-installed`.
 */
export async function prepareInstall(
  update: ReadyUpdate,
  appImage = process.env['APPIMAGE'],
): Promise<Outcome<Install>> {
  if (!(await isIntact(update))) return failure('update-damaged', { name: update.file });
  if (update.kind === 'nsis') return success(() => begin(update.path, ['--updated', '/S', '--force-run']));
  if (appImage === undefined) return notInstalled(update, 'APPIMAGE');
  const draft = join(dirname(appImage), `.${basename(appImage)}.update`);
  try {
    await copyFile(update.path, draft);
    const handle = await open(draft, 'r+');
    try {
      await handle.chmod(0o755);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await isIntact({ ...update, path: draft }))) throw new Error('the copy is not the package that was checked');
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return notInstalled(update, codeOf(error, 'unreadable'));
  }
  return success(async () => {
    // At no instant is there no program; the one that runs goes on with the file that it has open.
    await rename(draft, appImage);
    await begin(appImage, []);
  });
}

function notInstalled({ version }: ReadyUpdate, problem: string): ReturnType<typeof failure> {
  return failure('update-not-installed', { version, problem });
}

/** Starts a program that outlives this one; rejects where the system does not let it begin. */
function begin(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
