import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HotFolder } from '../../../src/shared/settings.ts';
import type { ExportView } from '../../../src/shared/views.ts';
import {
  createTestStation,
  expectWholeCustody,
  smallPdf,
  type TestEngine,
  type TestStation,
} from '../../support/engine.ts';

type Export = NonNullable<HotFolder['rule']['export']>;

const acknowledgement = { limitMs: 3_600_000, owner: 'clerk', onRefusal: 'transfer-failed' } as const;

function ruled(station: TestStation, fields: Partial<Export> = {}): HotFolder {
  return station.hotFolder({
    export: {
      folder: station.out,
      states: ['done', 'doneAutomatically', 'extracted'],
      template: '{date}/{name}',
      reportTransfer: true,
      acknowledgement,
      ...fields,
    },
  });
}

async function exportsIn(started: TestEngine): Promise<readonly ExportView[]> {
  return (await started.ask('exports.page', { offset: 0, limit: 100 })).rows;
}

/** The path of the one XML, once it waits for its answer. */
async function waiting(started: TestEngine): Promise<string> {
  await expect.poll(async () => (await exportsIn(started)).map(({ state }) => state)).toEqual(['waiting']);
  return (await exportsIn(started))[0]?.path ?? '';
}

async function statesAtService(station: TestStation): Promise<readonly string[]> {
  return (await station.practice.documents()).map(({ state }) => state);
}

describe('a hand-over with acknowledgement', () => {
  test('is found while Mailroom works, reported, and shown', async () => {
    const station = await createTestStation();
    const started = await station.start();
    await started.watch(ruled(station));
    await station.put('one.pdf', smallPdf('one'));
    const xml = await waiting(started);
    await started.finished();
    expect((await started.item('one.pdf')).stage).toBe('exported');

    // As careful systems do it: written under another name, then renamed.
    await writeFile(`${xml}.tmp`, JSON.stringify({ externalId: 'ERP-7', externalData: { voucher: '12' } }));
    await rename(`${xml}.tmp`, `${xml}.ok`);
    await started.reaches('one.pdf', 'handed-over');
    expect(await exportsIn(started)).toMatchObject([
      { state: 'reported', answer: { kind: 'ok', externalId: 'ERP-7' }, answerDueAt: null },
    ]);
    expect(await statesAtService(station)).toEqual(['transferred']);
    expect(await station.practice.documents()).toMatchObject([{ externalId: 'ERP-7' }]);
    // It is put away once its answer is written down.
    await expect.poll(() => readdir(join(xml, '..', 'processed'))).toEqual(['one.xml.ok']);
    await expectWholeCustody(started);
  });

  test('that was answered while Mailroom was away is found at its start', async () => {
    const station = await createTestStation();
    const first = await station.start();
    await first.watch(ruled(station));
    await station.put('one.pdf', smallPdf('one'));
    const xml = await waiting(first);
    await first.finished();
    await first.engine.stop();
    await writeFile(`${xml}.err`, 'Cost centre closed');

    const second = await station.start();
    const item = await second.reaches('one.pdf', 'held');
    expect(item.fault).toMatchObject({ code: 'hand-over-refused', params: { message: 'Cost centre closed' } });
    await expect.poll(() => statesAtService(station)).toEqual(['transferFailed']);

    // A person has it written once more, and the target system takes that one.
    await second.act('items.retry', { itemIds: [item.id] });
    await expect
      .poll(async () => (await exportsIn(second)).map(({ state, path }) => [state, path?.endsWith('one (2).xml')]))
      .toEqual([['waiting', true]]);
    await writeFile(`${(await exportsIn(second))[0]?.path ?? ''}.ok`, '');
    await second.reaches('one.pdf', 'handed-over');
    await expect.poll(() => statesAtService(station)).toEqual(['transferred']);
  });

  test('that is not answered in time is held with a reason, and a late answer counts', async () => {
    const station = await createTestStation();
    const started = await station.start();
    await started.watch(ruled(station, { acknowledgement: { ...acknowledgement, limitMs: 300, owner: 'it' } }));
    await station.put('one.pdf', smallPdf('one'));
    const item = await started.reaches('one.pdf', 'held');
    expect(item.fault).toMatchObject({ code: 'hand-over-unanswered', owner: 'it' });
    const [held] = await exportsIn(started);
    expect(held).toMatchObject({ state: 'held', fault: { code: 'hand-over-unanswered' } });
    await writeFile(`${held?.path ?? ''}.reject`, 'not ours');
    await started.reaches('one.pdf', 'handed-over');
    expect(await statesAtService(station)).toEqual(['rejected']);
    expect(await exportsIn(started)).toMatchObject([{ state: 'rejected', answer: { message: 'not ours' } }]);
  });
});

test('files of the XML go beside it where the rule says so', async () => {
  const station = await createTestStation();
  const started = await station.start();
  const bytes = smallPdf('one');
  const rule = station.hotFolder({
    projectId: 'goods-in',
    export: {
      folder: station.out,
      states: ['done', 'doneAutomatically', 'extracted'],
      template: '{name}',
      reportTransfer: false,
      binaries: 'beside',
    },
  });
  await started.watch(rule);
  await station.put('one.pdf', bytes);
  await started.reaches('one.pdf', 'exported');
  expect((await readdir(station.out)).sort()).toEqual(['one.1.pdf', 'one.xml']);
  const item = await started.item('one.pdf');
  expect(await exportsIn(started)).toMatchObject([{ beside: [{ size: bytes.length, sha256: item.sha256 }] }]);
});
