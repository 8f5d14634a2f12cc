import { expect, test } from 'vitest';
import { z } from 'zod';
import { handClock, idBody, withService } from './interface-client.ts';

const page = z.object({
  data: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  limit: z.number(),
  offset: z.number(),
  totalCount: z.number(),
});

test('projects are created, read, searched, sorted and paged', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    clock.forward(1000);
    const made = await client.call('POST', '/projects', {
      name: 'Zebra works',
      completion: 'manual',
      retentionDays: 30,
    });
    expect(made.status).toBe(201);
    const { id } = idBody.parse(made.value);
    const read = await client.call('GET', `/projects/${id}`);
    expect(read.value).toMatchObject({
      id,
      name: 'Zebra works',
      completion: 'manual',
      duplicates: 'allow',
      retentionDays: 30,
      note: null,
      isLive: true,
      members: { allow: 'all' },
    });
    const list = async (query: string) => page.parse((await client.call('GET', `/projects?${query}`)).value);
    const all = await list('');
    expect(all.totalCount).toBe(6);
    expect(all.data.map(({ name }) => name)).toEqual(all.data.map(({ name }) => name).toSorted());
    expect((await list('search=zEB')).data.map((entry) => entry.id)).toEqual([id]);
    expect((await list('sort=-createdAt&limit=1')).data[0]?.id).toBe(id);
    expect((await list('sort=-name&offset=1&limit=2')).data.length).toBe(2);
    expect((await list('limit=500')).limit).toBe(50);
    for (const query of ['limit=-1', 'offset=a', 'sort=size']) {
      expect((await client.call('GET', `/projects?${query}`)).status, query).toBe(400);
    }
    expect((await client.call('GET', '/projects/none')).status).toBe(404);
  });
});

test('a patch changes only what it has; null clears note and retentionDays and nothing else', async () => {
  await withService({}, async (client) => {
    const patch = (body: unknown) => client.call('PATCH', '/projects/training', body);
    expect((await patch({ note: 'n', retentionDays: 5 })).value).toMatchObject({ note: 'n', retentionDays: 5 });
    expect((await patch({ duplicates: 'fail' })).value).toMatchObject({
      note: 'n',
      duplicates: 'fail',
      name: 'Training',
    });
    expect((await patch({ note: null, retentionDays: null })).value).toMatchObject({ note: null, retentionDays: null });
    for (const field of [
      'name',
      'extractionModelId',
      'ocr',
      'completion',
      'duplicates',
      'isLive',
      'members',
      'schema',
    ]) {
      expect((await patch({ [field]: null })).status, field).toBe(400);
    }
    const bad = [
      {},
      { unknown: 1 },
      [],
      { name: 'n'.repeat(61) },
      { note: 'n'.repeat(1001) },
      { retentionDays: 0 },
      { retentionDays: 1.5 },
      { completion: 'never' },
      { members: { allow: 'members' } },
    ];
    for (const body of bad) expect((await patch(body)).status, JSON.stringify(body)).toBe(400);
    expect((await client.call('PATCH', '/projects/none', { name: 'x' })).status).toBe(404);
    expect((await client.call('POST', '/projects', { note: 'x' })).status).toBe(400);
  });
});

test('what a project says of completion and duplicates is what its documents do', async () => {
  await withService({ processingMs: 0 }, async (client) => {
    await client.call('PATCH', '/projects/accounts-payable', { completion: 'manual', duplicates: 'fail' });
    const first = await client.process(await client.upload('x'), 'accounts-payable');
    const second = await client.process(await client.upload('x'), 'accounts-payable');
    expect([await client.state(first), await client.state(second)]).toEqual(['extracted', 'failed']);
  });
});

test('a schema is read and replaced; a project made by a client has no transformation rule', async () => {
  await withService({ processingMs: 0 }, async (client) => {
    const schema = z.looseObject({
      version: z.string(),
      dataPoints: z.array(z.looseObject({ internalName: z.string() })),
    });
    const before = schema.parse((await client.call('GET', '/projects/training/schema')).value);
    expect(before.dataPoints.map(({ internalName }) => internalName)).toContain('invoiceNumber');
    expect((await client.call('PATCH', '/projects/training', { schema: { ...before, version: '2' } })).status).toBe(
      200,
    );
    expect((await client.call('GET', '/projects/training/schema')).value).toMatchObject({ version: '2' });
    expect((await client.call('GET', '/projects/none/schema')).status).toBe(404);

    const { id } = idBody.parse((await client.call('POST', '/projects', { name: 'New' })).value);
    const documentId = await client.process(await client.upload('x'), id);
    expect((await client.call('GET', `/document-xml/documents/${documentId}?projectId=${id}`)).status).toBe(422);
  });
});
