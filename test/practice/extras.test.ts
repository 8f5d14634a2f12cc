import { expect, test } from 'vitest';
import { withService } from './interface-client.ts';

test('companies, users and the states of live services are there for who asks for extras, and only then', async () => {
  const asked = ['/companies', '/users', '/documents?state=transferred'];
  await withService({}, async (client) => {
    const replies = await Promise.all(asked.map((path) => client.call('GET', path)));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 400]);
  });
  await withService({ extras: true }, async (client) => {
    const replies = await Promise.all(asked.map((path) => client.call('GET', path)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[0]?.value).toMatchObject({ data: [{ id: 'practice-company' }] });
    expect((await client.call('GET', '/companies/practice-company')).value).toMatchObject({ name: 'Practice company' });
    const found = await client.call('GET', '/users?search=ada&active=true&limit=1');
    expect(found.value).toMatchObject({ data: [{ name: 'Ada Clerk' }], totalCount: 1 });
    expect((await client.call('GET', '/users/practice-user-2')).value).toMatchObject({ name: 'Ben Clerk' });
    expect((await client.call('GET', '/users/nobody')).status).toBe(404);
  });
});
