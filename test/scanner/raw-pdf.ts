/** A PDF of these objects; the first is its catalogue. */
export function rawPdf(...objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj ${object} endobj\n`;
    return at;
  });
  const at = text.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return Buffer.from(`${text}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`, 'latin1');
}

/** A PDF of one empty page that somebody signed: changing it would make the signature worthless. */
export function signedPdf(): Buffer {
  const signature = '<</FT/Sig/T(S)/V<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 1 2 3]>>>>';
  return rawPdf(
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[${signature}]>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 200]>>',
    '<</Type/Page/Parent 2 0 R>>',
  );
}
