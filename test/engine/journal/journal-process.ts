/**
 * A process of its own for the tests that kill one: `lock DIR` holds the owner lock, `write DIR WORKERS` commits without end
 * and prints each item's id once its last commit is acknowledged.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createJournal } from '../../../src/main/engine/journal/open-journal.ts';
import { createOwnerLock } from '../../../src/main/engine/journal/owner-lock.ts';
import type { Clock } from '../../../src/main/engine/platform/ports.ts';
import { added, moved, newId, noon, someItem, someJob } from './some-records.ts';

const [act, directory = '', workers = ''] = process.argv.slice(2);

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

const lock = createOwnerLock(directory, noon);
process.stdout.write(`${lock.ok ? 'owner' : lock.fault.code}\n`);
// Waits to be killed, in either case.
setInterval(() => undefined, 60_000);

if (act === 'write' && lock.ok) {
  const opened = await createJournal({
    directory,
    clock,
    startWorker: (name, workerData) => new Worker(join(workers, `${name}.js`), { workerData, execArgv: [] }),
  });
  if (!opened.ok) throw new Error(opened.fault.code);
  const { journal } = opened.value;
  const lane = async (): Promise<never> => {
    for (;;) {
      const item = someItem({ id: newId() });
      const job = someJob({ subjectId: item.id });
      const running = { leaseOwner: 'station', leaseUntil: noon + 1 };
      await journal.commit([
        added(item, 'seen', 'accepted', 'uploading'),
        { kind: 'job-added', job },
        { kind: 'attempt-started', jobId: job.id, at: noon, ...running },
      ]);
      await journal.commit([
        moved(item.id, 'uploading', 'uploaded', 'submitting'),
        { kind: 'attempt-ended', jobId: job.id, at: noon, state: 'done' },
      ]);
      process.stdout.write(`${item.id}\n`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
}
