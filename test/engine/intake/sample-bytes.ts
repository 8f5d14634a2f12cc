/** A small whole PDF; `salt` makes the content distinct, `padding` adds bytes. */
export function pdfBytes(salt: string | number = '', padding = 0): Buffer {
  const body = `%PDF-1.4\n% ${salt}\n${'x'.repeat(padding)}\n1 0 obj<</Type/Catalog>>endobj\n`;
  const xref = `xref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + xref, 'latin1');
}
