/** Longest X-Hy-Filename header, in characters. */
export const maxWireNameLength = 256;

/** The name that an X-Hy-Filename header means: percent-encoded UTF-8 where it is that, else ISO-8859-1 as it stands. */
export function decodeWireName(wireName: string): string {
  if (!wireName.includes('%')) return wireName;
  try {
    return decodeURIComponent(wireName);
  } catch {
    return wireName;
  }
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
};

/** The content types that an upload may have. */
export const acceptedContentTypes: ReadonlySet<string> = new Set(Object.keys(extensions));

/** A file's name, or one made of its id and type where it was uploaded without. */
export function nameOrDefault(file: {
  readonly id: string;
  readonly name: string | null;
  readonly contentType: string;
}): string {
  return file.name ?? `${file.id}.${extensions[file.contentType] ?? 'bin'}`;
}
