import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsSchema } from '../../src/shared/settings.ts';
import { createEngine } from '../../src/main/engine/engine.ts';
import { createTestStation, expectOneDocumentEach, expectWholeCustody, smallPdf } from '../support/engine.ts';
import type { TestStation } from '../support/engine.ts';
import { createTestPorts } from '../support/ports.ts';

async function fill(station: TestStation, count: number): Promise<Buffer[]> {
  const contents = Array.from({ length: count }, (_, index) => smallPdf(index, 2_000));
  for (const [index, bytes] of contents.entries()) await station.put(`${index}.pdf`, bytes);
  return contents;
}

describe('the network', () => {
  it('may be gone for a while, in the middle of work and at the start', async () => {
    const station = await createTestStation({ latencyMs: 10 });
    const contents = await fill(station, 40);
    await station.practice.disconnect();
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 600 } });
    await engine.watch(station.hotFolder());
    const isGone = (): Promise<void> =>
      expect
        .poll(async () => (await engine.ask('connections.health', {})).blocks, { interval: 20 })
        .toMatchObject([{ scope: 'connection', fault: { code: 'service-unreachable' } }]);
    await isGone();
    await station.practice.reconnect();
    await expect.poll(() => station.practice.stats().documents, { interval: 5 }).toBeGreaterThan(10);
    await station.practice.disconnect();
    await isGone();
    await station.practice.reconnect();
    engine.engine.resume();
    await engine.act('items.retry', { itemIds: 'all' });
    await engine.finished('settled');
    await expectOneDocumentEach(station, contents);
    expect((await engine.ask('connections.health', {})).blocks).toEqual([]);
    await expectWholeCustody(engine);
  });

  it('may lose answers of submissions: what is there already is found, what is not is sent again', async () => {
    const station = await createTestStation();
    station.practice.injectFault({
      operation: 'documents.process-file',
      kind: 'reset-after',
      probability: 0.4,
      times: 8,
    });
    station.practice.injectFault({
      operation: 'documents.process-file',
      kind: 'reset-before',
      probability: 0.4,
      times: 8,
    });
    station.practice.injectFault({
      operation: 'documents.process-file',
      kind: 'garbage-cut',
      probability: 0.2,
      times: 4,
    });
    const contents = await fill(station, 40);
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    await engine.finished();
    await expectOneDocumentEach(station, contents);
  });
});

describe('the service', () => {
  it('may revoke tokens in the middle of the queue', async () => {
    const station = await createTestStation({ latencyMs: 10 });
    const contents = await fill(station, 40);
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 600 } });
    await engine.watch(station.hotFolder());
    for (const min of [5, 15, 25]) {
      await expect.poll(() => station.practice.stats().documents, { interval: 5 }).toBeGreaterThan(min);
      station.practice.revokeTokens();
    }
    await engine.finished();
    await expectOneDocumentEach(station, contents);
    expect((await engine.items()).map(({ fault }) => fault)).toEqual(contents.map(() => null));
  });

  it('may allow only a few requests a second: nothing is lost, and nothing is held', async () => {
    const station = await createTestStation({ quota: 10, windowSeconds: 1 });
    const contents = await fill(station, 20);
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    await engine.finished('settled');
    await expectOneDocumentEach(station, contents);
    expect(station.practice.stats().answers['429'] ?? 0).toBeLessThanOrEqual(5);
  });

  it('may refuse the credentials: everything waits, and the right secret with a retry lets all through', async () => {
    const station = await createTestStation();
    const right = station.secret;
    station.secret = 'wrong';
    const contents = await fill(station, 10);
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    await expect
      .poll(async () => (await engine.ask('connections.health', {})).blocks, { interval: 20 })
      .toMatchObject([{ scope: 'connection', fault: { code: 'sign-in-refused', owner: 'it' } }]);
    await expect.poll(() => engine.counts()).toMatchObject({ accepted: 10 });
    const asked = station.practice.stats().requests['auth.token'] ?? 0;
    expect(asked).toBeLessThanOrEqual(4);

    station.secret = right;
    await engine.act('items.retry', { itemIds: 'all' });
    await engine.finished();
    await expectOneDocumentEach(station, contents);
    expect(engine.log.filter((line) => line.includes(right))).toEqual([]);
  });

  it('may not know the project: its work waits behind one block and other projects go on', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder({ projectId: 'no-such-project' }));
    await expect
      .poll(async () => (await engine.ask('connections.health', {})).blocks, { interval: 20 })
      .toMatchObject([{ scope: 'project', projectId: 'no-such-project', fault: { code: 'project-unknown' } }]);
    const { rule } = station.hotFolder();
    const path = await station.put('../b.pdf', smallPdf('b'));
    await engine.act('intake.take-in', { paths: [path], rule, sourceId: 'command-line' });
    await engine.reaches('b.pdf', 'settled');
    expect(['uploaded', 'accepted']).toContain((await engine.item('a.pdf')).stage);
    await expectOneDocumentEach(station, [smallPdf('b')]);
  });

  it('may be a web page instead: everything stays queued', async () => {
    const page = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => void page.close(() => resolve())));
    const address: AddressInfo | string | null = page.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const station = await createTestStation();
    const opened = await createEngine(
      createTestPorts(station.dataDirectory, {
        secrets: {
          read: () => Promise.resolve({ ok: true, value: 'secret' }),
          write: () => Promise.resolve({ ok: true, value: undefined }),
          remove: () => Promise.resolve({ ok: true, value: undefined }),
        },
      }),
      settingsSchema.parse({
        ...station.settings(),
        connections: [
          { id: 'office', name: 'Office', baseUrl: `http://127.0.0.1:${address.port}/v2`, clientId: 'someone' },
        ],
      }),
    );
    if (!opened.ok) throw new Error(opened.fault.code);
    const engine = opened.value;
    onTestFinished(() => engine.stop());
    await station.put('a.pdf', smallPdf('a'));
    await engine.dispatch({ name: 'source.add', source: station.hotFolder() });
    await expect
      .poll(() => engine.query({ name: 'connections.health' }), { interval: 20 })
      .toMatchObject({ value: { blocks: [{ scope: 'connection', fault: { code: 'answer-not-understood' } }] } });
    await expect
      .poll(() => engine.query({ name: 'items.page', limit: 1 }), { interval: 20 })
      .toMatchObject({ value: { rows: [{ stage: 'accepted', fault: { code: 'answer-not-understood' } }] } });
  });
});
