import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFaults } from '../../src/main/practice/practice-service.ts';
import { caseRuleSchema } from '../../src/shared/case-rule.ts';
import type { HotFolder } from '../../src/shared/settings.ts';
import { createTestStation, expectWholeCustody, smallPdf } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const cases = 12;

describe('an engine that is killed while it makes cases', () => {
  it('makes each case of two folders once, also where the service loses the answer', async () => {
    const faults = parseFaults('cases.create:reset-after=0.4,cases.create:reset-before=0.2,503=0.03');
    if (!faults.ok) throw new Error(faults.error);
    const station = await createTestStation({ seed: 5, faults: faults.faults });
    const rule: Partial<HotFolder['rule']> = {
      mode: 'case',
      case: caseRuleSchema.parse({ by: 'name', required: ['invoice', 'note'], release: 'complete' }),
      after: 'move',
      export: { folder: station.out, states: ['doneAutomatically'], template: '{documentId}', reportTransfer: true },
    };
    const scanned = join(station.root, 'scanned');
    await mkdir(scanned);
    const folders = [
      station.hotFolder(rule),
      station.hotFolder(rule, { id: 'scanned', name: 'Scanned', folder: scanned }),
    ];
    const put = async (folder: string, role: string): Promise<void> => {
      for (let number = 1; number <= cases; number += 1) {
        const bytes = smallPdf(`${String(number)} ${role}`, 2_000);
        await writeFile(join(folder, `${String(number)}_${role}.pdf`), bytes);
      }
    };
    await put(station.folder, 'invoice');
    await startEngineChild(station, ...folders).killAfter(300);
    await put(scanned, 'note');
    for (const ms of [900, 2_600, 3_200]) await startEngineChild(station, ...folders).killAfter(ms);
    expect(await startEngineChild(station, ...folders).over).toBe('done');

    const engine = await station.start();
    const items = await engine.items();
    expect(
      items.filter(({ stage }) => stage !== 'handed-over').map(({ name, stage, fault }) => ({ name, stage, fault })),
    ).toEqual([]);
    expect(items).toHaveLength(2 * cases);
    expect(new Set(items.map(({ sourceId }) => sourceId)).size).toBe(2);
    expect(station.practice.stats()).toMatchObject({ cases, documents: cases, duplicateFileIds: 0 });
    const { rows, counts } = await engine.ask('open-cases.page', { offset: 0, limit: 200 });
    expect(counts).toMatchObject({ states: { submitted: cases }, loose: 0, needsYou: 0 });
    expect(new Set(rows.map(({ caseId }) => caseId)).size).toBe(cases);
    await expectWholeCustody(engine);
  });
});
