import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseRuleSchema } from '../../src/shared/case-rule.ts';
import { describeFault } from '../../src/main/engine/faults/describe.ts';
import { createTestStation, smallPdf } from '../support/engine.ts';

const calls = [
  ['document', 'documents.process-file'],
  ['batch', 'cases.process-file-batch'],
  ['case', 'cases.create'],
] as const;

describe('an answer that is lost again and again', () => {
  it.each(calls)(
    'of a %s: nothing is there after five calls, so a person is asked; a retry looks first',
    async (mode, operation) => {
      const station = await createTestStation();
      station.practice.injectFault({ operation, kind: 'reset-before', probability: 1, times: null });
      await mkdir(join(station.folder, 'case'));
      await station.put('case/a.pdf', smallPdf('a'));
      const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 50 } });
      await engine.watch(
        station.hotFolder({
          mode,
          batchQuietMs: 50,
          case: caseRuleSchema.parse({ by: 'folder', release: 'quiet', quietMs: 50 }),
        }),
      );
      const held = await engine.reaches('a.pdf', 'held');
      expect(held.fault).toMatchObject({ code: 'outcome-unclear', owner: 'clerk', retry: 'after-person' });
      expect(station.practice.stats().requests[operation]).toBe(5);
      expect(station.practice.stats().documents).toBe(0);

      station.practice.clearFaults();
      await engine.act('items.retry', { itemIds: [held.id] });
      await engine.reaches('a.pdf', 'settled');
      expect(station.practice.stats().requests[operation]).toBe(6);
      expect(station.practice.stats().documents).toBe(1);
    },
  );

  it('lets a person end it too, once they are asked', async () => {
    const station = await createTestStation();
    const operation = 'documents.process-file';
    station.practice.injectFault({ operation, kind: 'reset-before', probability: 1, times: null });
    await station.put('a.pdf', smallPdf('a'));
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 50 } });
    await engine.watch(station.hotFolder());
    const held = await engine.reaches('a.pdf', 'held');
    expect(await engine.act('items.cancel', { itemIds: [held.id] })).toEqual({
      itemIds: [held.id],
      refused: [],
      left: 0,
    });
    expect((await engine.item('a.pdf')).stage).toBe('cancelled');
    expect(station.practice.stats().requests[operation]).toBe(5);
  });

  it('of an upload: the reason says so, and it stays queued with a next try', async () => {
    const station = await createTestStation();
    station.practice.injectFault({ operation: 'files.upload', kind: 'reset-after', probability: 1, times: null });
    await station.put('a.pdf', smallPdf('a'));
    const engine = await station.start();
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.item('a.pdf')).fault?.code, { interval: 50 }).toBe('answer-lost');
    station.practice.clearFaults();
    await engine.act('items.retry', { itemIds: 'all' });
    await engine.act('items.retry', { itemIds: [(await engine.item('a.pdf')).id] });
    await engine.reaches('a.pdf', 'settled');
    expect(station.practice.stats().documents).toBe(1);
  });

  it('says meanwhile that there is nothing for a person to decide', async () => {
    const station = await createTestStation();
    station.practice.injectFault({
      operation: 'documents.process-file',
      kind: 'reset-before',
      probability: 1,
      times: null,
    });
    await station.put('a.pdf', smallPdf('a'));
    const engine = await station.start({ limits: { filesInFlight: 8, sockets: 4, unclearGraceMs: 60_000 } });
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.item('a.pdf')).fault?.code).toBe('outcome-unclear');
    const told = (await engine.item('a.pdf')).fault;
    if (told === null) throw new Error('no fault');
    expect(describeFault(told, 'en').nextStep).toContain('Nothing to do');
    expect(describeFault(told, 'de').nextStep).toContain('Nichts zu tun');
  });
});
