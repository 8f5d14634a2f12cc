import { fateByChance, startGateway } from '../gateway.ts';
import { countKill, drawn, freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';

/** About how many steps a station with a new file takes; kills fall on any of them, and some after the last. */
const stepsOfAStation = 60;
/** ms after which a process that works is killed though it has not come to its step. */
const maxMs = 4_000;
/** Part of the calls that go wrong in every other life. */
const strange = 0.1;

/**
 * Stations killed at any step that lasts, again and again, while files come in; every way of working in `sets` stations of its own. In
 * every other life, the first among them, answers are lost or strange too.
 */
export async function crashPoints(lab: Lab, { sets, kills } = { sets: 4, kills: 12 }): Promise<void> {
  const { tally } = lab;
  for (let life = 0; await lab.goOn(life); life += 1) {
    const service = await startService();
    const gateway = await startGateway(service.baseUrl, fateByChance(lab.random, life % 2 === 0 ? strange : 0));
    const root = await freshFolder(lab, 'life');
    const run = { clock: { origin: Date.now(), speed: 10, ahead: 0 }, retryMs: 500, limitMs: 900_000 };
    const wishes = { baseUrl: gateway.baseUrl, hotFolder: { rescanMs: 5_000 }, run };
    const stations = await makeStations(root, service, { sets, salt: String(life), wishes });
    const { orders } = stations;
    for (let kill = 0; kill < kills; kill += 1) {
      await stations.feed(1);
      const endAtStep = drawn(lab.random, 1, orders.length * stepsOfAStation);
      const process = startStations(lab.builtDirectory, orders, { endAtStep });
      await process.working;
      const tooLong = setTimeout(() => void process.kill(), maxMs);
      const end = await process.ended;
      clearTimeout(tooLong);
      if (end.kind === 'killed') countKill(tally, orders.length);
      else reportsOf(end);
    }
    gateway.calm();
    const last = await startStations(lab.builtDirectory, orders).ended;
    for (const count of gateway.counts().values()) tally.faults += count;
    await stations.judge(tally, `crash points, life ${String(life)}`, reportsOf(last));
    await gateway.close();
    await service.close();
    lab.say(`${String(tally.kills)} stations killed`);
  }
}
