/** What Windows-1252 has at 0x80 to 0x9f, where ISO-8859-1 has control characters (WHATWG "Encoding", index windows-1252). */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand, as `TextDecoder` of several Nodes takes this encoding for ISO-8859-1 (nodejs/node issue 56542). */
function windowsText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(/[\x80-\x9f]/g, (character) => upper.charAt(character.charCodeAt(0) - 0x80));
}

/**
 * What a person or an office program wrote as plain text: UTF-16 where a byte order mark says so, else UTF-8, or where it is none the
 * encoding of older Windows systems. Without the mark.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return windowsText(bytes);
  }
}

/** A text as XML has it in contents and between double quotes. */
export function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
