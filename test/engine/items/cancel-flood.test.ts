import { expect, it } from 'vitest';
import { createTestStation, smallPdf, type TestEngine } from '../../support/engine.ts';

const filesInFlight = 16;

async function unsentIds(engine: TestEngine): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await engine.ask('items.page', {
      stages: ['seen', 'settling', 'accepted', 'uploading', 'uploaded', 'submitting'],
      limit: 1_000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}

it.each(['all', 'named'] as const)(
  'many items cancelled in a flood (%s) are not sent while the decision is being made',
  async (how) => {
    const station = await createTestStation({ latencyMs: 20 });
    const engine = await station.start({ limits: { filesInFlight, sockets: 8, unclearGraceMs: 300 } });
    await Promise.all(Array.from({ length: 900 }, (_, index) => station.put(`${index}.pdf`, smallPdf(index))));
    await engine.watch(station.hotFolder());
    await expect.poll(async () => (await engine.counts()).accepted ?? 0, { interval: 10 }).toBeGreaterThan(300);
    const named = how === 'named' ? await unsentIds(engine) : [];
    const before = station.practice.stats().documents;
    const { itemIds, refused } = await engine.act('items.cancel', { itemIds: how === 'all' ? 'all' : named });
    const unsent = station.practice.stats().documents - before;
    // Only what was on its way in that moment can have become a document; of 'named' also what was sent since it was listed.
    if (how === 'all') expect(unsent).toBeLessThanOrEqual(filesInFlight);
    expect(itemIds.length).toBeGreaterThan(250);
    for (const { fault } of refused.flatMap(({ first }) => first))
      expect(['at-service', 'being-submitted']).toContain(fault.params['use']);
    if (how === 'named')
      expect([...itemIds, ...refused.flatMap(({ first }) => first.map(({ itemId }) => itemId))].sort()).toEqual(
        named.sort(),
      );
    // All else goes on, and nothing of what was answered as cancelled is ever sent.
    await engine.finished();
    const cancelled = new Set(itemIds);
    const items = await engine.items();
    expect(items.filter(({ stage }) => stage === 'cancelled').length).toBe(cancelled.size);
    const sent = new Set((await station.practice.documents()).map(({ fileId }) => fileId));
    expect(items.filter(({ id, fileId }) => cancelled.has(id) && fileId !== null && sent.has(fileId))).toEqual([]);
    expect(items.filter(({ id, stage }) => !cancelled.has(id) && stage !== 'settled')).toEqual([]);
    expect(sent.size + cancelled.size).toBe(900);
  },
);

it('goes on with an upload that was broken off for items that are not taken back after all', async () => {
  const station = await createTestStation();
  station.practice.injectFault({ operation: 'documents.process-file', kind: 'hang', probability: 1, times: null });
  const engine = await station.start({ limits: { filesInFlight: 4, sockets: 4, unclearGraceMs: 300 } });
  await Promise.all(['a', 'b'].map((name) => station.put(`${name}.pdf`, smallPdf(name))));
  await engine.watch(station.hotFolder());
  await engine.reaches('a.pdf', 'submitting');
  await engine.reaches('b.pdf', 'submitting');
  await expect.poll(() => station.practice.stats().requests['documents.process-file'] ?? 0, { interval: 10 }).toBe(2);
  const { itemIds, refused } = await engine.act('items.cancel', { itemIds: 'all' });
  expect(itemIds).toEqual([]);
  expect(refused).toMatchObject([{ count: 2, first: [{ fault: { params: { use: 'being-submitted' } } }, {}] }]);
  station.practice.clearFaults();
  await engine.finished();
  expect((await station.practice.documents()).length).toBe(2);
});
