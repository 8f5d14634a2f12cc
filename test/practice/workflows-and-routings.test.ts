import { expect, test } from 'vitest';
import { z } from 'zod';
import { idBody, withService } from './interface-client.ts';
import { fc } from '../support/property.ts';

const idPage = z.object({ data: z.array(idBody), totalCount: z.number() });

test('enrichment workflows are replaced as a whole and keep their history', async () => {
  await withService({}, async (client) => {
    const all = '/enrichment-workflows';
    const first = { name: 'w', definition: 'steps:\n  - a\n', description: 'd', projectIds: ['training'] };
    const made = await client.call('POST', all, first);
    expect(made.status).toBe(201);
    const { id } = idBody.parse(made.value);
    expect(made.value).toMatchObject({ ...first, version: 1 });
    const replaced = await client.call('PUT', `${all}/${id}`, { name: 'w2', definition: 'steps: []' });
    expect(replaced.value).toMatchObject({ name: 'w2', description: null, projectIds: [], version: 2 });
    expect((await client.call('GET', `${all}/${id}`)).value).toEqual(replaced.value);
    expect(idPage.parse((await client.call('GET', all)).value).data).toEqual([{ id }]);
    expect((await client.call('GET', `${all}/${id}/history`)).value).toMatchObject({
      data: [
        { version: 2, name: 'w2' },
        { version: 1, ...first },
      ],
      totalCount: 2,
    });
    for (const body of [{ name: 'w' }, { definition: 'x' }, { ...first, projectIds: 'training' }]) {
      expect((await client.call('POST', all, body)).status).toBe(400);
      expect((await client.call('PUT', `${all}/${id}`, body)).status).toBe(400);
    }
    expect((await client.call('DELETE', `${all}/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', id],
      ['GET', `${id}/history`],
      ['DELETE', id],
    ] as const) {
      expect((await client.call(method, `${all}/${path}`)).status).toBe(404);
    }
  });
});

test('routings are created, replaced, listed and deleted', async () => {
  await withService({}, async (client) => {
    const good = { name: 'r', fromProjectId: 'training', toProjectId: 'contracts' };
    const made = await client.call('POST', '/routings', good);
    expect(made.status).toBe(201);
    expect(made.value).toMatchObject({ ...good, postRoutingAction: 'none', active: true, routingNode: null, order: 0 });
    const path = `/routings/${idBody.parse(made.value).id}`;
    const changed = await client.call('PUT', path, { ...good, postRoutingAction: 'reprocess', active: false });
    expect(changed.value).toMatchObject({ postRoutingAction: 'reprocess', active: false });
    expect((await client.call('GET', path)).value).toEqual(changed.value);
    for (const more of [
      { name: '' },
      { fromProjectId: 'none' },
      { toProjectId: 'training' },
      { postRoutingAction: 'burn' },
    ]) {
      expect((await client.call('POST', '/routings', { ...good, ...more })).status, JSON.stringify(more)).toBe(400);
      expect((await client.call('PUT', path, { ...good, ...more })).status, JSON.stringify(more)).toBe(400);
    }
    expect((await client.call('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await client.call(method, path)).status).toBe(404);
    expect((await client.call('PUT', path, good)).status).toBe(404);
  });
});

test('any moves leave the order that a list would have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.nat(5)), { maxLength: 8 }), async (moves) => {
      await withService({}, async (client) => {
        const made: string[] = [];
        for (const name of ['a', 'b', 'c', 'd']) {
          const body = { name, fromProjectId: 'training', toProjectId: 'contracts' };
          made.push(idBody.parse((await client.call('POST', '/routings', body)).value).id);
        }
        let expected = [...made];
        for (const [which, order] of moves) {
          const id = made[which] ?? '';
          expect((await client.call('POST', `/routings/${id}/order`, { order })).status).toBe(200);
          expected = expected.filter((other) => other !== id);
          expected.splice(order, 0, id);
        }
        expect(idPage.parse((await client.call('GET', '/routings')).value).data.map(({ id }) => id)).toEqual(expected);
        expect((await client.call('POST', `/routings/${made[0] ?? ''}/order`, { order: -1 })).status).toBe(400);
      });
    }),
    { numRuns: 15 },
  );
});
