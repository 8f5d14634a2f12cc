import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';

/** Names that say more to people than the extension of the signature list. */
const clearerNames: Readonly<Record<string, string>> = { cfb: 'DOC, XLS, MSG', elf: 'program', macho: 'program' };

/**
 * A short name, the same in every language, for a file that the service does not take: by its signature, else by its name's
 * extension, else `unknown`. `head` = the first 4 KiB.
 */
export async function nameType(head: Buffer, fileName: string): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found !== undefined) return clearerNames[found.ext] ?? found.ext.toUpperCase();
  const extension = extname(fileName).slice(1).toUpperCase();
  // The name promises what the content is not.
  return /^(PDF|JPE?G|PNG|TIFF?|DOCX|XLSX|PPTX|XML|JSON|CSV|HTML?)?$/.test(extension)
    ? 'unknown'
    : extension.slice(0, 12);
}
