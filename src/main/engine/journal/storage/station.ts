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
