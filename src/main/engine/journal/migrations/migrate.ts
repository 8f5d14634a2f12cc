import type { Database } from '../storage/database.ts';
import { first } from './0001-first.ts';

/** What people write to each other about items and cases, whose turn it is, and the names used for that. The history of both is in the custody. */
const notes = `
ALTER TABLE items ADD COLUMN note TEXT;
ALTER TABLE items ADD COLUMN assignee TEXT;
CREATE INDEX items_by_assignee ON items (assignee) WHERE assignee IS NOT NULL;
ALTER TABLE open_cases ADD COLUMN note TEXT;
ALTER TABLE open_cases ADD COLUMN assignee TEXT;
CREATE TABLE people (name TEXT PRIMARY KEY, used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** What is sent instead of an item's own file: JSON, null where the file itself is. */
const copies = 'ALTER TABLE items ADD COLUMN copy TEXT;';

/** Lists of items in the order of their names: what is searched begins with the name, folded. */
const names = 'CREATE INDEX items_by_name ON items (search_text);';

/** Names in the order of the language instead of that of their letters' codes. */
const sortKeys = `
ALTER TABLE items ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
UPDATE items SET sort_key = sortable(name);
DROP INDEX items_by_name;
CREATE INDEX items_by_name ON items (sort_key);
`;

const documentKeys = (row: string): string =>
  `sortable(${row}.title), sortable(${row}.supplier), sortable(${row}.number), ${row}.gross`;

/** What documents are sorted by, in a table narrow enough that 100,000 of them are sorted in a moment. It follows them. */
const documentOrder = `
ALTER TABLE documents ADD COLUMN supplier TEXT;
ALTER TABLE documents ADD COLUMN number TEXT;
ALTER TABLE documents ADD COLUMN gross REAL;
CREATE TABLE document_order (document_id TEXT PRIMARY KEY, connection_id TEXT NOT NULL, project_id TEXT NOT NULL,
  title TEXT, supplier TEXT, number TEXT, gross REAL) STRICT, WITHOUT ROWID;
INSERT INTO document_order SELECT d.id, d.connection_id, d.project_id, ${documentKeys('d')} FROM documents d;
CREATE TRIGGER document_order_added AFTER INSERT ON documents BEGIN
  INSERT INTO document_order VALUES (new.id, new.connection_id, new.project_id, ${documentKeys('new')});
END;
CREATE TRIGGER document_order_changed AFTER UPDATE OF connection_id, project_id, title, supplier, number, gross ON documents
  WHEN (new.connection_id, new.project_id, new.title, new.supplier, new.number, new.gross)
    IS NOT (old.connection_id, old.project_id, old.title, old.supplier, old.number, old.gross) BEGIN
  UPDATE document_order SET (connection_id, project_id, title, supplier, number, gross)
    = (new.connection_id, new.project_id, ${documentKeys('new')}) WHERE document_id = new.id;
END;
`;

/** What stands behind the last separator of a path of any system. */
const fileOf = (path: string): string =>
  `substr(${path}, length(rtrim(${path}, replace(replace(${path}, '/', ''), '\\', ''))) + 1)`;

const exportKeys = (row: string, title: string): string =>
  `sortable(${title}), sortable(${fileOf(`${row}.path`)}), ${row}.size, ${row}.written_at`;

const exportText = (row: string, title: string): string => `findable(${row}.path, ${title}, ${row}.document_id)`;

const titleOf = (row: string): string => `(SELECT title FROM documents WHERE id = ${row}.document_id)`;

/** What exports are sorted by, beside what they are found by. */
const exportOrder = `
ALTER TABLE export_texts ADD COLUMN title TEXT;
ALTER TABLE export_texts ADD COLUMN file TEXT;
ALTER TABLE export_texts ADD COLUMN size INTEGER;
ALTER TABLE export_texts ADD COLUMN written_at INTEGER;
UPDATE export_texts SET (title, file, size, written_at) = (SELECT ${exportKeys('e', titleOf('e'))} FROM exports e WHERE e.id = export_id);
DROP TRIGGER export_text_added;
DROP TRIGGER export_text_changed;
DROP TRIGGER export_text_titled;
CREATE TRIGGER export_text_added AFTER INSERT ON exports BEGIN
  INSERT INTO export_texts VALUES (new.planned_at, new.id, new.state, new.project_id,
    ${exportText('new', titleOf('new'))}, ${exportKeys('new', titleOf('new'))});
END;
CREATE TRIGGER export_text_changed AFTER UPDATE OF state, path, size, written_at ON exports
  WHEN (new.state, new.path, new.size, new.written_at) IS NOT (old.state, old.path, old.size, old.written_at) BEGIN
  UPDATE export_texts SET state = new.state, text = ${exportText('new', titleOf('new'))},
    (title, file, size, written_at) = (SELECT ${exportKeys('new', titleOf('new'))})
  WHERE planned_at = new.planned_at AND export_id = new.id;
END;
CREATE TRIGGER export_text_titled AFTER UPDATE OF title ON documents WHEN new.title IS NOT old.title BEGIN
  UPDATE export_texts SET text = ${exportText('e', 'new.title')}, title = sortable(new.title) FROM exports e
  WHERE e.document_id = new.id AND export_texts.planned_at = e.planned_at AND export_texts.export_id = e.id;
END;
`;

/** What is asked for from a day on, whatever the clock did meanwhile; and the few suppliers of many documents. */
const narrowed = `
CREATE INDEX custody_by_time ON custody (at);
CREATE INDEX documents_by_supplier ON documents (connection_id, supplier) WHERE supplier IS NOT NULL;
`;

/** All migrations in order. */
const migrations: readonly string[] = [first, notes, copies, names, sortKeys, documentOrder, exportOrder, narrowed];

/** Forms 1 to 12 existed before the first release only. Their numbers are not used again. */
const unreleased = 12;

/** The database's `user_version` once it has had all migrations. */
export const newestForm = unreleased + migrations.length;

/** Migrates the database to the newest form, one transaction a migration. `reason` = why a database of another form was left alone. */
export function migrate(
  database: Database,
  steps: readonly string[] = migrations,
): { readonly ok: true } | { readonly ok: false; readonly reason: string } {
  const row = database.get('PRAGMA user_version');
  const form = typeof row?.['user_version'] === 'number' ? row['user_version'] : 0;
  const told = `journal version ${String(form)} was written by`;
  if (form > unreleased + steps.length) return { ok: false, reason: `${told} a newer Mailroom` };
  if (form > 0 && form <= unreleased) return { ok: false, reason: `${told} a Mailroom before the first release` };
  for (const [index, sql] of steps.entries()) {
    const next = unreleased + index + 1;
    if (next <= form) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${String(next)}`);
      database.exec('COMMIT');
    } catch (error) {
      if (database.inTransaction()) database.exec('ROLLBACK');
      throw error;
    }
  }
  return { ok: true };
}
