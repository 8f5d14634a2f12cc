import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

let code: Promise<Uint8Array<ArrayBuffer>> | null = null;

/** A PDFium of its own for each file: its memory only grows, and goes with it. */
export async function startPdfium(): Promise<WrappedPdfiumModule> {
  const { init } = await import('@embedpdf/pdfium');
  // The library would fetch its own code from the network: it is given the file that was installed with it.
  code ??= readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')).then(
    (bytes) => new Uint8Array(bytes),
  );
  const library = await init({ wasmBinary: (await code).buffer });
  library.PDFiumExt_Init();
  return library;
}

/** Memory of PDFium's: what is not there is a fault of the file, not a place to write to. */
export function reserve({ pdfium }: WrappedPdfiumModule, bytes: number): number {
  const at = pdfium.wasmExports.malloc(bytes);
  if (at === 0) throw new Error('no memory for a PDF');
  return at;
}

/** Lends memory of PDFium's for a moment. */
export function withMemory<Made>(library: WrappedPdfiumModule, bytes: number, use: (at: number) => Made): Made {
  const at = reserve(library, bytes);
  try {
    return use(at);
  } finally {
    library.pdfium.wasmExports.free(at);
  }
}

/** A document as the bytes of a file; `save` may write it in another way than as it is. Throws where it can't be written. */
export function saved(
  library: WrappedPdfiumModule,
  document: number,
  save: (writer: number) => unknown = (writer) => library.PDFiumExt_SaveAsCopy(document, writer),
): Buffer {
  const writer = library.PDFiumExt_OpenFileWriter();
  try {
    save(writer);
    const size = library.PDFiumExt_GetFileWriterSize(writer);
    if (size <= 0) throw new Error('the pages of a PDF can not be written');
    return withMemory(library, size, (at) => {
      library.PDFiumExt_GetFileWriterData(writer, at, size);
      return Buffer.from(library.pdfium.HEAPU8.subarray(at, at + size));
    });
  } finally {
    library.PDFiumExt_CloseFileWriter(writer);
  }
}

/** Gives a document its title. */
export function entitle(library: WrappedPdfiumModule, document: number, title: string): void {
  const bytes = (title.length + 1) * 2;
  withMemory(library, bytes, (at) => {
    library.pdfium.stringToUTF16(title, at, bytes);
    library.EPDF_SetMetaText(document, 'Title', at);
  });
}
