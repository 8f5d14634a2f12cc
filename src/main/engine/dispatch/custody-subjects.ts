import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';

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
>;

/** More than that many subjects are no history that a person reads: the journal as a whole is asked for then. */
const most = 5_000;

/**
 * Whose lines make up the history of an item, document or case, from the first sight of its files to the hand-over: its items,
 * their submissions, the documents and cases that came of them, and the documents' exports. Of anything else only its own lines.
 */
export async function custodySubjects(journal: Reads, id: string): Promise<readonly string[]> {
  const found = new Set<string>([id]);

  async function document(documentId: string): Promise<void> {
    found.add(documentId);
    for (const { id: exportId } of await journal.exportsOfDocument(documentId)) found.add(exportId);
  }

  async function way(item: ItemRecord): Promise<void> {
    found.add(item.id);
    for (const submission of await journal.submissionsOfItem(item.id)) {
      found.add(submission.id);
      // A batch can become many cases: of those, the ones with documents of this item come with these.
      if (submission.items.length === 1) for (const each of await journal.cases(submission.id)) found.add(each.id);
    }
  }

  const item = await journal.item(id);
  if (item !== null) {
    await way(item);
    for (const each of await journal.documentsOfItem(id)) {
      await document(each.id);
      if (each.caseId !== null) found.add(each.caseId);
    }
    return [...found];
  }
  const one = await journal.document(id);
  const documents = one === null ? await journal.documentsOfCase(id) : [one];
  for (const each of documents) {
    await document(each.id);
    for (const part of await journal.itemsOfDocument(each.id)) await way(part);
    if (found.size > most) break;
  }
  return [...found].slice(0, most);
}
