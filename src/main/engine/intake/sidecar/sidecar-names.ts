import { extname } from 'node:path';

/** The forms a sidecar may have, by its extension. */
export type SidecarForm = 'json' | 'xml' | 'csv';

const forms: Readonly<Record<string, SidecarForm>> = { '.json': 'json', '.xml': 'xml', '.csv': 'csv' };

/** Extensions a sidecar may add to its file's name, in the order they are looked for. */
export const sidecarExtensions = Object.keys(forms);

/** Names that may be an index of their folder. */
export const indexNames = ['index.json', 'index.csv'] as const;

/** The form of a sidecar by its extension (any case); null = not a sidecar's name. */
export function formOf(name: string): SidecarForm | null {
  return forms[extname(name).toLowerCase()] ?? null;
}

/** Whether a name is that of a folder's index. */
export function isIndexName(name: string): boolean {
  return indexNames.some((known) => known === name.toLowerCase());
}

/** The name of the file that a sidecar of this name would belong to (`a.pdf` of `a.pdf.json`); null where it can't be one. */
export function ownerName(name: string): string | null {
  if (formOf(name) === null) return null;
  const owner = name.slice(0, -extname(name).length);
  return extname(owner) === '' ? null : owner;
}

const documentNames = /\.(pdf|jpe?g|png|tiff?|docx|pptx|xlsx|html?)\.(json|xml|csv)$/i;

/** Whether a name tells that its file is likely still to come: `a.pdf.json` without `a.pdf`. */
export function awaitsOwner(name: string): boolean {
  return documentNames.test(name);
}

/** How names are compared between an index and a folder: NFC, lower case. */
export function indexName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
