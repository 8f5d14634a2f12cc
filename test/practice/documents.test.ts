import { expect, test } from 'vitest';
import { z } from 'zod';
import { handClock, withService } from './interface-client.ts';
import { fc } from '../support/property.ts';

const document = z.looseObject({ id: z.string(), state: z.string(), updatedAt: z.string(), createdAt: z.string() });
const page = z.object({
  data: z.array(document),
  limit: z.number(),
  offset: z.number(),
  totalCount: z.number(),
});
const errorBody = z.strictObject({ detail: z.string(), status: z.number(), title: z.string() });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('a file becomes a document that moves through its states by the clock', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const fileId = await client.upload('%PDF', 'bill 4711.pdf');
    expect(fileId).toMatch(uuid);
    const reply = await client.call('POST', '/documents/process-file', {
      fileId,
      projectId: 'accounts-payable',
      externalId: 'E-1',
      externalData: { a: '1', b: 2, c: true, d: null },
    });
    expect(reply.status).toBe(202);
    const { documentId, ...rest } = z.object({ documentId: z.string() }).loose().parse(reply.value);
    expect(rest).toEqual({ fileId, projectId: 'accounts-payable' });
    expect(documentId).toMatch(/^[0-9a-f]{24}$/);

    expect(await client.state(documentId)).toBe('new');
    clock.forward(200);
    expect(await client.state(documentId)).toBe('processing');
    clock.forward(800);
    const settled = document.parse((await client.call('GET', `/documents/${documentId}`)).value);
    expect(settled).toMatchObject({
      state: 'doneAutomatically',
      title: 'bill 4711.pdf',
      fileId,
      caseId: null,
      files: [{ id: fileId, type: 'invoice', mainFile: true }],
      externalId: 'E-1',
      externalData: { a: '1', b: 2, c: true, d: null },
      projectId: 'accounts-payable',
      completedBy: 'practice-service',
      url: `${client.service.baseUrl}/documents/${documentId}`,
    });
    const states = await client.call('GET', `/documents/${documentId}/states`);
    const history = z.array(z.strictObject({ state: z.string(), updatedAt: z.iso.datetime() })).parse(states.value);
    expect(history.map((entry) => entry.state)).toEqual(['new', 'processing', 'doneAutomatically']);
    expect(history.at(-1)?.updatedAt).toBe(settled.updatedAt);
  });
});

test('completion, project outcome and name decide where a document ends', async () => {
  const clock = handClock();
  const projects = [{ id: 'odd', outcome: 'quarantined' }];
  await withService({ clock: clock.now, projects }, async (client) => {
    const ends = [
      ['accounts-payable', 'a.pdf', 'doneAutomatically'],
      ['contracts', 'a.pdf', 'extracted'],
      ['odd', 'a.pdf', 'quarantined'],
      ['odd', 'a.failed.pdf', 'failed'],
      ['contracts', 'a.junk.tif', 'junk'],
      ['accounts-payable', 'a.review.pdf', 'reviewRequired'],
      ['accounts-payable', 'a.done.pdf', 'done'],
    ] as const;
    const ids: string[] = [];
    for (const [project, name] of ends) ids.push(await client.process(await client.upload('x', name), project));
    clock.forward(1000);
    expect(await Promise.all(ids.map((id) => client.state(id)))).toEqual(ends.map(([, , end]) => end));
  });
});

test('a content that the project has already fails where duplicates fail', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const first = await client.process(await client.upload('same', 'a.pdf'), 'goods-in');
    const second = await client.process(await client.upload('same', 'b.pdf'), 'goods-in');
    const elsewhere = await client.process(await client.upload('same', 'c.pdf'), 'accounts-payable');
    clock.forward(1000);
    expect(await Promise.all([first, second, elsewhere].map((id) => client.state(id)))).toEqual([
      'doneAutomatically',
      'failed',
      'doneAutomatically',
    ]);
  });
});

test('bad process-file bodies and unknown files and projects are refused', async () => {
  await withService({}, async (client) => {
    const fileId = await client.upload('x');
    const good = { fileId, projectId: 'training' };
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${String(index)}`, 'v']));
    const bad: [unknown, number][] = [
      ['{"fileId":', 400],
      [{ projectId: 'training' }, 400],
      [{ fileId }, 400],
      [{ ...good, fileId: 7 }, 400],
      [{ ...good, externalId: 7 }, 400],
      [{ ...good, externalData: many }, 400],
      [{ ...good, externalData: { a: { b: 1 } } }, 400],
      [{ ...good, externalData: ['a'] }, 400],
      [{ ...good, fileId: 'unknown' }, 404],
      [{ ...good, projectId: 'unknown' }, 404],
    ];
    for (const [body, status] of bad) {
      const reply = await client.call('POST', '/documents/process-file', body);
      expect(reply.status, JSON.stringify(body)).toBe(status);
      expect(errorBody.parse(reply.value).status).toBe(status);
    }
    const wrongType = await client.call('POST', '/documents/process-file', good, { 'content-type': 'text/plain' });
    expect(wrongType.status).toBe(400);
    expect(client.service.stats().documents).toBe(0);
  });
});

test('lists page, sort and filter as documented', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      clock.forward(10);
      ids.push(await client.process(await client.upload('x'), index % 2 === 0 ? 'training' : 'contracts'));
    }
    const list = async (query: string) => page.parse((await client.call('GET', `/documents?${query}`)).value);
    const newest = await list('');
    expect(newest).toMatchObject({ limit: 20, offset: 0, totalCount: 60 });
    expect(newest.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20));
    expect((await list('limit=1000')).data.length).toBe(50);
    expect((await list('limit=1000')).limit).toBe(50);
    expect((await list('limit=0')).data).toEqual([]);
    expect((await list('sort=createdAt&offset=55&limit=50')).data.map(({ id }) => id)).toEqual(ids.slice(55));
    expect((await list('sort=+createdAt&limit=1')).data[0]?.id).toBe(ids[0]);
    expect((await list('sort=%2BcreatedAt&limit=1')).data[0]?.id).toBe(ids[0]);
    expect((await list('projectId=training')).totalCount).toBe(30);
    expect((await list('projectId=training&projectId=contracts')).totalCount).toBe(60);
    expect((await list('projectId=goods-in')).data).toEqual([]);

    clock.forward(5000);
    expect((await list('state=extracted')).totalCount).toBe(30);
    expect((await list('state=extracted&state=failed&state=doneAutomatically&state=reviewRequired')).totalCount).toBe(
      60,
    );
    await client.call('POST', `/documents/${ids[7] ?? ''}/title`, 'new', { 'content-type': 'text/plain' });
    expect((await list('sort=-updatedAt&limit=1')).data[0]?.id).toBe(ids[7]);

    for (const query of [
      'projectId=none',
      'offset=-1',
      'offset=x',
      'limit=-1',
      'limit=2.5',
      'sort=title',
      'state=lost',
    ]) {
      const reply = await client.call('GET', `/documents?${query}`);
      expect(reply.status, query).toBe(400);
      expect(reply.value).toMatchObject({ status: 400, title: 'Bad Request' });
    }
  });
});

test('fileId finds the main file only', async () => {
  await withService({ processingMs: 0 }, async (client) => {
    const main = await client.upload('a', 'bill.pdf');
    const attachment = await client.upload('b', 'bill-attachment.pdf');
    const body = { fileIds: [attachment, main], projectId: 'training' };
    expect((await client.call('POST', '/cases/process-file-batch', body)).status).toBe(202);
    const find = async (id: string) =>
      page.parse((await client.call('GET', `/documents?fileId=${id}`)).value).totalCount;
    expect(await find(main)).toBe(1);
    expect(await find(attachment)).toBe(0);
    expect(await find('unknown')).toBe(0);
  });
});

test('transfer, reject, external data, external id and title', async () => {
  const clock = handClock();
  await withService({ clock: clock.now }, async (client) => {
    const id = await client.process(await client.upload('x', 'x.pdf'), 'contracts');
    const post = (what: string, body?: unknown, type = 'application/json') =>
      client.call('POST', `/documents/${id}/${what}`, body, body === undefined ? {} : { 'content-type': type });
    const read = async () => (await client.call('GET', `/documents/${id}`)).value;

    expect((await post('transfer', { successful: true })).status).toBe(400);
    clock.forward(1000);
    for (const [body, state] of [
      [{ successful: false, message: 'no such account' }, 'transferFailed'],
      [{ successful: true }, 'transferred'],
    ] as const) {
      clock.forward(1);
      const reply = await post('transfer', body);
      expect(reply.status).toBe(202);
      expect(reply.text).toBe('');
      expect(await read()).toMatchObject({ state, updatedAt: new Date(clock.now()).toISOString() });
    }
    expect((await post('transfer', { successful: 'yes' })).status).toBe(400);
    expect((await post('transfer')).status).toBe(400);
    expect((await post('reject')).status).toBe(202);
    expect((await post('reject', { message: 'duplicate' })).status).toBe(202);
    expect(await read()).toMatchObject({ state: 'rejected' });
    expect((await client.service.documents())[0]?.message).toBe('duplicate');

    const longKey = 'k'.repeat(51);
    expect((await post('external-data', { A: '1', a: '2', [longKey]: 'x', ['k'.repeat(50)]: 'y' })).status).toBe(202);
    expect(await read()).toMatchObject({ externalData: { A: '2', ['k'.repeat(50)]: 'y' } });
    expect((await post('external-data', { b: '3' })).status).toBe(202);
    expect((await client.service.documents())[0]?.externalData).toEqual({ b: '3' });
    expect((await post('external-data', [1])).status).toBe(400);
    expect((await post('external-data', {})).status).toBe(202);
    expect(await read()).not.toHaveProperty('externalData');

    expect((await post('external-id', 'E 9 ü', 'text/plain; charset=utf-8')).status).toBe(202);
    expect((await post('external-id', '"E"', 'application/json')).status).toBe(400);
    expect((await post('title', 't'.repeat(256), 'text/plain')).status).toBe(202);
    expect((await post('title', 't'.repeat(257), 'text/plain')).status).toBe(400);
    expect(await read()).toMatchObject({ externalId: 'E 9 ü', title: 't'.repeat(256) });
    for (const what of ['transfer', 'reject', 'external-data', 'external-id', 'title']) {
      expect((await client.call('POST', `/documents/none/${what}`, {})).status, what).toBe(404);
    }
    expect((await client.call('GET', '/documents/none/states')).status).toBe(404);
  });
});

test('lists can leave out the total and the entities', async () => {
  await withService({ omitTotalCount: true, omitListEntities: true, processingMs: 0 }, async (client) => {
    const id = await client.process(await client.upload('x'), 'training');
    const reply = await client.call('GET', '/documents?state=doneAutomatically&state=reviewRequired&state=failed');
    const listed = z
      .strictObject({ data: z.array(document), limit: z.number(), offset: z.number() })
      .parse(reply.value);
    expect(listed.data[0]).not.toHaveProperty('entities');
    client.service.moveDocument(id, 'doneAutomatically');
    expect((await client.call('GET', `/documents/${id}`)).value).toHaveProperty('entities');
  });
});

test('whatever happens in whatever order, both sorts agree with the timestamps shown, and a document never goes back', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('process' as const), name: fc.string({ maxLength: 5 }) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 600 }) }),
    fc.record({ do: fc.constantFrom('title' as const, 'reject' as const), which: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const clock = handClock();
      await withService({ clock: clock.now }, async (client) => {
        const fileId = await client.upload('x');
        const ids: string[] = [];
        for (const action of steps) {
          if (action.do === 'wait') clock.forward(action.ms);
          else if (action.do === 'process') ids.push(await client.process(fileId, 'training'));
          else {
            const id = ids[action.which % Math.max(1, ids.length)] ?? 'none';
            const body = action.do === 'title' ? 'title' : undefined;
            await client.call('POST', `/documents/${id}/${action.do}`, body, { 'content-type': 'text/plain' });
          }
        }
        for (const field of ['createdAt', 'updatedAt'] as const) {
          const down = page.parse((await client.call('GET', `/documents?limit=50&sort=-${field}`)).value);
          const times = down.data.map((entry) => entry[field]);
          expect(times).toEqual(times.toSorted().toReversed());
          expect(new Set(down.data.map(({ id }) => id))).toEqual(new Set(ids));
          const up = page.parse((await client.call('GET', `/documents?limit=50&sort=${field}`)).value);
          expect(up.data.map(({ id }) => id)).toEqual(down.data.map(({ id }) => id).toReversed());
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('with realistic outcomes some documents wait for a person, for a reason that shows, and few fail', async () => {
  const clock = handClock();
  await withService({ clock: clock.now, realistic: true }, async (client) => {
    const ids: string[] = [];
    for (let count = 0; count < 200; count += 1) {
      ids.push(await client.process(await client.upload('x', `bill ${String(count)}.pdf`), 'accounts-payable'));
    }
    clock.forward(1000);
    const states = client.service.stats().documentsByState;
    expect(states.reviewRequired).toBeGreaterThan(4);
    expect(states.reviewRequired).toBeLessThan(40);
    expect(states.failed).toBeGreaterThan(0);
    expect(states.failed).toBeLessThan(20);
    expect(states.doneAutomatically).toBeGreaterThan(150);
    for (const id of ids) {
      const state = await client.state(id);
      const certain = JSON.stringify((await client.call('GET', `/documents/${id}`)).value).match(
        /"probability":0\.[0-5]/,
      );
      expect(certain !== null, state).toBe(state === 'reviewRequired');
    }
  });
});
