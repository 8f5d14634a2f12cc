import { z } from 'zod';
import { freshFolder } from '../lab.ts';
import type { Lab } from '../lab.ts';
import { drawn } from '../lab.ts';
import { startStations } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import { startService } from '../world.ts';
import type { PracticeService } from '../../../src/main/practice/practice-service.ts';

const perSecond = 40;
const token = z.object({ access_token: z.string() });

/** Another program with the same credentials: takes a part of the quota, sometimes all of it, sometimes nothing. */
function startStranger(service: PracticeService, random: () => number): { stop(): Promise<void> } {
  let over = false;
  const signIn = async (): Promise<string> => {
    const basic = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'grant_type=client_credentials';
    const answer = await fetch(`${service.baseUrl}/auth/token`, { method: 'POST', headers, body });
    return answer.ok ? token.parse(await answer.json()).access_token : '';
  };
  const work = async (): Promise<void> => {
    let access = '';
    while (!over) {
      if (access === '') access = await signIn();
      const calls = drawn(random, 0, perSecond + 10);
      const ask = (): Promise<unknown> =>
        fetch(`${service.baseUrl}/projects`, { headers: { authorization: `Bearer ${access}` } }).then((answer) =>
          answer.arrayBuffer(),
        );
      await Promise.all(Array.from({ length: calls }, ask));
      await new Promise((resolve) => setTimeout(resolve, drawn(random, 200, 1_500)));
    }
  };
  const working = work();
  return {
    async stop() {
      over = true;
      await working;
    },
  };
}

/** A quota that other programs share, with refusals that announce nothing; every refused request counts as a fault. */
export async function quota(lab: Lab, { files, strangeMs } = { files: 20, strangeMs: 30_000 }): Promise<void> {
  const { tally } = lab;
  for (let round = 0; await lab.goOn(round); round += 1) {
    const service = await startService({ quota: perSecond, windowSeconds: 1 });
    service.injectFault({ operation: null, kind: '429', probability: 0.05, times: 20 });
    const run = { limitMs: strangeMs + 60_000 };
    const stations = await makeStations(await freshFolder(lab, 'round'), service, {
      ...{ sets: 1, salt: String(round), wishes: { run } },
    });
    await stations.feed(files);
    const stranger = startStranger(service, lab.random);
    const leaving = new Promise((resolve) => setTimeout(resolve, strangeMs)).then(() => stranger.stop());
    const end = await startStations(lab.builtDirectory, stations.orders).ended;
    await leaving;
    tally.faults += service.stats().answers['429'] ?? 0;
    await stations.judge(tally, `quota, round ${String(round)}`, reportsOf(end));
    await service.close();
    lab.say(`${String(tally.faults)} requests refused`);
  }
}
