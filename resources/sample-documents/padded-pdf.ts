import { noiseBytes } from './random.ts';

const NOISE = noiseBytes(4711, 65_536);
const digits = (value: number): string => value.toString().padStart(10, '0');

/** The smallest size that `buildPaddedPdf` can make, in bytes. */
export const SMALLEST_PADDED_PDF = 1_000;

/**
 * Builds a structurally valid one-page PDF of exactly `bytes` bytes, different for each index, for measurements: it only copies memory, so that
 * making files is never what is measured. Throws a RangeError for an index below 0 or fewer bytes than `SMALLEST_PADDED_PDF`.
 */
export function buildPaddedPdf(index: number, bytes: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0) throw new RangeError(`not an index: ${index}`);
  if (!Number.isInteger(bytes) || bytes < SMALLEST_PADDED_PDF) {
    throw new RangeError(`a padded PDF has at least ${SMALLEST_PADDED_PDF} bytes, not ${bytes}`);
  }
  const text = `BT /F1 14 Tf 72 770 Td (Measurement document ${index}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let head = `%PDF-1.4\n% Measurement document ${index}\n`;
  const offsets: number[] = [];
  objects.forEach((object, position) => {
    offsets.push(head.length);
    head += `${position + 1} 0 obj\n${object}\nendobj\n`;
  });
  offsets.push(head.length);

  // All numbers have ten digits, so that the size of the frame is known before the padding is.
  const paddingHead = (length: number): string => `6 0 obj\n<< /Length ${digits(length)} >>\nstream\n`;
  const paddingTail = '\nendstream\nendobj\n';
  const tail = (tableAt: number): string =>
    `xref\n0 7\n0000000000 65535 f \n${offsets.map((offset) => `${digits(offset)} 00000 n \n`).join('')}` +
    `trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${digits(tableAt)}\n%%EOF\n`;
  const frame = head.length + paddingHead(0).length + paddingTail.length + tail(0).length;
  const padding = bytes - frame;

  const file = Buffer.allocUnsafe(bytes);
  let at = file.write(head + paddingHead(padding), 0, 'latin1');
  const paddingEnd = at + padding;
  while (at < paddingEnd) {
    const length = Math.min(NOISE.length, paddingEnd - at);
    file.set(NOISE.subarray(0, length), at);
    at += length;
  }
  at += file.write(paddingTail, at, 'latin1');
  file.write(tail(at), at, 'latin1');
  return file;
}
