import { randomUUID } from 'node:crypto';

/** What agents and agent workflows have in common: who may change them, and where they come from. */
export interface Versioned<Fields> {
  readonly id: string;
  readonly isOotb: boolean;
  readonly fields: Fields;
  readonly version: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  /** older versions, newest first */
  readonly older: readonly Versioned<Fields>[];
}

/** Records that keep their older versions. */
export interface VersionedStore<Fields> {
  all(): Versioned<Fields>[];
  get(id: string): Versioned<Fields> | undefined;
  create(fields: Fields, version: string, isOotb: boolean, by: string): Versioned<Fields>;
  /** Makes a new version where the fields differ, else leaves all as it is. */
  change(record: Versioned<Fields>, fields: Fields, by: string): Versioned<Fields>;
  remove(id: string): void;
}

/** The version after one: its last number counted up. */
function nextVersion(version: string): string {
  const match = /^(.*?)(\d{1,15})$/.exec(version);
  return match === null ? `${version}.1` : `${match[1] ?? ''}${String(Number(match[2]) + 1)}`;
}

/** Creates an empty store over a clock (milliseconds since the epoch). */
export function createVersionedStore<Fields>(clock: () => number): VersionedStore<Fields> {
  const records = new Map<string, Versioned<Fields>>();
  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    create(fields, version, isOotb, by) {
      const at = new Date(clock()).toISOString();
      const stamps = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
      const record = { id: randomUUID(), isOotb, fields, version, ...stamps, older: [] };
      records.set(record.id, record);
      return record;
    },
    change(record, fields, by) {
      if (JSON.stringify(fields) === JSON.stringify(record.fields)) return record;
      const changed = {
        ...record,
        fields,
        version: nextVersion(record.version),
        updatedAt: new Date(clock()).toISOString(),
        updatedBy: by,
        older: [{ ...record, older: [] }, ...record.older],
      };
      records.set(record.id, changed);
      return changed;
    },
    remove(id) {
      records.delete(id);
    },
  };
}
