import { z } from 'zod';

/** ISO 4217 codes that currency fields accept (null is accepted too); the list of the interface document. */
const currencyCodes: ReadonlySet<string> = new Set(
  `
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN
    BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD
    FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS
    KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
    MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
    SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
    USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS
    XUA XXX YER ZAR ZMW ZWL
  `
    .trim()
    .split(/\s+/),
);

/** ISO 639-1 codes that language fields accept (null is accepted too); the list of the interface document. */
const languageCodes: ReadonlySet<string> = new Set(
  `
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv
    dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig
    ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh
    mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru
    rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug
    uk ur uz ve vi vo wa wo xh yi yo za zh zu
  `
    .trim()
    .split(/\s+/),
);

const text = z.string();
const amount = z.number();
const date = z.iso.date();
const currency = z
  .string()
  .refine((code) => currencyCodes.has(code), 'Input should be an ISO 4217 currency code')
  .nullable();
const language = z
  .string()
  .refine((code) => languageCodes.has(code), 'Input should be an ISO 639-1 language code')
  .nullable();
const externalId = z.string().min(1).regex(/^\S+$/, 'An external id has no blanks');
// seen on live services: the values of custom fields are strings
const customFields = z.record(z.string(), z.string());
const customMetadata = z.record(z.string(), z.unknown());

const accountAssignment = z
  .object({
    externalGlAccountId: text,
    externalCostCenterId: text,
    glAccountCode: text,
    costCenterCode: text,
    quantity: amount,
    externalProjectId: text,
    externalOrderId: text,
    costElementCode: text,
    externalProfitCenterId: text,
    profitCenterCode: text,
  })
  .partial();

const invoiceLine = z
  .object({
    externalId: text,
    externalCompanyId: text,
    accountAssignments: z.array(accountAssignment),
    type: text,
    quantity: amount,
    netAmount: amount,
    totalTaxAmount: amount,
    grossAmount: amount,
    unitOfMeasure: text,
    unitPrice: amount,
    taxCode: z.object({ code: text, description: text }).partial(),
    taxJurisdictionCode: text,
    itemText: text,
    externalPurchaseOrderId: text,
    purchaseOrderLineNumber: text,
    centralBankIndicator: text,
  })
  .partial();

const invoice = z
  .object({
    externalClientId: text,
    documentId: text,
    documents: z.array(z.object({ id: text, type: text })),
    supplierInvoiceNumber: text,
    invoiceNumber: text,
    externalCompanyId: text,
    externalSupplierId: text,
    externalBankAccountId: text,
    fiscalYearLabel: text,
    issuedDate: date,
    receivedDate: date,
    postingDate: date,
    isCanceled: z.boolean(),
    isCreditNote: z.boolean(),
    externalCustomerId: text,
    relatedInvoice: text,
    currency,
    totalNetAmount: amount,
    totalFreightCharges: amount,
    totalOtherCharges: amount,
    totalTaxAmount: amount,
    totalGrossAmount: amount,
    paymentTerms: z
      .object({ paymentTermKey: text, descriptions: z.array(z.object({ text, language: language.optional() })) })
      .partial(),
    externalApproverId: text,
    customFields,
    customMetadata,
    headerText: text,
    type: text,
    documentType: text,
    withholdingTax: z.array(z.object({ key: text, baseAmount: amount, amount }).partial()),
  })
  .partial()
  .extend({ externalId, invoiceLines: z.array(invoiceLine) })
  .superRefine((value, context) => {
    const seen = new Set<string>();
    for (const [index, line] of value.invoiceLines.entries()) {
      if (line.externalId === undefined) continue;
      if (seen.has(line.externalId)) {
        const path = ['invoiceLines', index, 'externalId'];
        context.addIssue({ code: 'custom', path, message: 'The external id of a line is not unique' });
      }
      seen.add(line.externalId);
    }
  });

const internalOrder = z
  .object({
    externalClientId: text,
    internalOrderReferenceNumber: text,
    createdDate: date,
    fiscalYearLabel: text,
    language,
    externalCompanyId: text,
    status: text,
    type: text,
    subType: text,
    description: text,
    shortDescription: text,
    profitCenterCode: text,
    costCenterCodeForSettlement: text,
    glAccountCodeForSettlement: text,
    currency,
    customFields,
    customMetadata,
  })
  .partial()
  .extend({ externalId, internalOrderCode: text });

/** The interface shows no fields of these: any are kept, the few that all families share are checked. */
const anyRecord = z.looseObject({
  externalId,
  currency: currency.optional(),
  language: language.optional(),
  customFields: customFields.optional(),
});

/** A row of a lookup table: columns of text, an external id among them. */
const lookupRow = z.record(z.string(), z.string()).and(z.looseObject({ externalId }));

/** One stored reference record. */
export type EnrichmentRecord = Readonly<Record<string, unknown>>;

const schemas: Readonly<Record<string, z.ZodType<EnrichmentRecord>>> = {
  invoices: invoice,
  'internal-orders': internalOrder,
  companies: anyRecord.extend({ subsidiaries: z.array(z.unknown()).optional() }),
  'purchase-orders': anyRecord.extend({ lines: z.array(z.unknown()).optional() }),
  'lookup-tables': lookupRow,
};

/** The schema that a whole record of a family must meet. */
export function recordSchema(family: string): z.ZodType<EnrichmentRecord> {
  return schemas[family] ?? anyRecord;
}
