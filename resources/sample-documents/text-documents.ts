import type { InvoiceFields } from './invoice-fields.ts';
import { invoiceTotals, plainAmount, writtenAmount, writtenDate } from './invoice-fields.ts';
import { invoiceTitle } from './invoice-text.ts';
import { escapeMarkup } from './markup.ts';

/** Builds an order as a shop system sends it: a JSON object with its lines and its totals as numbers. */
export function buildJsonOrder(fields: InvoiceFields): Uint8Array {
  const totals = invoiceTotals(fields);
  const order = {
    type: 'order',
    orderNumber: fields.orderNumber,
    orderDate: fields.issueDate,
    currency: fields.currency,
    supplier: { name: fields.seller.name, city: fields.seller.city, vatId: fields.seller.vatId },
    customer: { name: fields.buyer.name, city: fields.buyer.city, vatId: fields.buyer.vatId },
    lines: fields.lines.map((line, index) => ({
      position: index + 1,
      articleNumber: line.articleNumber,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unitPriceCents / 100,
      netAmount: (totals.lineCents[index] ?? 0) / 100,
    })),
    totalNetAmount: totals.netCents / 100,
    totalTaxAmount: totals.taxCents / 100,
    totalGrossAmount: totals.grossCents / 100,
  };
  return Buffer.from(`${JSON.stringify(order, null, 2)}\n`, 'utf8');
}

/**
 * Builds the lines of an invoice as CSV: in German with semicolons, decimal commas, a byte order mark and CRLF, as a German Excel writes it;
 * in English with commas, decimal points and plain line feeds.
 */
export function buildCsvLines(fields: InvoiceFields): Uint8Array {
  const german = fields.language === 'de';
  const totals = invoiceTotals(fields);
  const money = (cents: number): string => (german ? plainAmount(cents).replace('.', ',') : plainAmount(cents));
  const rows = [
    german
      ? ['Beleg', 'Position', 'Artikel', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag', 'Währung']
      : ['Document', 'Position', 'Item', 'Description', 'Quantity', 'Unit price', 'Amount', 'Currency'],
    ...fields.lines.map((line, index) => [
      fields.number,
      `${index + 1}`,
      line.articleNumber,
      line.description,
      `${line.quantity}`,
      money(line.unitPriceCents),
      money(totals.lineCents[index] ?? 0),
      fields.currency,
    ]),
  ];
  const [separator, lineEnd, mark] = german ? [';', '\r\n', '\uFEFF'] : [',', '\n', ''];
  const quote = (cell: string): string => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return Buffer.from(mark + rows.map((cells) => cells.map(quote).join(separator) + lineEnd).join(''), 'utf8');
}

/** Builds an invoice as a web page, as web shops mail it. */
export function buildHtmlInvoice(fields: InvoiceFields): Uint8Array {
  const totals = invoiceTotals(fields);
  const money = (cents: number): string => `${writtenAmount(cents, fields.language)} ${fields.currency}`;
  const title = escapeMarkup(invoiceTitle(fields));
  const cells = (...texts: string[]): string =>
    `<tr>${texts.map((text) => `<td>${escapeMarkup(text)}</td>`).join('')}</tr>`;
  const page = `<!DOCTYPE html>
<html lang="${fields.language}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<p>${escapeMarkup(fields.seller.name)}, ${escapeMarkup(fields.seller.postCode)} ${escapeMarkup(fields.seller.city)} · ${escapeMarkup(fields.seller.vatId)}</p>
<p>${escapeMarkup(fields.buyer.name)} · ${writtenDate(fields.issueDate, fields.language)} · ${escapeMarkup(fields.orderNumber)}</p>
<table>
${fields.lines
  .map((line, index) =>
    cells(line.articleNumber, line.description, `${line.quantity}`, money(totals.lineCents[index] ?? 0)),
  )
  .join('\n')}
${cells('', '', '', money(totals.netCents))}
${cells('', '', '', money(totals.taxCents))}
${cells('', '', '', money(totals.grossCents))}
</table>
<p>${escapeMarkup(fields.note)}</p>
</body>
</html>
`;
  return Buffer.from(page, 'utf8');
}
