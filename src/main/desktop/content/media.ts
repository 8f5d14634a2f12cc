import { extname } from 'node:path';

/** How content is shown. */
export type ContentKind = 'pdf' | 'image' | 'pages' | 'xml' | 'text' | 'other';

const byExtension: Readonly<Record<string, readonly [ContentKind, string]>> = {
  '.pdf': ['pdf', 'application/pdf'],
  '.png': ['image', 'image/png'],
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.tif': ['pages', 'image/tiff'],
  '.tiff': ['pages', 'image/tiff'],
  '.xml': ['xml', 'application/xml'],
  '.txt': ['text', 'text/plain'],
  '.csv': ['text', 'text/csv'],
  '.json': ['text', 'application/json'],
  '.html': ['text', 'text/html'],
  '.htm': ['text', 'text/html'],
  '.docx': ['other', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  '.xlsx': ['other', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  '.pptx': ['other', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
};

/** What a file is, by what is known of its type, else by its name. */
export function mediaOf(name: string, told: string | null): { readonly kind: ContentKind; readonly mediaType: string } {
  const plain = (told ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const match =
    Object.values(byExtension).find(([, type]) => type === plain) ??
    (plain === 'text/xml' ? byExtension['.xml'] : undefined) ??
    byExtension[extname(name).toLowerCase()];
  const [kind, mediaType] = match ?? (['other', 'application/octet-stream'] as const);
  return { kind, mediaType };
}

/** Whether a file of that name may be handed to the system's own programs: documents, never anything that would run. */
export function mayBeOpened(name: string): boolean {
  const extension = extname(name).toLowerCase();
  return Object.hasOwn(byExtension, extension) && extension !== '.html' && extension !== '.htm';
}

/** The name ending of a media type, '' where it is not known. */
export function extensionOf(mediaType: string): string {
  const plain = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.entries(byExtension).find(([, [, type]]) => type === plain)?.[0] ?? '';
}
