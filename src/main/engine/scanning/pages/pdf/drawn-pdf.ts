import { readFile, stat, writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { moveDurably } from '../../../platform/disk/durable-file.ts';
import type { Raster, Viewable } from '../analysis/raster.ts';
import { drawPage, entitle, maxBytes, onPage, reserve, saved, startPdfium, withNumbers } from './pdfium.ts';

/**
 * A PDF as PDFium sees it, whatever its pages are made of. Of each page what it shows can be told and its size (points); any of
 * them can be taken into a PDF of their own, with their text and pictures as they are.
 */
export interface DrawnPdf {
  readonly pages: number;
  /** It is encrypted, signed, a form, or carries other files: a part of it would lose that. */
  readonly holdsMore: boolean;
  size(page: number): readonly [width: number, height: number];
  /** What a page shows, in grey, that many pixels wide. */
  draw(page: number, width: number): Raster;
  take(pages: readonly number[], title: string): Buffer;
}

/** A page is drawn at most so many times as high as wide. */
const tallest = 8;

/** PDFium's own words (fpdfview.h): one byte a pixel; in shades of grey. */
const grey = 1;
const inGrey = 0x08;

/** A PDF in PDFium's memory; `pdf` once it was opened. */
interface ReadPdf {
  readonly key: string;
  readonly library: WrappedPdfiumModule;
  readonly at: number;
  readonly bytes: number;
  pdf: DrawnPdf | null;
}

function openPdf({ library, at, bytes }: ReadPdf): DrawnPdf {
  const { pdfium } = library;
  const document = library.FPDF_LoadMemDocument(at, bytes, '');
  if (document === 0) throw new Error(`no PDF that can be drawn (${library.FPDF_GetLastError()})`);

  function sizeOf(page: number): readonly [number, number] {
    return [Math.max(1, library.FPDF_GetPageWidthF(page)), Math.max(1, library.FPDF_GetPageHeightF(page))];
  }

  return {
    pages: library.FPDF_GetPageCount(document),
    holdsMore:
      library.EPDF_IsEncrypted(document) ||
      library.FPDF_GetSignatureCount(document) > 0 ||
      library.FPDF_GetFormType(document) > 0 ||
      library.FPDFDoc_GetAttachmentCount(document) > 0,
    size: (page) => onPage(library, document, page, sizeOf),
    draw: (page, width) =>
      onPage(library, document, page, (opened) => {
        const [wide, high] = sizeOf(opened);
        const height = Math.max(1, Math.min(width * tallest, Math.round((width * high) / wide)));
        return drawPage(library, opened, { width, height, pixels: grey, how: inGrey }, (from, stride) => {
          const pixels = new Uint8Array(width * height);
          for (let row = 0; row < height; row += 1) {
            pixels.set(pdfium.HEAPU8.subarray(from + row * stride, from + row * stride + width), row * width);
          }
          return { width, height, pixels };
        });
      }),
    take(pages, title) {
      const part = library.FPDF_CreateNewDocument();
      try {
        const taken = withNumbers(library, pages, (list) =>
          library.FPDF_ImportPagesByIndex(part, document, list, pages.length, 0),
        );
        if (!taken) throw new Error('the pages of a PDF can not be taken out');
        entitle(library, part, title);
        return saved(library, part);
      } finally {
        library.FPDF_CloseDocument(part);
      }
    },
  };
}

/** The PDF that was asked for last: page after page is asked of it. */
let last: ReadPdf | null = null;

/** Reads a PDF, unless it is the one that was read last; nothing in it is looked at. Rejects where it can't be read, or is too large. */
export async function readPdf(path: string): Promise<ReadPdf> {
  const { size, mtimeMs } = await stat(path);
  if (size > maxBytes) throw Object.assign(new Error('a PDF that is too large to be drawn'), { code: 'too-large' });
  const key = `${path}\n${size}\n${mtimeMs}`;
  if (last?.key === key) return last;
  last = null;
  const content = await readFile(path);
  const library = await startPdfium();
  const at = reserve(library, content.length);
  library.pdfium.HEAPU8.set(content, at);
  last = { key, library, at, bytes: content.length, pdf: null };
  return last;
}

/** Opens a PDF, or goes on with the one that is open; rejects where PDFium can't, and as {@link readPdf} does. */
export async function drawnPdf(path: string): Promise<DrawnPdf> {
  const read = await readPdf(path);
  read.pdf ??= openPdf(read);
  return read.pdf;
}

/** Gives back the memory of the PDF that is open. */
export function forgetPdf(): void {
  last = null;
}

/** Dots per inch at which a page that is drawn counts as scanned. */
const drawnDensity = 200;

/** A page (from 0) of a PDF as one that can be looked at. */
export function viewablePage(pdf: DrawnPdf, page: number): Viewable {
  const [width, height] = pdf.size(page).map((points) => Math.max(1, Math.round((points / 72) * drawnDensity)));
  return {
    width: width ?? 1,
    height: height ?? 1,
    density: drawnDensity,
    // A small page is drawn as finely as a large one is: its barcodes are no larger.
    raster: (maxWidth) => Promise.resolve(pdf.draw(page, maxWidth)),
  };
}

/** Writes pages (from 0) of a PDF to a file of their own, under a temporary name until it is durable; answers its bytes. */
export async function takePages(
  path: string,
  pages: readonly number[],
  target: string,
  title: string,
): Promise<number> {
  const pdf = await drawnPdf(path);
  const part = pdf.take(pages, title);
  const temporary = `${target}.part`;
  await writeFile(temporary, part, { mode: 0o600 });
  await moveDurably(temporary, target);
  return part.length;
}
