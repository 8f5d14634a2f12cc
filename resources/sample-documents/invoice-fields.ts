/** A company in an invoice. `country` is an ISO 3166-1 code of two letters. */
export type Party = {
  readonly name: string;
  readonly street: string;
  readonly postCode: string;
  readonly city: string;
  readonly country: string;
  readonly vatId: string;
  readonly contact: string;
  readonly phone: string;
  readonly email: string;
};

/** One position. `unit` is a code of UN/ECE Recommendation 20 (H87 piece, HUR hour, MTR metre); money in cents; tax in per cent. */
export type InvoiceLine = {
  readonly articleNumber: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit: 'H87' | 'HUR' | 'MTR';
  readonly unitPriceCents: number;
  readonly taxPercent: number;
};

/** Everything that an invoice or a credit note says, before it has a file format. Dates as YYYY-MM-DD, money in cents. */
export type InvoiceFields = {
  readonly kind: 'invoice' | 'creditNote';
  readonly language: 'de' | 'en';
  readonly number: string;
  readonly issueDate: string;
  readonly deliveryDate: string;
  readonly dueDate: string;
  readonly currency: string;
  readonly orderNumber: string;
  readonly buyerReference: string;
  readonly seller: Party;
  readonly buyer: Party;
  readonly iban: string;
  readonly bic: string;
  readonly lines: readonly InvoiceLine[];
  readonly note: string;
};

/** What the lines of an invoice come to, in cents: each line, each tax rate (highest first), and the sums, which add up exactly. */
export type InvoiceTotals = {
  readonly lineCents: readonly number[];
  readonly taxes: readonly { readonly percent: number; readonly basisCents: number; readonly taxCents: number }[];
  readonly netCents: number;
  readonly taxCents: number;
  readonly grossCents: number;
};

/** Adds an invoice up; tax is rounded once a rate, on the sum of its lines (EN 16931, BR-CO-17). */
export function invoiceTotals(fields: Pick<InvoiceFields, 'lines'>): InvoiceTotals {
  const lineCents = fields.lines.map((line) => Math.round(line.quantity * line.unitPriceCents));
  const basis = new Map<number, number>();
  fields.lines.forEach((line, index) => {
    basis.set(line.taxPercent, (basis.get(line.taxPercent) ?? 0) + (lineCents[index] ?? 0));
  });
  const taxes = [...basis]
    .sort(([left], [right]) => right - left)
    .map(([percent, basisCents]) => ({ percent, basisCents, taxCents: Math.round((basisCents * percent) / 100) }));
  const netCents = lineCents.reduce((sum, cents) => sum + cents, 0);
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0);
  return { lineCents, taxes, netCents, taxCents, grossCents: netCents + taxCents };
}

/** Cents as an amount with a point and two digits, as XML and JSON want it: 123450 is "1234.50". */
export function plainAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Cents as people write them: "1.234,50" in German, "1,234.50" in English. */
export function writtenAmount(cents: number, language: 'de' | 'en'): string {
  const [whole = '0', fraction = '00'] = plainAmount(cents).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'de' ? '.' : ',');
  return `${grouped}${language === 'de' ? ',' : '.'}${fraction}`;
}

/** A date YYYY-MM-DD as people write it: "12.03.2025" in German, "12/03/2025" in (British) English. */
export function writtenDate(date: string, language: 'de' | 'en'): string {
  return date
    .split('-')
    .reverse()
    .join(language === 'de' ? '.' : '/');
}
