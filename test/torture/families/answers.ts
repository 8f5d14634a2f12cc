import { fateByChance, startGateway } from '../gateway.ts';
import { emptyTally, freshFolder } from '../lab.ts';
import type { Lab, Tally } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';

/**
 * Requests and answers that are lost, cut, refused or nonsense, at every operation, six of ten calls, while `files` of each station are on
 * their way; after `stormMs` nothing goes wrong any more, so that what waits can end.
 */
export async function answers(lab: Lab, { files, stormMs } = { files: 40, stormMs: 20_000 }): Promise<Tally> {
  const tally = emptyTally();
  for (let round = 0; lab.goOn(round); round += 1) {
    const service = await startService();
    const gateway = await startGateway(service.baseUrl, fateByChance(lab.random, 0.6));
    const run = { clock: { origin: Date.now(), speed: 100, ahead: 0 }, retryMs: 300, limitMs: stormMs + 120_000 };
    const wishes = { baseUrl: gateway.baseUrl, limits: { unclearGraceMs: 20_000 }, run };
    const stations = await makeStations(await freshFolder(lab, 'round'), service, {
      sets: 1,
      salt: String(round),
      wishes,
    });
    await stations.feed(files);
    const calm = setTimeout(() => gateway.calm(), stormMs);
    const end = await startStations(lab.builtDirectory, stations.orders).ended;
    clearTimeout(calm);
    for (const count of gateway.counts().values()) tally.faults += count;
    await stations.judge(tally, `answers, round ${String(round)}`, reportsOf(end));
    await gateway.close();
    await service.close();
    lab.say(`${String(tally.faults)} answers lost or strange`);
  }
  return tally;
}
