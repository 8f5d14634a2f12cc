import { expect, it, onTestFinished, vi } from 'vitest';
import { serveJournal } from '../../../../src/main/engine/journal/thread/serve-journal.ts';
import type { JournalAnswer, JournalRequest } from '../../../../src/main/engine/journal/thread/messages.ts';
import { listsText } from '../../../../src/main/engine/journal/writing/change-list.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { added, noon, someItem } from '../journal-fixtures.ts';

/** What the journal's thread does, in this one: what it is asked arrives at once. */
async function served() {
  const answers: JournalAnswer[] = [];
  const listeners: ((request: JournalRequest) => void)[] = [];
  serveJournal(
    {
      postMessage: (message: JournalAnswer) => answers.push(message),
      on: (_event, listener) => listeners.push(listener),
      close: () => undefined,
    },
    { directory: await makeTestFolder(), walFrames: new SharedArrayBuffer(4) },
  );
  const ask = (request: JournalRequest): void => {
    for (const listener of listeners) listener(request);
  };
  const kinds = (): readonly string[] => answers.map(({ kind }) => kind).filter((kind) => kind !== 'opened');
  const commit = (): void => {
    ask({ kind: 'batch', lists: listsText([{ changes: [added(someItem())], actor: null, at: noon }]) });
  };
  return { ask, commit, kinds, answers, close: () => ask({ kind: 'close' }) };
}

it('commits go in between the steps of counting what happened', async () => {
  const { ask, commit, kinds, close } = await served();
  onTestFinished(close);
  commit();

  ask({ kind: 'activity', id: 1, query: { from: noon, to: noon + 86_400_000, bucket: 'day' } });
  commit();

  await vi.waitFor(() => expect(kinds()).toEqual(['batch-done', 'batch-done', 'answer']));
});

it('a long read that the end of the journal comes before is refused', async () => {
  const { ask, commit, answers, close } = await served();
  commit();

  ask({ kind: 'activity', id: 7, query: { from: noon, to: noon + 1, bucket: 'hour' } });
  close();

  await vi.waitFor(() => expect(answers.at(-1)).toMatchObject({ kind: 'answer-failed', id: 7, code: 'closed' }));
});
