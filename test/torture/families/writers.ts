import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterActions } from '../../../src/shared/item.ts';
import type { PracticeService } from '../../../src/main/practice/practice-service.ts';
import { judge } from '../judge.ts';
import { freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { reportsOf } from '../stations.ts';
import { makePlace, orderFor, startService } from '../world.ts';
import { writers } from '../writers.ts';

/** How long a document may take that was written whole, ms: far longer than it should, for a loaded machine. */
const patienceMs = 40_000;

async function sentWithin(service: PracticeService, sha256: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await pause(100)) {
    const there = (await service.documents()).some((document) => document.sha256 === sha256);
    if (there) return true;
  }
  return false;
}

/** Every writer against every fate of the original, each in a folder of its own; `names` only those. */
export async function writing(lab: Lab, names: readonly string[] = Object.keys(writers)): Promise<void> {
  const { tally } = lab;
  for (let round = 0; await lab.goOn(round); round += 1) {
    const service = await startService();
    const root = await freshFolder(lab, 'round');
    const cases = await Promise.all(
      afterActions.flatMap((after) =>
        names.map(async (name, at) => ({ after, name, place: await makePlace(root, `${after}-${String(at)}`) })),
      ),
    );
    // One station for each fate of the original, with a hot folder for each writer.
    const orders = afterActions.flatMap((after) => {
      const own = cases.filter((one) => one.after === after);
      const [first] = own;
      if (first === undefined) return [];
      const order = orderFor(first.place, service, { run: { waits: true, limitMs: 300_000 } });
      const hotFolders = own.flatMap(
        ({ place }) =>
          orderFor(place, service, { rule: { after }, hotFolder: { id: place.id, name: place.id, quietTextMs: 750 } })
            .hotFolders,
      );
      return [{ ...order, hotFolders }];
    });
    const stations = startStations(lab.builtDirectory, orders);
    await stations.working;
    await Promise.all(
      cases.map(async ({ name, place }) => {
        const write = writers[name];
        if (write === undefined) throw new Error(`no writer ${name}`);
        const beside = join(root, place.id, 'beside');
        await mkdir(beside);
        const sent = async (sha256: string): Promise<void> => {
          await sentWithin(service, sha256, 15_000);
        };
        const arrivals = await write({ folder: place.folder, beside, salt: `${String(round)} ${place.id}`, sent });
        place.arrivals.push(...arrivals);
        for (const { sha256, expected } of arrivals)
          if (expected === 'sent') await sentWithin(service, sha256, patienceMs);
      }),
    );
    const reports = reportsOf(await stations.finish());
    const owners = new Map(
      cases.flatMap(({ place }) => place.arrivals.map(({ sha256 }) => [sha256, place.id] as const)),
    );
    const known = new Set(owners.keys());
    for (const { after, name, place } of cases) {
      const own = reports.map((report) => ({
        ...report,
        items: report.items.filter(({ path }) => path.startsWith(`${place.folder}/`)),
      }));
      await judge(tally, {
        title: `${name}, ${after}`,
        ...{
          arrivals: place.arrivals,
          reports: own,
          service,
          folders: [place.folder, ...orders.map(({ dataDirectory }) => dataDirectory)],
        },
        isForeign: (sha256) => owners.get(sha256) !== place.id,
      });
    }
    // What nobody gave belongs to no folder.
    for (const { sha256, title } of await service.documents())
      if (!known.has(sha256)) {
        tally.doubled += 1;
        tally.complaints.push(`round ${String(round)}: doubled: ${title} was sent in a state that was not its last`);
      }
    tally.faults += cases.length;
    await service.close();
    lab.say(`${String(tally.runs)} ways of writing, ${String(tally.complaints.length)} complaints`);
  }
}
