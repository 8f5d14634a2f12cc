import { expect, it } from 'vitest';
import { paperRuleSchema } from '../../src/shared/scanning.ts';
import { devicePdf, type DevicePage } from '../scanner/device-files.ts';
import { letter, scanned } from '../scanner/paper.ts';
import { createTestStation, expectWholeCustody } from '../support/engine.ts';
import { startEngineChild } from './engine-child.ts';

const files = 4;
const pages = 6;

it('an engine that is killed while it takes scanned files apart sends every part once and tidies every file away once', async () => {
  const station = await createTestStation({ seed: 6, processingMs: 50 });
  const paper = paperRuleSchema.parse({ separation: { by: 'pages', pages: 2 } });
  const hotFolder = station.hotFolder({ paper, after: 'move' });
  for (let number = 1; number <= files; number += 1) {
    const picture = await scanned({ svg: `${letter}<text x="25" y="20" font-size="8">${number}</text>` }, 75);
    const page: DevicePage = { picture, keeping: 'jpeg' };
    await station.put(
      `scan${number}.pdf`,
      await devicePdf(
        Array.from({ length: pages }, () => page),
        75,
      ),
    );
  }
  for (const ms of [150, 400, 700, 1_000, 1_500]) await startEngineChild(station, hotFolder).killAfter(ms);
  expect(await startEngineChild(station, hotFolder).over).toBe('done');

  const engine = await station.start();
  const items = await engine.items();
  const stages = items.map(({ stage }) => stage);
  console.log(items.map(({ name, stage, fault }) => [name, stage, fault?.code]));
  for (const i of items.filter((e) => /^scan.\.pdf/.test(e.name) && e.stage !== 'separated')) console.log((await engine.ask('custody.page', { subjectId: i.id, limit: 50 })).rows.map(({ event, detail }) => [event, detail]));
  expect(stages.filter((stage) => stage === 'separated')).toHaveLength(files);
  expect(stages.filter((stage) => stage === 'settled')).toHaveLength((files * pages) / 2);
  expect(items).toHaveLength(files + (files * pages) / 2);
  expect(station.practice.stats()).toMatchObject({ documents: (files * pages) / 2, duplicateFileIds: 0 });
  await expectWholeCustody(engine);
}, 240_000);
