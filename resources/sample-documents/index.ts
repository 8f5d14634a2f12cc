/** The sample documents of Mailroom: for the demonstration, for tests and for measurements. Nothing here is copied from a real document. */
export { sampleRecipes, writeSampleDocuments } from './finished-samples.ts';
export { ARRIVAL_PAUSES, playAwkwardArrivals } from './arrivals.ts';
export type { ArrivalClock } from './arrivals.ts';
export { MEDIA_TYPES } from './sample-document.ts';
export type { SampleDocument } from './sample-document.ts';
export { buildPdf } from './pdf.ts';
export { buildPaddedPdf, SMALLEST_PADDED_PDF } from './padded-pdf.ts';
export { buildTiff } from './tiff.ts';
export { buildJpeg, buildPng } from './images.ts';
export { buildCiiInvoice } from './cii-invoice.ts';
export { buildUblInvoice } from './ubl-invoice.ts';
export { inventInvoice } from './invented-invoices.ts';
export { invoiceTotals } from './invoice-fields.ts';
export type { InvoiceFields } from './invoice-fields.ts';
export { buildDocx } from './docx.ts';
export { buildXlsx } from './xlsx.ts';
export { buildPptx } from './pptx.ts';
export { createSeededRandom } from './random.ts';
