import type { InvoiceFields, Party } from './invoice-fields.ts';
import { invoiceTotals, plainAmount } from './invoice-fields.ts';
import { element, xmlFile } from './markup.ts';

const cac = (name: string, content: readonly string[]): string => element(`cac:${name}`, content);
const cbc = (name: string, content: string, attributes?: Readonly<Record<string, string>>): string =>
  element(`cbc:${name}`, content, attributes);

/**
 * Builds a UBL 2.1 invoice (root `Invoice`) or credit note (root `CreditNote`) as XRechnung 3.0 asks for it, in UTF-8.
 * Element order and codes: OASIS UBL 2.1 and EN 16931-3-2.
 */
export function buildUblInvoice(fields: InvoiceFields): Uint8Array {
  const isInvoice = fields.kind === 'invoice';
  const rootName = isInvoice ? 'Invoice' : 'CreditNote';
  const totals = invoiceTotals(fields);
  const money = (name: string, cents: number): string => cbc(name, plainAmount(cents), { currencyID: fields.currency });
  const root = element(
    rootName,
    [
      cbc('CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
      cbc('ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
      cbc('ID', fields.number),
      cbc('IssueDate', fields.issueDate),
      // A credit note names its due date with the means of payment, not here (UBL 2.1, CreditNote).
      ...(isInvoice ? [cbc('DueDate', fields.dueDate)] : []),
      cbc(`${rootName}TypeCode`, isInvoice ? '380' : '381'),
      cbc('Note', fields.note),
      cbc('DocumentCurrencyCode', fields.currency),
      cbc('BuyerReference', fields.buyerReference),
      cac('OrderReference', [cbc('ID', fields.orderNumber)]),
      cac('AccountingSupplierParty', [ublParty(fields.seller)]),
      cac('AccountingCustomerParty', [ublParty(fields.buyer)]),
      cac('Delivery', [cbc('ActualDeliveryDate', fields.deliveryDate)]),
      cac('PaymentMeans', [
        cbc('PaymentMeansCode', '58'), // SEPA credit transfer (UNTDID 4461)
        ...(isInvoice ? [] : [cbc('PaymentDueDate', fields.dueDate)]),
        cbc('PaymentID', fields.number),
        cac('PayeeFinancialAccount', [
          cbc('ID', fields.iban),
          cac('FinancialInstitutionBranch', [cbc('ID', fields.bic)]),
        ]),
      ]),
      cac('TaxTotal', [
        money('TaxAmount', totals.taxCents),
        ...totals.taxes.map((tax) =>
          cac('TaxSubtotal', [
            money('TaxableAmount', tax.basisCents),
            money('TaxAmount', tax.taxCents),
            cac('TaxCategory', taxCategory(tax.percent)),
          ]),
        ),
      ]),
      cac('LegalMonetaryTotal', [
        money('LineExtensionAmount', totals.netCents),
        money('TaxExclusiveAmount', totals.netCents),
        money('TaxInclusiveAmount', totals.grossCents),
        money('PayableAmount', totals.grossCents),
      ]),
      ...fields.lines.map((line, index) =>
        cac(`${rootName}Line`, [
          cbc('ID', `${index + 1}`),
          cbc(isInvoice ? 'InvoicedQuantity' : 'CreditedQuantity', `${line.quantity}`, { unitCode: line.unit }),
          money('LineExtensionAmount', totals.lineCents[index] ?? 0),
          cac('Item', [
            cbc('Name', line.description),
            cac('SellersItemIdentification', [cbc('ID', line.articleNumber)]),
            cac('ClassifiedTaxCategory', taxCategory(line.taxPercent)),
          ]),
          cac('Price', [money('PriceAmount', line.unitPriceCents)]),
        ]),
      ),
    ],
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${rootName}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
  );
  return xmlFile(root);
}

/** Category S is the standard rate, Z a rate of zero (UNTDID 5305). */
function taxCategory(percent: number): string[] {
  return [cbc('ID', percent === 0 ? 'Z' : 'S'), cbc('Percent', `${percent}`), vatScheme()];
}

function vatScheme(): string {
  return cac('TaxScheme', [cbc('ID', 'VAT')]);
}

function ublParty(party: Party): string {
  return cac('Party', [
    cbc('EndpointID', party.email, { schemeID: 'EM' }),
    cac('PartyName', [cbc('Name', party.name)]),
    cac('PostalAddress', [
      cbc('StreetName', party.street),
      cbc('CityName', party.city),
      cbc('PostalZone', party.postCode),
      cac('Country', [cbc('IdentificationCode', party.country)]),
    ]),
    cac('PartyTaxScheme', [cbc('CompanyID', party.vatId), vatScheme()]),
    cac('PartyLegalEntity', [cbc('RegistrationName', party.name)]),
    cac('Contact', [cbc('Name', party.contact), cbc('Telephone', party.phone), cbc('ElectronicMail', party.email)]),
  ]);
}
