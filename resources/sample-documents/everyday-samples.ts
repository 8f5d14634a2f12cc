import { buildDocx } from './docx.ts';
import { buildJpeg, buildPng } from './images.ts';
import { inventInvoice } from './invented-invoices.ts';
import type { InvoiceFields } from './invoice-fields.ts';
import { invoiceTotals } from './invoice-fields.ts';
import { invoiceText, invoiceTitle } from './invoice-text.ts';
import { buildCiiInvoice } from './cii-invoice.ts';
import { buildPdf } from './pdf.ts';
import { buildPptx } from './pptx.ts';
import type { SeededRandom } from './random.ts';
import type { SampleRecipe } from './sample-document.ts';
import { MEDIA_TYPES } from './sample-document.ts';
import { buildCsvLines, buildHtmlInvoice, buildJsonOrder } from './text-documents.ts';
import { buildTiff } from './tiff.ts';
import { buildUblInvoice } from './ubl-invoice.ts';
import { buildXlsx } from './xlsx.ts';

/** What comes in on an ordinary day: every type that the document service accepts, in German and English. */
export function everydaySamples(random: SeededRandom): SampleRecipe[] {
  return [...pdfSamples(random), ...pictureSamples(random), ...structuredSamples(random), ...officeSamples(random)];
}

/** An invoice as a PDF with selectable text, on at least `pages` pages; `heading` says what it is where it is something else with the same lines. */
export function buildInvoicePdf(
  fields: InvoiceFields,
  options: { readonly pages?: number; readonly heading?: string; readonly password?: string } = {},
): Promise<Uint8Array> {
  return buildPdf({
    title: options.heading === undefined ? invoiceTitle(fields) : `${options.heading} ${fields.number}`,
    lines: invoiceText(fields),
    pages: options.pages ?? 1,
    author: fields.seller.name,
    ...(options.password === undefined ? {} : { password: options.password }),
  });
}

function document(
  name: string,
  mediaType: string,
  note: string,
  build: () => Uint8Array | Promise<Uint8Array>,
): SampleRecipe {
  return { name, mediaType, expect: 'document', note, build };
}

function pdfSamples(random: SeededRandom): SampleRecipe[] {
  const kraus = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'RE-' });
  const papier = inventInvoice(random, { supplier: 'papier', numberPrefix: '55' });
  const northgate = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'INV-' });
  const credit = inventInvoice(random, { supplier: 'papier', kind: 'creditNote', numberPrefix: 'GS-' });
  const annual = inventInvoice(random, { supplier: 'mueller', numberPrefix: 'JR-', lineCount: 130 });
  const folder = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'AKTE-' });
  const grain = random.integer(1, 1_000_000);
  return [
    document(`Kraus Elektrotechnik ${kraus.number}.pdf`, MEDIA_TYPES.pdf, 'A German invoice of one page.', () =>
      buildInvoicePdf(kraus),
    ),
    document(`Papier Union ${papier.number}.pdf`, MEDIA_TYPES.pdf, 'A German invoice of one page.', () =>
      buildInvoicePdf(papier),
    ),
    document(`Northgate ${northgate.number}.pdf`, MEDIA_TYPES.pdf, 'An English invoice in pounds.', () =>
      buildInvoicePdf(northgate),
    ),
    document(`Gutschrift ${credit.number}.pdf`, MEDIA_TYPES.pdf, 'A German credit note.', () =>
      buildInvoicePdf(credit),
    ),
    document(`Jahresrechnung ${annual.number}.pdf`, MEDIA_TYPES.pdf, 'A PDF of several pages with 130 lines.', () =>
      buildInvoicePdf(annual, { pages: 4 }),
    ),
    document(
      `Scan Bauakte ${folder.number}.pdf`,
      MEDIA_TYPES.pdf,
      'A PDF of several megabytes: three scanned pages.',
      async () => {
        const scans: Uint8Array[] = [];
        for (const page of [1, 2, 3]) {
          const title = `${invoiceTitle(folder)} (${page})`;
          scans.push(
            await buildJpeg({
              title,
              lines: invoiceText(folder),
              grain: { seed: grain + page, strength: 60 },
              quality: 85,
            }),
          );
        }
        return buildPdf({
          title: invoiceTitle(folder),
          lines: ['Deckblatt der Bauakte', ...invoiceText(folder)],
          scans,
        });
      },
    ),
  ];
}

function pictureSamples(random: SeededRandom): SampleRecipe[] {
  const delivery = inventInvoice(random, { supplier: 'mueller', numberPrefix: 'LS-' });
  const receipt = inventInvoice(random, { supplier: 'papier', numberPrefix: 'Q-', lineCount: 2 });
  const order = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'PO-' });
  const fax = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'FAX-' });
  const slip = inventInvoice(random, { supplier: 'papier', numberPrefix: 'EB-', lineCount: 1 });
  const small = { width: 1_240, height: 1_754, scale: 2 };
  const grain = { seed: random.integer(1, 1_000_000), strength: 24 };
  return [
    document(
      `Foto Lieferschein ${delivery.number}.jpg`,
      MEDIA_TYPES.jpeg,
      'A delivery note photographed at the ramp.',
      () => buildJpeg({ title: `Lieferschein ${delivery.number}`, lines: invoiceText(delivery), ...small, grain }),
    ),
    document(`Kassenbon ${receipt.number}.jpeg`, MEDIA_TYPES.jpeg, 'A till receipt, with the longer extension.', () =>
      buildJpeg({
        title: `Quittung ${receipt.number}`,
        lines: invoiceText(receipt),
        width: 1_100,
        height: 1_000,
        scale: 2,
        grain,
      }),
    ),
    document(`Order ${order.number}.png`, MEDIA_TYPES.png, 'A screenshot of an English order.', () =>
      buildPng({ title: `Purchase order ${order.number}`, lines: invoiceText(order), ...small }),
    ),
    document(`Fax ${fax.number}.tif`, MEDIA_TYPES.tiff, 'A TIFF of three pages from the fax gateway.', () =>
      buildTiff({
        pages: [1, 2, 3].map((page) => ({
          title: `Fax ${fax.number}  ${page}/3`,
          lines: [`Seite ${page}`, ...invoiceText(fax)],
        })),
      }),
    ),
    document(`Empfangsbestätigung ${slip.number}.tiff`, MEDIA_TYPES.tiff, 'A TIFF of one page.', () =>
      buildTiff({ pages: [{ title: `Empfangsbestätigung ${slip.number}`, lines: invoiceText(slip) }] }),
    ),
  ];
}

function structuredSamples(random: SeededRandom): SampleRecipe[] {
  const cii = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'RE-' });
  const ubl = inventInvoice(random, { supplier: 'papier', numberPrefix: '56' });
  const credit = inventInvoice(random, { supplier: 'blueheron', kind: 'creditNote', numberPrefix: 'CN-' });
  const order = inventInvoice(random, { supplier: 'blueheron', numberPrefix: 'SO-' });
  const german = inventInvoice(random, { supplier: 'mueller', numberPrefix: 'LS-', lineCount: 8 });
  const english = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'ST-', lineCount: 12 });
  const shop = inventInvoice(random, { supplier: 'blueheron', numberPrefix: 'WEB-' });
  return [
    document(`ZUGFeRD ${cii.number}.xml`, MEDIA_TYPES.xml, 'An electronic invoice: UN/CEFACT CII, as in ZUGFeRD.', () =>
      buildCiiInvoice(cii),
    ),
    document(`XRechnung ${ubl.number}.xml`, MEDIA_TYPES.xml, 'An electronic invoice: UBL, as in XRechnung.', () =>
      buildUblInvoice(ubl),
    ),
    document(`Peppol ${credit.number}.xml`, MEDIA_TYPES.xml, 'An electronic credit note in UBL.', () =>
      buildUblInvoice(credit),
    ),
    document(`Bestellung ${order.orderNumber}.json`, MEDIA_TYPES.json, 'An order from a shop system as JSON.', () =>
      buildJsonOrder(order),
    ),
    document(`Lieferavis ${german.number}.csv`, MEDIA_TYPES.csv, 'A German CSV: semicolons, decimal commas.', () =>
      buildCsvLines(german),
    ),
    document(`Statement ${english.number}.csv`, MEDIA_TYPES.csv, 'An English CSV: commas, decimal points.', () =>
      buildCsvLines(english),
    ),
    document(`Webshop ${shop.number}.html`, MEDIA_TYPES.html, 'An invoice as a web page.', () =>
      buildHtmlInvoice(shop),
    ),
  ];
}

function officeSamples(random: SeededRandom): SampleRecipe[] {
  const offer = inventInvoice(random, { supplier: 'mueller', numberPrefix: 'AN-' });
  const letter = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'LT-' });
  const list = inventInvoice(random, { supplier: 'papier', numberPrefix: 'BL-', lineCount: 15 });
  const talk = inventInvoice(random, { supplier: 'blueheron', numberPrefix: 'QBR-' });
  return [
    document(`Angebot ${offer.number}.docx`, MEDIA_TYPES.docx, 'A German offer from Word.', () =>
      buildDocx({ title: `Angebot ${offer.number}`, lines: invoiceText(offer) }),
    ),
    document(`Complaint letter ${letter.number}.docx`, MEDIA_TYPES.docx, 'An English letter from Word.', () =>
      buildDocx({
        title: `Complaint about delivery ${letter.number}`,
        lines: ['Dear Sir or Madam,', 'two of the items below arrived damaged.', ...invoiceText(letter)],
      }),
    ),
    document(`Bestellliste ${list.number}.xlsx`, MEDIA_TYPES.xlsx, 'An order list from Excel.', () =>
      buildXlsx({ sheet: 'Bestellliste', rows: listRows(list) }),
    ),
    document(`Quarterly review ${talk.number}.pptx`, MEDIA_TYPES.pptx, 'Slides of a supplier from PowerPoint.', () =>
      buildPptx({
        title: `Quarterly review ${talk.number}`,
        slides: [
          { title: 'Quarterly review', lines: [talk.seller.name, talk.issueDate] },
          { title: 'Orders', lines: talk.lines.map((line) => `${line.quantity} x ${line.description}`) },
        ],
      }),
    ),
  ];
}

function listRows(list: InvoiceFields): (string | number)[][] {
  const totals = invoiceTotals(list);
  return [
    ['Bestellnummer', 'Artikel', 'Bezeichnung', 'Menge', 'Betrag'],
    ...list.lines.map((line, index) => [
      list.orderNumber,
      line.articleNumber,
      line.description,
      line.quantity,
      (totals.lineCents[index] ?? 0) / 100,
    ]),
    ['', '', 'Summe', '', totals.netCents / 100],
  ];
}
