import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createPagesWithArchivesApart } from '../../../../src/main/engine/scanning/pages/archives-apart.ts';
import { asScanned } from '../../../../src/main/engine/scanning/pages/page-shape.ts';

/** Does one thing after the other; a document takes until it may go on. */
function startWorker(gate: Int32Array): Worker {
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', (message) => {
      if (message === 'end') return parentPort.close();
      const { act, id } = message;
      if (act === 'write') Atomics.wait(workerData, 0, 0);
      parentPort.postMessage(act === 'write' ? { act, id, bytes: 1 } : { act, id, jpeg: new Uint8Array([1]) });
    });`;
  return new Worker(code, { eval: true, workerData: gate });
}

test('pages are shown while an archive is written; its thread ends when no archive is left', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const ends: Promise<unknown>[] = [];
  const thread = createPagesWithArchivesApart(() => {
    const worker = startWorker(gate);
    ends.push(new Promise((resolve) => worker.once('exit', resolve)));
    return worker;
  });
  onTestFinished(() => thread.close());
  const page = { path: 'a', mediaType: 'image/jpeg', shape: asScanned, density: 150, color: 'grey' } as const;
  const written = [1, 2].map(() => thread.write([page], 'archive', 'a.pdf', 'A'));
  expect((await thread.picture('a', asScanned, 150, 100)).ok).toBe(true);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await Promise.all(written)).toEqual([1, 2].map(() => ({ ok: true, value: 1 })));
  // The one that archives were written by was started first.
  await ends[0];
  expect(ends).toHaveLength(2);
  expect((await thread.write([page], 'archive', 'a.pdf', 'A')).ok).toBe(true);
  expect(ends).toHaveLength(3);
});
