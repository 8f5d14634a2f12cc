import { z } from 'zod';
import { currencyRule, languageRule } from './codes.ts';
import { recordIdRule } from './rules.ts';

const text = z.string().optional();
const amount = z.number().optional();
/** A calendar date, YYYY-MM-DD. */
const date = z.iso.date().optional();
const free = z.record(z.string(), z.unknown()).optional();

const accountAssignment = z.looseObject({
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
});

const invoiceLine = z.looseObject({
  externalId: text,
  externalCompanyId: text,
  accountAssignments: z.array(accountAssignment).optional(),
  type: text,
  quantity: amount,
  netAmount: amount,
  totalTaxAmount: amount,
  grossAmount: amount,
  unitOfMeasure: text,
  unitPrice: amount,
  taxCode: z.looseObject({ code: text, description: text }).optional(),
  taxJurisdictionCode: text,
  itemText: text,
  externalPurchaseOrderId: text,
  purchaseOrderLineNumber: text,
  centralBankIndicator: text,
});

/** An invoice as enrichment record (service-interface.md, "Invoice"); unknown fields pass. */
export const invoiceSchema = z.looseObject({
  externalId: recordIdRule,
  externalClientId: text,
  documentId: text,
  documents: z.array(z.looseObject({ id: text, type: text })).optional(),
  supplierInvoiceNumber: text,
  invoiceNumber: text,
  externalCompanyId: text,
  externalSupplierId: text,
  externalBankAccountId: text,
  fiscalYearLabel: text,
  issuedDate: date,
  receivedDate: date,
  postingDate: date,
  isCanceled: z.boolean().optional(),
  isCreditNote: z.boolean().optional(),
  externalCustomerId: text,
  relatedInvoice: text,
  currency: currencyRule.optional(),
  totalNetAmount: amount,
  totalFreightCharges: amount,
  totalOtherCharges: amount,
  totalTaxAmount: amount,
  totalGrossAmount: amount,
  paymentTerms: z
    .looseObject({
      paymentTermKey: text,
      descriptions: z.array(z.looseObject({ text, language: languageRule.optional() })).optional(),
    })
    .optional(),
  externalApproverId: text,
  customFields: free,
  customMetadata: free,
  headerText: text,
  type: text,
  documentType: text,
  withholdingTax: z.array(z.looseObject({ key: text, baseAmount: amount, amount })).optional(),
  invoiceLines: z.array(invoiceLine),
});

/** An internal order as enrichment record (service-interface.md, "Internal order"); unknown fields pass. */
export const internalOrderSchema = z.looseObject({
  externalId: recordIdRule,
  externalClientId: text,
  internalOrderCode: z.string(),
  internalOrderReferenceNumber: text,
  createdDate: date,
  fiscalYearLabel: text,
  language: languageRule.optional(),
  externalCompanyId: text,
  status: text,
  type: text,
  subType: text,
  description: text,
  shortDescription: text,
  profitCenterCode: text,
  costCenterCodeForSettlement: text,
  glAccountCodeForSettlement: text,
  currency: currencyRule.optional(),
  customFields: free,
  customMetadata: free,
});

/** A record of a family whose fields are not shown: only its external id is known (service-field-notes.md, "Enrichment"). */
export const recordSchema = z.looseObject({ externalId: recordIdRule });

/** A partial record for a merge patch: what is absent stays, null removes. */
export const recordPatchSchema = z.record(z.string(), z.unknown());

/** The service's answer about a stored record: an id, or the record. */
export const storedRecordSchema = z.looseObject({});

/**
 * Whether an invoice adds up: gross = net + freight + other charges + tax, to half a cent. True where an amount is missing. A
 * mismatch is worth a warning, never a refusal: the source system may know better.
 */
export function invoiceAddsUp(invoice: z.infer<typeof invoiceSchema>): boolean {
  const { totalNetAmount: net, totalTaxAmount: tax, totalGrossAmount: gross } = invoice;
  if (net === undefined || tax === undefined || gross === undefined) return true;
  const sum = net + (invoice.totalFreightCharges ?? 0) + (invoice.totalOtherCharges ?? 0) + tax;
  return Math.abs(sum - gross) < 0.005;
}
