import { formatNumber } from '../text/format.ts';
import type { EntityNode } from './entity-tree.ts';
import { entityTree, isUnsure, valuesOf } from './entity-tree.ts';

/** What tells a document from others at a glance; null where its data does not say. */
export interface DocumentFacts {
  readonly supplier: string | null;
  readonly number: string | null;
  /** As the service gives it, mostly YYYY-MM-DD. */
  readonly date: string | null;
  readonly gross: number | null;
  /** ISO 4217 code. */
  readonly currency: string | null;
  /** Values of the head (lines not counted), and how many of them a person should look at. */
  readonly values: number;
  readonly unsure: number;
}

/** Names that services give these values, best first, in small letters. */
const names = {
  supplier: ['suppliername', 'supplier', 'vendorname', 'vendor', 'sellername', 'seller', 'sendername', 'sender'],
  number: ['invoicenumber', 'supplierinvoicenumber', 'documentnumber', 'ordernumber', 'deliverynotenumber', 'number'],
  date: ['issueddate', 'invoicedate', 'issuedate', 'documentdate', 'date'],
  gross: ['totalgrossamount', 'grossamount', 'totalamount', 'amountdue', 'total'],
  currency: ['currency', 'currencycode'],
} as const;

/** Values that stand by themselves or in groups, not in the rows of lists. */
export function headValues(nodes: readonly EntityNode[]): readonly EntityNode[] {
  return nodes.flatMap((node) =>
    node.kind === 'value' ? [node] : node.kind === 'group' ? headValues(node.children) : [],
  );
}

/** Reads the facts out of free-form entities. */
export function documentFacts(entities: Readonly<Record<string, unknown>> | null): DocumentFacts {
  const tree = entityTree(entities ?? {});
  const head = headValues(tree);
  const find = (wanted: readonly string[]): EntityNode['value'] => {
    for (const name of wanted) {
      const found = head.find(({ id, value }) => id.split('/').at(-1)?.toLowerCase() === name && value !== null);
      if (found !== undefined && found.value !== '') return found.value;
    }
    return null;
  };
  const text = (wanted: readonly string[]): string | null => {
    const value = find(wanted);
    return value === null ? null : String(value).trim();
  };
  const gross = find(names.gross);
  const amount = typeof gross === 'number' ? gross : typeof gross === 'string' ? Number(gross) : Number.NaN;
  return {
    supplier: text(names.supplier),
    number: text(names.number),
    date: text(names.date),
    gross: Number.isFinite(amount) ? amount : null,
    currency: text(names.currency),
    values: valuesOf(head).length,
    unsure: head.filter(isUnsure).length,
  };
}

/** An amount with its currency: 1,284.61 EUR. */
export function formatAmount(amount: number, currency: string | null): string {
  return `${formatNumber(amount, 2, 2)}${currency === null ? '' : ` ${currency}`}`;
}
