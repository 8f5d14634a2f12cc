/** Dates inside the files never move, so that the same seed gives the same bytes. */
const WRITTEN_AT = new Date('2025-03-03T08:00:00Z');
const LINES_A_PAGE = 52;
const MARGIN_POINTS = 56;

/** What a PDF shows: a title, lines of text, the least number of pages, and pictures (JPEG or PNG) that each fill a page of their own. */
export type PdfOptions = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly pages?: number;
  readonly scans?: readonly Uint8Array[];
  readonly author?: string;
  /** Asked for before the document opens. */
  readonly password?: string;
};

/**
 * Builds an A4 PDF with real, selectable text in the standard fonts (Western European letters). The lines are spread evenly over `pages`
 * pages (default 1); where they need more room, there are more pages. Each picture in `scans` follows on its own page.
 */
export async function buildPdf(options: PdfOptions): Promise<Uint8Array> {
  // Half a second, for whoever starts with nothing to draw.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN_POINTS,
    autoFirstPage: false,
    ...(options.password === undefined ? {} : { userPassword: options.password, pdfVersion: '1.4' }),
    info: {
      Title: options.title.normalize('NFC'),
      Author: options.author ?? 'Mailroom samples',
      CreationDate: WRITTEN_AT,
      ModDate: WRITTEN_AT,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });

  // The standard fonts have whole letters only, so dots that stand apart (NFD) are put back on them.
  const title = options.title.normalize('NFC');
  const pages = spread(
    options.lines.map((line) => line.normalize('NFC')),
    options.pages ?? 1,
  );
  pages.forEach((lines, index) => {
    document.addPage();
    document.font('Helvetica-Bold').fontSize(16).text(title, MARGIN_POINTS, MARGIN_POINTS, { lineBreak: false });
    document.moveTo(MARGIN_POINTS, 82).lineTo(539, 82).lineWidth(0.7).strokeColor('#335577').stroke();
    document.font('Courier').fontSize(9.5).fillColor('black');
    lines.forEach((line, row) => {
      document.text(line, MARGIN_POINTS, 96 + row * 12.6, { lineBreak: false });
    });
    document.font('Helvetica').fontSize(8);
    document.text(`${index + 1} / ${pages.length}`, MARGIN_POINTS, 770, { lineBreak: false });
  });
  for (const scan of options.scans ?? []) {
    document.addPage({ size: 'A4', margin: 0 });
    document.image(Buffer.from(scan), 0, 0, { fit: [595.28, 841.89] });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function spread(lines: readonly string[], wanted: number): string[][] {
  const pageCount = Math.max(1, wanted, Math.ceil(lines.length / LINES_A_PAGE));
  const linesAPage = Math.ceil(lines.length / pageCount);
  return Array.from({ length: pageCount }, (_, page) => lines.slice(page * linesAPage, (page + 1) * linesAPage));
}
