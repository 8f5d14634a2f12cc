import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { InvoiceFields } from '../../../resources/sample-documents/index.ts';
import {
  buildCiiInvoice,
  buildUblInvoice,
  createSeededRandom,
  inventInvoice,
  invoiceTotals,
} from '../../../resources/sample-documents/index.ts';
import { invoiceText } from '../../../resources/sample-documents/invoice-text.ts';
import { writtenAmount } from '../../../resources/sample-documents/invoice-fields.ts';
import { buildCsvLines, buildHtmlInvoice, buildJsonOrder } from '../../../resources/sample-documents/text-documents.ts';
import { fc } from '../../support/property.ts';

const NAMESPACES = {
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** All texts at a path of a well-formed XML file; throws where the file is not well-formed. */
function texts(xml: Uint8Array, path: string): string[] {
  const document = XmlDocument.fromBuffer(xml);
  try {
    return document.find(path, NAMESPACES).map((node) => node.content);
  } finally {
    document.dispose();
  }
}

const cents = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

const anyInvoice = fc
  .record({
    seed: fc.integer(),
    supplier: fc.constantFrom(
      'kraus' as const,
      'papier' as const,
      'mueller' as const,
      'northgate' as const,
      'blueheron' as const,
    ),
    kind: fc.constantFrom('invoice' as const, 'creditNote' as const),
  })
  .map(({ seed, supplier, kind }) => inventInvoice(createSeededRandom(seed), { supplier, kind, numberPrefix: 'RE-' }));

describe('an invented invoice', () => {
  it('adds up: lines to net, net and tax to gross', () => {
    fc.assert(
      fc.property(anyInvoice, (fields) => {
        const totals = invoiceTotals(fields);
        expect(totals.lineCents.reduce((sum, line) => sum + line, 0)).toBe(totals.netCents);
        expect(totals.taxes.reduce((sum, tax) => sum + tax.basisCents, 0)).toBe(totals.netCents);
        expect(totals.netCents + totals.taxCents).toBe(totals.grossCents);
        expect(totals.grossCents).toBeGreaterThan(0);
      }),
    );
  });

  it('has a German IBAN whose check digits are right', () => {
    fc.assert(
      fc.property(anyInvoice, ({ iban }) => {
        expect(iban).toMatch(/^DE\d{20}$/);
        expect(BigInt(`${iban.slice(4)}1314${iban.slice(2, 4)}`) % 97n).toBe(1n);
      }),
    );
  });

  it('delivers before it is issued and is payable afterwards', () => {
    fc.assert(
      fc.property(anyInvoice, ({ deliveryDate, issueDate, dueDate }) => {
        expect(deliveryDate < issueDate && issueDate < dueDate).toBe(true);
      }),
    );
  });

  it('fits the page as text and names its gross amount', () => {
    fc.assert(
      fc.property(anyInvoice, (fields) => {
        const lines = invoiceText(fields);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(84);
        expect(lines.join('\n')).toContain(
          `${writtenAmount(invoiceTotals(fields).grossCents, fields.language)} ${fields.currency}`,
        );
      }),
    );
  });
});

describe('amounts as people write them', () => {
  it('group thousands in the way of the language', () => {
    expect(writtenAmount(123_456_789, 'de')).toBe('1.234.567,89');
    expect(writtenAmount(123_456_789, 'en')).toBe('1,234,567.89');
    expect(writtenAmount(5, 'de')).toBe('0,05');
  });
});

describe('the CII invoice', () => {
  it('is well-formed and says what the fields say, with totals that add up', () => {
    fc.assert(
      fc.property(anyInvoice, (fields) => {
        const xml = buildCiiInvoice(fields);
        const totals = invoiceTotals(fields);
        expect(texts(xml, '/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID')).toEqual([fields.number]);
        expect(texts(xml, '//ram:SellerTradeParty/ram:Name')).toEqual([fields.seller.name]);
        expect(texts(xml, '//ram:SpecifiedTradeProduct/ram:Name')).toEqual(
          fields.lines.map((line) => line.description),
        );
        const lineSum = cents(texts(xml, '//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'));
        expect(cents(texts(xml, '//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount'))).toBe(
          lineSum,
        );
        expect(cents(texts(xml, '//ram:CalculatedAmount'))).toBe(cents(texts(xml, '//ram:TaxTotalAmount')));
        expect(cents(texts(xml, '//ram:GrandTotalAmount'))).toBe(totals.grossCents);
        expect(lineSum + cents(texts(xml, '//ram:TaxTotalAmount'))).toBe(totals.grossCents);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the UBL invoice', () => {
  it('is an Invoice or a CreditNote, well-formed, with totals that add up', () => {
    fc.assert(
      fc.property(anyInvoice, (fields) => {
        const xml = buildUblInvoice(fields);
        const root = fields.kind === 'invoice' ? 'Invoice' : 'CreditNote';
        const totals = invoiceTotals(fields);
        expect(texts(xml, `/*[local-name()='${root}']/cbc:ID`)).toEqual([fields.number]);
        expect(texts(xml, '//cac:AccountingSupplierParty//cbc:RegistrationName')).toEqual([fields.seller.name]);
        const lineSum = cents(texts(xml, `//cac:${root}Line/cbc:LineExtensionAmount`));
        expect(cents(texts(xml, '//cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount'))).toBe(lineSum);
        expect(cents(texts(xml, '//cac:TaxSubtotal/cbc:TaxAmount'))).toBe(totals.taxCents);
        expect(cents(texts(xml, '//cbc:PayableAmount'))).toBe(lineSum + totals.taxCents);
      }),
      { numRuns: 30 },
    );
  });

  it('stays well-formed with markup in the texts', () => {
    const fields: InvoiceFields = {
      ...inventInvoice(createSeededRandom(1), { supplier: 'mueller', numberPrefix: 'RE-' }),
      note: '5 < 6 & "7" > ><tag></tag>',
    };
    expect(texts(buildUblInvoice(fields), '/*/cbc:Note')).toEqual([fields.note]);
    expect(texts(buildCiiInvoice(fields), '//ram:IncludedNote/ram:Content')).toEqual([fields.note]);
  });
});

describe('the same fields as other texts', () => {
  const german = inventInvoice(createSeededRandom(2), { supplier: 'papier', numberPrefix: 'RE-' });
  const english = inventInvoice(createSeededRandom(3), { supplier: 'blueheron', numberPrefix: 'IN-' });

  it('are JSON whose totals are numbers', () => {
    expect(JSON.parse(Buffer.from(buildJsonOrder(english)).toString('utf8'))).toMatchObject({
      orderNumber: english.orderNumber,
      totalGrossAmount: invoiceTotals(english).grossCents / 100,
    });
  });

  it('are CSV in the way of the language', () => {
    const germanCsv = Buffer.from(buildCsvLines(german)).toString('utf8');
    expect(germanCsv).toMatch(/^\uFEFFBeleg;Position;.*\r\n/);
    expect(germanCsv.trimEnd().split('\r\n')).toHaveLength(german.lines.length + 1);
    const englishCsv = Buffer.from(buildCsvLines(english)).toString('utf8');
    expect(englishCsv).toMatch(/^Document,Position,/);
    expect(englishCsv).not.toContain('\r');
  });

  it('are a web page with the sum in it and no bare ampersand', () => {
    const page = Buffer.from(
      buildHtmlInvoice({ ...german, seller: { ...german.seller, name: 'A & B <GmbH>' } }),
    ).toString('utf8');
    expect(page).toContain('A &amp; B &lt;GmbH&gt;');
    expect(page).toContain(writtenAmount(invoiceTotals(german).grossCents, 'de'));
  });
});
