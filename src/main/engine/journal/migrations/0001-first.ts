const exportText = (exportRow: string, title: string): string =>
  `findable(${exportRow}.path, ${title}, ${exportRow}.document_id)`;

const documentText = (row: string): string =>
  `findable(${row}.id, ${row}.title, ${row}.external_id, ${row}.data_words, ${row}.external_words)`;

/**
 * The first form of the journal. Items, submissions, documents, cases and exports are related by tables of their own:
 * several items can become one document, one submission several documents and cases.
 *
 * `items.number` is the order of taking in and the key of every page. Tables keyed by text have no rowid, so that a look-up
 * walks one tree. What is not searched has no index.
 */
export const first = `
CREATE TABLE station (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Rules are few and repeated by every item: kept once.
CREATE TABLE rules (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE items (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  sha256 TEXT,
  media_type TEXT,
  stage TEXT NOT NULL,
  stage_since INTEGER NOT NULL,
  fault TEXT,
  resume_stage TEXT,
  paused INTEGER NOT NULL DEFAULT 0,
  rule_id INTEGER NOT NULL,
  external_id TEXT,
  external_data TEXT,
  title TEXT,
  role TEXT,
  case_word TEXT,
  duplicate_of TEXT,
  previous_version TEXT,
  file_id TEXT,
  taken_in_at INTEGER NOT NULL,
  accepted_at INTEGER,
  revision INTEGER NOT NULL,
  -- Name and external id, as the search sees them.
  search_text TEXT NOT NULL
) STRICT;
CREATE INDEX items_by_stage ON items (stage);
CREATE INDEX items_by_source ON items (source_id, stage);
CREATE INDEX items_by_content ON items (sha256) WHERE sha256 IS NOT NULL;
-- What ended lately. Partial, as are those of documents and custody that the window asks for: taking in and sending write none of them.
CREATE INDEX items_done ON items (stage_since, project_id)
  WHERE stage IN ('settled', 'exported', 'handed-over', 'duplicate', 'cancelled', 'separated');

-- Follows the items a little behind (station 'searchable-up-to'): what is not in it yet is looked through.
CREATE VIRTUAL TABLE item_search USING fts5(text, content='', contentless_delete=1, tokenize='trigram', detail=none);

CREATE TABLE stage_counts (
  source_id TEXT NOT NULL,
  stage TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (source_id, stage)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  source_id TEXT,
  state TEXT NOT NULL,
  priority INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Attempts ever begun: the number of the present or last one.
  tries INTEGER NOT NULL DEFAULT 0,
  -- When the present one began: it gets its row when it ends.
  started_at INTEGER,
  fault TEXT,
  lease_owner TEXT,
  lease_until INTEGER,
  payload TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_state ON jobs (state, priority, due_at);
CREATE INDEX jobs_by_subject ON jobs (subject_id);

CREATE TABLE attempts (
  job_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  fault TEXT,
  PRIMARY KEY (job_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE uploaded_files (
  connection_id TEXT NOT NULL,
  file_id TEXT NOT NULL,
  item_id TEXT NOT NULL REFERENCES items (id),
  size INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (connection_id, file_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE submissions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  external_id TEXT NOT NULL,
  external_data TEXT,
  state TEXT NOT NULL,
  file_batch_id TEXT,
  created_at INTEGER NOT NULL,
  submitted_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX submissions_by_state ON submissions (state);
CREATE INDEX submissions_by_external_id ON submissions (external_id);
CREATE INDEX submissions_by_batch ON submissions (file_batch_id) WHERE file_batch_id IS NOT NULL;

CREATE TABLE submission_items (
  submission_id TEXT NOT NULL REFERENCES submissions (id),
  item_id TEXT NOT NULL REFERENCES items (id),
  role TEXT,
  position INTEGER NOT NULL,
  PRIMARY KEY (submission_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX submission_items_by_item ON submission_items (item_id);

CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  state TEXT NOT NULL,
  title TEXT,
  case_id TEXT,
  external_id TEXT,
  created_at TEXT,
  updated_at TEXT,
  settled INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL,
  -- Linked items that are still on their way.
  open_items INTEGER NOT NULL DEFAULT 0,
  -- The values of its data and of its external data that were seen last, to find it by; null: none were told yet.
  data_words TEXT,
  external_words TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_unsettled ON documents (connection_id, project_id, id) WHERE settled = 0 OR open_items > 0;
CREATE INDEX documents_needing_you ON documents (state) WHERE state IN ('reviewRequired', 'failed', 'transferFailed');

-- What documents are found by. It follows them, narrow enough that a search looks through 100,000 of them in a moment.
CREATE TABLE document_texts (document_id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER document_text_added AFTER INSERT ON documents BEGIN
  INSERT INTO document_texts VALUES (new.id, ${documentText('new')});
END;
CREATE TRIGGER document_text_changed AFTER UPDATE OF title, external_id, data_words, external_words ON documents
  WHEN (new.title, new.external_id, new.data_words, new.external_words)
    IS NOT (old.title, old.external_id, old.data_words, old.external_words) BEGIN
  UPDATE document_texts SET text = ${documentText('new')} WHERE document_id = new.id;
END;

CREATE TABLE document_files (
  document_id TEXT NOT NULL REFERENCES documents (id),
  file_id TEXT NOT NULL,
  type TEXT,
  main_file INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (document_id, file_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_items (
  document_id TEXT NOT NULL REFERENCES documents (id),
  item_id TEXT NOT NULL REFERENCES items (id),
  role TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (document_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_items_by_item ON document_items (item_id);

CREATE TABLE cases (
  id TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  file_batch_id TEXT,
  external_id TEXT,
  state TEXT,
  title TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE submission_cases (
  submission_id TEXT NOT NULL REFERENCES submissions (id),
  case_id TEXT NOT NULL REFERENCES cases (id),
  at INTEGER NOT NULL,
  PRIMARY KEY (submission_id, case_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES documents (id),
  connection_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  document_state TEXT NOT NULL,
  folder TEXT NOT NULL,
  template TEXT NOT NULL,
  report_transfer INTEGER NOT NULL,
  state TEXT NOT NULL,
  path TEXT,
  sha256 TEXT,
  size INTEGER,
  planned_at INTEGER NOT NULL,
  written_at INTEGER,
  fault TEXT,
  -- What becomes of it once its XML is on disk: the parts of the rule that say so, files that went beside it, the target system's
  -- answer, and the report to the service.
  hand_over TEXT,
  original TEXT,
  beside TEXT,
  answer_due_at INTEGER,
  answer TEXT,
  reported_at INTEGER,
  UNIQUE (document_id, folder, document_state)
) STRICT, WITHOUT ROWID;
CREATE INDEX exports_by_state ON exports (state);
CREATE INDEX exports_by_time ON exports (planned_at);
-- An answer's file names its XML.
CREATE INDEX exports_by_path ON exports (path) WHERE path IS NOT NULL;

-- What exports are found by, newest last: narrow enough that a search looks through 100,000 of them in a moment. It follows
-- exports and the titles of their documents.
CREATE TABLE export_texts (
  planned_at INTEGER NOT NULL,
  export_id TEXT NOT NULL,
  state TEXT NOT NULL,
  project_id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (planned_at, export_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX export_texts_by_project ON export_texts (project_id, state);
CREATE TRIGGER export_text_added AFTER INSERT ON exports BEGIN
  INSERT INTO export_texts VALUES (new.planned_at, new.id, new.state, new.project_id,
    ${exportText('new', '(SELECT title FROM documents WHERE id = new.document_id)')});
END;
CREATE TRIGGER export_text_changed AFTER UPDATE OF state, path ON exports
  WHEN new.state IS NOT old.state OR new.path IS NOT old.path BEGIN
  UPDATE export_texts SET state = new.state,
    text = ${exportText('new', '(SELECT title FROM documents WHERE id = new.document_id)')}
  WHERE planned_at = new.planned_at AND export_id = new.id;
END;
CREATE TRIGGER export_text_titled AFTER UPDATE OF title ON documents WHEN new.title IS NOT old.title BEGIN
  UPDATE export_texts SET text = ${exportText('e', 'new.title')} FROM exports e
  WHERE e.document_id = new.id AND export_texts.planned_at = e.planned_at AND export_texts.export_id = e.id;
END;

-- Cases before they are at the service.
CREATE TABLE open_cases (
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
  earlier_open_case_id TEXT
) STRICT;
CREATE INDEX open_cases_by_state ON open_cases (state);
CREATE INDEX open_cases_by_key ON open_cases (key, project_id) WHERE key IS NOT NULL;
CREATE INDEX open_cases_by_submission ON open_cases (submission_id) WHERE submission_id IS NOT NULL;

-- Where each item of mode case is: in at most one open case, and loose where its open case is null.
CREATE TABLE item_places (
  item_id TEXT PRIMARY KEY REFERENCES items (id),
  open_case_id TEXT REFERENCES open_cases (id),
  role TEXT,
  main_file INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX item_places_by_open_case ON item_places (open_case_id, position);

CREATE TABLE seen_files (
  source_id TEXT NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  item_id TEXT NOT NULL,
  -- Size and time are not enough to know a file by: also its number on the volume, and when anything of it last changed.
  inode REAL,
  changed_at REAL,
  PRIMARY KEY (source_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE custody (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  subject TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  event TEXT NOT NULL,
  -- Null: the engine.
  actor TEXT,
  -- JSON object; null: empty.
  detail TEXT,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX custody_by_subject ON custody (subject_id);
CREATE INDEX custody_ends ON custody (at, event, subject_id) WHERE event IN ('settled', 'held');

CREATE TABLE cursors (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE pauses (
  scope TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, id)
) STRICT, WITHOUT ROWID;

-- What could not be read back, word for word, so that a person can still look at it.
CREATE TABLE unreadable_rows (
  number INTEGER PRIMARY KEY,
  found_at INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  row_key TEXT NOT NULL,
  raw TEXT NOT NULL
) STRICT;

-- Batches of commits that are durable as they came and are not in the other tables yet (decision 28). The journal's thread has what
-- they changed in memory; who opens the file applies them first. The places in "refused" were not taken.
CREATE TABLE waiting_batches (
  revision INTEGER PRIMARY KEY,
  lists TEXT NOT NULL,
  refused TEXT NOT NULL
) STRICT;
`;
