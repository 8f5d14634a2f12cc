import type { SupplierName } from './business-partners.ts';
import { buildInvoicePdf } from './everyday-samples.ts';
import { buildProgram } from './foreign-files.ts';
import { buildJpeg } from './images.ts';
import { inventInvoice } from './invented-invoices.ts';
import { invoiceText, invoiceTitle } from './invoice-text.ts';
import { composedName, decomposedName, longName } from './names.ts';
import type { SeededRandom } from './random.ts';
import type { SampleRecipe } from './sample-document.ts';
import { MEDIA_TYPES } from './sample-document.ts';

/** What also comes in: wrong names, wrong types, and one file twice. `original` is the everyday sample that arrives a second time. */
export function awkwardSamples(random: SeededRandom, original: SampleRecipe): SampleRecipe[] {
  return [
    ...namedAwkwardly(random),
    ...mistakenTypes(random),
    ...withSidecar(random),
    duplicateOf(original),
    locked(random),
  ];
}

function namedAwkwardly(random: SeededRandom): SampleRecipe[] {
  const pdf = (
    name: string,
    note: string,
    wish: { readonly supplier: SupplierName; readonly numberPrefix: string; readonly heading?: string },
  ): SampleRecipe => {
    const fields = inventInvoice(random, wish);
    return { name, mediaType: MEDIA_TYPES.pdf, expect: 'document', note, build: () => buildInvoicePdf(fields, wish) };
  };
  return [
    pdf(composedName('Rechnung Müller & Söhne.pdf'), 'Umlauts as Windows writes them (NFC), and an ampersand.', {
      supplier: 'mueller',
      numberPrefix: 'RM-',
    }),
    pdf(decomposedName('Lieferschein Möbelwerkstätten Müller.pdf'), 'Umlauts as a Mac writes them (NFD).', {
      supplier: 'mueller',
      numberPrefix: 'LS-',
      heading: 'Lieferschein',
    }),
    pdf(
      longName(
        'WG Rechnung für Ihre Bestellung vom Montag - ',
        'AW WG Rückfrage zur Lieferung an die Filiale Nord - ',
        '.pdf',
        230,
      ),
      'A name of more than 200 characters, made from a subject line.',
      { supplier: 'papier', numberPrefix: 'WG-' },
    ),
    pdf('SCAN0042.PDF', 'An extension in capital letters, from an old scanner.', {
      supplier: 'kraus',
      numberPrefix: 'SC-',
    }),
    pdf('Scan0043', 'No extension at all: only the content says that it is a PDF.', {
      supplier: 'papier',
      numberPrefix: 'BE-',
      heading: 'Bestellung',
    }),
  ];
}

function mistakenTypes(random: SeededRandom): SampleRecipe[] {
  const scan = inventInvoice(random, { supplier: 'kraus', numberPrefix: 'RE-' });
  const grain = { seed: random.integer(1, 1_000_000), strength: 20 };
  return [
    {
      name: 'Scan vom Empfang.pdf',
      mediaType: MEDIA_TYPES.jpeg,
      expect: 'document',
      note: 'Called .pdf, but it is a JPEG: it is taken in as what it is.',
      build: () =>
        buildJpeg({
          title: invoiceTitle(scan),
          lines: invoiceText(scan),
          width: 1_240,
          height: 1_754,
          scale: 2,
          grain,
        }),
    },
    {
      name: 'Dringende Rechnung.pdf',
      mediaType: MEDIA_TYPES.program,
      expect: 'held',
      note: 'A Windows program renamed to .pdf: its type is not accepted.',
      build: buildProgram,
    },
  ];
}

function withSidecar(random: SeededRandom): SampleRecipe[] {
  const fields = inventInvoice(random, { supplier: 'blueheron', numberPrefix: 'BH-' });
  const name = `Blue Heron ${fields.number}.pdf`;
  const sidecar = {
    externalId: `ERP-${fields.number}`,
    title: `Blue Heron Software, ${fields.number}`,
    externalData: { costCenter: '4711', clerk: fields.buyer.contact, orderNumber: fields.orderNumber },
  };
  return [
    // The sidecar is written first, so that it is there when the document arrives.
    {
      name: `${name}.json`,
      mediaType: MEDIA_TYPES.json,
      expect: 'ignored',
      note: `The sidecar of ${name}: it gives that document its external id and data, and is no document itself.`,
      build: () => Buffer.from(`${JSON.stringify(sidecar, null, 2)}\n`, 'utf8'),
    },
    {
      name,
      mediaType: MEDIA_TYPES.pdf,
      expect: 'document',
      note: 'An English invoice with a sidecar that gives its external id and data.',
      build: () => buildInvoicePdf(fields),
    },
  ];
}

function duplicateOf(original: SampleRecipe): SampleRecipe {
  return {
    name: 'Weitergeleitet - noch einmal die Rechnung.pdf',
    mediaType: original.mediaType,
    expect: 'duplicate',
    note: `The same content as ${original.name}, under another name.`,
    twin: original.name,
    build: original.build,
  };
}

function locked(random: SeededRandom): SampleRecipe {
  const fields = inventInvoice(random, { supplier: 'northgate', numberPrefix: 'NG-' });
  return {
    name: 'Vertrauliche Abrechnung.pdf',
    mediaType: MEDIA_TYPES.pdf,
    expect: 'held',
    note: 'A PDF that asks for a password: nobody could read it, so it is not sent.',
    build: () => buildInvoicePdf(fields, { password: 'geheim' }),
  };
}
