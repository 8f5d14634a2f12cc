import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { open, rename, rm } from '../../../platform/disk/patient-files.ts';
import type { Outcome } from '../../../../../shared/faults.ts';
import { failure, success } from '../../../faults/fault.ts';
import { diskFault } from '../../disk-fault.ts';
import type { DrivenPage } from '../driver.ts';
import { pagesOfFile } from '../pages-of-file.ts';
import type { DeviceAnswer, DeviceLink } from './device-link.ts';
import { lookAtPicture } from './look-at-picture.ts';

/** Maximum size of a page, bytes: more than a sheet of A3 at 1,200 dpi without compression. */
const maxPageBytes = 1024 ** 3;

const extensions: Readonly<Record<DrivenPage['mediaType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
};

/** Writes what a device sends to a new file; answers the SHA-256 of it. */
async function receive(link: DeviceLink, answer: DeviceAnswer, path: string): Promise<Outcome<string>> {
  const digest = createHash('sha256');
  let length = 0;
  const file = await open(path, 'w', 0o600);
  try {
    const got = await link.read(answer, async (bytes) => {
      length += bytes.length;
      if (length > maxPageBytes) return failure('scanner-failed', {}, 'a page without end');
      digest.update(bytes);
      await file.appendFile(bytes);
      return success(null);
    });
    return got.ok ? success(digest.digest('hex')) : got;
  } finally {
    await file.close();
  }
}

/** Takes the pages out of a PDF, byte for byte where they are JPEGs; null where it does not show pictures of pages alone. */
async function pagesOf(pdf: string, folder: string, number: number): Promise<readonly DrivenPage[] | null> {
  const taken = await pagesOfFile(pdf, folder, (index) => `taken-${number + index}`);
  if (taken === null) return null;
  const pages: DrivenPage[] = [];
  for (const [index, { path: from, mediaType, density, rotation }] of taken.entries()) {
    const path = join(folder, `page-${number + index}.${extensions[mediaType]}`);
    await rename(from, path);
    pages.push({ path, mediaType, density, rotation });
  }
  return pages;
}

/**
 * Saves what an answer carries to a folder, under names that pages have only when they are whole: one page, or those of a PDF.
 * Answers them and the SHA-256 of the bytes. What it is, its bytes say: devices name wrong types. Faults: `scanner-off` (it broke
 * off), `scanner-failed` (no picture, no end), `disk-full`, `data-directory-unusable`.
 */
export async function savePage(
  link: DeviceLink,
  answer: DeviceAnswer,
  folder: string,
  number: number,
): Promise<Outcome<{ readonly pages: readonly DrivenPage[]; readonly sha256: string }>> {
  const described = `content type ${answer.headers['content-type'] ?? 'none'}`.slice(0, 200);
  const part = join(folder, `page-${number}.part`);
  try {
    const received = await receive(link, answer, part);
    const seen = received.ok ? await lookAtPicture(part) : null;
    if (received.ok && seen?.kind === 'whole' && seen.mediaType !== 'application/pdf') {
      const { mediaType } = seen;
      const path = join(folder, `page-${number}.${extensions[mediaType]}`);
      await rename(part, path);
      return success({ pages: [{ path, mediaType }], sha256: received.value });
    }
    const pages = received.ok && seen?.kind === 'whole' ? await pagesOf(part, folder, number) : null;
    await rm(part, { force: true });
    if (!received.ok) return received;
    if (pages !== null) return success({ pages, sha256: received.value });
    if (seen?.kind === 'empty') return failure('scanner-off', {}, 'an empty page');
    if (seen?.kind === 'cut') return failure('scanner-off', {}, 'a page without its end');
    return failure('scanner-failed', {}, described);
  } catch (error) {
    link.drop(answer);
    await rm(part, { force: true }).catch(() => undefined);
    const known = diskFault(error);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}
