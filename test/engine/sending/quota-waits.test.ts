import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createQuotaWaits } from '../../../src/main/engine/sending/quota-waits.ts';
import type { QuotaWait } from '../../../src/main/engine/service/client.ts';
import { connect } from '../../practice/interface-client.ts';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import { createLimiter, type Permit } from '../../../src/main/engine/service/pacing/limiter.ts';
import { createTestClock } from '../../support/ports.ts';

/** Telling over waits that the test sets. */
function createScene() {
  const clock = createTestClock();
  const waits = new Map<string, QuotaWait>();
  const long: { readonly connectionId: string; readonly code: string; readonly owner: string }[] = [];
  let changes = 0;
  const telling = createQuotaWaits({
    clock,
    waits: () => waits,
    changed: () => (changes += 1),
    long: (id, { code, owner }) => long.push({ connectionId: id, code, owner }),
  });
  return { clock, waits, long, telling, changes: () => changes };
}

test('the usual pace of a quota is no news; a wait of seconds is told with its end, and its end is told too', () => {
  const { clock, waits, telling, changes, long } = createScene();
  const since = clock.now();
  waits.set('office', { since, until: since + 1_500 });
  clock.advance(1_000);
  expect(telling.blocks()).toEqual([]);
  expect(changes()).toBe(0);
  waits.set('office', { since, until: since + 60_000 });
  clock.advance(1_000);
  expect(changes()).toBe(1);
  const [block] = telling.blocks();
  expect(block).toMatchObject({ scope: 'connection', connectionId: 'office', until: since + 60_000 });
  expect(block?.fault.code).toBe('service-busy');
  clock.advance(20_000);
  expect(changes()).toBe(1);
  waits.delete('office');
  clock.advance(1_000);
  expect(telling.blocks()).toEqual([]);
  expect(changes()).toBe(2);
  expect(long).toEqual([]);
  telling.close();
  waits.set('office', { since, until: since + 600_000 });
  clock.advance(10_000);
  expect(changes()).toBe(2);
});

test('a wait over five minutes is a fault of IT that is told once, and again only when another wait begins', () => {
  const { clock, waits, telling, long } = createScene();
  const since = clock.now();
  // Refused again and again: each wait is a second, together they are long.
  for (let second = 0; second < 900; second += 1) {
    waits.set('office', { since: since + (second % 2), until: clock.now() + 1_000 });
    clock.advance(1_000);
    if (clock.now() - since < 299_000) expect(long).toHaveLength(0);
  }
  expect(long).toEqual([{ connectionId: 'office', code: 'quota-exhausted', owner: 'it' }]);
  expect(telling.blocks()).toMatchObject([{ fault: { code: 'quota-exhausted', owner: 'it', retry: 'later' } }]);
  // Announced at once as long: nobody has to wait to hear of it.
  waits.set('warehouse', { since: clock.now(), until: clock.now() + 3_600_000 });
  clock.advance(1_000);
  expect(long.map((told) => told.connectionId)).toEqual(['office', 'warehouse']);
  waits.clear();
  clock.advance(1_000);
  expect(telling.blocks()).toEqual([]);
  waits.set('office', { since: clock.now(), until: clock.now() + 400_000 });
  clock.advance(5_000);
  expect(long.map((told) => told.connectionId)).toEqual(['office', 'warehouse', 'office']);
  telling.close();
});

test('while another program has the quota the station says what it waits for and until when, and no more once it goes on', async () => {
  const station = await createTestStation({ quota: 8, windowSeconds: 6 });
  const stranger = await connect(station.practice);
  const started = await station.start();
  const health = async () => (await started.ask('connections.health', {})).blocks;
  await started.watch(station.hotFolder());
  await station.put('before.pdf', smallPdf('before'));
  await started.reaches('before.pdf', 'settled');

  const appetite = { left: true };
  const eating = (async () => {
    while (appetite.left) if ((await stranger.call('GET', '/projects')).status === 429) await setTimeout(5);
  })();
  await station.put('after.pdf', smallPdf('after'));
  await expect.poll(health).toMatchObject([{ scope: 'connection', connectionId, fault: { code: 'service-busy' } }]);
  const [block] = await health();
  // A window lasts six seconds: nothing can be later than the end of this one.
  expect(block?.until).toBeGreaterThan(Date.now() - 1_000);
  expect(block?.until).toBeLessThan(Date.now() + 8_000);
  appetite.left = false;
  await eating;
  await started.reaches('after.pdf', 'settled');
  await expect.poll(health).toEqual([]);
  expect(station.practice.stats().duplicateFileIds).toBe(0);
});

test('a network that fails after one 429 is not told as a quota that others use up', async () => {
  const clock = createTestClock();
  const limiter = createLimiter({ clock, random: () => 0.5, maximum: 32, ready: () => true });
  const long: string[] = [];
  const telling = createQuotaWaits({
    clock,
    changed: () => undefined,
    long: (_, { code }) => long.push(code),
    waits: () => {
      const wait = limiter.wait();
      return new Map(wait === null ? [] : [['office', wait]]);
    },
  });
  const granted: Permit[] = [];
  const want = (): void =>
    void limiter.acquire('upload').then((leave) => {
      if (leave.ok) granted.push(leave.value);
    });
  for (let index = 0; index < 40; index += 1) want();
  await new Promise(setImmediate);
  const first = granted.shift();
  first?.sent();
  first?.answered(429, {
    'x-ratelimit-limit': '10, 10;w=1',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1',
  });
  let tries = 0;
  for (let second = 0; second < 900; second += 1) {
    clock.advance(900);
    await new Promise(setImmediate);
    for (const permit of granted.splice(0)) {
      tries += 1;
      permit.sent();
      clock.advance(50);
      permit.over();
      want();
    }
    clock.advance(50);
    await new Promise(setImmediate);
  }
  expect(tries).toBeGreaterThan(100);
  expect(long).toEqual([]);
  telling.close();
  limiter.close();
});
