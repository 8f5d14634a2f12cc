import { expect, it } from 'vitest';
import { expectOneDocumentEach, expectWholeCustody, smallPdf, trailOf } from '../../support/engine.ts';
import { postgresOfTests } from '../../support/postgres.ts';
import { teamOf } from './team-stations.ts';

it('the same content at two stations at once becomes one document, and the other is set aside with station, time and document', async () => {
  const stations = await teamOf(await postgresOfTests(), ['north', 'south']);
  const contents = Array.from({ length: 12 }, (_, index) => smallPdf(index));
  const engines = await Promise.all(
    stations.map(async (station) => {
      const engine = await station.start();
      await station.watch(engine, { teamAway: 'wait' });
      return engine;
    }),
  );
  await Promise.all(stations.flatMap(({ put }) => contents.map((bytes, index) => put(`${String(index)}.pdf`, bytes))));
  await Promise.all(engines.map((engine) => engine.finished()));
  const [first, second] = stations;
  if (first === undefined || second === undefined) throw new Error('two stations');
  await expectOneDocumentEach(first.station, contents);
  for (const [index, engine] of engines.entries()) {
    const others = await Promise.all(engines.filter((each) => each !== engine).map((each) => each.items()));
    for (const item of (await engine.items()).filter(({ stage }) => stage === 'duplicate')) {
      const [sent] = others.flat().filter(({ name }) => name === item.name);
      expect(item.fault?.code).toBe('team-duplicate');
      expect(item.fault?.params['station']).toBe(index === 0 ? 'south' : 'north');
      expect(item.fault?.params['document']).toBe(sent?.documents[0]?.id);
      expect(await trailOf(engine, item.id)).not.toContain('uploading');
    }
    await expectWholeCustody(engine);
  }
  // What the team decided is in the history before the first byte is sent.
  const [engine] = engines;
  for (const item of (await engine?.items()) ?? []) {
    if (engine === undefined || item.stage === 'duplicate') continue;
    const trail = await trailOf(engine, item.id);
    expect(trail.indexOf('team-claimed')).toBeGreaterThan(-1);
    expect(trail.indexOf('team-claimed')).toBeLessThan(trail.indexOf('uploading'));
  }
});
