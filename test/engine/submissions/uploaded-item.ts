import type { Clock } from '../../../src/main/engine/platform/ports.ts';
import type { Journal } from '../../../src/main/engine/journal/journal.ts';
import type { ItemRecord } from '../../../src/main/engine/journal/records.ts';
import { createAttempt } from '../../../src/main/engine/queue/attempt.ts';
import type { JobContext, QueuedJob } from '../../../src/main/engine/queue/job.ts';
import { added, committed, rule, someItem } from '../journal/journal-fixtures.ts';

/** Brings an item into the journal whose file `file-ID` is at the service. */
export async function uploadedItem(journal: Journal, at: number): Promise<{ item: ItemRecord; fileId: string }> {
  const item = someItem({ rule });
  const fileId = `file-${item.id}`;
  await committed(journal, added(item, 'uploaded'), {
    kind: 'file-uploaded',
    fileId,
    itemId: item.id,
    connectionId: rule.connectionId,
    size: 1,
    at,
  });
  const present = await journal.item(item.id);
  if (present === null) throw new Error('no item');
  return { item: present, fileId };
}

/** A try of a job that nobody stops. */
export function attemptAt(job: QueuedJob, clock: Pick<Clock, 'now'>): JobContext {
  return createAttempt(job, new AbortController().signal, {
    now: clock.now,
    random: () => 0.5,
    leaseOwner: 'life',
    leaseMs: 60_000,
    failuresBehind: () => 0,
  });
}
