/** How much of a file is looked at for its declarations, bytes: they stand before the root element. */
export const prologBytes = 1024 * 1024;

/**
 * Whether the beginning of an XML file declares an external entity: whoever reads the file after us might load it. Only the name
 * of a DTD (as cXML has it) is no such declaration. `head` = at most the first {@link prologBytes}, in any encoding that keeps
 * ASCII recognisable.
 */
export function declaresExternalEntity(head: Buffer): boolean {
  // UTF-16 and UTF-32 write ASCII with zero bytes around it.
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\?[\s\S]*?\?>/g, ' ');
  const root = /<[^!?\s]/.exec(text)?.index ?? text.length;
  return /<!ENTITY\s[^>"']*\s(?:SYSTEM|PUBLIC)\s/.test(text.slice(0, root));
}
