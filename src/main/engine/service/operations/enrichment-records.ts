import { z } from 'zod';
import { currencyRule, languageRule } from './codes.ts';
import { recordIdRule, usable } from './rules.ts';

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

/** Lines, each external id once (the service's interface, "Invoice line": unique across provided line data). */
const invoiceLines = usable(z.array(invoiceLine), twiceNamed);

function twiceNamed(lines: readonly { readonly externalId?: unknown }[]): string | null {
  const ids = lines.flatMap(({ externalId }) => (typeof externalId === 'string' ? [externalId] : []));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return twice === undefined ? null : `two lines have the external id ${twice.slice(0, 60)}`;
}

/** An invoice as enrichment record (the service's interface, "Invoice"); unknown fields pass. */
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
  invoiceLines,
});

/** An internal order as enrichment record (the service's interface, "Internal order"); unknown fields pass. */
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

/** A record of a family whose fields are not shown: only its external id is known (as live services behave; the interface doesn't say). */
export const recordSchema = z.looseObject({ externalId: recordIdRule });

const mergePatch = z.record(z.string(), z.unknown());

/** A merge patch of a record: what is absent stays, null removes; its external id can't be removed. */
export const recordPatchSchema = usable(mergePatch, (patch) =>
  patch['externalId'] === null ? 'externalId cannot be set to null' : null,
);

function isZod(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType;
}

/** A schema that takes null at any depth: in a merge patch null removes a value, wherever it stands. */
function withNulls(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap();
    return isZod(inner) ? withNulls(inner).optional() : schema;
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return isZod(element) ? z.array(withNulls(element)).nullable() : schema;
  }
  if (schema instanceof z.ZodObject) return objectWithNulls(schema.shape).nullable();
  return schema.nullable();
}

function objectWithNulls(shape: Readonly<Record<string, unknown>>): z.ZodObject {
  const fields = Object.entries(shape).flatMap(([name, field]) =>
    isZod(field) ? [[name, withNulls(field)] as const] : [],
  );
  return z.looseObject(Object.fromEntries(fields));
}

/** The fields of a record for a merge patch: those given in `required` are so, all others may be null or absent. */
function patchOf(shape: Readonly<Record<string, z.ZodType>>, required: Readonly<Record<string, z.ZodType>>): z.ZodType {
  return z.looseObject({ ...objectWithNulls(shape).shape, ...required });
}

/** A merge patch of an invoice; external id and lines are required in it too, and each line has its own external id. */
export const invoicePatchSchema = patchOf(invoiceSchema.shape, {
  externalId: recordIdRule,
  invoiceLines: usable(z.array(objectWithNulls(invoiceLine.shape)), twiceNamed),
});

/** A merge patch of an internal order: as the order, all absent but nothing required removed. */
export const internalOrderPatchSchema = patchOf(internalOrderSchema.shape, {
  externalId: recordIdRule.optional(),
  internalOrderCode: z.string().optional(),
});

/** The service's answer about a stored record: an id, or the record. */
export const storedRecordSchema = z.looseObject({});

const anyAmount = z.number().nullable().optional();

/** The amounts of an invoice or of a patch of one. */
export const invoiceAmounts = z.object({
  totalNetAmount: anyAmount,
  totalFreightCharges: anyAmount,
  totalOtherCharges: anyAmount,
  totalTaxAmount: anyAmount,
  totalGrossAmount: anyAmount,
});

/**
 * Whether an invoice adds up: gross = net + freight + other charges + tax, to half a cent. True where an amount is missing. A
 * mismatch is worth a warning, never a refusal: the source system may know better.
 */
export function invoiceAddsUp(invoice: z.infer<typeof invoiceAmounts>): boolean {
  const { totalNetAmount: net = null, totalTaxAmount: tax = null, totalGrossAmount: gross = null } = invoice;
  if (net === null || tax === null || gross === null) return true;
  const sum = net + (invoice.totalFreightCharges ?? 0) + (invoice.totalOtherCharges ?? 0) + tax;
  return Math.abs(sum - gross) < 0.005;
}
