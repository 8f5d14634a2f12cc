import { intakeRuleSchema } from '../../../../shared/settings.ts';
import type { IntakeRule } from '../../../../shared/settings.ts';
import { json, UnreadableRow } from './columns.ts';
import type { Database } from './database.ts';

/** Most rules kept in memory at once; a station has a handful. */
const keptRules = 2_000;

/** Intake rules as the database keeps them: each distinct one once, found by number. */
export interface Rules {
  /** The number of the rule; a new one is written (inside the caller's transaction). */
  idOf(rule: IntakeRule): number;
  /** The rule of that number; throws `UnreadableRow` where it can't be read. */
  byId(id: number): IntakeRule;
  /** Forgets what is only in memory: after a transaction was undone. */
  forget(): void;
}

/** See {@link Rules}. */
export function createRules(database: Database): Rules {
  const ids = new Map<string, number>();
  const rules = new Map<number, IntakeRule>();
  return {
    idOf(rule) {
      const source = JSON.stringify(rule);
      const known = ids.get(source);
      if (known !== undefined) return known;
      database.run('INSERT INTO rules (json) VALUES (?) ON CONFLICT DO NOTHING', source);
      const row = database.get('SELECT id FROM rules WHERE json = ?', source);
      const id = row?.['id'];
      if (typeof id !== 'number') throw new UnreadableRow('rules.id');
      if (ids.size >= keptRules) ids.clear();
      ids.set(source, id);
      return id;
    },
    byId(id) {
      const known = rules.get(id);
      if (known !== undefined) return known;
      const row = database.get('SELECT json FROM rules WHERE id = ?', id);
      const rule = row === undefined ? null : json(row, 'json', intakeRuleSchema);
      if (rule === null) throw new UnreadableRow('rule_id');
      if (rules.size >= keptRules) rules.clear();
      rules.set(id, rule);
      return rule;
    },
    forget() {
      ids.clear();
      rules.clear();
    },
  };
}
