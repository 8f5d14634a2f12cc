import type { LogSubject } from '../../../shared/activity-views.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import type { CustodyRow } from '../journal/records.ts';

type Reads = Pick<Journal, 'itemsByIds' | 'submission' | 'document' | 'export' | 'openCase' | 'openCasesOfCase'>;

const nothing = { name: null, items: 0, itemId: null, documentId: null, connectionId: null } as const;

async function documentSubject(journal: Reads, id: string, documentId: string): Promise<LogSubject | null> {
  const document = await journal.document(documentId);
  if (document === null) return null;
  return { ...nothing, id, name: document.title, documentId, connectionId: document.connectionId };
}

async function submissionSubject(journal: Reads, id: string): Promise<LogSubject | null> {
  const submission = await journal.submission(id);
  if (submission === null) return null;
  const [first] = submission.items;
  const [item] = first === undefined ? [] : await journal.itemsByIds([first.itemId]);
  const { connectionId, items } = submission;
  return { ...nothing, id, name: item?.name ?? null, items: items.length, itemId: item?.id ?? null, connectionId };
}

async function exportSubject(journal: Reads, id: string): Promise<LogSubject | null> {
  const record = await journal.export(id);
  return record === null ? null : documentSubject(journal, id, record.documentId);
}

/** An open case, or a case of the service, which is called as the open case that it was made of. */
function openCaseSubject(id: string, openCase: OpenCaseRecord | null | undefined): LogSubject | null {
  if (openCase === null || openCase === undefined) return null;
  return { ...nothing, id, name: openCase.name, connectionId: openCase.connectionId };
}

/** Says what lines of the history are about: each subject once, those that nothing is known of left out. */
export async function logSubjects(journal: Reads, rows: readonly CustodyRow[]): Promise<readonly LogSubject[]> {
  const idsOf = (subject: CustodyRow['subject']): readonly string[] => [
    ...new Set(rows.filter((row) => row.subject === subject).map(({ subjectId }) => subjectId)),
  ];
  const items = (await journal.itemsByIds(idsOf('item'))).map(({ id, name, rule }): LogSubject => ({
    ...nothing,
    id,
    name,
    items: 1,
    itemId: id,
    connectionId: rule.connectionId,
  }));
  const others = await Promise.all([
    ...idsOf('submission').map((id) => submissionSubject(journal, id)),
    ...idsOf('document').map((id) => documentSubject(journal, id, id)),
    ...idsOf('export').map((id) => exportSubject(journal, id)),
    ...idsOf('open-case').map(async (id) => openCaseSubject(id, await journal.openCase(id))),
    ...idsOf('case').map(async (id) => openCaseSubject(id, (await journal.openCasesOfCase(id))[0])),
  ]);
  return [...items, ...others.filter((subject) => subject !== null)];
}
