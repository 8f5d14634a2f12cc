import type { Database } from '../storage/database.ts';
import { first } from './0001-first.ts';

const textOf = (row: string): string =>
  `findable(${row}.id || char(10) || coalesce(${row}.title, '') || char(10) || coalesce(${row}.external_id, '') || char(10) || coalesce(${row}.words, ''))`;

/**
 * What a document is found by: its id, title and external id, and the values of its data, of which `words` keeps those that were
 * seen last. It follows documents, in a table narrow enough that a search looks through 100,000 of them in a moment.
 */
const documentTexts = `
ALTER TABLE documents ADD COLUMN words TEXT;
CREATE TABLE document_texts (document_id TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO document_texts SELECT d.id, ${textOf('d')} FROM documents d;
CREATE TRIGGER document_text_added AFTER INSERT ON documents BEGIN
  INSERT INTO document_texts VALUES (new.id, ${textOf('new')});
END;
CREATE TRIGGER document_text_changed AFTER UPDATE OF title, external_id, words ON documents
  WHEN new.title IS NOT old.title OR new.external_id IS NOT old.external_id OR new.words IS NOT old.words BEGIN
  UPDATE document_texts SET text = ${textOf('new')} WHERE document_id = new.id;
END;
`;

/** All migrations in order. */
const migrations: readonly string[] = [first, documentTexts];

/** Forms 1 to 9 existed before the first release only. Their numbers are not used again. */
const unreleased = 9;

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
