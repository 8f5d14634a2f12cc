import { setTimeout as pause } from 'node:timers/promises';
import { fateByChance, startGateway } from '../gateway.ts';
import { drawn, freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';

/** Part of the calls that go wrong. */
const strange = 0.05;
/** Rounds after which what the process holds counts as its usual measure: until then code and tables are loaded. */
const roundsToWarmUp = 4;
/** ms of the stations' time after which a document that the service took has to show itself: two minutes. */
const settleLimitMs = 1_200_000;
/** MiB that it may hold more at the end than then. */
const growth = 100;

/** Stations that live as long as the run lasts, a round of `roundMs` after the other, while files come in now and then. */
export async function soak(lab: Lab, { roundMs } = { roundMs: 20_000 }): Promise<void> {
  const { tally } = lab;
  const service = await startService();
  const gateway = await startGateway(service.baseUrl, fateByChance(lab.random, strange));
  const run = { clock: { origin: Date.now(), speed: 10, ahead: 0 }, retryMs: 1_000, waits: true, limitMs: 86_400_000 };
  const wishes = { baseUrl: gateway.baseUrl, rule: { settleLimitMs }, run };
  const stations = await makeStations(await freshFolder(lab, 'life'), service, { sets: 1, salt: 'soak', wishes });
  const process = startStations(lab.builtDirectory, stations.orders);
  await process.working;
  let usual = Infinity;
  let round = 0;
  for (; await lab.goOn(round); round += 1) {
    for (const end = performance.now() + roundMs; performance.now() < end;) {
      // In pairs: the case of one that comes alone waits for the other.
      await stations.feed(2 * drawn(lab.random, 0, 3));
      await pause(drawn(lab.random, 0, 3_000));
    }
    const held = await process.memory();
    if (round < roundsToWarmUp) usual = held;
    lab.say(`${String(stations.places[0]?.arrivals.length)} files each, ${held.toFixed(0)} MiB`);
  }
  const held = await process.memory();
  if (held > usual + growth)
    tally.complaints.push(
      `soak: ${held.toFixed(0)} MiB in memory after ${String(round)} rounds, ${usual.toFixed(0)} MiB once warm`,
    );
  gateway.calm();
  const end = await process.finish();
  for (const count of gateway.counts().values()) tally.faults += count;
  // The service may have answered a batch with nothing, and not have acted: a person is told once the time is over.
  await stations.judge(tally, 'soak', reportsOf(end), { mayHoldUnsent: ['not-settled-in-time'] });
  await gateway.close();
  await service.close();
}
