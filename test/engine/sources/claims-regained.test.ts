import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEngineChild } from '../../faults/engine-child.ts';
import { createTestStation, expectOneDocumentEach, smallPdf } from '../../support/engine.ts';
import type { TestEngine } from '../../support/engine.ts';

const names = ['a', 'b', 'c', 'd'];
const contents = names.map((name) => smallPdf(name));
interface Stop {
  readonly operation: 'files.upload' | 'documents.process-file';
  readonly kind: '503' | 'reset-after';
}

/** How far the first station comes with what it claimed, before it is not heard of. */
const stopped: readonly (readonly [string, Stop])[] = [
  ['nothing was sent', { operation: 'files.upload', kind: '503' }],
  ['the bytes were sent', { operation: 'documents.process-file', kind: '503' }],
  ['all was sent, and no answer came', { operation: 'documents.process-file', kind: 'reset-after' }],
];

async function waiting(engine: TestEngine, count: number): Promise<void> {
  await expect.poll(async () => (await engine.items()).length).toBe(count);
  await expect.poll(async () => (await engine.counts()).settling ?? 0).toBe(0);
}

async function stages(engine: TestEngine): Promise<readonly unknown[]> {
  return (await engine.items()).map(({ name, stage, fault }) => [name, stage, fault?.code ?? null]).sort();
}

const settled = names.map((name) => [`${name}.pdf`, 'settled', null]);

describe('claims that a station lost and gets back', () => {
  it.each(stopped)(
    'go on as the items they were, are sent once and held by nobody: %s',
    async (_what, { operation, kind }) => {
      const station = await createTestStation();
      const other = station.beside('second');
      const hotFolder = station.hotFolder({ after: 'move' }, { claim: true, claimLeaseMs: 1_500, rescanMs: 200 });
      station.practice.injectFault({ operation, kind, probability: 1, times: null });
      // On a slow computer it would look for what got no answer, find it and be done with it before the last file is sent.
      station.practice.injectFault({ operation: 'documents.list', kind: '503', probability: 1, times: null });
      for (const [index, bytes] of contents.entries()) await station.put(`${String(names[index])}.pdf`, bytes);

      const child = startEngineChild(station, hotFolder);
      await expect.poll(() => station.practice.stats().requests[operation] ?? 0).toBeGreaterThanOrEqual(names.length);
      await child.killAfter(0);

      const between = await other.start();
      await between.watch(hotFolder);
      await waiting(between, names.length);
      await between.engine.stop();

      const first = await station.start();
      await first.watch(hotFolder);
      await expect.poll(() => readdir(join(station.folder, '.mailroom', 'second', 'files'))).toEqual([]);
      station.practice.clearFaults();
      await expect.poll(() => stages(first)).toEqual(settled);
      await expectOneDocumentEach(station, contents);
      await expect.poll(() => readdir(join(station.folder, '.mailroom', 'station', 'files'))).toEqual([]);

      // The other one comes back: what it lost was sent meanwhile.
      const late = await other.start();
      await late.watch(hotFolder);
      await expect.poll(() => stages(late)).toEqual(settled);
      await expectOneDocumentEach(station, contents);
      const processed = await readdir(join(station.folder, 'processed'), { recursive: true });
      expect(processed.filter((name) => name.endsWith('.pdf'))).toHaveLength(names.length);
    },
  );
});
