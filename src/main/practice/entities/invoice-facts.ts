import { childrenNamed, elementAt, readXml, textAt } from './xml-reader.ts';
import type { XmlElement } from './xml-reader.ts';

/** One line of an invoice, as the XML has it; amounts are the text of the XML. */
export interface InvoiceLineFacts {
  readonly number: string | undefined;
  readonly itemText: string | undefined;
  readonly quantity: string | undefined;
  readonly unitPrice: string | undefined;
  readonly netAmount: string | undefined;
}

/** What an electronic invoice says of itself; dates YYYY-MM-DD, amounts as text. */
export interface InvoiceFacts {
  readonly documentType: 'invoice' | 'creditNote';
  readonly invoiceNumber: string | undefined;
  readonly issuedDate: string | undefined;
  readonly dueDate: string | undefined;
  readonly supplierName: string | undefined;
  readonly supplierVatId: string | undefined;
  readonly customerName: string | undefined;
  readonly currency: string | undefined;
  readonly totalNetAmount: string | undefined;
  readonly totalTaxAmount: string | undefined;
  readonly totalGrossAmount: string | undefined;
  readonly invoiceLines: readonly InvoiceLineFacts[];
}

function calendarDate(text: string | undefined): string | undefined {
  const compact = text === undefined ? null : /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return compact === null ? text : `${compact[1] ?? ''}-${compact[2] ?? ''}-${compact[3] ?? ''}`;
}

function partyVatId(party: XmlElement | undefined): string | undefined {
  for (const registration of childrenNamed(party, 'SpecifiedTaxRegistration')) {
    const id = elementAt(registration, 'ID');
    if (id?.attributes.schemeID === 'VA') return id.text.trim();
  }
  return undefined;
}

function crossIndustryLine(line: XmlElement): InvoiceLineFacts {
  const settlement = elementAt(line, 'SpecifiedLineTradeSettlement');
  const sums = 'SpecifiedTradeSettlementLineMonetarySummation';
  return {
    number: textAt(line, 'AssociatedDocumentLineDocument', 'LineID'),
    itemText: textAt(line, 'SpecifiedTradeProduct', 'Name'),
    quantity: textAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity'),
    unitPrice: textAt(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount'),
    netAmount: textAt(settlement, sums, 'LineTotalAmount'),
  };
}

/** UN/CEFACT Cross Industry Invoice (EN 16931 syntax binding). */
function crossIndustryFacts(root: XmlElement): InvoiceFacts {
  const header = elementAt(root, 'ExchangedDocument');
  const trade = elementAt(root, 'SupplyChainTradeTransaction');
  const agreement = elementAt(trade, 'ApplicableHeaderTradeAgreement');
  const settlement = elementAt(trade, 'ApplicableHeaderTradeSettlement');
  const sums = elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const seller = elementAt(agreement, 'SellerTradeParty');
  return {
    documentType: textAt(header, 'TypeCode') === '381' ? 'creditNote' : 'invoice',
    invoiceNumber: textAt(header, 'ID'),
    issuedDate: calendarDate(textAt(header, 'IssueDateTime', 'DateTimeString')),
    dueDate: calendarDate(textAt(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString')),
    supplierName: textAt(seller, 'Name'),
    supplierVatId: partyVatId(seller),
    customerName: textAt(agreement, 'BuyerTradeParty', 'Name'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    totalNetAmount: textAt(sums, 'TaxBasisTotalAmount'),
    totalTaxAmount: textAt(sums, 'TaxTotalAmount'),
    totalGrossAmount: textAt(sums, 'GrandTotalAmount'),
    invoiceLines: childrenNamed(trade, 'IncludedSupplyChainTradeLineItem').map(crossIndustryLine),
  };
}

function universalLine(line: XmlElement): InvoiceLineFacts {
  return {
    number: textAt(line, 'ID'),
    itemText: textAt(line, 'Item', 'Name'),
    quantity: textAt(line, 'InvoicedQuantity') ?? textAt(line, 'CreditedQuantity'),
    unitPrice: textAt(line, 'Price', 'PriceAmount'),
    netAmount: textAt(line, 'LineExtensionAmount'),
  };
}

function partyName(party: XmlElement | undefined): string | undefined {
  return textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? textAt(party, 'PartyName', 'Name');
}

/** OASIS UBL 2.1 Invoice and CreditNote. */
function universalFacts(root: XmlElement): InvoiceFacts {
  const supplier = elementAt(root, 'AccountingSupplierParty', 'Party');
  const totals = elementAt(root, 'LegalMonetaryTotal');
  const credit = root.name === 'CreditNote' || textAt(root, 'InvoiceTypeCode') === '381';
  return {
    documentType: credit ? 'creditNote' : 'invoice',
    invoiceNumber: textAt(root, 'ID'),
    issuedDate: textAt(root, 'IssueDate'),
    dueDate: textAt(root, 'DueDate'),
    supplierName: partyName(supplier),
    supplierVatId: textAt(supplier, 'PartyTaxScheme', 'CompanyID'),
    customerName: partyName(elementAt(root, 'AccountingCustomerParty', 'Party')),
    currency: textAt(root, 'DocumentCurrencyCode'),
    totalNetAmount: textAt(totals, 'TaxExclusiveAmount'),
    totalTaxAmount: textAt(root, 'TaxTotal', 'TaxAmount'),
    totalGrossAmount: textAt(totals, 'TaxInclusiveAmount'),
    invoiceLines: [...childrenNamed(root, 'InvoiceLine'), ...childrenNamed(root, 'CreditNoteLine')].map(universalLine),
  };
}

/** The facts of an electronic invoice in XML (CII or UBL); null for any other content. */
export function readInvoiceFacts(bytes: Buffer): InvoiceFacts | null {
  const root = readXml(bytes.toString('utf8'));
  if (root === null) return null;
  if (root.name === 'CrossIndustryInvoice') return crossIndustryFacts(root);
  if (root.name === 'Invoice' || root.name === 'CreditNote') return universalFacts(root);
  return null;
}
