import type { IncompleteReason, NeededQuiet } from './inspection.ts';

/** What a look at the content told, before the fingerprint. */
export type Verdict =
  | {
      readonly kind: 'whole';
      readonly mediaType: string;
      readonly needsQuiet: NeededQuiet;
      /** Too large to be searched by itself: where this mark occurs but once in it, its structure proves it whole after all. */
      readonly onlyMark?: string;
      /** Too large to be checked by itself: it is whole if what is read for the fingerprint proves to be that. */
      readonly onlyIf?: 'well-formed';
    }
  | { readonly kind: 'incomplete'; readonly reason: IncompleteReason }
  | { readonly kind: 'damaged' }
  /** A PDF that asks for a password. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'not-accepted'; readonly typeName: string }
  /** Nothing that the service takes; what else it is, a list of signatures has to say. */
  | { readonly kind: 'unknown' };

/** Content types that the service accepts and that Mailroom sends (service interface, File). */
export const mediaTypes = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  xml: 'application/xml',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  html: 'text/html',
} as const;

/** A whole file. */
export function whole(mediaType: string, needsQuiet: NeededQuiet = 'structural'): Extract<Verdict, { kind: 'whole' }> {
  return { kind: 'whole', mediaType, needsQuiet };
}

/** A file that is not whole yet. */
export function incomplete(reason: IncompleteReason): Extract<Verdict, { kind: 'incomplete' }> {
  return { kind: 'incomplete', reason };
}
