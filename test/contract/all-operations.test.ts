import { expect, test } from 'vitest';
import { operationTable } from '../../src/main/engine/service/operations/table.ts';
import { startContract } from './contract-ground.ts';
import { keepOf, mustWait, walk } from './all-operations.ts';
import type { Kept } from './all-operations.ts';

const options = { lane: 'person', tries: 1 } as const;

test('the client calls each of the 108 operations, and the practice service does each', async () => {
  const { client, service } = await startContract();
  let kept: Kept = {};
  for (const step of walk) {
    let answer: unknown = null;
    await expect
      .poll(async () => {
        const outcome = await client.callOperation(step.name, step.input(kept), options);
        if (!outcome.ok) throw new Error(`${step.name}: ${JSON.stringify(outcome.fault)}`);
        answer = outcome.value;
        return mustWait(step, answer);
      })
      .toBe(false);
    if (typeof answer === 'object' && answer !== null && 'body' in answer) await readAll(answer.body);
    kept = keepOf(step, answer, kept);
    expect(Object.values(kept)).not.toContain('');
  }
  const called = new Set(walk.map(({ name }) => name));
  expect(operationTable.filter(({ name }) => !called.has(name)).map(({ name }) => name)).toEqual([]);
  const counted = service.stats().requests;
  expect(operationTable.filter(({ name }) => counted[name] === undefined).map(({ name }) => name)).toEqual([]);
});

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Reads a stream to its end, so that its connection is free again. */
async function readAll(body: unknown): Promise<void> {
  if (!isStream(body)) return;
  const iterator = body[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
