import { expect, it } from 'vitest';
import { paperRuleSchema } from '../../src/shared/scanning.ts';
import { devicePdf, type DevicePage } from '../scanner/device-files.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { createTestStation, expectWholeCustody } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const files = 3;
const pages = 4;

it('an engine that is killed while it takes scanned files apart sends every part once and tidies every file away once', async () => {
  const station = await createTestStation({ seed: 6, processingMs: 50 });
  const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 2 }, barcodeTo: 'nothing' });
  const hotFolder = station.hotFolder({ paper, after: 'move' });
  for (let number = 1; number <= files; number += 1) {
    const picture = await scanned({ svg: `${letter}<text x="25" y="20" font-size="8">${number}</text>` }, 40);
    const page: DevicePage = { picture, keeping: 'jpeg' };
    await station.put(
      `scan${number}.pdf`,
      await devicePdf(
        Array.from({ length: pages }, () => page),
        40,
      ),
    );
  }
  for (const ms of [100, 300, 600]) await startEngineChild(station, hotFolder).killAfter(ms);
  expect(await startEngineChild(station, hotFolder).over).toBe('done');

  const engine = await station.start();
  const items = await engine.items();
  const stages = items.map(({ stage }) => stage);
  expect(stages.filter((stage) => stage === 'separated')).toHaveLength(files);
  expect(stages.filter((stage) => stage === 'settled')).toHaveLength((files * pages) / 2);
  expect(items).toHaveLength(files + (files * pages) / 2);
  expect(station.practice.stats()).toMatchObject({ documents: (files * pages) / 2, duplicateFileIds: 0 });
  await expectWholeCustody(engine);
}, 240_000);
