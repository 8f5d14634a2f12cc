import { cutToBytes, isDeviceName, plainName, numberMark } from '../platform/names/safe-text.ts';

/** What a template may name. All are plain text from outside: nothing in them is trusted. */
export interface NameValues {
  /** Day as YYYY-MM-DD. */
  readonly date: string;
  readonly title: string;
  readonly externalId: string;
  readonly documentId: string;
  readonly project: string;
  readonly state: string;
  /** Name of the file that was taken in, without its extension. */
  readonly name: string;
}

/** Where an export goes below its folder: safe folder names, and the safe file name without number and `.xml`. */
export interface SafePath {
  readonly folders: readonly string[];
  readonly base: string;
}

/**
 * Longest safe segment in UTF-8 bytes: file systems allow 255; the rest is left for a number, `.xml`, and the `.ok` or `.err`
 * that a target system puts behind it.
 */
export const maxSegmentBytes = 236;

const placeholder = /\{(date|title|externalId|documentId|project|state|name)\}/g;
const separators = /[/\\]/g;

function isPlaceholder(name: string): name is keyof NameValues {
  return ['date', 'title', 'externalId', 'documentId', 'project', 'state', 'name'].includes(name);
}

function trimEnds(text: string): string {
  return text.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '');
}

/**
 * Makes one path segment of any text, for Windows and Linux: no separators, control, format or bidirectional characters, no
 * reserved characters or device names, no dots or blanks at the ends, NFC, at most 236 bytes. Where nothing is left: `fallback`
 * (made safe too), else `_`. Idempotent.
 */
export function safeSegment(text: string, fallback = ''): string {
  const clean = plainName(cutToBytes(text, 4_000).replace(separators, '-'));
  // Cutting can bare a dot or a blank again, so the ends are trimmed after it too.
  const trimmed = trimEnds(cutToBytes(trimEnds(clean.replace(/ +/g, ' ')), maxSegmentBytes));
  if (trimmed === '') return fallback === '' ? '_' : safeSegment(fallback);
  return isDeviceName(trimmed) ? safeSegment(`_${trimmed}`) : trimmed;
}

/**
 * The safe path of an export by its template. `/` in the template makes folders; `/` in a value becomes `-`, so that no value
 * can leave the folder. An empty file name becomes the document's id; an empty folder name becomes `_`.
 */
export function safePath(template: string, values: NameValues): SafePath {
  const segments = template
    .split(separators)
    .filter((segment) => segment.trim() !== '')
    .map((segment) =>
      segment.replace(placeholder, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole)),
    );
  return {
    folders: segments.slice(0, -1).map((segment) => safeSegment(segment)),
    base: safeSegment(segments.at(-1) ?? '', values.documentId),
  };
}

/** The file name of the n-th try at a free name: `name.xml`, `name (2).xml` … */
export function numberedName(base: string, number: number): string {
  return `${base}${numberMark(number)}.xml`;
}

/** Name of the temporary file of an export: found again after a crash by the export's id alone, and ignored by hot folders. */
export function temporaryName(exportId: string): string {
  return `.${safeSegment(exportId)}.xml.part`;
}
