/** Device names of Windows, with or without an extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/** Whether Windows takes a name for a device. */
export function isDeviceName(name: string): boolean {
  return deviceName.test(name);
}

/** What tells the n-th file of a name from the first: nothing, ` (2)`, ` (3)`. It stands before the ending. */
export function numberMark(number: number): string {
  return number <= 1 ? '' : ` (${String(number)})`;
}

/** The beginning of a text that fits into so many UTF-8 bytes, whole characters only. */
export function cutToBytes(text: string, limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    kept += character;
  }
  return kept;
}

/** A text without what no file name may hold on Windows or Linux, separators aside: control, format and bidirectional characters go, reserved ones become `_`, all white space one blank; NFC. */
export function plainName(text: string): string {
  return text
    .replace(/[\p{Cs}\p{Cn}\p{Co}]/gu, '_')
    .replace(/[\s\u0085\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .normalize('NFC');
}
