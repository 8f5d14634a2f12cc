import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** Facts about the journal itself. */
export type StationFact = 'revision' | 'searchable-up-to';

/** A number kept about the journal itself; 0 when it was never written. */
export function stationNumber(database: Database, name: StationFact): number {
  const row = database.get('SELECT value FROM station WHERE name = ?', name);
  const value = Number(row?.['value'] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

/** Writes a number about the journal itself, inside the caller's transaction. */
export function setStationNumber(database: Database, name: StationFact, value: number): void {
  database.run(
    'INSERT INTO station (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    String(value),
  );
}

/** Gives a journal a name of its own, unless it has one: no other journal has it, and a copy of this one has the same. */
export function nameJournal(database: Database): void {
  database.run("INSERT OR IGNORE INTO station (name, value) VALUES ('journal', ?)", randomUUID());
}

/** The name of a journal; null where it was never given one. Throws where it can't be read. */
export function journalName(database: Database): string | null {
  const name = database.get("SELECT value FROM station WHERE name = 'journal'")?.['value'];
  return typeof name === 'string' && /^[0-9a-f-]{36}$/u.test(name) ? name : null;
}
