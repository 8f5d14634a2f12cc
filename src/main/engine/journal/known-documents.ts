import type { DocumentRecord, ExportRecord, ItemRecord } from './records.ts';

/** What a document that the service shows is found by. */
export interface DocumentTraces {
  readonly id: string;
  /** Every file that it names. */
  readonly fileIds: readonly string[];
  readonly externalId: string | null;
}

/** All that is known of a document; answered for many at once. */
export interface KnownDocument {
  readonly document: DocumentRecord | null;
  /** Items linked to it. */
  readonly linked: readonly ItemRecord[];
  /** Items that were sent as one of its files. */
  readonly byFiles: readonly ItemRecord[];
  /** The one item of the submission with its external id, where the submission has one item only; looked for where nothing else was found. */
  readonly submitted: ItemRecord | null;
  /** The documents of each of these items, by the item's id. */
  readonly documents: Readonly<Record<string, readonly DocumentRecord[]>>;
  readonly exports: readonly ExportRecord[];
}
