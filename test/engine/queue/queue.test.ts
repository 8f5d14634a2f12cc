import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { JobContext, JobHandler, JobResult, QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { createQueue, type Queue, type QueueDependencies } from '../../../src/main/engine/queue/queue.ts';
import { createTestClock } from '../../support/ports.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await turn();
}

function job(id: string, more: Partial<QueuedJob> = {}): QueuedJob {
  return {
    id,
    kind: 'upload',
    subjectId: `item-${id}`,
    connectionId: 'c1',
    sourceId: 's1',
    priority: 40,
    dueAt: 0,
    attempts: 0,
    payload: { projectId: 'p1' },
    ...more,
  };
}

function setUp(
  handler: JobHandler,
  more: Partial<QueueDependencies> = {},
): { queue: Queue; clock: ReturnType<typeof createTestClock> } {
  const clock = createTestClock();
  const queue = createQueue({
    now: clock.now,
    monotonic: clock.monotonic,
    after: (delay, act) => clock.after(delay, act),
    random: () => 1,
    leaseOwner: 'test',
    leaseMs: 60_000,
    handlers: { upload: handler, submit: handler, export: handler },
    slots: [
      { kinds: ['upload', 'submit'], limit: 2 },
      { kinds: ['export'], limit: 1 },
    ],
    thrown: (_job, error) => ({ state: 'held', fault: fault('internal', {}, String(error)) }),
    ...more,
  });
  return { queue, clock };
}

const done: JobResult = { state: 'done' };

describe('queue', () => {
  it('runs the most urgent job first and keeps to its slots', async () => {
    const order: string[] = [];
    const open: (() => void)[] = [];
    const { queue } = setUp(async ({ job: { id } }) => {
      order.push(id);
      await new Promise<void>((resolve) => open.push(resolve));
      return done;
    });
    queue.add([job('a'), job('b'), job('c'), job('urgent', { kind: 'submit', priority: 10 })]);
    await turns();
    expect(order).toEqual(['urgent', 'a']);
    expect(queue.counts()).toEqual({ waiting: 2, running: 2 });
    open.splice(0).forEach((go) => go());
    await turns();
    expect(order).toEqual(['urgent', 'a', 'b', 'c']);
    open.splice(0).forEach((go) => go());
    await queue.idle();
    expect(queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  it('keeps a job back until its time has come', async () => {
    const ran: string[] = [];
    const { queue, clock } = setUp(({ job: { id } }) => {
      ran.push(id);
      return Promise.resolve(done);
    });
    queue.add([job('later', { dueAt: clock.now() + 5_000 })]);
    await turns();
    expect(ran).toEqual([]);
    clock.advance(4_999);
    await turns();
    expect(ran).toEqual([]);
    clock.advance(1);
    await turns();
    expect(ran).toEqual(['later']);
  });

  it.each(Array.from({ length: 40 }, (_, index) => index))(
    'goes on when a block runs out at any moment of a look (%i ms after it was raised)',
    async (until) => {
      // Time passes with each glance at the clock, as it does on a busy computer.
      let present = 1_000_000;
      const glance = (): number => (present += 1);
      let tries = 0;
      let wakes: (() => void)[] = [];
      const { queue } = setUp(
        () => {
          tries += 1;
          const failed = fault('service-unreachable', {});
          const block = { scope: 'connection', until: present + until } as const;
          return Promise.resolve(tries > 2 ? done : { state: 'ready', dueAt: 0, fault: failed, counts: false, block });
        },
        {
          now: () => present,
          monotonic: glance,
          after(_, act) {
            wakes.push(act);
            return () => (wakes = wakes.filter((one) => one !== act));
          },
        },
      );
      queue.add([job('a'), job('b')]);
      for (let count = 0; count < 30 && queue.counts().waiting + queue.counts().running > 0; count += 1) {
        await turns();
        present += 1_000;
        for (const wake of wakes.splice(0)) wake();
      }
      expect(queue.counts()).toEqual({ waiting: 0, running: 0 });
    },
  );

  it('waits longer after each try that failed, and never less than the service asked', async () => {
    const waits: number[] = [];
    let last = 0;
    const { queue, clock } = setUp((context) => {
      waits.push(clock.now() - last);
      last = clock.now();
      const result = context.failed(
        fault('service-failed', waits.length === 4 ? { retryAt: clock.now() + 90_000 } : {}),
      );
      return Promise.resolve(waits.length === 6 ? done : result);
    });
    last = clock.now();
    queue.add([job('a')]);
    for (let count = 0; count < 120_000; count += 100) {
      await turn();
      clock.advance(100);
    }
    expect(waits.slice(1).map((ms) => Math.round(ms / 500))).toEqual([1, 2, 4, 180, 16]);
  });

  it('lets one job probe an unreachable connection while the others wait, and frees all by its success', async () => {
    let reachable = false;
    const tried: string[] = [];
    const { queue, clock } = setUp((context: JobContext) => {
      tried.push(context.job.id);
      return Promise.resolve(reachable ? done : context.failed(fault('service-unreachable')));
    });
    queue.add(['a', 'b', 'c', 'd', 'e'].map((id) => job(id)));
    await turns();
    const first = tried.length;
    expect(first).toBe(2);
    expect(queue.blocks()).toMatchObject([
      { scope: 'connection', connectionId: 'c1', fault: { code: 'service-unreachable' } },
    ]);
    clock.advance(600);
    await turns();
    expect(tried.length).toBe(first + 1);
    reachable = true;
    clock.advance(60_000);
    await turns();
    await queue.idle();
    expect(queue.blocks()).toEqual([]);
    expect(new Set(tried.slice(first + 1)).size).toBe(5);
  });

  it('stops only the project that is unknown, until a person acted', async () => {
    const ran: string[] = [];
    let known = false;
    const { queue, clock } = setUp((context) => {
      ran.push(context.job.id);
      const wrong = context.job.payload['projectId'] === 'wrong' && !known;
      return Promise.resolve(wrong ? context.failed(fault('project-unknown')) : done);
    });
    queue.add([job('w1', { payload: { projectId: 'wrong' } })]);
    await turns();
    queue.add([job('w2', { payload: { projectId: 'wrong' } }), job('fine')]);
    await turns();
    clock.advance(3_600_000);
    await turns();
    expect(ran).toEqual(['w1', 'fine']);
    known = true;
    queue.lift();
    await queue.idle();
    expect(ran.slice(2).sort()).toEqual(['w1', 'w2']);
  });

  it('asks a service that refused the sign-in again every quarter of an hour, with one job, and goes on by itself', async () => {
    const ran: string[] = [];
    let refused = true;
    const { queue, clock } = setUp((context) => {
      ran.push(context.job.id);
      return Promise.resolve(refused ? context.failed(fault('sign-in-refused')) : done);
    });
    queue.add([job('a')]);
    await turns();
    queue.add([job('b'), job('c')]);
    for (const count of [1, 2, 3]) {
      clock.advance(899_000);
      await turns();
      expect(ran).toHaveLength(count);
      clock.advance(1_000);
      await turns();
      expect(ran).toHaveLength(count + 1);
    }
    refused = false;
    clock.advance(900_000);
    await queue.idle();
    expect(ran.slice(4).sort()).toEqual(['a', 'b', 'c']);
    expect(queue.blocks()).toEqual([]);
  });

  it('leaves a first wait that a job was given where a person has all tried again', async () => {
    const ran: string[] = [];
    const { queue, clock } = setUp(({ job: { id } }) => {
      ran.push(id);
      return Promise.resolve(done);
    });
    const dueAt = clock.now() + 30_000;
    queue.add([
      job('first wait', { dueAt, payload: { spanMs: 30_000 } }),
      job('tried', { dueAt, payload: { spanMs: 30_000 }, attempts: 1 }),
      job('waits', { dueAt }),
    ]);
    await turns();
    queue.lift();
    await turns();
    expect(ran.sort()).toEqual(['tried', 'waits']);
    clock.advance(30_000);
    await queue.idle();
    expect(ran).toContain('first wait');
  });

  it('holds what only a person can mend, and forgets it', async () => {
    const results: JobResult[] = [];
    const { queue } = setUp((context) => {
      const result = context.failed(fault('request-refused'));
      results.push(result);
      return Promise.resolve(result);
    });
    queue.add([job('a')]);
    await queue.idle();
    expect(results).toMatchObject([{ state: 'held', fault: { code: 'request-refused' } }]);
  });

  it('starts nothing of a paused source, and goes on when it may', async () => {
    const ran: string[] = [];
    const { queue } = setUp(({ job: { id } }) => {
      ran.push(id);
      return Promise.resolve(done);
    });
    queue.pause('source', 's1', true);
    queue.add([job('a'), job('b', { sourceId: 's2' })]);
    await turns();
    expect(ran).toEqual(['b']);
    queue.pause('source', 's1', false);
    await queue.idle();
    expect(ran).toEqual(['b', 'a']);
    queue.pause('all', '', true);
    queue.add([job('c')]);
    await turns();
    expect(ran).toEqual(['b', 'a']);
  });

  it('aborts a running job on cancel, waits for its end, and does not run it again', async () => {
    let runs = 0;
    const { queue } = setUp(async (context) => {
      runs += 1;
      await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
      return context.failed(fault('service-unreachable'));
    });
    queue.add([job('a'), job('b'), job('c')]);
    await turns();
    await queue.cancel(['a', 'b', 'c']);
    await queue.idle();
    expect(runs).toBe(2);
    expect(queue.blocks()).toEqual([]);
  });

  it('runs a job that is added while it runs again, but only after its end; one that is only requeued then goes on as it is', async () => {
    const open: (() => void)[] = [];
    const { queue } = setUp(async () => {
      await new Promise<void>((resolve) => open.push(resolve));
      return done;
    });
    queue.add([job('a')]);
    await turns();
    queue.requeue(job('a'));
    queue.add([job('a')]);
    await turns();
    expect(open).toHaveLength(1);
    expect(queue.counts()).toEqual({ waiting: 0, running: 1 });
    open[0]?.();
    await turns();
    expect(open).toHaveLength(2);
    queue.requeue(job('a'));
    open[1]?.();
    await queue.idle();
    expect(open).toHaveLength(2);
  });

  it('begins by itself what was closed out, once its hour has come', async () => {
    const ran: string[] = [];
    const opens = createTestClock().now() + 3_600_000;
    const { queue, clock } = setUp(
      ({ job: { id } }) => {
        ran.push(id);
        return Promise.resolve(done);
      },
      { closedUntil: () => (clock.now() < opens ? opens : null) },
    );
    queue.add([job('a')]);
    await turns();
    clock.advance(3_599_999);
    await turns();
    expect(ran).toEqual([]);
    clock.advance(1);
    await turns();
    expect(ran).toEqual(['a']);
  });

  it('runs a followed job on in the same slot', async () => {
    const ran: string[] = [];
    const { queue } = setUp((context) => {
      ran.push(`${context.job.id} ${context.intentWritten ? 'with intent' : 'fresh'} ${queue.running().length}`);
      if (context.job.id !== 'a') return Promise.resolve(done);
      return Promise.resolve({ state: 'done', next: context.follow(job('a2', { kind: 'submit' })) });
    });
    queue.add([job('a')]);
    await queue.idle();
    expect(ran).toEqual(['a fresh 1', 'a2 with intent 1']);
  });

  it('lets the host decide about a job whose handler threw, and goes on with the others', async () => {
    const ran: string[] = [];
    const { queue } = setUp(({ job: { id } }) => {
      ran.push(id);
      return id === 'a' ? Promise.reject(new Error('bug')) : Promise.resolve(done);
    });
    queue.add([job('a'), job('b')]);
    await queue.idle();
    expect(ran).toEqual(['a', 'b']);
  });

  it('stops by aborting what runs and starting nothing more', async () => {
    const ended: string[] = [];
    const { queue } = setUp(async (context) => {
      await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
      ended.push(context.job.id);
      return context.failed(fault('service-unreachable'));
    });
    queue.add([job('a'), job('b'), job('c')]);
    await turns();
    await queue.stop();
    expect(ended.sort()).toEqual(['a', 'b']);
    queue.add([job('d')]);
    await turns();
    expect(ended).toHaveLength(2);
  });

  it('leaves the wait of a used up quota to whoever sends: others go on, and it is no failed try', async () => {
    const tries: string[] = [];
    const { queue, clock } = setUp((context) => {
      const { id, attempts } = context.job;
      tries.push(`${id} ${attempts}`);
      return Promise.resolve(
        id === 'a' && tries.length === 1
          ? context.failed(fault('service-busy', { retryAt: clock.now() + 2000 }))
          : { state: 'done' },
      );
    });
    queue.add([job('a')]);
    await turns();
    queue.add([job('b')]);
    await turns();
    expect(queue.blocks()).toEqual([]);
    expect(tries).toEqual(['a 0', 'b 0']);
    clock.advance(2000);
    await turns();
    expect(tries).toEqual(['a 0', 'b 0', 'a 0']);
  });
});
