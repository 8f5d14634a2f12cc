import { extname } from 'node:path';
import { folded } from '../../platform/names/paths.ts';

/** The forms a sidecar may have, by its extension. */
export type SidecarForm = 'json' | 'xml' | 'csv';

const forms: Readonly<Record<string, SidecarForm>> = { '.json': 'json', '.xml': 'xml', '.csv': 'csv' };

const sidecarExtensions = Object.keys(forms);

/** Where the sidecars of a document may lie, in the order they are looked for; endings in small or in large letters. */
export function sidecarPaths(path: string): readonly string[] {
  return sidecarExtensions.flatMap((extension) => [path + extension, path + extension.toUpperCase()]);
}

/** Names that may be an index of their folder. */
export const indexNames = ['index.json', 'index.csv'] as const;

/** The form of a sidecar by its extension (any case); null = not a sidecar's name. */
export function formOf(name: string): SidecarForm | null {
  return forms[extname(name).toLowerCase()] ?? null;
}

/** Whether a name is that of a folder's index. */
export function isIndexName(name: string): boolean {
  return indexNames.some((known) => known === folded(name));
}

/** The name of the file that a sidecar of this name would belong to (`a.pdf` of `a.pdf.json`); null where it can't be one. */
export function ownerName(name: string): string | null {
  if (formOf(name) === null) return null;
  const owner = name.slice(0, -extname(name).length);
  return extname(owner) === '' ? null : owner;
}

const documentNames = /\.(pdf|jpe?g|png|tiff?|heic|heif|webp|bmp|docx|pptx|xlsx|html?|xml|json|csv)\.(json|xml|csv)$/i;

/** Whether a name is that of an accepted kind of document with a sidecar's ending: `a.pdf.json` without `a.pdf` waits for it. */
export function awaitsOwner(name: string): boolean {
  return documentNames.test(name);
}
