import type { InvoiceFields, Party } from './invoice-fields.ts';
import { invoiceTotals, plainAmount } from './invoice-fields.ts';
import { element, xmlFile } from './markup.ts';

const ram = (
  name: string,
  content: string | readonly string[],
  attributes?: Readonly<Record<string, string>>,
): string => element(`ram:${name}`, content, attributes);

/**
 * Builds a UN/CEFACT Cross Industry Invoice (the XML of ZUGFeRD and Factur-X), in UTF-8.
 * Element order and codes: EN 16931-1 and its binding to CII D16B (EN 16931-3-3).
 */
export function buildCiiInvoice(fields: InvoiceFields): Uint8Array {
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', 'urn:cen.eu:en16931:2017')]),
      ]),
      element('rsm:ExchangedDocument', [
        ram('ID', fields.number),
        ram('TypeCode', fields.kind === 'invoice' ? '380' : '381'),
        ram('IssueDateTime', [dateTime(fields.issueDate)]),
        ram('IncludedNote', [ram('Content', fields.note)]),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...tradeLines(fields),
        agreement(fields),
        ram('ApplicableHeaderTradeDelivery', [
          ram('ActualDeliverySupplyChainEvent', [ram('OccurrenceDateTime', [dateTime(fields.deliveryDate)])]),
        ]),
        settlement(fields),
      ]),
    ],
    {
      'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
      'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
    },
  );
  return xmlFile(root);
}

/** Format 102 is YYYYMMDD (UNTDID 2379). */
function dateTime(date: string): string {
  return element('udt:DateTimeString', date.replaceAll('-', ''), { format: '102' });
}

/** Category S is the standard rate, Z a rate of zero (UNTDID 5305). */
function taxCodes(percent: number): string[] {
  return [ram('CategoryCode', percent === 0 ? 'Z' : 'S'), ram('RateApplicablePercent', percent.toFixed(2))];
}

function tradeLines(fields: InvoiceFields): string[] {
  const totals = invoiceTotals(fields);
  return fields.lines.map((line, index) =>
    ram('IncludedSupplyChainTradeLineItem', [
      ram('AssociatedDocumentLineDocument', [ram('LineID', `${index + 1}`)]),
      ram('SpecifiedTradeProduct', [ram('SellerAssignedID', line.articleNumber), ram('Name', line.description)]),
      ram('SpecifiedLineTradeAgreement', [
        ram('NetPriceProductTradePrice', [ram('ChargeAmount', plainAmount(line.unitPriceCents))]),
      ]),
      ram('SpecifiedLineTradeDelivery', [ram('BilledQuantity', line.quantity.toFixed(2), { unitCode: line.unit })]),
      ram('SpecifiedLineTradeSettlement', [
        ram('ApplicableTradeTax', [ram('TypeCode', 'VAT'), ...taxCodes(line.taxPercent)]),
        ram('SpecifiedTradeSettlementLineMonetarySummation', [
          ram('LineTotalAmount', plainAmount(totals.lineCents[index] ?? 0)),
        ]),
      ]),
    ]),
  );
}

function agreement(fields: InvoiceFields): string {
  return ram('ApplicableHeaderTradeAgreement', [
    ram('BuyerReference', fields.buyerReference),
    ram('SellerTradeParty', tradeParty(fields.seller)),
    ram('BuyerTradeParty', tradeParty(fields.buyer)),
    ram('BuyerOrderReferencedDocument', [ram('IssuerAssignedID', fields.orderNumber)]),
  ]);
}

function tradeParty(party: Party): string[] {
  return [
    ram('Name', party.name),
    ram('DefinedTradeContact', [
      ram('PersonName', party.contact),
      ram('TelephoneUniversalCommunication', [ram('CompleteNumber', party.phone)]),
      ram('EmailURIUniversalCommunication', [ram('URIID', party.email)]),
    ]),
    ram('PostalTradeAddress', [
      ram('PostcodeCode', party.postCode),
      ram('LineOne', party.street),
      ram('CityName', party.city),
      ram('CountryID', party.country),
    ]),
    ram('URIUniversalCommunication', [ram('URIID', party.email, { schemeID: 'EM' })]),
    ram('SpecifiedTaxRegistration', [ram('ID', party.vatId, { schemeID: 'VA' })]),
  ];
}

function settlement(fields: InvoiceFields): string {
  const totals = invoiceTotals(fields);
  return ram('ApplicableHeaderTradeSettlement', [
    ram('PaymentReference', fields.number),
    ram('InvoiceCurrencyCode', fields.currency),
    ram('SpecifiedTradeSettlementPaymentMeans', [
      ram('TypeCode', '58'), // SEPA credit transfer (UNTDID 4461)
      ram('PayeePartyCreditorFinancialAccount', [ram('IBANID', fields.iban)]),
      ram('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', fields.bic)]),
    ]),
    ...totals.taxes.map((tax) =>
      ram('ApplicableTradeTax', [
        ram('CalculatedAmount', plainAmount(tax.taxCents)),
        ram('TypeCode', 'VAT'),
        ram('BasisAmount', plainAmount(tax.basisCents)),
        ...taxCodes(tax.percent),
      ]),
    ),
    ram('SpecifiedTradePaymentTerms', [ram('DueDateDateTime', [dateTime(fields.dueDate)])]),
    ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
      ram('LineTotalAmount', plainAmount(totals.netCents)),
      ram('TaxBasisTotalAmount', plainAmount(totals.netCents)),
      ram('TaxTotalAmount', plainAmount(totals.taxCents), { currencyID: fields.currency }),
      ram('GrandTotalAmount', plainAmount(totals.grossCents)),
      ram('DuePayableAmount', plainAmount(totals.grossCents)),
    ]),
  ]);
}
