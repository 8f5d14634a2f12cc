import { expect } from 'vitest';
import type { ItemStage } from '../../../src/shared/item.ts';
import { smallPdf } from '../../support/engine.ts';
import type { TestEngine, TestStation } from '../../support/engine.ts';

/** Sends another file through the same folder to its end: what was to happen to the others meanwhile has happened. */
export async function passesBy(station: TestStation, engine: TestEngine, name = 'witness.pdf'): Promise<void> {
  await station.put(name, smallPdf(name));
  await engine.reaches(name, 'settled');
}

/** The stage of the one item of that name. */
export const stageOf = async (engine: TestEngine, name: string): Promise<ItemStage> => (await engine.item(name)).stage;

/** One file that can't be submitted: it stays before the given operation. */
export async function stuckBefore(
  station: TestStation,
  operation: 'files.upload' | 'documents.process-file',
): Promise<TestEngine> {
  station.practice.injectFault({ operation, kind: '429', probability: 1, times: null });
  const engine = await station.start();
  await station.put('a.pdf', smallPdf('a'));
  await engine.watch(station.hotFolder());
  await expect.poll(() => station.practice.stats().requests[operation] ?? 0, { interval: 20 }).toBeGreaterThan(0);
  return engine;
}
