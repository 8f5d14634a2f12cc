import { hash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { moveDurably } from '../../../platform/disk/durable-file.ts';
import { wrongPassword } from '../page-work.ts';
import { maxBytes, saved, startPdfium, withMemory } from './pdfium.ts';

/** What a password opened: the fingerprint of the file (hex), and whether it was signed, which no copy is. */
export interface UnlockedPdf {
  readonly of: string;
  readonly signed: boolean;
}

/** PDFium's own numbers (fpdfview.h, fpdf_save.h): the last error of a wrong password; save without security. */
const passwordError = 4;
const removeSecurity = 3;

function open(library: WrappedPdfiumModule, at: number, bytes: number, password: string): number {
  const document = library.FPDF_LoadMemDocument(at, bytes, password);
  if (document !== 0) return document;
  const error = library.FPDF_GetLastError();
  if (error === passwordError) throw Object.assign(new Error('the password does not open it'), { code: wrongPassword });
  throw new Error(`no PDF that can be opened (${error})`);
}

function withPdf<Made>(
  library: WrappedPdfiumModule,
  content: Uint8Array,
  password: string,
  use: (document: number) => Made,
): Made {
  return withMemory(library, content.length, (at) => {
    library.pdfium.HEAPU8.set(content, at);
    const document = open(library, at, content.length, password);
    try {
      return use(document);
    } finally {
      library.FPDF_CloseDocument(document);
    }
  });
}

/**
 * Writes a PDF that a password opens, the owner's or the user's, to a file that none is asked for: all of it, files in it too, is as it was, but
 * for a signature. Rejects with the code {@link wrongPassword}, and where it can't be read or is too large. The password is kept nowhere.
 */
export async function unlockPdf(path: string, password: string, target: string): Promise<UnlockedPdf> {
  if ((await stat(path)).size > maxBytes)
    throw Object.assign(new Error('a PDF that is too large to be opened'), { code: 'too-large' });
  const content = await readFile(path);
  // Its memory goes with it, and what was in it.
  const library = await startPdfium();
  const opened = withPdf(library, content, password, (document) => ({
    pages: library.FPDF_GetPageCount(document),
    signed: library.FPDF_GetSignatureCount(document) > 0,
    copy: saved(library, document, (writer) => library.FPDF_SaveAsCopy(document, writer, removeSecurity)),
  }));
  const pages = withPdf(library, opened.copy, '', (copy) =>
    library.EPDF_IsEncrypted(copy) ? -1 : library.FPDF_GetPageCount(copy),
  );
  if (pages !== opened.pages) throw new Error('the copy of a PDF is not what it was made of');
  const temporary = `${target}.part`;
  await writeFile(temporary, opened.copy, { mode: 0o600 });
  await moveDurably(temporary, target);
  return { of: hash('sha256', content, 'hex'), signed: opened.signed };
}
