import { extname, join } from 'node:path';
import { faultSchema } from '../../../shared/faults.ts';
import type { Fault, Outcome } from '../../../shared/faults.ts';
import { diskFault } from '../exports/export-files.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import { longestSegmentBytes, safeSegment } from '../exports/safe-name.ts';
import { failure, success } from '../faults/fault.ts';
import type { Download } from '../service/client.ts';

/** Names tried for one file; far beyond what a folder holds. */
const mostNumbers = 100_000;
/** An extension longer than this is no extension. */
const longestExtension = 16;

/** Extensions of files that the service tells no name of. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/tiff': '.tif',
};

/** The safe name of a download in two parts, so that a number fits between them. */
function nameOf(download: Download, fileId: string): { readonly stem: string; readonly extension: string } {
  const mediaType = download.mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  const whole = safeSegment(download.fileName ?? '', `${fileId}${extensions[mediaType] ?? ''}`);
  const told = extname(safeSegment(`a${extname(download.fileName ?? whole)}`));
  const extension = told.length <= longestExtension ? told : '';
  const stem = extension !== '' && whole.endsWith(extension) ? whole.slice(0, -extension.length) : whole;
  let short = stem;
  // Room for the extension, whatever letters the name is made of.
  while (Buffer.byteLength(short) + extension.length > longestSegmentBytes) {
    short = Array.from(short).slice(0, -1).join('');
  }
  return { stem: safeSegment(short), extension };
}

/** The fault that a broken stream carries; null where the error is not the stream's. */
function streamFault(error: unknown): Fault | null {
  if (typeof error !== 'object' || error === null || !('fault' in error)) return null;
  const parsed = faultSchema.safeParse(error.fault);
  return parsed.success ? parsed.data : null;
}

/**
 * Streams a download into a temporary file of the folder and gives it the first free name there. Answers the path. Faults:
 * `export-folder-unusable`, `disk-full`, and what broke the stream.
 */
export async function saveFile(
  files: ExportFiles,
  download: Download,
  fileId: string,
  folder: string,
  temporaryId: string,
): Promise<Outcome<{ readonly path: string }>> {
  const { stem, extension } = nameOf(download, fileId);
  const temporary = join(folder, `.${safeSegment(temporaryId)}.part`);
  try {
    await files.makeFolder(folder);
    const writer = await files.create(temporary);
    try {
      for await (const chunk of download.body) await writer.write(chunk);
      await writer.sync();
    } finally {
      await writer.close();
    }
    for (let number = 1; number <= mostNumbers; number += 1) {
      const path = join(folder, `${stem}${number === 1 ? '' : ` (${String(number)})`}${extension}`);
      if ((await files.publish(temporary, path)) === 'taken') continue;
      await files.syncFolder(folder);
      return success({ path });
    }
    return failure('export-folder-unusable', { folder }, 'no free name');
  } catch (error) {
    const known = streamFault(error) ?? diskFault(error, folder);
    if (known === null) throw error;
    return { ok: false, fault: known };
  } finally {
    await files.remove(temporary).catch(() => undefined);
  }
}
