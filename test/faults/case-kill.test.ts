import { describe, expect, it } from 'vitest';
import { parseFaults } from '../../src/main/practice/practice-service.ts';
import { caseRuleSchema } from '../../src/shared/case-rule.ts';
import { createTestStation, expectWholeCustody, smallPdf } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const cases = 12;

describe('an engine that is killed while it makes cases', () => {
  it('makes each case once, also where the service loses the answer', async () => {
    const faults = parseFaults('cases.create:reset-after=0.4,cases.create:reset-before=0.2,503=0.03');
    if (!faults.ok) throw new Error(faults.error);
    const station = await createTestStation({ seed: 5, faults: faults.faults });
    const hotFolder = station.hotFolder({
      mode: 'case',
      case: caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'complete' }),
      after: 'move',
      export: { folder: station.out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
    });
    const put = async (role: string): Promise<void> => {
      for (let number = 1; number <= cases; number += 1) {
        await station.put(`${String(number)}_${role}.pdf`, smallPdf(`${String(number)} ${role}`, 2_000));
      }
    };
    await put('invoice');
    await startEngineChild(station, hotFolder).killAfter(300);
    await put('note');
    for (const ms of [900, 2_600, 3_200]) await startEngineChild(station, hotFolder).killAfter(ms);
    expect(await startEngineChild(station, hotFolder).over).toBe('done');

    const engine = await station.start();
    const items = await engine.items();
    expect(
      items.filter(({ stage }) => stage !== 'handed-over').map(({ name, stage, fault }) => ({ name, stage, fault })),
    ).toEqual([]);
    expect(items).toHaveLength(2 * cases);
    expect(station.practice.stats()).toMatchObject({ cases, documents: cases, duplicateFileIds: 0 });
    const { rows, counts } = await engine.ask('piles.page', { offset: 0, limit: 200 });
    expect(counts).toMatchObject({ states: { submitted: cases }, loose: 0, needsYou: 0 });
    expect(new Set(rows.map(({ caseId }) => caseId)).size).toBe(cases);
    await expectWholeCustody(engine);
  });
});
