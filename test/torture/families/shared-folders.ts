import { join } from 'node:path';
import { judge } from '../judge.ts';
import { countKill, drawn, freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { reportsOf } from '../stations.ts';
import { makePlace, orderFor, smallPdf, startService } from '../world.ts';

const leaseMs = 3_000;

/** Stations that share one folder by claims, each in a process of its own; they are killed, frozen for longer than their lease, and come back. */
export async function sharedFolders(lab: Lab, { acts } = { acts: 10 }): Promise<void> {
  const { tally } = lab;
  for (let life = 0; await lab.goOn(life); life += 1) {
    const service = await startService();
    const root = await freshFolder(lab, 'life');
    const folder = join(root, 'shared');
    const after = life % 2 === 0 ? 'move' : 'keep';
    const places = [];
    for (const id of ['first', 'second', 'third']) places.push(await makePlace(root, id, folder));
    const [giver] = places;
    if (giver === undefined) throw new Error('no station');
    const orders = places.map((place) =>
      orderFor(place, service, {
        rule: { after },
        hotFolder: { claim: true, claimLeaseMs: leaseMs, rescanMs: 300 },
        run: { waits: true, retryMs: 1_000, limitMs: 180_000 },
      }),
    );
    const startOne = (at: number): ReturnType<typeof startStations> =>
      startStations(lab.builtDirectory, orders.slice(at, at + 1));
    const running = orders.map((_, at) => startOne(at));
    for (let act = 0; act < acts; act += 1) {
      for (let file = 0; file < 4; file += 1) {
        const number = String(giver.arrivals.length);
        await giver.put(`${number}.pdf`, smallPdf(`shared ${String(life)} ${number}`, 300));
      }
      await new Promise((resolve) => setTimeout(resolve, drawn(lab.random, 100, 2_500)));
      const at = drawn(lab.random, 0, running.length - 1);
      const one = running[at];
      if (one === undefined) continue;
      if (lab.random() < 0.7) {
        await one.kill();
        running[at] = startOne(at);
        countKill(tally, 1);
      } else {
        one.freeze();
        await new Promise((resolve) => setTimeout(resolve, leaseMs * 1.5));
        one.thaw();
        tally.faults += 1;
      }
    }
    await Promise.all(running.map((one) => one.working));
    // Longer than a lease, so that what a killed station held was taken over or taken back.
    await new Promise((resolve) => setTimeout(resolve, 3 * leaseMs));
    const ends = await Promise.all(running.map((one) => one.finish()));
    await judge(tally, {
      title: `shared folder, life ${String(life)}, ${after}`,
      ...{ arrivals: giver.arrivals, reports: ends.flatMap(reportsOf), service, folders: [folder] },
    });
    await service.close();
    lab.say(`${String(tally.kills)} kills, ${String(tally.faults)} stations frozen`);
  }
}
