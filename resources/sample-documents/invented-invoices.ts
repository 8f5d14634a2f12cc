import type { SupplierArticle, SupplierName } from './business-partners.ts';
import { BUYER, SUPPLIERS } from './business-partners.ts';
import type { InvoiceFields, InvoiceLine } from './invoice-fields.ts';
import type { SeededRandom } from './random.ts';

/** Which invoice to invent; `lineCount` is at least 1 (default 2 to 5, by chance). */
export type InventionWish = {
  readonly supplier: SupplierName;
  readonly kind?: InvoiceFields['kind'];
  readonly numberPrefix: string;
  readonly lineCount?: number;
};

/** Invents a whole plausible invoice or credit note of one of the invented suppliers; the same source of numbers gives the same invoice. */
export function inventInvoice(random: SeededRandom, wish: InventionWish): InvoiceFields {
  const supplier = SUPPLIERS[wish.supplier];
  const kind = wish.kind ?? 'invoice';
  const issued = Date.UTC(2025, 0, random.integer(6, 85));
  const orderNumber = `PO-${random.integer(45_000, 49_999)}`;
  const lines = Array.from({ length: wish.lineCount ?? random.integer(2, 5) }, (): InvoiceLine => {
    const sold = random.pick<SupplierArticle>(supplier.articles);
    return { ...sold, quantity: random.integer(1, sold.unit === 'MTR' ? 250 : 24) };
  });
  return {
    kind,
    language: supplier.language,
    number: `${wish.numberPrefix}${random.integer(20_000, 98_999)}`,
    issueDate: isoDay(issued),
    deliveryDate: isoDay(issued - random.integer(1, 9) * 86_400_000),
    dueDate: isoDay(issued + 30 * 86_400_000),
    currency: supplier.currency,
    orderNumber,
    buyerReference: `04011000-${random.integer(10_000, 99_999)}-35`,
    seller: supplier.party,
    buyer: BUYER,
    iban: germanIban(`${random.integer(10_000_000, 79_999_999)}`, `${random.integer(1_000_000_000, 1_999_999_999)}`),
    bic: 'MAILDEHHXXX',
    lines,
    note:
      supplier.language === 'de'
        ? `${kind === 'invoice' ? 'Rechnung' : 'Gutschrift'} zu Ihrer Bestellung ${orderNumber}. Wir danken für Ihr Vertrauen.`
        : `${kind === 'invoice' ? 'Invoice' : 'Credit note'} for your order ${orderNumber}. Thank you for your business.`,
  };
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A German IBAN with right check digits (ISO 13616: DE is 1314, remainder by 97) for an invented bank code (8 digits) and account (10). */
function germanIban(bankCode: string, account: string): string {
  const check = 98n - (BigInt(`${bankCode}${account}131400`) % 97n);
  return `DE${check.toString().padStart(2, '0')}${bankCode}${account}`;
}
