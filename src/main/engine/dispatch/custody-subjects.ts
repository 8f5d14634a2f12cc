import type { Journal } from '../journal/journal.ts';
import type { PileRecord } from '../journal/pile-records.ts';

type Reads = Pick<
  Journal,
  | 'item'
  | 'document'
  | 'submissionsOfItem'
  | 'documentsOfItem'
  | 'documentsOfCase'
  | 'itemsOfDocument'
  | 'exportsOfDocument'
  | 'cases'
  | 'pile'
  | 'pilesOfCase'
  | 'places'
>;

/** More than that many subjects are no history that a person reads: the journal as a whole is asked for then. */
const most = 5_000;

/**
 * Whose lines make up the history of an item, document, pile or case, from the first sight of its files to the hand-over: its items,
 * the piles they lay in, their submissions, the documents and cases that came of them, and the documents' exports. Of anything else
 * only its own lines.
 */
export async function custodySubjects(journal: Reads, id: string): Promise<readonly string[]> {
  const found = new Set<string>([id]);

  async function document(documentId: string): Promise<void> {
    found.add(documentId);
    for (const { id: exportId } of await journal.exportsOfDocument(documentId)) found.add(exportId);
  }

  async function way(itemId: string): Promise<void> {
    found.add(itemId);
    const [place] = await journal.places([itemId]);
    // Who released the case, and when, is part of its files' history.
    if (place !== undefined && place.pileId !== null) found.add(place.pileId);
    for (const submission of await journal.submissionsOfItem(itemId)) {
      found.add(submission.id);
      // A batch can become many cases: of those, the ones with documents of this item come with these.
      if (submission.kind === 'batch' && submission.items.length > 1) continue;
      for (const each of await journal.cases(submission.id)) found.add(each.id);
    }
  }

  async function wayWithDocuments(itemId: string): Promise<void> {
    await way(itemId);
    for (const each of await journal.documentsOfItem(itemId)) {
      await document(each.id);
      if (each.caseId !== null) found.add(each.caseId);
    }
  }

  /** Its files count also before the service shows a document, and where it never will. */
  async function wholePile(pile: PileRecord): Promise<void> {
    found.add(pile.id);
    for (const { itemId } of pile.members) {
      if (found.size > most) return;
      await wayWithDocuments(itemId);
    }
  }

  if ((await journal.item(id)) !== null) {
    await wayWithDocuments(id);
    return [...found];
  }
  const pile = await journal.pile(id);
  if (pile !== null) {
    await wholePile(pile);
    return [...found].slice(0, most);
  }
  const one = await journal.document(id);
  if (one === null) for (const each of await journal.pilesOfCase(id)) await wholePile(each);
  const documents = one === null ? await journal.documentsOfCase(id) : [one];
  for (const each of documents) {
    await document(each.id);
    for (const part of await journal.itemsOfDocument(each.id)) await way(part.id);
    if (found.size > most) break;
  }
  return [...found].slice(0, most);
}
