// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { OpenCaseMark } from '../../../../../src/renderer/screens/cases/open-cases/open-case-mark.tsx';
import { startTexts } from '../../../../../src/renderer/text/index.ts';
import { openCaseViewSchema } from '../../../../../src/shared/case-views.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

const member = {
  itemId: 'i',
  name: '7_a.pdf',
  size: 1,
  mediaType: 'application/pdf',
  sourceId: 's',
  stage: 'uploaded',
  fault: null,
  role: null,
  mainFile: true,
  mainMarked: false,
  takenInAt: 1,
  documentIds: [],
};

function marked(fields: object): string | null {
  const openCase = openCaseViewSchema.parse({
    ...{ id: 'p', name: '7', connectionId: 'c', projectId: 'p', key: '7', state: 'open', fault: null },
    ...{ externalId: null, externalData: null, roles: [], required: [], release: 'complete', missing: [] },
    ...{ withoutRole: 0, complete: true, members: [member], createdAt: 1, createdBy: 'engine', changedAt: 1 },
    ...{ dueAt: null, awaited: null, releasedAt: null, releasedBy: null, caseId: null, earlierOpenCaseId: null },
    ...{ setAside: [], ...fields },
  });
  return render(<OpenCaseMark openCase={openCase} />).container.textContent;
}

it.each([
  ['7_b.pdf', 'Complete, still waiting for 7_b.pdf'],
  ['', 'Complete, folder still being searched'],
])('a complete case that waits for a file on its way says for which: %j', (awaited, words) => {
  expect(marked({ awaited })).toBe(words);
});

it('a complete case that waits for nothing says no more', () => {
  expect(marked({})).toBe('Complete');
});
