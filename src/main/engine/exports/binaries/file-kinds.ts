/** How files of the kinds that the interface document lists begin, and what their names end with. */
const beginnings: readonly { readonly bytes: readonly number[]; readonly extension: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], extension: 'pdf' },
  { bytes: [0xff, 0xd8, 0xff], extension: 'jpg' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], extension: 'png' },
  { bytes: [0x49, 0x49, 0x2a, 0x00], extension: 'tif' },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], extension: 'tif' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], extension: 'zip' },
];

/** Content types of the interface document ("File"), by the words that tell them apart. */
const types: readonly (readonly [string, string])[] = [
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/tiff', 'tif'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/json', 'json'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
];

const office = /\.(docx|pptx|xlsx)["']/i;
const textNames = /\.(xml|json|csv|html?|txt)["']/i;

/**
 * The extension of a file by how it begins, or else by what the tags around it say (`tags`, the nearest first); null: unknown.
 * Only extensions of documents: a name from outside never makes a program of it.
 */
export function extensionOf(head: Uint8Array, tags: readonly string[]): string | null {
  const known = beginnings.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))?.extension;
  if (known === 'zip') {
    for (const tag of tags) {
      const word = office.exec(tag)?.[1]?.toLowerCase();
      if (word !== undefined) return word;
      if (tag.includes('wordprocessingml')) return 'docx';
      if (tag.includes('spreadsheetml')) return 'xlsx';
      if (tag.includes('presentationml')) return 'pptx';
    }
  }
  if (known !== undefined) return known;
  for (const tag of tags) {
    const type = types.find(([name]) => tag.toLowerCase().includes(name))?.[1];
    if (type !== undefined) return type;
    const word = textNames.exec(tag)?.[1]?.toLowerCase();
    if (word !== undefined) return word === 'htm' ? 'html' : word;
  }
  return null;
}
