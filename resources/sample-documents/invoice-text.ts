import type { InvoiceFields } from './invoice-fields.ts';
import { invoiceTotals, writtenAmount, writtenDate } from './invoice-fields.ts';

const WORDS = {
  de: {
    invoice: 'Rechnung',
    creditNote: 'Gutschrift',
    number: 'Nummer',
    date: 'Datum',
    delivery: 'Lieferdatum',
    due: 'Zahlbar bis',
    order: 'Ihre Bestellung',
    columns: ['Pos', 'Artikel', 'Bezeichnung', 'Menge', 'Preis', 'Betrag'],
    net: 'Nettobetrag',
    tax: 'USt',
    gross: 'Gesamtbetrag',
    vatId: 'USt-IdNr.',
  },
  en: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    number: 'Number',
    date: 'Date',
    delivery: 'Delivered',
    due: 'Payable by',
    order: 'Your order',
    columns: ['Pos', 'Item', 'Description', 'Qty', 'Price', 'Amount'],
    net: 'Net amount',
    tax: 'VAT',
    gross: 'Total',
    vatId: 'VAT no.',
  },
} as const;

/** The heading of an invoice in its own language, such as "Rechnung RE-20418". */
export function invoiceTitle(fields: InvoiceFields): string {
  return `${WORDS[fields.language][fields.kind]} ${fields.number}`;
}

/** An invoice as lines of text in columns, at most 84 characters wide, for pages that are printed or drawn. */
export function invoiceText(fields: InvoiceFields): string[] {
  const words = WORDS[fields.language];
  const totals = invoiceTotals(fields);
  const money = (cents: number): string => writtenAmount(cents, fields.language);
  const day = (date: string): string => writtenDate(date, fields.language);
  const label = (text: string, value: string): string => `${`${text}:`.padEnd(18)}${value}`;
  const row = (cells: readonly string[]): string => {
    const [position = '', item = '', description = '', quantity = '', price = '', amount = ''] = cells;
    return `${position.padEnd(4)}${item.padEnd(10)}${description.slice(0, 35).padEnd(36)}${quantity.padStart(6)}${price.padStart(12)}${amount.padStart(13)}`;
  };
  const sum = (text: string, cents: number): string =>
    `${text.padStart(60)}${`${money(cents)} ${fields.currency}`.padStart(21)}`;
  const { seller, buyer } = fields;
  return [
    seller.name,
    `${seller.street} · ${seller.postCode} ${seller.city}`,
    `${words.vatId} ${seller.vatId}`,
    '',
    buyer.name,
    buyer.street,
    `${buyer.postCode} ${buyer.city}`,
    '',
    label(words.number, fields.number),
    label(words.date, day(fields.issueDate)),
    label(words.delivery, day(fields.deliveryDate)),
    label(words.due, day(fields.dueDate)),
    label(words.order, fields.orderNumber),
    '',
    row(words.columns),
    '-'.repeat(81),
    ...fields.lines.map((line, index) =>
      row([
        `${index + 1}`,
        line.articleNumber,
        line.description,
        `${line.quantity}`,
        money(line.unitPriceCents),
        money(totals.lineCents[index] ?? 0),
      ]),
    ),
    '-'.repeat(81),
    sum(words.net, totals.netCents),
    ...totals.taxes.map((tax) => sum(`${words.tax} ${tax.percent} %`, tax.taxCents)),
    sum(words.gross, totals.grossCents),
    '',
    fields.note,
    `IBAN ${fields.iban}  BIC ${fields.bic}`,
    `${seller.contact} · ${seller.phone} · ${seller.email}`,
  ];
}
