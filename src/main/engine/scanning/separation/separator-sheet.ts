import PDFDocument from 'pdfkit';
import { patchBars } from '../pages/analysis/patch-code.ts';

/** Points of a millimetre, and the sizes of A4 and of the bars (Kodak: narrow 0.08 inch, wide 0.2 inch). */
const mm = 72 / 25.4;
const page = { width: 210 * mm, height: 297 * mm };
const narrow = 0.08 * 72;
const wide = 0.2 * 72;

/**
 * A sheet to lay between documents, A4 as PDF: Patch T at the top and, turned, at the bottom, so that it is read whichever way it
 * lies; and a sentence for people.
 */
export async function separatorSheet(words: { readonly title: string; readonly text: string }): Promise<Buffer> {
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    info: { Title: words.title, Producer: 'Mailroom' },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  const bars = patchBars('T');
  const draw = (): void => {
    let y = 12 * mm;
    for (const isWide of bars) {
      const thick = isWide ? wide : narrow;
      document.rect(15 * mm, y, page.width - 30 * mm, thick).fill('#000');
      y += thick + narrow;
    }
  };
  draw();
  document.save().rotate(180, { origin: [page.width / 2, page.height / 2] });
  draw();
  document.restore();
  document.fillColor('#000').font('Helvetica-Bold').fontSize(30);
  document.text(words.title, 20 * mm, 125 * mm, { width: page.width - 40 * mm, align: 'center' });
  document.font('Helvetica').fontSize(13);
  document.text(words.text, 30 * mm, 145 * mm, { width: page.width - 60 * mm, align: 'center' });
  document.end();
  await ended;
  return Buffer.concat(parts);
}
