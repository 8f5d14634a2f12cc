import { z } from 'zod';
import type { FaultCode } from './faults.ts';

/** Stages of an item's life, in order, then the side tracks. */
export const itemStages = [
  'seen',
  'settling',
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
  'held',
  'duplicate',
  'cancelled',
  /** Its pages became items of their own. */
  'separated',
] as const;

/** One stage of an item's life. */
export type ItemStage = (typeof itemStages)[number];

/** Stages of an item that is at the service, or is taken for a document there. */
export const submittedStages = [
  'submitted',
  'tracking',
  'settled',
  'exported',
  'handed-over',
] as const satisfies readonly ItemStage[];

/** Stages of an item on its way to the service: it can still be taken back. */
export const unsubmittedStages = [
  'seen',
  'settling',
  'accepted',
  'uploading',
  'uploaded',
  'submitting',
] as const satisfies readonly ItemStage[];

/** Content that may show scanned pages. */
export const pageTypes: ReadonlySet<string> = new Set(['application/pdf', 'image/tiff', 'image/jpeg', 'image/png']);

/** Held with these the pages of an item are not edited: it may be at the service, or its file is not what it was. */
export const heldUnedited: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'outcome-unclear',
  'already-at-service',
  'processing-failed',
  'record-unreadable',
  'file-gone',
  'file-changed',
]);

/** Schema of a stage, for contract arguments. */
export const itemStageSchema = z.enum(itemStages);

/** Pictures that the service does not take, by their content type, with the name that people know them by: a copy of them is sent. */
export const convertedTypes: ReadonlyMap<string | null, string> = new Map([
  ['image/heic', 'HEIC'],
  ['image/webp', 'WebP'],
  ['image/bmp', 'BMP'],
]);

/** How a copy that is sent instead of an item's own file was made: its password was taken off; it was made a JPEG or a PDF. */
const copyKinds = ['unlocked', 'converted', 'kept'] as const;

/**
 * What is sent instead of an item's own file: made of it, kept in the data directory until it is at the service. The file itself stays
 * what the item is: found, compared, tidied away as its rule says.
 */
export const sentCopySchema = z.object({
  kind: z.enum(copyKinds),
  /** Absolute. */
  path: z.string(),
  /** The name it is sent under. */
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Modification time in ms. */
  modifiedAt: z.number(),
  sha256: z.string(),
  mediaType: z.string(),
  /** Fingerprint of the file that it was made of: of any other it is no copy. */
  of: z.string(),
});

/** See {@link sentCopySchema}. */
export type SentCopy = Readonly<z.infer<typeof sentCopySchema>>;

/** What a source's files become. */
export const intakeModes = ['document', 'batch', 'case'] as const;

/** What becomes of the original after acceptance at the service. */
export const afterActions = ['keep', 'delete', 'move'] as const;
