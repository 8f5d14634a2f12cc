import { empty, json, plainError } from '../answers.ts';
import { readPage } from '../documents/document-query.ts';
import { agentError, companyId, readObject, refuseImmutable, refuseOnCreate, refuseProvenance } from './ootb-rules.ts';
import type { z } from 'zod';
import type { Answer, Call, Route } from '../exchange.ts';
import type { Versioned, VersionedStore } from './versioned-store.ts';

/** The body of a request, an object. */
export type Body = Readonly<Record<string, unknown>>;
type Shown = Record<string, unknown>;

/** What differs between the kinds of records that have versions and may come out of the box. */
export interface VersionedKind<Fields> {
  /** as it stands in operations and, after a slash, in paths */
  readonly name: 'agents' | 'agent-workflows';
  /** as it stands in sentences */
  readonly noun: string;
  readonly fields: z.ZodType<Fields>;
  /** What a PUT or POST means, given the present fields (null on create). */
  whole(body: Body, present: Fields | null): Body;
  /** What a PATCH means. */
  merged(body: Body, present: Fields): Body;
  /** Refuses what a PATCH of a record that came out of the box must not name. */
  refuseOfOotb(body: Body): Answer | null;
  /** The name that a PATCH can't change; null: it may change. */
  fixedName(fields: Fields): string | null;
  /** The records that a list asks for. */
  select(records: readonly Versioned<Fields>[], query: URLSearchParams): readonly Versioned<Fields>[];
  showListed(record: Versioned<Fields>, query: URLSearchParams): Shown;
  showOne(record: Versioned<Fields>, query: URLSearchParams): Shown;
}

const noQuery = new URLSearchParams();

/** The six operations on records that have versions: list, create, get, replace, update, delete. */
export function versionedRoutes<Fields>(kind: VersionedKind<Fields>, records: VersionedStore<Fields>): Route[] {
  type Held = Versioned<Fields>;

  function list(call: Call): Answer {
    const page = readPage(call.query);
    if (!page.ok) return plainError(400, page.detail);
    const { limit, offset } = page;
    const found = kind.select(records.all(), call.query);
    const shown = found.slice(offset, offset + limit).map((record) => kind.showListed(record, call.query));
    return json(200, { data: shown, limit, offset, totalCount: found.length });
  }

  /** Reads the fields and does something with them; 422 where they are wrong. */
  function withFields(body: Body, act: (fields: Fields) => Answer): Answer {
    const checked = kind.fields.safeParse(body);
    if (checked.success) return act(checked.data);
    const issue = checked.error.issues[0];
    return agentError(422, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }

  function create(call: Call): Answer {
    const body = readObject(call);
    if (!body.ok) return body.answer;
    const refused = refuseOnCreate(body.value);
    if (refused !== null) return refused;
    const { version } = body.value;
    const first = typeof version === 'string' && version !== '' ? version : '1';
    return withFields(kind.whole(body.value, null), (fields) =>
      json(201, kind.showOne(records.create(fields, first, false, call.client), noQuery)),
    );
  }

  function change(call: Call, record: Held, body: Body): Answer {
    return withFields(body, (fields) => json(200, kind.showOne(records.change(record, fields, call.client), noQuery)));
  }

  function replace(call: Call, record: Held): Answer {
    if (record.isOotb) {
      return agentError(422, `An out-of-the-box ${kind.noun} can only be customized with PATCH.`);
    }
    const body = readObject(call);
    if (!body.ok) return body.answer;
    const refused = refuseProvenance(body.value) ?? refuseImmutable({ companyId, ...body.value }, null);
    return refused ?? change(call, record, kind.whole(body.value, record.fields));
  }

  function update(call: Call, record: Held): Answer {
    const body = readObject(call);
    if (!body.ok) return body.answer;
    const refused = record.isOotb
      ? kind.refuseOfOotb(body.value)
      : (refuseProvenance(body.value) ?? refuseImmutable(body.value, kind.fixedName(record.fields)));
    return refused ?? change(call, record, kind.merged(body.value, record.fields));
  }

  function remove(_call: Call, record: Held): Answer {
    if (record.isOotb) return agentError(422, `An out-of-the-box ${kind.noun} can't be deleted.`);
    records.remove(record.id);
    return empty(204);
  }

  function forOne(act: (call: Call, record: Held) => Answer): (call: Call) => Answer {
    return (call) => {
      const record = records.get(call.params.id ?? '');
      return record === undefined ? agentError(404, `The ${kind.noun} does not exist.`) : act(call, record);
    };
  }

  const reading = { method: 'GET', scope: 'agents.read', body: 'none', errors: 'plain' } as const;
  const writing = { scope: 'agents.write', body: 'bytes', errors: 'plain' } as const;
  const { name } = kind;
  const all = `/${name}`;
  const one = `/${name}/:id`;
  const get = forOne((call, record) => json(200, kind.showOne(record, call.query)));
  return [
    { ...reading, operation: `${name}.list`, path: all, handle: list },
    { ...writing, operation: `${name}.create`, method: 'POST', path: all, handle: create },
    { ...reading, operation: `${name}.get`, path: one, handle: get },
    { ...writing, operation: `${name}.replace`, method: 'PUT', path: one, handle: forOne(replace) },
    { ...writing, operation: `${name}.update`, method: 'PATCH', path: one, handle: forOne(update) },
    { ...writing, operation: `${name}.delete`, method: 'DELETE', path: one, handle: forOne(remove) },
  ];
}
