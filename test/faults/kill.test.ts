import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseFaults } from '../../src/main/practice/practice-service.ts';
import type { PracticeFaults } from '../../src/main/practice/practice-service.ts';
import { createTestStation, expectOneDocumentEach, expectWholeCustody, smallPdf } from '../support/engine.ts';
import type { TestStation } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

function faults(text: string): PracticeFaults {
  const parsed = parseFaults(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.faults;
}

/** Kills the engine again and again while it works, lets the last one end by itself, and counts what the service got. */
async function workThroughKills(
  station: TestStation,
  options: { readonly files: number; readonly kills: readonly number[]; readonly mode: 'document' | 'batch' },
): Promise<void> {
  const contents: Buffer[] = [];
  const add = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const number = String(contents.length + 1).padStart(4, '0');
      const bytes = smallPdf(number, 3_000);
      contents.push(bytes);
      await station.put(`${number}.pdf`, bytes);
    }
  };
  const hotFolder = station.hotFolder({
    mode: options.mode,
    after: 'move',
    batchQuietMs: 300,
    export: { folder: station.out, states: ['doneAutomatically'], template: '{name}', reportTransfer: true },
  });
  await add(options.files);
  for (const ms of options.kills) {
    await startEngineChild(station, hotFolder).killAfter(ms);
    await add(3);
  }
  expect(await startEngineChild(station, hotFolder).over).toBe('done');

  const engine = await station.start();
  const items = await engine.items();
  expect(
    items.filter(({ stage }) => stage !== 'handed-over').map(({ name, stage, fault }) => ({ name, stage, fault })),
  ).toEqual([]);
  expect(items).toHaveLength(contents.length);
  await expectOneDocumentEach(station, contents);
  await expectWholeCustody(engine);
  const documents = await station.practice.documents();
  expect(documents.filter(({ state }) => state !== 'transferred')).toEqual([]);
  const files = await readdir(station.out);
  expect(files.filter((name) => !name.endsWith('.xml'))).toEqual([]);
  expect(files).toHaveLength(contents.length);
}

describe('an engine that is killed while it works', () => {
  it('makes exactly one document of each content', async () => {
    const station = await createTestStation();
    await workThroughKills(station, { files: 50, kills: [40, 250, 120], mode: 'document' });
  });

  it('does so too where the service loses answers, is busy, or talks nonsense', async () => {
    const station = await createTestStation({
      seed: 7,
      faults: faults(
        'documents.process-file:reset-after=0.1,documents.process-file:reset-before=0.05,503=0.05,429=0.03,' +
          'files.upload:garbage=0.05,documents.process-file:garbage=0.05,documents.process-file:garbage-html=0.03',
      ),
    });
    await workThroughKills(station, { files: 40, kills: [300, 600], mode: 'document' });
  });

  it('keeps batches whole', async () => {
    const station = await createTestStation({
      seed: 3,
      faults: faults('cases.process-file-batch:reset-after=0.5,503=0.03'),
    });
    await workThroughKills(station, { files: 24, kills: [600], mode: 'batch' });
  });
});
