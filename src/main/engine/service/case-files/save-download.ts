import type { Outcome } from '../../../../shared/faults.ts';
import { success } from '../../faults/fault.ts';
import { faultOfBrokenBody } from '../transport/broken-body.ts';
import type { Download } from '../client.ts';
import { safeFileName } from './file-names.ts';
import { folderFault, openTargetFolder } from './target-folder.ts';

/**
 * Saves one file of the service into a folder as it streams, under the name it came with (else its id), made safe and numbered
 * where it is taken; it shows when it is whole. Answers the path. Faults: `export-folder-unusable`, `disk-full`, and what broke
 * the stream.
 */
export async function saveDownload(
  download: Download,
  fileId: string,
  folder: string,
): Promise<Outcome<{ readonly path: string }>> {
  const mediaType = download.mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  try {
    const target = await openTargetFolder(folder);
    try {
      const { path } = await target.write(download.body);
      return success({ path: await target.show(path, safeFileName(download.fileName, mediaType, fileId)) });
    } finally {
      await target.close();
    }
  } catch (error) {
    const known = faultOfBrokenBody(error) ?? folderFault(error, folder);
    if (known === null) throw error;
    return { ok: false, fault: known };
  }
}
