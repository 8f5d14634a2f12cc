import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import type { CustodyRow } from '../journal/records.ts';

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
  | 'openCase'
  | 'openCasesOfCase'
  | 'places'
  | 'custody'
>;

/** Files that are asked about at once. */
const atOnce = 50;

/**
 * Whose lines make up the history of an item, document, open case or case, from the first sight of its files to the hand-over: its items,
 * the open cases they lay in, their submissions, the documents and cases that came of them, and the documents' exports, however many
 * these are. Of anything else only its own lines.
 */
async function custodySubjects(journal: Reads, id: string): Promise<readonly string[]> {
  const found = new Set<string>([id]);

  async function document(documentId: string): Promise<void> {
    found.add(documentId);
    for (const { id: exportId } of await journal.exportsOfDocument(documentId)) found.add(exportId);
  }

  async function way(itemId: string): Promise<void> {
    found.add(itemId);
    const [place] = await journal.places([itemId]);
    // Who released the case, and when, is part of its files' history.
    if (place !== undefined && place.openCaseId !== null) found.add(place.openCaseId);
    for (const submission of await journal.submissionsOfItem(itemId)) {
      if (found.has(submission.id)) continue;
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
  async function wholeOpenCase(openCase: OpenCaseRecord): Promise<void> {
    found.add(openCase.id);
    for (let first = 0; first < openCase.members.length; first += atOnce) {
      const part = openCase.members.slice(first, first + atOnce);
      await Promise.all(part.map(({ itemId }) => wayWithDocuments(itemId)));
    }
  }

  if ((await journal.item(id)) !== null) {
    await wayWithDocuments(id);
    // What was noted on a case that is dissolved is found with its files.
    for (const { event, detail } of await journal.custody({ subjectIds: [id], limit: 1_000 })) {
      if (event === 'open-case-left' && typeof detail['openCase'] === 'string') found.add(detail['openCase']);
    }
    return [...found];
  }
  const openCase = await journal.openCase(id);
  if (openCase !== null) {
    await wholeOpenCase(openCase);
    return [...found];
  }
  const one = await journal.document(id);
  if (one === null) for (const each of await journal.openCasesOfCase(id)) await wholeOpenCase(each);
  const documents = one === null ? await journal.documentsOfCase(id) : [one];
  for (const each of documents) {
    await document(each.id);
    const parts = await journal.itemsOfDocument(each.id);
    for (const part of parts) if (!found.has(part.id)) await way(part.id);
  }
  return [...found];
}

/** A question for a part of a history: its lines after `after`, at most `limit`. */
interface CustodyPart {
  readonly id: string;
  readonly after?: number | undefined;
  readonly limit: number;
}

/**
 * Makes the function that reads histories part by part. Whoever reads on reads about the same subjects as at the beginning: they are
 * found once, and no line of a subject that comes later is missing before others of it.
 */
export function createCustodyWhole(journal: Reads): (part: CustodyPart) => Promise<readonly CustodyRow[]> {
  let last: { readonly id: string; readonly subjectIds: readonly string[] } | null = null;
  return async ({ id, after, limit }) => {
    const goesOn = after !== undefined && after > 0 && last?.id === id;
    const subjectIds = goesOn && last !== null ? last.subjectIds : await custodySubjects(journal, id);
    last = { id, subjectIds };
    return journal.custody({ subjectIds, limit, ...(after === undefined ? {} : { after }) });
  };
}
