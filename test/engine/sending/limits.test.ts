import { describe, expect, test, vi } from 'vitest';
import { createTestStation, smallPdf, sourceId } from '../../support/engine.ts';

/** Hours that are over at every hour of today, for days to come. */
function closedHours() {
  const today = new Date().getDay() || 7;
  return { from: '10:00', to: '11:00', days: [((today + 2) % 7) + 1] };
}

describe('hours of sending', () => {
  test('outside them files wait and say so, a person’s click still goes, and a change is taken up at once', async () => {
    const station = await createTestStation();
    const started = await station.start({ limits: { ...station.settings().limits, hours: closedHours() } });
    await started.watch(station.hotFolder());
    await station.put('one.pdf', smallPdf('one'));
    await station.put('two.pdf', smallPdf('two'));
    await started.reaches('one.pdf', 'accepted');
    await started.reaches('two.pdf', 'accepted');
    await expect
      .poll(async () => (await started.ask('connections.health', {})).blocks)
      .toMatchObject([{ scope: 'station', fault: { code: 'outside-hours', params: { from: '10:00', to: '11:00' } } }]);
    const [block] = (await started.ask('connections.health', {})).blocks;
    const limits = await started.ask('station.limits', {});
    expect(limits).toMatchObject({ open: false, changesAt: block?.until });
    expect(block?.until).toBeGreaterThan(Date.now());
    expect(new Date(block?.until ?? 0).getHours()).toBe(10);

    const one = await started.item('one.pdf');
    expect(await started.act('items.retry', { itemIds: [one.id] })).toMatchObject({ itemIds: [one.id] });
    await started.reaches('one.pdf', 'settled');
    expect((await started.item('two.pdf')).stage).toBe('accepted');

    await started.act('limits.set', { bytesPerSecond: null, hours: null });
    await started.reaches('two.pdf', 'settled');
    expect((await started.ask('connections.health', {})).blocks).toEqual([]);
    expect(await started.ask('station.limits', {})).toMatchObject({ open: true, hours: null });
  });
});

describe('bytes a second', () => {
  test('are kept towards a real service', async () => {
    const station = await createTestStation();
    const started = await station.start({ limits: { ...station.settings().limits, bytesPerSecond: 100_000 } });
    const begun = Date.now();
    await started.watch(station.hotFolder());
    for (const name of ['a', 'b', 'c']) await station.put(`${name}.pdf`, smallPdf(name, 90_000));
    await started.finished();
    // 270 kB, of which the first second's worth goes at once.
    expect(Date.now() - begun).toBeGreaterThan(1_500);
    expect(await started.counts()).toEqual({ settled: 3 });
    expect((await started.ask('items.once', { sourceIds: [sourceId], until: 'settled' })).done).toBe(true);
  });

  test('show in the progress while a file is on its way', async () => {
    const station = await createTestStation();
    const started = await station.start({ limits: { ...station.settings().limits, bytesPerSecond: 400_000 } });
    await started.watch(station.hotFolder());
    await station.put('slow.pdf', smallPdf('slow', 1_200_000));
    // The very answer that the wait is for: with the next one it may be over.
    const { inFlight, bytesSent, bytesTotal } = await vi.waitFor(
      () => {
        const progress = started.engine.progress();
        expect(progress.inFlight[0]?.sent).toBeGreaterThan(0);
        return progress;
      },
      { timeout: 60_000, interval: 20 },
    );
    expect(inFlight[0]?.sent).toBeLessThan(1_200_000);
    expect(bytesSent).toBe(inFlight[0]?.sent);
    expect(bytesTotal).toBeGreaterThanOrEqual(1_200_000);
    await started.finished();
    expect(started.engine.progress()).toMatchObject({ inFlight: [], secondsLeft: 0, bytesPerSecond: 0 });
  });
});
