import { z } from 'zod';
import { currencyCodes, languageCodes } from './codes.ts';

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
