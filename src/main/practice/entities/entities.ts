import { fraction, pick } from '../seeded.ts';
import { readInvoiceFacts } from './invoice-facts.ts';
import type { InvoiceFacts, InvoiceLineFacts } from './invoice-facts.ts';

/** Where a value stands on its page; in thousandths of the page's width and height. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly page: number;
}

/** One extracted value. `probability` is 0 to 1. */
export interface Leaf {
  readonly value: string | number;
  readonly probability: number;
  readonly region?: Region;
}

/** Extracted data: leaves by name, and rows of leaves. */
export interface Entities {
  readonly [name: string]: Leaf | readonly Entities[];
}

/** What the entities of a document are made from; `bytes` null for content that isn't read. */
export interface EntitySource {
  /** a person is to look at it: what it is to be paid, and some more, is read with little certainty */
  readonly doubtful: boolean;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly bytes: Buffer | null;
}

const amountNames = new Set([
  'totalNetAmount',
  'totalTaxAmount',
  'totalGrossAmount',
  'netAmount',
  'unitPrice',
  'quantity',
]);
const suppliers = [
  'Nordwind Papier GmbH',
  'Albrecht & Söhne KG',
  'Ferreira Logística SA',
  'Tallis Office Ltd',
  'Brouwer Techniek BV',
  'Øresund Catering ApS',
] as const;
const customers = ['Seehafen Handel AG', 'Municipal Works', 'Kestrel Retail plc'] as const;
const currencies = ['EUR', 'EUR', 'EUR', 'GBP', 'CHF', 'USD'] as const;
const items = ['Copy paper A4', 'Transport', 'Consulting hours', 'Toner', 'Packaging', 'Spare part'] as const;

function exactLeaf(name: string, text: string): Leaf {
  const amount = Number(text);
  const value = amountNames.has(name) && text !== '' && Number.isFinite(amount) ? amount : text;
  return { value, probability: 1 };
}

function leavesOf(facts: InvoiceFacts | InvoiceLineFacts): Record<string, Leaf> {
  const leaves: Record<string, Leaf> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'string') leaves[name] = exactLeaf(name, value);
  }
  return leaves;
}

/** Entities of an electronic invoice: what the XML says, without regions (XML has no pages). */
function fromFacts(facts: InvoiceFacts): Entities {
  return { ...leavesOf(facts), invoiceLines: facts.invoiceLines.map(leavesOf) };
}

function money(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Entities of a content that isn't understood: made up, but always the same for the same name, size and seed. */
function derived(source: EntitySource, seed: number): Entities {
  const base = `${source.name} ${String(source.size)}`;
  function certainty(name: string, chance: number): number {
    const doubted = source.doubtful && (name === 'totalGrossAmount' || fraction(seed, `${base} d ${name}`) < 0.15);
    return doubted ? 0.25 + 0.35 * chance : 0.8 + 0.2 * chance;
  }
  const leaf = (name: string, value: string | number): Leaf => ({
    value,
    probability: Math.round(certainty(name, fraction(seed, `${base} p ${name}`)) * 1000) / 1000,
    region: {
      left: Math.floor(600 * fraction(seed, `${base} l ${name}`)),
      top: Math.floor(900 * fraction(seed, `${base} t ${name}`)),
      width: 120 + Math.floor(200 * fraction(seed, `${base} w ${name}`)),
      height: 18,
      page: 1,
    },
  });
  const lineCount = 1 + Math.floor(4 * fraction(seed, `${base} lines`));
  const lines: Entities[] = [];
  let net = 0;
  for (let index = 1; index <= lineCount; index += 1) {
    const quantity = 1 + Math.floor(20 * fraction(seed, `${base} q${String(index)}`));
    const unitPrice = money(1 + 250 * fraction(seed, `${base} u${String(index)}`));
    const netAmount = money(quantity * unitPrice);
    net = money(net + netAmount);
    const number = String(index);
    lines.push({
      number: leaf(`number ${number}`, number),
      itemText: leaf(`item ${number}`, pick(items, seed, `${base} i${number}`)),
      quantity: leaf(`quantity ${number}`, quantity),
      unitPrice: leaf(`price ${number}`, unitPrice),
      netAmount: leaf(`net ${number}`, netAmount),
    });
  }
  const tax = money(net * 0.19);
  const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(330 * fraction(seed, `${base} day`)) * 86_400_000);
  const digits = source.name.match(/\d{3,}/)?.[0] ?? String(100_000 + Math.floor(900_000 * fraction(seed, base)));
  return {
    documentType: leaf('documentType', 'invoice'),
    invoiceNumber: leaf('invoiceNumber', digits),
    issuedDate: leaf('issuedDate', day.toISOString().slice(0, 10)),
    supplierName: leaf('supplierName', pick(suppliers, seed, `${base} supplier`)),
    customerName: leaf('customerName', pick(customers, seed, `${base} customer`)),
    currency: leaf('currency', pick(currencies, seed, `${base} currency`)),
    totalNetAmount: leaf('totalNetAmount', net),
    totalTaxAmount: leaf('totalTaxAmount', tax),
    totalGrossAmount: leaf('totalGrossAmount', money(net + tax)),
    invoiceLines: lines,
  };
}

/** The entities of a document: real ones for electronic invoices in XML, plausible ones for everything else. */
export function makeEntities(source: EntitySource, seed: number): Entities {
  if (source.bytes !== null && source.contentType.endsWith('/xml')) {
    const facts = readInvoiceFacts(source.bytes);
    if (facts !== null) return fromFacts(facts);
  }
  return derived(source, seed);
}
