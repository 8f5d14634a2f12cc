import { readFile, stat } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import sharp from 'sharp';
import {
  drawPage,
  entitle,
  maxBytes,
  onPage,
  reserve,
  saved,
  startPdfium,
  withMemory,
  withNumbers,
} from '../pdf/pdfium.ts';
import { FixedPages, type ArrangedDocument, type FixedBecause, type PageSize } from './pages-asked.ts';

/** PDFium's own words (fpdfview.h, fpdf_annot.h): four bytes a pixel, red first; the field of a form. */
const colour = 3;
const redFirst = 0x10;
const widget = 20;
/** Kinds of forms (fpdf_formfill.h): none, and one of fields alone. */
const noForm = 0;
const formOfFields = 1;
/** Width at which pages are compared, pixels. */
const compared = 200;

/** PDFs that are open in one PDFium. */
interface OpenPdfs {
  readonly library: WrappedPdfiumModule;
  readonly documents: readonly number[];
}

/** Reads a file into PDFium's memory, where it stays as long as the library does; rejects where it is too large. */
async function load(library: WrappedPdfiumModule, path: string): Promise<number> {
  const { size } = await stat(path);
  if (size > maxBytes) throw new FixedPages('too-large-to-edit');
  const content = await readFile(path);
  const at = reserve(library, content.length);
  library.pdfium.HEAPU8.set(content, at);
  const document = library.FPDF_LoadMemDocument(at, content.length, '');
  // 4: it wants a password (FPDF_ERR_PASSWORD).
  if (document === 0 && library.FPDF_GetLastError() === 4) throw new FixedPages('protected');
  if (document === 0) throw new Error(`no PDF that can be opened (${library.FPDF_GetLastError()})`);
  return document;
}

/** Pixels of a page as it is shown, red first, four bytes each. */
function pixelsOf(library: WrappedPdfiumModule, page: number, width: number, height: number): Buffer<ArrayBuffer> {
  return drawPage(library, page, { width, height, pixels: colour, how: redFirst }, (from, stride) =>
    Buffer.from(library.pdfium.HEAPU8.subarray(from, from + stride * height)),
  );
}

function hasFields(library: WrappedPdfiumModule, document: number): boolean {
  const form = library.FPDF_GetFormType(document);
  if (form === noForm) return false;
  if (form !== formOfFields) return true;
  // Programs leave a form without fields in files that are none.
  for (let page = 0; page < library.FPDF_GetPageCount(document); page += 1) {
    const found = onPage(library, document, page, (opened) => {
      for (let index = 0; index < library.FPDFPage_GetAnnotCount(opened); index += 1) {
        const note = library.FPDFPage_GetAnnot(opened, index);
        const isField = note !== 0 && library.FPDFAnnot_GetSubtype(note) === widget;
        if (note !== 0) library.FPDFPage_CloseAnnot(note);
        if (isField) return true;
      }
      return false;
    });
    if (found) return true;
  }
  return false;
}

function fixed(library: WrappedPdfiumModule, document: number): FixedBecause | null {
  if (library.EPDF_IsEncrypted(document)) return 'protected';
  if (library.FPDF_GetSignatureCount(document) > 0) return 'signed';
  if (library.FPDFDoc_GetAttachmentCount(document) > 0) return 'has-files';
  return hasFields(library, document) ? 'has-form' : null;
}

function sizesOf(library: WrappedPdfiumModule, document: number): readonly PageSize[] {
  return withMemory(library, 8, (at) =>
    Array.from({ length: library.FPDF_GetPageCount(document) }, (_, page) => {
      if (!library.FPDF_GetPageSizeByIndexF(document, page, at)) throw new Error(`no page ${page + 1} in the PDF`);
      const [width, height] = [library.pdfium.getValue(at, 'float'), library.pdfium.getValue(at + 4, 'float')];
      return { width: Math.max(1, width), height: Math.max(1, height) };
    }),
  );
}

/** Takes pages of a document over into another one, behind what is there; what they share is taken once. */
function importPages(library: WrappedPdfiumModule, into: number, from: number, pages: readonly number[]): void {
  const before = library.FPDF_GetPageCount(into);
  const taken = withNumbers(library, pages, (list) =>
    library.FPDF_ImportPagesByIndex(into, from, list, pages.length, before),
  );
  const isWhole = taken && library.FPDF_GetPageCount(into) === before + pages.length;
  if (!isWhole) throw new Error('the pages of a PDF can not be taken over');
}

/** Puts the pages of a document into another order: the page that is to be first comes first. */
function reorder(library: WrappedPdfiumModule, document: number, order: readonly number[]): void {
  if (order.every((page, place) => page === place)) return;
  const moved = withNumbers(library, order, (list) => library.FPDF_MovePages(document, list, order.length, 0));
  if (!moved) throw new Error('the pages of a PDF can not be put into order');
}

function turn(library: WrappedPdfiumModule, document: number, page: number, rotation: number): void {
  if (rotation === 0) return;
  onPage(library, document, page, (opened) => {
    library.FPDFPage_SetRotation(opened, (library.FPDFPage_GetRotation(opened) + rotation / 90) % 4);
  });
}

/**
 * Whether pages look as they did. Only layers can change that: which of them are hidden stands in the catalogue, which is not taken
 * over, so that all would be seen.
 */
function looksAlike({ library, documents }: OpenPdfs, made: number, pages: ArrangedDocument['pages']): boolean {
  const small = (document: number, page: number): Buffer =>
    onPage(library, document, page, (opened) => {
      const high = library.FPDF_GetPageHeightF(opened) / Math.max(1, library.FPDF_GetPageWidthF(opened));
      return pixelsOf(library, opened, compared, Math.max(1, Math.min(compared * 8, Math.round(compared * high))));
    });
  return pages.every(({ source, page, rotation }, place) => {
    // Both as they lie in the file they came from.
    turn(library, made, place, (360 - rotation) % 360);
    const isAlike = small(documents[source] ?? 0, page).equals(small(made, place));
    turn(library, made, place, rotation);
    return isAlike;
  });
}

/** What marks content of a layer; what PDFium writes is not packed, so that it can be found. */
const layers = ['/OCG', '/OCMD'];

/** Pages as the bytes of a PDF of their own. Throws {@link FixedPages} where it would show what was hidden. */
function made(open: OpenPdfs, { pages, title }: Omit<ArrangedDocument, 'target'>): Buffer {
  const { library, documents } = open;
  const part = library.FPDF_CreateNewDocument();
  try {
    const places = new Map<(typeof pages)[number], number>();
    for (const [source, document] of documents.entries()) {
      const own = pages.filter((page) => page.source === source);
      if (own.length === 0) continue;
      const before = library.FPDF_GetPageCount(part);
      importPages(
        library,
        part,
        document,
        own.map(({ page }) => page),
      );
      for (const [index, page] of own.entries()) places.set(page, before + index);
    }
    if (places.size !== pages.length) throw new Error('pages of a file that is not there');
    reorder(
      library,
      part,
      pages.map((page) => places.get(page) ?? 0),
    );
    for (const [place, { rotation }] of pages.entries()) turn(library, part, place, rotation);
    if (title !== '') entitle(library, part, title);
    const content = saved(library, part);
    if (layers.some((mark) => content.includes(mark)) && !looksAlike(open, part, pages))
      throw new FixedPages('hidden-layers');
    return content;
  } finally {
    library.FPDF_CloseDocument(part);
  }
}

/** The sizes of the pages of a PDF. Throws {@link FixedPages} where they can't be moved; rejects where it can't be read. */
export async function surveyPdf(path: string): Promise<readonly PageSize[]> {
  const library = await startPdfium();
  const document = await load(library, path);
  const because = fixed(library, document);
  if (because !== null) throw new FixedPages(because);
  const sizes = sizesOf(library, document);
  // Whether its pages can be taken out at all, and look the same then: better known before a person arranges them.
  const pages = sizes.map((_, page) => ({ source: 0, page, rotation: 0 as const }));
  if (pages.length > 0) made({ library, documents: [document] }, { pages, title: '' });
  return sizes;
}

/**
 * Writes documents that are made of pages of PDFs, one after the other: `write` gets the bytes of each. Content, text, pictures and
 * notes of a page are taken over as they are, /Rotate is all that a turned page has changed.
 */
export async function arrangePdfs(
  paths: readonly string[],
  wanted: readonly ArrangedDocument[],
  write: (document: ArrangedDocument, content: Buffer) => Promise<void>,
): Promise<void> {
  const library = await startPdfium();
  const documents: number[] = [];
  for (const path of paths) documents.push(await load(library, path));
  for (const document of wanted) await write(document, made({ library, documents }, document));
}

interface DrawnPdf {
  readonly key: string;
  readonly library: WrappedPdfiumModule;
  readonly document: number;
  readonly size: number;
}

/** PDFs of which pages were drawn last, the latest first. */
let drawn: readonly DrawnPdf[] = [];
/** So many stay open: documents that are put together are drawn in turns. */
const maxOpen = 3;

async function drawnPdf(path: string): Promise<DrawnPdf> {
  const { size, mtimeMs } = await stat(path);
  const key = `${path}\n${size}\n${mtimeMs}`;
  const known = drawn.find((each) => each.key === key);
  const others = drawn.filter((each) => each !== known);
  if (known !== undefined) {
    drawn = [known, ...others];
    return known;
  }
  const room = others.reduce((sum, each) => sum + each.size, size) <= maxBytes;
  drawn = room ? others.slice(0, maxOpen - 1) : [];
  const library = await startPdfium();
  const opened = { key, library, document: await load(library, path), size };
  drawn = [opened, ...drawn];
  return opened;
}

/** Gives back the memory of the PDFs that are open. */
export function forgetDrawn(): void {
  drawn = [];
}

/** A page (from 0) of a PDF as JPEG, turned by so many degrees, its longer side that many pixels. */
export async function drawPdfPage(path: string, page: number, rotation: number, max: number): Promise<Buffer> {
  const { library, document } = await drawnPdf(path);
  const { pixels, width, height } = onPage(library, document, page, (opened) => {
    const [wide, high] = [library.FPDF_GetPageWidthF(opened), library.FPDF_GetPageHeightF(opened)];
    const scale = max / Math.max(1, wide, high);
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))];
    return { pixels: pixelsOf(library, opened, width, height), width, height };
  });
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return (rotation === 0 ? picture : picture.rotate(rotation)).jpeg({ quality: 80 }).toBuffer();
}
