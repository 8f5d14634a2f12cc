import { openCaseViewSchema, type OpenCaseView } from '../../../../../src/shared/case-views.ts';

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

/** A complete open case with one file, and what is told of it. */
export function openCaseOf(fields: object): OpenCaseView {
  return openCaseViewSchema.parse({
    ...{ id: 'p', name: '7', connectionId: 'c', projectId: 'p', key: '7', state: 'open', fault: null },
    ...{ externalId: null, externalData: null, roles: [], required: [], release: 'complete', missing: [] },
    ...{ withoutRole: 0, complete: true, members: [member], createdAt: 1, createdBy: 'engine', changedAt: 1 },
    ...{ dueAt: null, awaited: null, releasedAt: null, releasedBy: null, caseId: null, earlierOpenCaseId: null },
    ...{ setAside: [], note: null, assignee: null, ...fields },
  });
}
