/**
 * Batches of commits that are durable as they came and are not in the other tables yet (decision 28). The journal's thread has
 * what they changed in memory; who opens the file applies them first. The places in `refused` were not taken.
 */
export const waitingBatches = `
CREATE TABLE waiting_batches (
  revision INTEGER PRIMARY KEY,
  lists TEXT NOT NULL,
  refused TEXT NOT NULL
) STRICT;
`;
