import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEntities } from '../../src/main/practice/entities/entities.ts';
import { readXml } from '../../src/main/practice/entities/xml-reader.ts';
import { fc } from '../support/property.ts';

const ubl = `<?xml version="1.0"?><ubl:Invoice xmlns:ubl="u" xmlns:cbc="c" xmlns:cac="a"><cbc:ID>R&amp;D-1</cbc:ID>
<cbc:IssueDate>2026-02-03</cbc:IssueDate><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName><![CDATA[A <B>]]></cbc:RegistrationName>
</cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty><cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">11.90
</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal><cac:InvoiceLine><cbc:ID>1</cbc:ID><cac:Item><cbc:Name>Pen</cbc:Name></cac:Item>
</cac:InvoiceLine></ubl:Invoice>`;

function ofXml(text: string) {
  const bytes = Buffer.from(text);
  return makeEntities({ doubtful: false, name: 'a.xml', size: bytes.length, contentType: 'text/xml', bytes }, 1);
}

test('an electronic invoice gives its own data', () => {
  expect(ofXml(ubl)).toEqual({
    documentType: { value: 'invoice', probability: 1 },
    invoiceNumber: { value: 'R&D-1', probability: 1 },
    issuedDate: { value: '2026-02-03', probability: 1 },
    supplierName: { value: 'A <B>', probability: 1 },
    currency: { value: 'EUR', probability: 1 },
    totalGrossAmount: { value: 11.9, probability: 1 },
    invoiceLines: [{ number: { value: '1', probability: 1 }, itemText: { value: 'Pen', probability: 1 } }],
  });
});

const sample = join(import.meta.dirname, '../../../shared/corpus/EN16931_Einfach.cii.xml');
if (existsSync(sample))
  test('a cross industry invoice does, too', () => {
    expect(ofXml(readFileSync(sample, 'utf8'))).toMatchObject({
      invoiceNumber: { value: '471102' },
      totalGrossAmount: { value: 529.87 },
    });
  });

test('other contents give plausible data, the same each time, with places on the page', () => {
  const source = { doubtful: false, name: 'bill 4711.pdf', size: 10, contentType: 'application/pdf', bytes: null };
  const made = makeEntities(source, 1);
  expect(makeEntities(source, 1)).toEqual(made);
  expect(makeEntities({ ...source, name: 'other.pdf' }, 1)).not.toEqual(made);
  expect(made.invoiceNumber).toMatchObject({ value: '4711', region: { page: 1 } });
});

test('document types and unfinished documents are not read, references to nothing are left alone', () => {
  expect(readXml('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toBeNull();
  for (const broken of ['', '<a>', '<a></b>', '<a/><b/>', 'x<a/>', '<a b=c/>', '<a'.repeat(100)]) {
    expect(readXml(broken), broken).toBeNull();
  }
  expect(readXml('<a>&x; &#65;&#x42;</a>')?.text).toBe('&x; AB');
  expect(readXml('<a>'.repeat(100) + '</a>'.repeat(100))).toBeNull();
});

test('no content makes the reader throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', '>', '/', 'a', ' ', '"', '=', '&', ';', '<![CDATA[', ']]>', '<!--', '-->')),
      (parts) => {
        readXml(parts.join(''));
      },
    ),
  );
  expect(() => ofXml('<Invoice/>')).not.toThrow();
});
