import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import { diskFault } from '../disk-fault.ts';
import type { DrivenPage } from '../driver.ts';
import type { DeviceAnswer, DeviceLink } from './device-link.ts';
import { lookAtPicture } from './look-at-picture.ts';

/** Larger than a sheet of A3 without any compression at 1,200 dpi: what is longer has no end (bytes). */
const mostPageBytes = 1024 ** 3;

const extensions: Readonly<Record<DrivenPage['mediaType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
};

/** Media types under which pictures come: their own, and that of bytes of which the device says nothing. */
function mayBePicture(type: string | undefined): boolean {
  return type === undefined || /^(?:image\/|application\/octet-stream|binary\/)/i.test(type.trim());
}

/** Writes what a device sends; answers the SHA-256 of it. */
async function receive(link: DeviceLink, answer: DeviceAnswer, file: FileHandle): Promise<Outcome<string>> {
  const digest = createHash('sha256');
  let length = 0;
  const got = await link.read(answer, async (bytes) => {
    length += bytes.length;
    if (length > mostPageBytes) return failure('scanner-failed', {}, 'a page without end');
    digest.update(bytes);
    await file.appendFile(bytes);
    return success(null);
  });
  return got.ok ? success(digest.digest('hex')) : got;
}

/**
 * Saves the page that an answer carries to a folder, under a name it has only when it is whole; answers the page and the SHA-256 of
 * its bytes. Faults: `scanner-off` (it broke off), `scanner-failed` (no picture, no end), `disk-full`, `data-directory-unusable`.
 */
export async function savePage(
  link: DeviceLink,
  answer: DeviceAnswer,
  folder: string,
  number: number,
): Promise<Outcome<{ readonly page: DrivenPage; readonly sha256: string }>> {
  const type = answer.headers['content-type'];
  const described = `content type ${type ?? 'none'}`.slice(0, 200);
  if (!mayBePicture(type)) {
    await link.drop(answer);
    return failure('scanner-failed', {}, described);
  }
  const part = join(folder, `page-${number}.part`);
  try {
    const file = await open(part, 'w', 0o600);
    const received = await receive(link, answer, file).finally(() => file.close());
    const seen = received.ok ? await lookAtPicture(part) : null;
    if (received.ok && seen?.kind === 'whole') {
      const { mediaType } = seen;
      const path = join(folder, `page-${number}.${extensions[mediaType]}`);
      await rename(part, path);
      return success({ page: { path, mediaType }, sha256: received.value });
    }
    await rm(part, { force: true });
    if (!received.ok) return received;
    if (seen?.kind === 'other') return failure('scanner-failed', {}, described);
    return failure('scanner-off', {}, seen?.kind === 'empty' ? 'an empty page' : 'a page without its end');
  } catch (error) {
    await link.drop(answer);
    await rm(part, { force: true }).catch(() => undefined);
    const known = diskFault(error);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}
