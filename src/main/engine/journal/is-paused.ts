import type { Journal } from './journal.ts';

/** Whether a person paused one of the document's items: its jobs then stay in the journal, and going on brings them back. */
export async function isPaused(journal: Pick<Journal, 'itemsOfDocument'>, documentId: string): Promise<boolean> {
  return (await journal.itemsOfDocument(documentId)).some(({ paused }) => paused);
}
