import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../src/main/engine/journal/client.ts';
import { listsFrom } from '../../../src/main/engine/journal/writing/change-list.ts';
import { realClock } from '../../support/ports.ts';

/** A client whose thread is played by the test: what it is sent is kept, what it answers is said by hand. */
function played() {
  const sent: unknown[] = [];
  const client = createClient({
    thread: { postMessage: (message) => sent.push(message), on: () => undefined },
    clock: realClock,
    log: undefined,
    afterBatch: () => undefined,
    beforeClose: () => Promise.resolve(),
  });
  return { client, journal: client.journal, sent };
}

/** The lists of a batch as the thread gets them. */
function listsIn(message: unknown): unknown {
  const { lists } = z.object({ lists: z.string() }).parse(message);
  return listsFrom(lists);
}

const pause = { kind: 'pause-set', scope: 'all', id: '', paused: true, at: 1 } as const;

describe('the client of the journal', () => {
  it('sends what was asked for in one turn as one message, and the next only after the answer', async () => {
    const { client, journal, sent } = played();
    const first = Promise.all([journal.commit([pause]), journal.commit([], 'maria')]);
    await expect.poll(() => sent.length).toBe(1);
    const second = journal.commit([pause]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toHaveLength(1);
    expect(listsIn(sent[0])).toMatchObject([
      { changes: [pause], actor: null },
      { changes: [], actor: 'maria' },
    ]);

    const ok = { ok: true, revision: 1 } as const;
    client.answered({ kind: 'batch-done', results: null, revision: 1, changed: true, itemIds: [] });
    expect(await first).toEqual([ok, ok]);
    await expect.poll(() => sent.length).toBe(2);
    client.answered({ kind: 'batch-done', results: [ok], revision: 2, changed: true, itemIds: [] });
    expect(await second).toEqual(ok);
  });

  it('tells a full disk, a broken one and a bug apart', async () => {
    const { client, journal, sent } = played();
    const commits = [
      journal.commit([pause]),
      journal.commit([pause]),
      journal.commit([pause]),
      journal.commit([pause]),
    ];
    const settled = Promise.allSettled(commits);
    await expect.poll(() => sent.length).toBe(1);

    client.answered({
      kind: 'batch-done',
      results: [
        { failed: 'disk-full', message: 'full' },
        { failed: 'unusable', message: 'gone' },
        { failed: 'bug', message: 'constraint' },
      ],
      revision: 1,
      changed: false,
      itemIds: [],
    });

    expect(await settled).toMatchObject([
      { reason: { name: 'JournalError', code: 'disk-full' } },
      { reason: { name: 'JournalError', code: 'unusable' } },
      { reason: { name: 'Error', message: 'journal: constraint' } },
      { reason: { name: 'Error' } },
    ]);
  });

  it('hands each answer to the read that asked, whatever the order', async () => {
    const { client, journal } = played();
    const [one, two, three] = [journal.cursor('a'), journal.cursor('b'), journal.cursor('c')];
    const failed = expect(three).rejects.toMatchObject({ code: 'unusable' });

    client.answered({ kind: 'answer', id: 2, value: 'second' });
    client.answered({ kind: 'answer-failed', id: 3, code: 'unusable', message: 'gone' });
    client.answered({ kind: 'answer', id: 1, value: 'first' });

    expect([await one, await two]).toEqual(['first', 'second']);
    await failed;
  });
});
