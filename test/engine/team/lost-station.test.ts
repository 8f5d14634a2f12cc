import { expect, it } from 'vitest';
import { expectOneDocumentEach, expectWholeCustody, smallPdf, trailOf } from '../../support/engine.ts';
import { postgresOfTests, type TestPostgres } from '../../support/postgres.ts';
import { asOwner, teamOf } from './team-stations.ts';

/** Two stations of a team; `north` is lost, as when its disk died, after it was stopped by `lose`. */
async function twoStations(): Promise<{
  readonly there: TestPostgres;
  readonly north: Awaited<ReturnType<typeof teamOf>>[number];
  readonly south: Awaited<ReturnType<typeof teamOf>>[number];
  readonly lose: () => Promise<unknown>;
}> {
  const there = await postgresOfTests();
  const [north, south] = await teamOf(there, ['north', 'south']);
  if (north === undefined || south === undefined) throw new Error('two stations');
  const { schema } = north.membership.team;
  const lose = (): Promise<unknown> =>
    asOwner(
      there,
      schema,
      `UPDATE {at}.stations SET lease_until = clock_timestamp() - interval '1 hour' WHERE id = 'north'`,
    );
  return { there, north, south, lose };
}

it('a file whose call the service refused at a lost station is sent by the one that waits for it', async () => {
  const { there, north, south, lose } = await twoStations();
  const bytes = smallPdf('refused');
  north.station.practice.injectFault({ operation: 'documents.process-file', kind: '429', probability: 1, times: null });
  const first = await north.start();
  await north.watch(first);
  await north.put('file.pdf', bytes);
  await expect.poll(async () => (await first.items())[0]?.fault?.code).toBe('service-busy');
  const stateThere = (): Promise<unknown> =>
    asOwner(there, north.membership.team.schema, 'SELECT state, attempt > 0 AS begun FROM {at}.contents');
  await expect.poll(stateThere).toEqual([{ state: 'claimed', begun: true }]);
  await first.engine.stop();
  await lose();
  north.station.practice.clearFaults();
  const second = await south.start();
  await south.watch(second);
  await south.put('file.pdf', bytes);
  await second.finished();
  expect((await second.item('file.pdf')).stage).toBe('settled');
  // The lost one comes back: it finds that its content went on without it.
  const back = await north.start();
  await back.reaches('file.pdf', 'duplicate');
  await expectOneDocumentEach(south.station, [bytes]);
  for (const engine of [back, second]) await expectWholeCustody(engine);
});

it('what a lost station was just sending is found at the service by those who wait for it', async () => {
  const { there, north, south, lose } = await twoStations();
  const bytes = smallPdf('arrived');
  const first = await north.start();
  await north.watch(first);
  await north.put('file.pdf', bytes);
  await first.finished();
  const { documents } = await first.item('file.pdf');
  await first.engine.stop();
  // As if it had been cut off between the call and the word about it.
  await asOwner(
    there,
    north.membership.team.schema,
    `UPDATE {at}.contents SET state = 'sending', sent_at = NULL, documents = '{}'`,
  );
  await lose();
  const second = await south.start();
  await south.watch(second);
  await south.put('file.pdf', bytes);
  const aside = await second.reaches('file.pdf', 'duplicate');
  expect(aside.fault).toMatchObject({
    code: 'team-duplicate',
    params: { station: 'north', document: documents[0]?.id },
  });
  await expectOneDocumentEach(south.station, [bytes]);
});

it('what a lost station was just sending and the service does not have waits for a person, who can send it', async () => {
  const { there, north, south, lose } = await twoStations();
  const bytes = smallPdf('on its way');
  north.station.practice.injectFault({
    operation: 'documents.process-file',
    kind: 'hang',
    probability: 1,
    times: null,
  });
  const first = await north.start();
  await north.watch(first);
  await north.put('file.pdf', bytes);
  const { schema } = north.membership.team;
  await expect
    .poll(() => asOwner(there, schema, `SELECT call->>'kind' AS kind FROM {at}.contents WHERE state = 'sending'`))
    .toEqual([{ kind: 'document' }]);
  const second = await south.start();
  await south.watch(second);
  await south.put('file.pdf', bytes);
  // While it is there, it decides.
  await expect.poll(async () => (await second.items())[0]?.fault?.code).toBe('team-same-content');
  const mine = await second.item('file.pdf');
  await first.engine.stop();
  north.station.practice.clearFaults();
  await lose();
  const held = await second.reaches('file.pdf', 'held');
  expect([held.fault?.code, held.fault?.retry, held.fault?.params['station']]).toEqual([
    'team-unclear',
    'after-person',
    'north',
  ]);
  expect(held.fault?.params['externalId']).toMatch(/^mailroom-/u);
  // Another try looks once more.
  await second.act('items.retry', { itemIds: [mine.id] });
  await expect.poll(async () => (await trailOf(second, mine.id)).filter((each) => each === 'held')).toHaveLength(2);
  await second.act('items.send-anyway', { itemIds: [mine.id] });
  await second.reaches('file.pdf', 'settled');
  // The lost one comes back, and finds what was sent in its place.
  const back = await north.start();
  await expect.poll(async () => (await back.items())[0]?.stage).toMatch(/duplicate|held/u);
  await expectOneDocumentEach(south.station, [bytes]);
  for (const engine of [back, second]) await expectWholeCustody(engine);
});
