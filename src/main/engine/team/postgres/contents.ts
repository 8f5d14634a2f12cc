import { z } from 'zod';
import type { Outcome } from '../../../../shared/faults.ts';
import { fault, success } from '../../faults/fault.ts';
import type { Elsewhere, Team, TeamAnswer, TeamContent, TeamNews } from '../team.ts';
import type { Line } from './connection.ts';
import { quoted } from './schema.ts';

const wonSchema = z
  .array(
    z.object({ service: z.string(), project: z.string(), sha256: z.string(), fence: z.string(), attempt: z.string() }),
  )
  .readonly();
type Won = z.infer<typeof wonSchema>[number];

const foundSchema = z.array(
  z.object({
    service: z.string(),
    project: z.string(),
    sha256: z.string(),
    state: z.enum(['claimed', 'sending', 'sent']),
    station: z.string(),
    at: z.number(),
    age_ms: z.number(),
    silent_ms: z.number(),
    call: z
      .object({ kind: z.enum(['document', 'batch', 'case']), externalId: z.string(), fileId: z.string() })
      .nullable(),
    documents: z.array(z.string()),
  }),
);

/** What names a content in the team. */
export const keyOf = ({ service, project, sha256 }: Omit<TeamContent, 'itemId'>): string =>
  `${service}\n${project}\n${sha256}`;

/** Statements about contents, each of at most 100 of them, none twice. They can be repeated: what was done is then found done. */
export interface Contents {
  ask(contents: readonly Parameters<Team['ask']>[0][]): Promise<readonly Outcome<TeamAnswer>[]>;
  begin(contents: readonly Parameters<Team['begin']>[0][]): Promise<readonly Outcome<TeamAnswer>[]>;
  notSent(contents: readonly Parameters<Team['notSent']>[0][]): Promise<Outcome<void>>;
  sent(news: readonly (TeamNews & { readonly kind: 'sent' })[]): Promise<Outcome<ReadonlyMap<string, Elsewhere>>>;
  release(contents: readonly TeamContent[]): Promise<Outcome<void>>;
}

/** The statements of a schema; `$1` is the station that asks but in `find`, the arrays after it are those of services, projects, SHA-256 and items. */
function statementsOf(
  schema: string,
): Readonly<Record<'anew' | 'claim' | 'begin' | 'notSent' | 'find' | 'sent' | 'release', string>> {
  const at = quoted(schema);
  const mine = '$1::text';
  const asked = `unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS a (service, project, sha256, item)`;
  /** A row is this station's, or was left by one that is gone before anything was sent. A trigger of the table says the same. */
  const mayTake = `(c.station = ${mine} OR (c.state = 'claimed' AND ${at}.is_silent(c.station)))`;
  // Always in the same order: two stations with the same hundred files must not wait for each other.
  const inOrder = 'ORDER BY a.service, a.project, a.sha256';
  const isRow = `c.service = a.service AND c.project = a.project AND c.sha256 = decode(a.sha256, 'hex')`;
  const isOwn = `${isRow} AND c.station = ${mine} AND c.item = a.item`;
  const same = `(c.station = excluded.station AND (c.item = excluded.item OR c.state = 'sent'))`;
  const kept = (column: string): string =>
    `${column} = CASE WHEN c.station = excluded.station THEN c.${column} ELSE excluded.${column} END`;
  const owner = `station = excluded.station, ${kept('fence')}, ${kept('claimed_at')},
    item = CASE WHEN ${same} THEN c.item ELSE excluded.item END`;
  const won = `RETURNING c.service, c.project, encode(c.sha256, 'hex') AS sha256, c.fence::text AS fence, c.attempt::text AS attempt`;
  const values = `a.service, a.project, decode(a.sha256, 'hex'), ${mine}, a.item`;

  const anew = `UPDATE ${at}.contents c SET station = ${mine}, item = a.item, state = 'claimed', fence = nextval('${at}.fences'),
      claimed_at = clock_timestamp(), sent_at = NULL, begun_at = NULL, call = NULL, documents = '{}'
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::float8[]) AS a (service, project, sha256, item, anew)
    WHERE ${isRow} AND c.state = 'sent' AND c.sent_at < clock_timestamp() - greatest(a.anew, 3600000) * interval '1 millisecond'`;
  const claim = `INSERT INTO ${at}.contents AS c (service, project, sha256, station, item)
    SELECT ${values} FROM ${asked} ${inOrder}
    ON CONFLICT (service, project, sha256) DO UPDATE SET ${owner} WHERE ${mayTake} ${won}`;
  const begin = `INSERT INTO ${at}.contents AS c (service, project, sha256, station, item, state, attempt, begun_at, call)
    SELECT ${values}, 'sending', nextval('${at}.fences'), clock_timestamp(), a.call::jsonb
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS a (service, project, sha256, item, call) ${inOrder}
    ON CONFLICT (service, project, sha256) DO UPDATE SET ${owner}, attempt = excluded.attempt,
      begun_at = excluded.begun_at, call = excluded.call,
      state = CASE WHEN c.state = 'claimed' THEN 'sending' ELSE c.state END
    WHERE ${mayTake} ${won}`;
  const notSent = `UPDATE ${at}.contents c SET state = 'claimed', begun_at = NULL, call = NULL
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) AS a (service, project, sha256, item, attempt)
    WHERE ${isOwn} AND c.attempt = a.attempt AND c.state = 'sending'`;
  const since = 'coalesce(c.sent_at, c.begun_at, c.claimed_at)';
  const ms = (interval: string): string => `round(extract(epoch FROM ${interval}) * 1000)::float8`;
  const find = `SELECT c.service, c.project, encode(c.sha256, 'hex') AS sha256, c.state, s.name AS station, c.documents, c.call,
      ${ms(since)} AS at, ${ms(`clock_timestamp() - ${since}`)} AS age_ms,
      greatest(0, ${ms(`clock_timestamp() - least(s.lease_until, s.left_at)`)}) AS silent_ms
    FROM unnest($1::text[], $2::text[], $3::text[]) AS a (service, project, sha256)
    JOIN ${at}.contents c ON ${isRow}
    JOIN ${at}.stations s ON s.id = c.station`;
  // What is at the service is so whoever only meant to send it: that one finds out before it does.
  const sent = `INSERT INTO ${at}.contents AS c (service, project, sha256, station, item, state, sent_at, documents)
    SELECT ${values}, 'sent', clock_timestamp() - a.ago * interval '1 millisecond',
      ARRAY(SELECT jsonb_array_elements_text(a.documents::jsonb))
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[])
      AS a (service, project, sha256, item, documents, ago)
    ${inOrder}
    ON CONFLICT (service, project, sha256) DO UPDATE SET ${owner}, state = 'sent',
      sent_at = coalesce(c.sent_at, excluded.sent_at),
      documents = CASE WHEN cardinality(excluded.documents) = 0 THEN c.documents ELSE excluded.documents END
    WHERE c.station = ${mine} OR c.state <> 'sent' ${won}`;
  const release = `DELETE FROM ${at}.contents c USING ${asked} WHERE ${isOwn} AND c.state <> 'sent'`;
  return { anew, claim, begin, notSent, find, sent, release };
}

/** Makes them for a schema and the station that asks. */
export function createContents(line: Line, schema: string, stationId: string): Contents {
  const sql = statementsOf(schema);
  const columns = (contents: readonly TeamContent[]): unknown[] => [
    stationId,
    contents.map(({ service }) => service),
    contents.map(({ project }) => project),
    contents.map(({ sha256 }) => sha256),
    contents.map(({ itemId }) => itemId),
  ];

  async function find(contents: readonly TeamContent[]): Promise<Outcome<ReadonlyMap<string, Elsewhere>>> {
    if (contents.length === 0) return success(new Map());
    const [, services, projects, hashes] = columns(contents);
    const rows = await line.run(foundSchema, sql.find, [services, projects, hashes]);
    if (!rows.ok) return rows;
    return success(
      new Map(
        rows.value.map(({ age_ms: ageMs, silent_ms: silentMs, ...each }) => [
          keyOf(each),
          { ...each, ageMs, silentMs },
        ]),
      ),
    );
  }

  /** Those among the contents that the statement left to others, with where they are. */
  async function lost(
    contents: readonly TeamContent[],
    mineOf: ReadonlyMap<string, Won>,
  ): Promise<Outcome<ReadonlyMap<string, Elsewhere>>> {
    return find(contents.filter((each) => !mineOf.has(keyOf(each))));
  }

  const byKey = (rows: readonly Won[]): ReadonlyMap<string, Won> => new Map(rows.map((each) => [keyOf(each), each]));

  /** What each is after a statement that took those it could. */
  async function answers(
    contents: readonly TeamContent[],
    rows: Outcome<readonly Won[]>,
  ): Promise<readonly Outcome<TeamAnswer>[]> {
    if (!rows.ok) return contents.map(() => rows);
    const mineOf = byKey(rows.value);
    const elsewhere = await lost(contents, mineOf);
    if (!elsewhere.ok) return contents.map(() => elsewhere);
    return contents.map((content): Outcome<TeamAnswer> => {
      const own = mineOf.get(keyOf(content));
      if (own !== undefined) return success({ kind: 'ours', fence: own.fence, attempt: own.attempt });
      const other = elsewhere.value.get(keyOf(content));
      if (other !== undefined) return success({ kind: 'elsewhere', ...other });
      // It was released between both statements: the next question gets it.
      return { ok: false, fault: fault('team-same-content', {}, 'released meanwhile') };
    });
  }

  async function done(sql: string, given: readonly unknown[]): Promise<Outcome<void>> {
    const rows = await line.run(z.array(z.unknown()), sql, given);
    return rows.ok ? success(undefined) : rows;
  }

  return {
    async ask(contents) {
      const anew = contents.filter(({ anewMs }) => anewMs !== undefined);
      if (anew.length > 0) {
        const taken = await done(sql.anew, [...columns(anew), anew.map(({ anewMs }) => anewMs)]);
        if (!taken.ok) return contents.map(() => taken);
      }
      return answers(contents, await line.run(wonSchema, sql.claim, columns(contents)));
    },
    async begin(contents) {
      const calls = contents.map(({ call }) => JSON.stringify(call));
      return answers(contents, await line.run(wonSchema, sql.begin, [...columns(contents), calls]));
    },
    notSent: (contents) => done(sql.notSent, [...columns(contents), contents.map(({ attempt }) => attempt)]),
    async sent(news) {
      const documents = news.map((each) => JSON.stringify(each.documents.slice(0, 100)));
      const rows = await line.run(wonSchema, sql.sent, [
        ...columns(news),
        documents,
        news.map(({ agoMs }) => Math.max(0, agoMs)),
      ]);
      return rows.ok ? lost(news, byKey(rows.value)) : rows;
    },
    release: (contents) => done(sql.release, columns(contents)),
  };
}
