import { nameOrDefault } from '../file-names.ts';
import type { EmailMessage } from './email-message.ts';

function linesOf(message: EmailMessage): string[] {
  return [
    `From: ${message.from}`,
    `To: ${message.to}`,
    `Date: ${new Date(message.sentAt).toISOString()}`,
    `Subject: ${message.subject}`,
    '',
    message.text,
    ...message.attachments.map((file) => `Attachment: ${nameOrDefault(file)} (${String(file.size)} bytes)`),
  ];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The merged content of an email as a page. */
export function htmlContent(message: EmailMessage): string {
  const paragraphs = linesOf(message).map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Email</title></head><body>${paragraphs.join('')}</body></html>`;
}

/** A PDF string in Latin-1; what doesn't fit becomes a question mark. */
function pdfString(text: string): string {
  return `(${text.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?').replace(/[\\()]/g, '\\$&')})`;
}

/** The merged content of an email as a PDF of one page, as one deployment answers it. */
export function pdfContent(message: EmailMessage): Buffer {
  const text = linesOf(message)
    .map((line) => `${pdfString(line.slice(0, 110))} Tj T*`)
    .join('\n');
  const stream = `BT /F1 10 Tf 14 TL 50 790 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(stream.length)} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
  }
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 6\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
