import type { FileKind } from '../../../faults/kind-sentences.ts';
import type { DamageProblem, IncompleteReason, NeededQuiet, Refusal } from '../inspection.ts';

/** The part of a file that is XML, as readers take it: what stands before and behind it they pass over. */
export interface XmlPart {
  readonly start: number;
  readonly end: number;
  /** Where in it an encoding is declared that its bytes can't have: readers pass over that too. */
  readonly passedOver: readonly [from: number, to: number] | null;
}

/** What a look at the content told, before the fingerprint. */
export type Verdict =
  | {
      readonly kind: 'whole';
      readonly mediaType: string;
      readonly needsQuiet: NeededQuiet;
      /** Too large to be searched by itself: where this mark occurs but once in it, its structure proves it whole after all. */
      readonly onlyMark?: string;
      /** Too large to be checked by itself: it is whole if this part of it, read for the fingerprint, proves to be well-formed XML. */
      readonly onlyIf?: XmlPart;
    }
  | { readonly kind: 'incomplete'; readonly reason: IncompleteReason }
  | ({ readonly kind: 'refused' } & Refusal)
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

/** A verdict against a file. */
export type Refused = Extract<Verdict, { kind: 'refused' }>;

/** What the service does not take: what it is, and where that says more, its format (`type`) and the kind that its name promises (`named`). */
export function notAccepted(kind: FileKind, params: { readonly type?: string; readonly named?: string } = {}): Refused {
  return { kind: 'refused', code: 'type-not-accepted', params: { kind, ...params } };
}

/** A type that the service does not take, of which only its short name is known, the same in every language. */
export function notAcceptedType(type: string): Refused {
  return { kind: 'refused', code: 'type-not-accepted', params: { type } };
}

/** A file that no more bytes would make whole. */
export function damaged(problem: DamageProblem): Refused {
  return { kind: 'refused', code: 'file-damaged', params: { problem } };
}

/** A PDF that asks for a password: the service could not open it either. */
export const lockedPdf: Refused = { kind: 'refused', code: 'pdf-password', params: {} };
