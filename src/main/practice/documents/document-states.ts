/** The ten states of the interface: lists may be filtered by them. */
export const documentStates: ReadonlySet<string> = new Set([
  'done',
  'doneAutomatically',
  'extracted',
  'failed',
  'inCompletion',
  'junk',
  'new',
  'processing',
  'rejected',
  'reviewRequired',
]);

/** Those, and three more that live services were seen to answer and to accept as filters. */
export const liveStates: ReadonlySet<string> = new Set([...documentStates, 'split', 'transferred', 'transferFailed']);

/** States in which the service itself is still at work: there is no result to hand over yet. */
export const unfinishedStates: ReadonlySet<string> = new Set(['new', 'processing', 'split']);
