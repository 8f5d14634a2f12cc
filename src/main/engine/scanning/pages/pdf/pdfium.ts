import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Larger files are not opened (bytes): PDFium needs all of a file in memory, and what is made of it beside it. */
export const maxBytes = 256 * 1024 * 1024;

/** PDFium's own words (fpdfview.h): with what people wrote on the page; what it is drawn on. */
const withNotes = 0x01;
const white = 0xffffffff;

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

/** Lends PDFium a list of numbers for a moment. */
export function withNumbers<Made>(
  library: WrappedPdfiumModule,
  numbers: readonly number[],
  use: (list: number) => Made,
): Made {
  return withMemory(library, numbers.length * 4, (list) => {
    for (const [index, each] of numbers.entries()) library.pdfium.setValue(list + index * 4, each, 'i32');
    return use(list);
  });
}

/** Opens a page of a document for a moment. Throws where there is none. */
export function onPage<Made>(
  library: WrappedPdfiumModule,
  document: number,
  index: number,
  use: (page: number) => Made,
): Made {
  const page = library.FPDF_LoadPage(document, index);
  if (page === 0) throw new Error(`no page ${index + 1} in the PDF`);
  try {
    return use(page);
  } finally {
    library.FPDF_ClosePage(page);
  }
}

/** Draws a page as it is shown, on white, in PDFium's kind of pixels; `use` is told where its rows begin and how long each is, bytes. */
export function drawPage<Made>(
  library: WrappedPdfiumModule,
  page: number,
  {
    width,
    height,
    pixels,
    how,
  }: { readonly width: number; readonly height: number; readonly pixels: number; readonly how: number },
  use: (from: number, stride: number) => Made,
): Made {
  const bitmap = library.FPDFBitmap_CreateEx(width, height, pixels, 0, 0);
  if (bitmap === 0) throw new Error('no memory for a page of a PDF');
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withNotes | how);
    return use(library.FPDFBitmap_GetBuffer(bitmap), library.FPDFBitmap_GetStride(bitmap));
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
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
