import { expect, test, vi } from 'vitest';
import type { Permit } from '../../../../src/main/engine/service/pacing/limiter.ts';
import { createLimiter } from '../../../../src/main/engine/service/pacing/limiter.ts';
import { createJumpingClock, createTestClock } from '../../../support/ports.ts';

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

/** Takes leave and has it answered at once. */
async function served(limiter: ReturnType<typeof createLimiter>, status = 200, headers = {}): Promise<void> {
  const leave = await limiter.acquire('upload');
  if (!leave.ok) throw new Error('no leave');
  leave.value.sent();
  leave.value.answered(status, headers);
  leave.value.over();
}

test.each([-86_400_000 * 400, -7_200_000, 7_200_000, 86_400_000 * 400])(
  'a clock that is set by %i ms neither stops nor storms, and the wait is told by the new time',
  async (jump) => {
    const clock = createJumpingClock();
    const limiter = createLimiter({ clock, random: () => 0.5, maximum: 8, ready: () => true });
    await served(limiter, 200, { 'x-ratelimit-limit': '10, 10;w=1', 'x-ratelimit-remaining': '9' });
    await served(limiter, 429, { ...refusal, 'retry-after': '20' });
    clock.jump(jump);
    let granted = 0;
    for (let count = 0; count < 30; count += 1) {
      void limiter.acquire('upload').then((leave) => {
        if (!leave.ok) return;
        granted += 1;
        leave.value.sent();
        leave.value.answered(200, {});
        leave.value.over();
      });
    }
    const wait = limiter.wait();
    // Set forward, the wait seems to be over: one request asks. Set back, it ends when it was to end.
    if (jump < 0) expect((wait?.until ?? NaN) - clock.now()).toBeGreaterThan(19_000);
    if (jump < 0) expect((wait?.until ?? NaN) - clock.now()).toBeLessThanOrEqual(20_010);
    for (let second = 0; second < 40; second += 1) {
      clock.advance(1000);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    }
    expect(granted).toBe(30);
    limiter.close();
  },
);

test('an hour that is asked for while the computer sleeps is over when it wakes', async () => {
  const clock = createJumpingClock();
  const limiter = createLimiter({ clock, random: () => 0.5, maximum: 8, ready: () => true });
  await served(limiter);
  await served(limiter, 429, { 'retry-after': '3600' });
  const leave = limiter.acquire('upload');
  expect((limiter.wait()?.until ?? NaN) - clock.now()).toBeGreaterThan(3_599_000);
  // Asleep the monotonic clock stands still, the time of day goes on.
  clock.jump(3_700_000);
  clock.advance(30_000);
  expect((await leave).ok).toBe(true);
  limiter.close();
});

test('tells since when and until when work waits, over one refusal after the other, and nothing where none does', async () => {
  const clock = createTestClock();
  const limiter = createLimiter({ clock, random: () => 0.5, maximum: 8, ready: () => true });
  await served(limiter);
  expect(limiter.wait()).toBeNull();
  const began = clock.now();
  for (let times = 0; times < 400; times += 1) {
    await served(limiter, 429, refusal);
    const wait = limiter.wait();
    expect(wait?.since).toBe(began);
    expect((wait?.until ?? NaN) - clock.now()).toBeGreaterThan(900);
    clock.advance(2000);
  }
  expect(limiter.wait()).toBeNull();
  await served(limiter);
  const later = clock.now();
  await served(limiter, 429, refusal);
  expect(limiter.wait()?.since).toBe(later);
  limiter.close();
});

test('a long upload is no wait for the quota: that begins when the last request went', async () => {
  const clock = createTestClock();
  const limiter = createLimiter({ clock, random: () => 0.5, maximum: 8, ready: () => true });
  await served(limiter, 200, { 'x-ratelimit-limit': '2, 2;w=60', 'x-ratelimit-remaining': '1' });
  clock.advance(61_000);
  for (let count = 0; count < 2; count += 1) {
    const leave = await limiter.acquire('upload');
    if (!leave.ok) throw new Error('no leave');
    leave.value.sent();
    clock.advance(400_000);
  }
  const last = await limiter.acquire('upload');
  if (!last.ok) throw new Error('no leave');
  last.value.sent();
  const went = clock.now();
  void limiter.acquire('upload');
  expect(limiter.wait()?.since).toBe(went);
  limiter.close();
});

test('no lane waits for ever behind a busier one', async () => {
  const clock = createTestClock();
  const limiter = createLimiter({ clock, random: () => 0.5, maximum: 8, ready: () => true });
  await served(limiter, 200, { 'x-ratelimit-limit': '10, 10;w=1', 'x-ratelimit-remaining': '9' });
  const order: string[] = [];
  const ask = (lane: 'upload' | 'tracking'): void =>
    void limiter.acquire(lane).then((leave) => {
      if (!leave.ok) return;
      order.push(lane);
      leave.value.sent();
      leave.value.over();
      if (lane === 'upload') ask(lane);
    });
  for (let count = 0; count < 20; count += 1) ask('upload');
  ask('tracking');
  for (let ms = 0; ms < 4000; ms += 10) {
    clock.advance(10);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
  expect(order.indexOf('tracking')).toBeGreaterThan(0);
  expect(order.indexOf('tracking')).toBeLessThan(31);
  limiter.close();
});
