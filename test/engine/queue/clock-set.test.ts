import { expect, test } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { JobResult, QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { createQueue } from '../../../src/main/engine/queue/queue.ts';
import { createJumpingClock } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('lets nobody wait longer than its own span, whatever the clock is set to meanwhile', async () => {
  const jumps = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: 4_000 }),
      by: fc.constantFrom(-400 * 86_400_000, -7_200_000, -3_000, 3_000, 7_200_000, 400 * 86_400_000),
    }),
    { maxLength: 3 },
  );
  const spans = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(jumps, spans, async (history, waits) => {
      const clock = createJumpingClock();
      const tries = new Map<string, number>();
      const queue = createQueue({
        now: clock.now,
        monotonic: clock.monotonic,
        after: (delay, act) => clock.after(delay, act),
        random: () => 1,
        leaseOwner: 'test',
        leaseMs: 60_000,
        slots: [{ kinds: ['upload'], limit: 2 }],
        thrown: () => ({ state: 'held', fault: fault('internal') }),
        handlers: {
          upload({ job: { id } }): Promise<JobResult> {
            const count = (tries.get(id) ?? 0) + 1;
            tries.set(id, count);
            if (count > 1) return Promise.resolve({ state: 'done' });
            const until = clock.now() + (waits[Number(id)] ?? 0);
            // Every other wait is a block of the whole connection.
            const blocked = { fault: fault('service-unreachable'), block: { scope: 'connection', until } } as const;
            const again = { state: 'ready', dueAt: until, counts: true } as const;
            return Promise.resolve(Number(id) % 2 === 1 ? { ...again, ...blocked } : again);
          },
        },
      });
      const waiting = waits.map((_, index): QueuedJob => {
        const one = { kind: 'upload', connectionId: 'c1', sourceId: 's1', priority: 40, attempts: 0, payload: {} };
        return { ...one, id: String(index), subjectId: `item-${String(index)}`, dueAt: clock.now() };
      });
      queue.add(waiting);
      await turns();
      let passed = 0;
      for (const { afterMs, by } of history) {
        clock.advance(afterMs);
        passed += afterMs;
        await turns();
        clock.jump(by);
        await turns();
      }
      for (; passed < 12_000; passed += 1_000) {
        clock.advance(1_000);
        await turns();
      }
      // Blocks let one probe through after the other.
      for (let more = 0; more < 25; more += 1) {
        clock.advance(500);
        await turns();
      }
      expect([...tries.values()]).toEqual(waits.map(() => 2));
      await queue.stop();
    }),
    { numRuns: 60 },
  );
});
