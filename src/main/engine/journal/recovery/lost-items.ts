import { basename } from 'node:path';
import { intakeRuleSchema } from '../../../../shared/settings.ts';
import { journalFault } from '../journal-faults.ts';
import { findable, sortable } from '../reading/search-text.ts';
import type { Database } from '../storage/database.ts';
import { createRules } from '../storage/rules.ts';

/**
 * Brings back, held, every item of which only traces are left: in the history, among the seen files, in submissions, documents
 * or uploads. Runs inside the caller's transaction; returns their ids. `now` in ms.
 */
export function restoreLostItems(database: Database, now: number): readonly string[] {
  const rules = createRules(database);
  const rows = database.all(
    `SELECT t.item_id AS id, min(t.at) AS at, f.source_id, f.path, f.size, f.modified_at, u.file_id, u.connection_id,
       s.project_id, s.connection_id AS submission_connection_id
     FROM (
       SELECT subject_id AS item_id, min(at) AS at FROM custody WHERE subject = 'item' GROUP BY 1
       UNION ALL SELECT item_id, NULL FROM seen_files
       UNION ALL SELECT item_id, NULL FROM submission_items
       UNION ALL SELECT item_id, at FROM document_items
       UNION ALL SELECT item_id, at FROM uploaded_files
     ) t
     LEFT JOIN (SELECT item_id, source_id, path, size, modified_at FROM seen_files GROUP BY item_id) f ON f.item_id = t.item_id
     LEFT JOIN (SELECT item_id, file_id, connection_id FROM uploaded_files GROUP BY item_id) u ON u.item_id = t.item_id
     LEFT JOIN (SELECT p.item_id, s.project_id, s.connection_id FROM submission_items p
       JOIN submissions s ON s.id = p.submission_id GROUP BY p.item_id) s ON s.item_id = t.item_id
     WHERE t.item_id NOT IN (SELECT id FROM items)
     GROUP BY t.item_id ORDER BY t.item_id`,
  );
  const textOr = (value: unknown, instead: string): string => (typeof value === 'string' ? value : instead);
  const numberOr = (value: unknown, instead: number): number => (typeof value === 'number' ? value : instead);
  return rows.map((row) => {
    const id = textOr(row['id'], '');
    const path = textOr(row['path'], '');
    const name = path === '' ? id : basename(path).normalize('NFC');
    const rule = intakeRuleSchema.parse({
      connectionId: textOr(row['connection_id'], textOr(row['submission_connection_id'], 'unknown')),
      projectId: textOr(row['project_id'], 'unknown'),
    });
    database.run(
      `INSERT INTO items (id, source_id, connection_id, project_id, path, name, size, modified_at, stage, stage_since, fault,
         rule_id, file_id, taken_in_at, revision, search_text, sort_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'held', ?, ?, ?, ?, ?, 0, ?, ?)`,
      id,
      textOr(row['source_id'], 'unknown'),
      rule.connectionId,
      rule.projectId,
      path,
      name,
      numberOr(row['size'], 0),
      numberOr(row['modified_at'], 0),
      now,
      JSON.stringify(journalFault('record-unreadable', { name }, 'lost with a damaged journal')),
      rules.idOf(rule),
      typeof row['file_id'] === 'string' ? row['file_id'] : null,
      numberOr(row['at'], now),
      findable(name, null),
      sortable(name),
    );
    return id;
  });
}
