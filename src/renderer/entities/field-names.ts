import type { Say } from '../text/index.ts';
import { wordsOf } from './entity-tree.ts';

const knownFields = [
  'documentType',
  'invoiceNumber',
  'issuedDate',
  'dueDate',
  'supplierName',
  'supplierVatId',
  'customerName',
  'currency',
  'totalNetAmount',
  'totalTaxAmount',
  'totalGrossAmount',
  'invoiceLines',
  'number',
  'itemText',
  'quantity',
  'unitPrice',
  'netAmount',
] as const;

/** A field's name in the window's language; one we don't know as words of the service's own name. */
export function fieldName(name: string, say: Say<'documents'>): string {
  const known = knownFields.find((field) => field === name);
  return known === undefined ? wordsOf(name) : say(`field-${known}`);
}
