import type { ItemView } from '../../src/shared/views.ts';

/** An item as everybody outside the engine sees it, settled and without anything special but what is given. */
export function itemViewOf(part: Partial<ItemView> = {}): ItemView {
  return {
    id: 'i',
    sourceId: 'drop',
    connectionId: 'c',
    projectId: 'p',
    path: '/in/a.pdf',
    name: 'a.pdf',
    size: 1,
    sha256: null,
    stage: 'settled',
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
    ...part,
  };
}
