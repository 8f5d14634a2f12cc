import { expect, test, vi } from 'vitest';
import type { Permit } from '../../../src/main/engine/service/limiter.ts';
import { createLimiter } from '../../../src/main/engine/service/limiter.ts';
import { createTestClock } from '../../support/ports.ts';

const refusal = { 'x-ratelimit-limit': '10, 10;w=1', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' };

test('twenty requests refused together cost one wait, not one that grows with each of them', async () => {
  const clock = createTestClock();
  // The longest wait that chance can bring.
  const limiter = createLimiter({ clock, random: () => 0.999, maximum: 32, ready: () => true });
  // A first answer without rate headers lets all go at once.
  const permits: Permit[] = [];
  const first = await limiter.acquire('upload');
  if (!first.ok) throw new Error('no leave');
  first.value.sent();
  first.value.answered(201, {});
  first.value.over();
  for (let count = 0; count < 20; count += 1) {
    const leave = await limiter.acquire('upload');
    if (!leave.ok) throw new Error('no leave');
    leave.value.sent();
    permits.push(leave.value);
  }
  for (const permit of permits) {
    clock.advance(1);
    permit.answered(429, refusal);
    permit.over();
  }
  expect(limiter.stoppedUntil()).not.toBeNull();
  expect((limiter.stoppedUntil() ?? Infinity) - clock.now()).toBeLessThan(1_100);
  limiter.close();
});

test('an answer to the sign-in without rate headers does not mean that there is no quota', async () => {
  const limiter = createLimiter({ clock: createTestClock(), random: () => 0, maximum: 32, ready: () => true });
  const signIn = await limiter.acquire('session');
  if (!signIn.ok) throw new Error('no leave');
  signIn.value.sent();
  signIn.value.answered(200, {});
  signIn.value.over();
  const permits: Permit[] = [];
  for (let count = 0; count < 12; count += 1) {
    void limiter.acquire('upload').then((leave) => leave.ok && permits.push(leave.value));
  }
  await vi.waitFor(() => expect(permits).toHaveLength(1));
  permits[0]?.sent();
  permits[0]?.answered(201, { 'x-ratelimit-limit': '10, 10;w=1', 'x-ratelimit-remaining': '9' });
  permits[0]?.over();
  await vi.waitFor(() => expect(permits.length).toBeGreaterThan(1));
  expect(permits.length).toBeLessThanOrEqual(10);
  limiter.close();
});

/** A limiter that has heard from a service without a quota. */
async function unlimited(maximum: number, clock = createTestClock()) {
  const limiter = createLimiter({ clock, random: () => 0, maximum, ready: () => true });
  const first = await limiter.acquire('upload');
  if (!first.ok) throw new Error('no leave');
  first.value.sent();
  first.value.answered(201, {});
  first.value.over();
  return limiter;
}

test("the last connection is kept for a person's click", async () => {
  const limiter = await unlimited(3);
  const granted: string[] = [];
  const ask = (lane: 'upload' | 'submit' | 'person'): void =>
    void limiter.acquire(lane).then(({ ok }) => ok && granted.push(lane));
  for (const lane of ['upload', 'upload', 'upload', 'submit'] as const) ask(lane);
  await vi.waitFor(() => expect(granted).toHaveLength(2));
  expect(limiter.quota()).toMatchObject({ inFlight: 2, waiting: 2 });
  ask('person');
  await vi.waitFor(() => expect(granted).toEqual(['upload', 'upload', 'person']));
  ask('person');
  expect(limiter.quota()).toMatchObject({ inFlight: 3, waiting: 3 });
  limiter.close();
});

test('a later refusal with a shorter wait does not let requests go before the first one said', async () => {
  const clock = createTestClock();
  const limiter = await unlimited(8, clock);
  const [long, short] = await Promise.all([limiter.acquire('upload'), limiter.acquire('upload')]);
  if (!long.ok || !short.ok) throw new Error('no leave');
  long.value.sent();
  short.value.sent();
  const told = clock.now() + 30_000;
  long.value.answered(429, { 'retry-after': '30' });
  short.value.answered(429, { 'retry-after': '1' });
  expect(limiter.stoppedUntil()).toBeGreaterThanOrEqual(told);
  limiter.close();
});

test('a request that was sent and never answered has used up its share of the quota', async () => {
  const clock = createTestClock();
  const limiter = createLimiter({ clock, random: () => 0, maximum: 32, ready: () => true });
  const first = await limiter.acquire('person');
  if (!first.ok) throw new Error('no leave');
  first.value.sent();
  first.value.answered(200, { 'x-ratelimit-limit': '10, 10;w=60', 'x-ratelimit-remaining': '9' });
  first.value.over();
  const second = await limiter.acquire('person');
  if (!second.ok) throw new Error('no leave');
  second.value.sent();
  second.value.over();
  expect(limiter.quota()).toMatchObject({ remaining: 8, inFlight: 0 });
  // Not twice, whatever is heard of it later.
  second.value.over();
  expect(limiter.quota()).toMatchObject({ remaining: 8, inFlight: 0 });
  limiter.close();
});
