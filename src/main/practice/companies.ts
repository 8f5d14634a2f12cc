import { companyId } from './agents/ootb-rules.ts';
import { json, plainError } from './answers.ts';
import { readPage } from './documents/document-query.ts';
import type { Answer, Call, Route } from './exchange.ts';

const company = { id: companyId, name: 'Practice company' };

/** The people whom other clients of such a service ask for: to name editors and members of projects. */
const users = ['Ada Clerk', 'Ben Clerk'].map((name, index) => ({
  id: `practice-user-${String(index + 1)}`,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  name,
  companiesAccess: [companyId],
  isInternal: false,
  active: true,
}));

function page(call: Call, all: readonly object[]): Answer {
  const reading = readPage(call.query);
  if (!reading.ok) return plainError(400, reading.detail);
  const { offset, limit } = reading;
  return json(200, { data: all.slice(offset, offset + limit), limit, offset, totalCount: all.length });
}

function listUsers(call: Call): Answer {
  const search = (call.query.get('search') ?? '').toLowerCase();
  const active = call.query.get('active');
  const found = users.filter(
    (user) => `${user.name} ${user.email}`.toLowerCase().includes(search) && (active ?? 'true') === String(user.active),
  );
  return page(call, found);
}

function one(name: string, all: readonly { readonly id: string }[]): (call: Call) => Answer {
  return (call) => {
    const found = all.find(({ id }) => id === call.params.id);
    return found === undefined ? plainError(404, `The ${name} does not exist.`) : json(200, found);
  };
}

/** Companies and users, which no document of the interface shows and other clients ask for nevertheless. */
export function companyRoutes(): Route[] {
  const reading = { method: 'GET', scope: 'companies.read', body: 'none', errors: 'plain' } as const;
  return [
    { ...reading, operation: 'companies.list', path: '/companies', handle: (call) => page(call, [company]) },
    { ...reading, operation: 'companies.get', path: '/companies/:id', handle: one('company', [company]) },
    { ...reading, operation: 'users.list', path: '/users', handle: listUsers },
    { ...reading, operation: 'users.get', path: '/users/:id', handle: one('user', users) },
  ];
}
