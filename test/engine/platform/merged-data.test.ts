import { expect, test } from 'vitest';
import { termsOf } from '../../../src/main/engine/cases/batch-submission.ts';
import { fieldsFor } from '../../../src/main/engine/intake/reception/case-fields.ts';
import { mergedData } from '../../../src/main/engine/platform/merged-data.ts';
import { documentSubmission } from '../../../src/main/engine/submissions/submission.ts';
import { openTestJournal, added, committed, rule, someItem } from '../journal/journal-fixtures.ts';

test('a key of the file wins over the rule’s, also where they differ only by case', () => {
  expect(mergedData({ Site: 'A', Tax: 1 }, { site: 'B' })).toEqual({ Tax: 1, site: 'B' });
  expect(mergedData(undefined, null)).toBeNull();
});

test('a document and a batch send one of two keys that differ only by case', async () => {
  const { journal } = await openTestJournal();
  const fields = { rule: { ...rule, externalData: { Site: 'A' } }, externalData: { site: 'B' } };
  const made = someItem(fields);
  await committed(journal, added(made, 'seen'));
  const item = await journal.item(made.id);
  if (item === null) throw new Error('the item is not in the journal');
  expect(documentSubmission(item, 's', 1).externalData).toEqual({ site: 'B' });
  expect(termsOf(item).externalData).toEqual({ site: 'B' });
});

test('the case that a sidecar names does not meet a key of the same name', () => {
  const fields = { case: '4711', externalData: { Case: '4712' } };
  const found = { kind: 'fields', sidecar: 'a.pdf.json', fields } as const;
  expect(fieldsFor('batch', '/in/a.pdf', found).externalData).toEqual({ Case: '4712' });
});
