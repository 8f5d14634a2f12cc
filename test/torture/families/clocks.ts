import { countKill, drawn, freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';

const hour = 3_600_000;
/** How far clocks were seen to be off when a station starts, ms. */
const offsets = [0, 2 * hour, -2 * hour, 24 * hour, -24 * hour, 400 * 24 * hour, -400 * 24 * hour] as const;

/**
 * Stations whose clock shows another time at every start, and is set while they work: files come in at a wrong time with the service away,
 * the station is killed, and starts with the right one.
 */
export async function clocks(lab: Lab, { starts } = { starts: 3 }): Promise<void> {
  const { tally } = lab;
  for (let life = 0; await lab.goOn(life); life += 1) {
    const service = await startService();
    const run = { retryMs: 1_000, limitMs: 90_000 };
    const stations = await makeStations(await freshFolder(lab, 'life'), service, {
      ...{ sets: 1, salt: String(life), wishes: { run } },
    });
    const title: string[] = [];
    for (let start = 0; start < starts; start += 1) {
      const ahead = offsets[drawn(lab.random, 1, offsets.length - 1)] ?? 0;
      const byMs = offsets[drawn(lab.random, 0, offsets.length - 1)] ?? 0;
      title.push(`${String(ahead / hour)} h, then ${String(byMs / hour)} h more`);
      tally.faults += byMs === 0 ? 1 : 2;
      const isAway = start % 2 === 0;
      if (isAway) await service.disconnect();
      await stations.feed(2);
      const jumps = [{ afterMs: drawn(lab.random, 500, 4_000), byMs }];
      // In every other start the whole process lives in the wrong time, as on a computer with a wrong clock: by the program faketime.
      const isWhole = start % 2 === 1;
      const clock = { origin: Date.now(), speed: 1, ahead: isWhole ? 0 : ahead };
      const wrap = isWhole ? ['faketime', '-f', `${ahead < 0 ? '' : '+'}${String(ahead / 1_000)}s`] : [];
      const process = startStations(
        lab.builtDirectory,
        stations.orders.map((order) => ({ ...order, clock, jumps, waits: true })),
        { wrap },
      );
      await process.working;
      await new Promise((resolve) => setTimeout(resolve, drawn(lab.random, 1_000, 6_000)));
      await process.kill();
      countKill(tally, stations.orders.length);
      if (isAway) await service.reconnect();
    }
    const end = await startStations(lab.builtDirectory, stations.orders).ended;
    await stations.judge(tally, `clocks (${title.join('; ')})`, reportsOf(end));
    await service.close();
    lab.say(`${String(tally.faults)} clocks set`);
  }
}
