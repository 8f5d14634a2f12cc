/** States the service is known to have, in the order of a document's way. */
export const knownStates = [
  'new',
  'processing',
  'split',
  'reviewRequired',
  'extracted',
  'inCompletion',
  'done',
  'doneAutomatically',
  'transferred',
  'transferFailed',
  'rejected',
  'failed',
  'junk',
] as const;

/** One of the {@link knownStates}. */
export type KnownState = (typeof knownStates)[number];

/**
 * States in which nothing more happens by itself because a person is asked at the service: the one rule for what "needs you". In
 * the order of the journal's index `documents_needing_you`, which is used only where the list stands word for word.
 */
export const askingStates = ['reviewRequired', 'failed', 'transferFailed'] as const satisfies readonly KnownState[];

/** Whether a document in this state asks a person. */
export function asksPerson(state: string): boolean {
  return askingStates.some((each) => each === state);
}

/** States in which the service has not read a document, or gave it up. */
const unread: readonly KnownState[] = ['new', 'processing', 'split', 'failed', 'junk'];

/** Whether the service has read a document in this state; of an unknown state nobody knows. */
export function wasRead(state: string): boolean {
  return knownStates.some((each) => each === state && !unread.includes(each));
}
