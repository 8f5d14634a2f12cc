import { fateByChance, startGateway } from '../gateway.ts';
import { freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';

/** ms for everything to end once nothing goes wrong any more, on a loaded machine. */
const limitMs = 900_000;
/** ms of the station's time after which a document that the service took has to show itself. */
const settleLimitMs = 6 * 3_600_000;
/** Calls after a refused token of which none is refused for its token, so that the next try of each call gets through to something else. */
const callsBetweenRefusals = 200;

/**
 * Requests and answers that are lost, cut, refused or nonsense, at every operation, nine of ten calls, while `files` of each station are on
 * their way; after so many `faults` nothing goes wrong any more, so that what waits can end.
 */
export async function answers(lab: Lab, { files, faults } = { files: 40, faults: 6_000 }): Promise<void> {
  const { tally } = lab;
  for (let round = 0; await lab.goOn(round); round += 1) {
    const service = await startService();
    const chance = fateByChance(lab.random, 0.9);
    let met = 0;
    let calls = 0;
    let refusedAt = -Infinity;
    const gateway = await startGateway(service.baseUrl, (operation, possible) => {
      calls += 1;
      const fate = met < faults ? chance(operation, possible) : null;
      // A token that is refused as soon as it was given stops the connection until a person comes, and none comes here.
      if (fate === '401') {
        if (calls - refusedAt < callsBetweenRefusals) return null;
        refusedAt = calls;
      }
      if (fate !== null) met += 1;
      return fate;
    });
    const run = { clock: { origin: Date.now(), speed: 500, ahead: 0 }, retryMs: 1_000, limitMs };
    const wishes = { baseUrl: gateway.baseUrl, limits: { unclearGraceMs: 600_000 }, rule: { settleLimitMs }, run };
    const root = await freshFolder(lab, 'round');
    const stations = await makeStations(root, service, { sets: 1, salt: String(round), wishes });
    await stations.feed(files);
    const end = await startStations(lab.builtDirectory, stations.orders).ended;
    tally.faults += met;
    // The service may answer a batch with nothing, so that nobody can tell where somebody else did: a person is told once the time is over.
    const mayHoldUnsent = ['not-settled-in-time'];
    await stations.judge(tally, `answers, round ${String(round)}`, reportsOf(end), { mayHoldUnsent });
    await gateway.close();
    await service.close();
    lab.say(`${String(tally.faults)} answers lost or strange`);
  }
}
