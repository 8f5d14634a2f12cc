import type { ItemView } from '../../../../src/shared/views.ts';

/** A held item of the tests, named as its id. */
export function item(id: string): ItemView {
  return {
    id,
    sourceId: 'drop',
    connectionId: 'c',
    projectId: 'p',
    path: `/in/${id}`,
    name: id,
    size: 1,
    sha256: null,
    stage: 'held',
    paused: false,
    fileId: null,
    documents: [],
    exports: [],
    fault: null,
    duplicateOf: null,
    takenInAt: 0,
    updatedAt: 0,
    externalId: null,
    mediaType: null,
  };
}
