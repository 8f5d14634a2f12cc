/**
 * Cases before they are at the service. `item_places` says where each item of mode case is: an item is in at most one pile, and
 * loose where its pile is null.
 */
export const piles = `
ALTER TABLE items ADD COLUMN case_word TEXT;

CREATE TABLE piles (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  key TEXT,
  source_id TEXT,
  state TEXT NOT NULL,
  fault TEXT,
  external_id TEXT,
  external_data TEXT,
  terms TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  released_at INTEGER,
  released_by TEXT,
  submission_id TEXT,
  earlier_pile_id TEXT
) STRICT;
CREATE INDEX piles_by_state ON piles (state);
CREATE INDEX piles_by_key ON piles (key, project_id) WHERE key IS NOT NULL;
CREATE INDEX piles_by_submission ON piles (submission_id) WHERE submission_id IS NOT NULL;

CREATE TABLE item_places (
  item_id TEXT PRIMARY KEY REFERENCES items (id),
  pile_id TEXT REFERENCES piles (id),
  role TEXT,
  main_file INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX item_places_by_pile ON item_places (pile_id, position);
`;
