import { expect, test } from 'vitest';
import { createSendingPause } from '../../../src/main/engine/items/sending-pause.ts';
import type { JobRecord } from '../../../src/main/engine/journal/records.ts';
import type { QueuedJob } from '../../../src/main/engine/queue/job.ts';

function queuedJob(id: string, kind: string, subjectId: string): QueuedJob {
  const owner = { connectionId: 'office', sourceId: 'inbox' };
  return { id, kind, subjectId, ...owner, priority: 1, dueAt: 0, attempts: 0, payload: {} };
}

function readyJob(id: string): JobRecord {
  const queued = { ...queuedJob(id, 'upload', `item-${id}`), kind: 'upload' } as const;
  return { ...queued, state: 'ready', fault: null, leaseOwner: null, leaseUntil: null };
}

/** A pause over a queue in which an upload and a submission run; what is paused and what was put in again. */
function scene(journal: Parameters<typeof createSendingPause>[0]['journal']) {
  const paused = new Set<string>();
  const cancelled: string[] = [];
  const again: string[] = [];
  const whileSendingPauses = createSendingPause({
    journal,
    queue: {
      add: (jobs) => void again.push(...jobs.map(({ id }) => id)),
      cancel(ids) {
        cancelled.push(...ids);
        return Promise.resolve();
      },
      pause(_scope, id, isPaused) {
        if (isPaused) paused.add(id);
        else paused.delete(id);
      },
      running: () => [queuedJob('one', 'upload', 'item-one'), queuedJob('two', 'submit', 'submission-two')],
    },
  });
  return { whileSendingPauses, paused, cancelled, again };
}

const broken = (): Promise<never> => Promise.reject(new Error('the journal can not be read'));

test('sending goes on where the journal can not be read, before the decision or after it', async () => {
  const { whileSendingPauses, paused } = scene({ job: broken, submission: () => Promise.resolve(null) });
  await expect(whileSendingPauses('all', () => Promise.resolve('decided'))).rejects.toThrow('can not be read');
  expect([...paused]).toEqual([]);
});

test('an upload that was ended for a decision that could not be made is put in again', async () => {
  const job = (id: string): Promise<JobRecord> => Promise.resolve(readyJob(id));
  const { whileSendingPauses, paused, cancelled, again } = scene({ job, submission: broken });
  let decided = 0;
  const decision = whileSendingPauses('all', () => Promise.resolve((decided += 1)));
  await expect(decision).rejects.toThrow('can not be read');
  expect({ decided, cancelled, again, paused: [...paused] }).toEqual({
    decided: 0,
    cancelled: ['one'],
    again: ['one'],
    paused: [],
  });
});
