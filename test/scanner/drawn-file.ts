import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A page that a program wrote: text, and beside it a barcode or the bars of a patch code, all drawn and none of it a picture. */
export interface DrawnPage {
  readonly words: string;
  readonly code?: string;
  /** Bars from the top on, thick (true) or thin. */
  readonly bars?: readonly boolean[];
}

const pointsPerMm = 72 / 25.4;

async function outline(text: string): Promise<string> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const { svg } = await writeBarcode(text, { format: 'QRCode', scale: 1 });
  return /<path d="([^"]+)"/u.exec(svg)?.[1] ?? '';
}

/** A PDF of such pages, A4; `carried` = a file inside it, as electronic invoices have one. */
export async function drawnPdf(pages: readonly DrawnPage[], carried?: string): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = once(document, 'end');
  for (const { words, code, bars } of pages) {
    document.addPage().fontSize(12).text(words, 70, 300);
    if (code !== undefined) {
      const drawn = await outline(code);
      document.save().translate(70, 400).scale(3).path(drawn).fill('#000').restore();
    }
    let y = 12 * pointsPerMm;
    for (const isWide of bars ?? []) {
      const thick = (isWide ? 5.08 : 2.03) * pointsPerMm;
      document.rect(15 * pointsPerMm, y, 180 * pointsPerMm, thick).fill('#000');
      y += thick + 2.03 * pointsPerMm;
    }
  }
  if (carried !== undefined) document.file(Buffer.from(carried), { name: 'invoice.xml' });
  document.end();
  await ended;
  return Buffer.concat(parts);
}
