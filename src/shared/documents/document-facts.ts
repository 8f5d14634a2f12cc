/** What tells a document from others at a glance; null where its data does not say. */
export interface ToldFacts {
  readonly supplier: string | null;
  readonly number: string | null;
  /** As the service gives it, mostly YYYY-MM-DD. */
  readonly date: string | null;
  readonly gross: number | null;
  /** ISO 4217 code. */
  readonly currency: string | null;
}

type Scalar = string | number | boolean | null;

/** Names that services give these values, best first, in small letters. */
const names = {
  supplier: ['suppliername', 'supplier', 'vendorname', 'vendor', 'sellername', 'seller', 'sendername', 'sender'],
  number: ['invoicenumber', 'supplierinvoicenumber', 'documentnumber', 'ordernumber', 'deliverynotenumber', 'number'],
  date: ['issueddate', 'invoicedate', 'issuedate', 'documentdate', 'date'],
  gross: ['totalgrossamount', 'grossamount', 'totalamount', 'amountdue', 'total'],
  currency: ['currency', 'currencycode'],
} as const;

/** Deeper data is not followed. */
const maxDepth = 12;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Values that stand by themselves or in groups, not in the rows of lists, with their names in small letters. */
function headValues(name: string, value: unknown, depth: number): readonly (readonly [string, Scalar])[] {
  if (isScalar(value)) return [[name, value]];
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  if ('value' in value && isScalar(value.value)) return [[name, value.value]];
  if (depth >= maxDepth) return [];
  return Object.entries(value).flatMap(([key, part]) => headValues(key.toLowerCase(), part, depth + 1));
}

/** Reads the facts out of free-form data. */
export function factsIn(entities: Readonly<Record<string, unknown>> | null): ToldFacts {
  const head = Object.entries(entities ?? {}).flatMap(([key, part]) => headValues(key.toLowerCase(), part, 0));
  const find = (wanted: readonly string[]): Scalar => {
    for (const name of wanted) {
      const found = head.find(([told, value]) => told === name && value !== null)?.[1];
      if (found !== undefined && found !== '') return found;
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
  };
}
