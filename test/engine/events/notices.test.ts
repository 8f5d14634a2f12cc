import { expect, it } from 'vitest';
import type { Notifier } from '../../../src/main/engine/platform/ports.ts';
import { caseRuleSchema } from '../../../src/shared/case-rule.ts';
import { createTestStation, smallPdf } from '../../support/engine.ts';

type Notice = Parameters<Notifier['notify']>[0];

it('tells once of each item that is held, before or after it was sent, and of each that settled', async () => {
  const station = await createTestStation();
  const notices: Notice[] = [];
  const running = await station.start({}, { notifier: { notify: (notice) => notices.push(notice) } });
  await station.put('good.pdf', smallPdf('good'));
  await station.put('bad.failed.pdf', smallPdf('bad'));
  await station.put('program.pdf', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000)]));
  await running.watch(station.hotFolder());
  await running.reaches('good.pdf', 'settled');
  await running.reaches('bad.failed.pdf', 'held');
  await running.reaches('program.pdf', 'held');
  const ids = new Map((await running.items()).map(({ id, name }) => [id, name]));
  const told = notices.map(({ kind, subject, fault }) => [kind, ids.get(subject), fault?.code]).sort();
  expect(told).toEqual([
    ['held', 'bad.failed.pdf', 'processing-failed'],
    ['held', 'program.pdf', 'type-not-accepted'],
    ['settled', 'good.pdf', undefined],
  ]);
});

it('looks at hot folders at once when the computer wakes up', async () => {
  const station = await createTestStation();
  const running = await station.start();
  await running.watch(station.hotFolder({}, { rescanMs: 600_000 }));
  const scannedAt = async (): Promise<number> => (await running.ask('sources.health', {})).sources[0]?.lastScanAt ?? 0;
  await expect.poll(scannedAt).toBeGreaterThan(0);
  const before = await scannedAt();
  running.engine.resume();
  await expect.poll(scannedAt).toBeGreaterThan(before);
});

it('tells once of a case that waits, not of each of its files', async () => {
  const station = await createTestStation();
  const notices: Notice[] = [];
  const running = await station.start({}, { notifier: { notify: (notice) => notices.push(notice) } });
  for (const name of ['4711_a.pdf', '4711_b.pdf', '4711_c.pdf']) await station.put(name, smallPdf(name));
  const rule = caseRuleSchema.parse({ by: 'name', required: ['note'], release: 'complete', limitMs: 300 });
  await running.watch(station.hotFolder({ mode: 'case', case: rule }));
  for (const name of ['4711_a.pdf', '4711_b.pdf', '4711_c.pdf']) await running.reaches(name, 'held');
  expect(notices.map(({ kind, subject, fault }) => [kind, subject, fault?.code])).toEqual([
    ['open-case', '4711', 'case-incomplete'],
  ]);
});
