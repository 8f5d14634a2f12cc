import type { Settings } from '../../../../shared/settings.ts';

/** Under what the secret store keeps the password of a station's login. No connection has this id: it holds a colon. */
export const teamAccount = 'team:station';

/** Where a team's database is. */
export interface TeamAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** A database as faults name it. */
export function databaseName({ host, port, database }: TeamAddress): string {
  return `${host}:${String(port)}/${database}`;
}

/** Null: a percent sign that begins nothing. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads `postgres://host:5432/database`; null where it is none, or where it holds more: a name, a password, options. */
export function readAddress(text: string): TeamAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(text);
  const database = decoded(pathname.slice(1));
  const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:';
  const isBare = username === '' && password === '' && search === '' && hash === '';
  if (!isPostgres || !isBare || hostname === '' || database === null || database === '' || database.includes('/'))
    return null;
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return { host, port: port === '' ? 5_432 : Number(port), database };
}

/** The login of a station in a team. PostgreSQL cuts names after 63 bytes: the end of an id tells stations apart, so that is kept. */
export function loginOf(schema: string, stationId: string): string {
  const id = stationId.toLowerCase().replaceAll(/[^a-z0-9]/gu, '_');
  return `${schema}_s_${id.slice(-24)}`;
}

/** Whether the settings name a team that this station has joined. */
export function isJoined({ team }: Pick<Settings, 'team'>): boolean {
  return team.address !== undefined && team.login !== undefined;
}

/** The address of a service as all stations of a team write it. */
export function serviceName(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/+$/u, '') : baseUrl;
}
