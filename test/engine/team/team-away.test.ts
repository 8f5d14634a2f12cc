import { connect as connectTo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { expectOneDocumentEach, expectWholeCustody, smallPdf, trailOf } from '../../support/engine.ts';
import { startEngineChild, type EngineChild } from '../../faults/engine-child.ts';
import { postgresOfTests, type TestPostgres } from '../../support/postgres.ts';
import { asOwner, teamOf } from './team-stations.ts';

/** A network between stations and a database, which can be cut. */
async function networkTo(port: number): Promise<{
  readonly port: number;
  cut(): void;
  mend(): void;
}> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connectTo(port, '127.0.0.1');
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (isCut) near.destroy();
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { port: address.port, cut, mend: () => (isCut = false) };
}

/** How many contents the team knows to be at the service. */
const sentIn = (there: TestPostgres, schema: string): Promise<readonly unknown[]> =>
  asOwner(there, schema, `SELECT count(*)::int AS sent FROM {at}.contents WHERE state = 'sent'`);

it('while the database is away files of a source that waits are not sent, say why, and go on by themselves; others go on alone', async () => {
  const there = await postgresOfTests();
  const networks = { north: await networkTo(there.port), south: await networkTo(there.port) };
  const [north, south] = await teamOf(there, ['north', 'south'], (name) => ({
    address: `postgres://127.0.0.1:${String(networks[name === 'north' ? 'north' : 'south'].port)}/postgres`,
  }));
  if (north === undefined || south === undefined) throw new Error('two stations');
  const waiting = await north.start();
  const alone = await south.start();
  await north.watch(waiting, { teamAway: 'wait' });
  await south.watch(alone, { teamAway: 'alone' });
  networks.north.cut();
  networks.south.cut();
  const [same, own] = [smallPdf('same'), smallPdf('own')];
  await north.put('same.pdf', same);
  await north.put('own.pdf', own);
  await south.put('same.pdf', same);
  await alone.reaches('same.pdf', 'settled');
  const goneOn = await alone.item('same.pdf');
  expect(await trailOf(alone, goneOn.id)).toContain('team-alone');
  await expect
    .poll(async () => (await waiting.items()).map(({ stage, fault }) => [stage, fault?.code]))
    .toEqual([
      ['accepted', 'team-unreachable'],
      ['accepted', 'team-unreachable'],
    ]);
  networks.south.mend();
  // What went on alone is told afterwards: the other finds it there.
  const { schema } = south.membership.team;
  await expect.poll(() => sentIn(there, schema)).toEqual([{ sent: 1 }]);
  networks.north.mend();
  await waiting.finished();
  const found = await waiting.item('same.pdf');
  expect([found.stage, found.fault?.code, found.fault?.params['station']]).toEqual([
    'duplicate',
    'team-duplicate',
    'south',
  ]);
  await expectOneDocumentEach(north.station, [same, own]);
  for (const lines of [waiting.log, alone.log]) {
    for (const { membership } of [north, south]) expect(lines.join('\n')).not.toContain(membership.password);
  }
});

it('what two stations sent while neither could ask is said in the history once they can', async () => {
  const there = await postgresOfTests();
  const network = await networkTo(there.port);
  const team = await teamOf(there, ['north', 'south'], () => ({
    address: `postgres://127.0.0.1:${String(network.port)}/postgres`,
  }));
  network.cut();
  const engines = await Promise.all(
    team.map(async (station) => {
      const engine = await station.start();
      await station.watch(engine, { teamAway: 'alone' });
      await station.put('same.pdf', smallPdf('same'));
      await engine.reaches('same.pdf', 'settled');
      return engine;
    }),
  );
  network.mend();
  await expect
    .poll(async () => {
      const trails = await Promise.all(
        engines.map(async (engine) => trailOf(engine, (await engine.item('same.pdf')).id)),
      );
      return trails.filter((trail) => trail.includes('team-found')).length;
    })
    .toBe(1);
});

it('a file that its station does not send after all is sent by the one that waited for it', async () => {
  const [north, south] = await teamOf(await postgresOfTests(), ['north', 'south']);
  if (north === undefined || south === undefined) throw new Error('two stations');
  const first = await north.start();
  const second = await south.start();
  await north.watch(first);
  await south.watch(second);
  // It is claimed, and its sending waits: nobody can sign in.
  north.station.secret = 'wrong';
  const bytes = smallPdf('not sent');
  await north.put('file.pdf', bytes);
  await expect.poll(async () => trailOf(first, (await first.items())[0]?.id ?? '')).toContain('team-claimed');
  await south.put('file.pdf', bytes);
  await expect.poll(async () => (await second.items())[0]?.fault?.code).toBe('team-same-content');
  const mine = await first.item('file.pdf');
  await first.act('items.cancel', { itemIds: [mine.id] });
  await second.finished();
  expect((await second.item('file.pdf')).stage).toBe('settled');
  await expectOneDocumentEach(south.station, [bytes]);
});

it('a person can send a second time what another station has sent', async () => {
  const [north, south] = await teamOf(await postgresOfTests(), ['north', 'south']);
  if (north === undefined || south === undefined) throw new Error('two stations');
  const first = await north.start();
  const second = await south.start();
  await north.watch(first);
  await south.watch(second);
  const bytes = smallPdf('twice');
  await north.put('file.pdf', bytes);
  await first.finished();
  await south.put('file.pdf', bytes);
  const aside = await second.reaches('file.pdf', 'duplicate');
  await second.act('items.send-anyway', { itemIds: [aside.id] });
  await second.reaches('file.pdf', 'settled');
  expect(await north.station.practice.documents()).toHaveLength(2);
  // The team could be asked: a person decided otherwise.
  expect(await trailOf(second, aside.id)).not.toContain('team-alone');
});

it('power cuts of the database and a station that is killed lose nothing and send nothing twice', async () => {
  const there = await postgresOfTests();
  const [north, south] = await teamOf(there, ['north', 'south'], () => ({ leaseMs: 1_000 }));
  if (north === undefined || south === undefined) throw new Error('two stations');
  const contents = Array.from({ length: 24 }, (_, index) => smallPdf(`kill ${String(index)}`));
  await Promise.all(
    [north, south].flatMap(({ put }) => contents.map((bytes, index) => put(`${String(index)}.pdf`, bytes))),
  );
  const second = await south.start();
  await south.watch(second, { teamAway: 'wait' });
  const child = (): EngineChild =>
    startEngineChild(
      {
        ...north.station,
        secret: JSON.stringify({ service: north.station.secret, team: north.membership.password }),
        settings: (fields) => north.station.settings({ ...fields, team: north.membership.team }),
      },
      north.station.hotFolder({ teamAway: 'wait' }, { folder: north.folder }),
    );
  for (const after of [150, 400]) {
    await child().killAfter(after);
    await there.crash();
  }
  expect(await child().over).toBe('done');
  await second.finished();
  const first = await north.start();
  await expectOneDocumentEach(north.station, contents);
  for (const engine of [first, second]) await expectWholeCustody(engine);
});
