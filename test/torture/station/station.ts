/**
 * Stations in a process of their own, for all tests that kill one or lie to it: they watch the folders given, say `working`, and once
 * everything is at its end (or their limit is over) the last line is their reports. Argument: JSON of an array of StationOrder.
 */
import { z } from 'zod';
import { queryAnswers } from '../../../src/shared/contract.ts';
import type { Query } from '../../../src/shared/contract.ts';
import type { Fault } from '../../../src/shared/faults.ts';
import { createEngine } from '../../../src/main/engine/engine.ts';
import type { Clock } from '../../../src/main/engine/platform/ports.ts';
import { createNodePorts, systemClock } from '../../../src/main/host/node-ports.ts';
import { stationItemSchema, stationOrderSchema } from './station-order.ts';
import { createSharedThreads } from './shared-threads.ts';
import type { StationItem, StationReport } from './station-order.ts';

const orders = z.array(stationOrderSchema).parse(JSON.parse(process.argv[2] ?? ''));
const begun = performance.now();
/** One that is alone has threads of its own, as the product has them. */
const shared = orders.length > 1 ? createSharedThreads(orders[0]?.workersDirectory ?? '') : null;
/** ms of real time in which the service is asked several times about what it never showed. */
const followedMs = 30_000;
const bidden = new Promise((resolve) => process.once('SIGUSR2', resolve));

/** One station from its start on; `finish` resolves with its report and ends it. */
async function startStation(order: z.output<typeof stationOrderSchema>): Promise<{ finish(): Promise<StationReport> }> {
  const { origin, speed, ahead } = order.clock;
  const ports = createNodePorts({
    dataDirectory: order.dataDirectory,
    // What a person puts back is the data directory alone.
    stateDirectory: `${order.dataDirectory}-state`,
    workersDirectory: order.workersDirectory,
    notifier: { notify: () => undefined },
    secrets: {
      read: () => Promise.resolve({ ok: true, value: order.secret }),
      write: () => Promise.resolve({ ok: true, value: undefined }),
      remove: () => Promise.resolve({ ok: true, value: undefined }),
    },
  });
  let jumped = 0;
  for (const { afterMs, byMs } of order.jumps) setTimeout(() => (jumped += byMs), afterMs).unref();
  const clock: Clock = {
    now: () => Math.round(origin + (systemClock.now() - origin) * speed + ahead + jumped),
    monotonic: () => systemClock.monotonic() * speed,
    after: (delayMs, act, options) => systemClock.after(delayMs / speed, act, options),
  };
  const startWorker = shared ?? ports.startWorker;
  const opened = await createEngine({ ...ports, clock, startWorker }, order.settings);
  if (!opened.ok) {
    const refused: StationReport = { ended: 'refused', items: [], brokenAt: null, shown: [opened.fault] };
    return { finish: () => Promise.resolve(refused) };
  }
  const engine = opened.value;
  const { recovered } = engine;
  const sourceIds = order.hotFolders.map(({ id }) => id);
  for (const source of order.hotFolders) await engine.dispatch({ name: 'source.add', source });

  async function answered(query: Query): Promise<unknown> {
    const outcome = await engine.query(query);
    if (!outcome.ok) throw new Error(`${query.name}: ${outcome.fault.code}`);
    return outcome.value;
  }

  /** Since when nothing is held but what the service took and never showed; real time. */
  let restsSince: number | null = null;

  async function isDone(): Promise<boolean> {
    const once = await answered({ name: 'items.once', sourceIds, until: 'settled' });
    if (!queryAnswers['items.once'].parse(once).done) return false;
    if (order.retryMs === undefined) return true;
    const isTried = (await heldNow()).length > 0;
    if (!isTried && (await itemsNow(['held'])).length === 0) return true;
    restsSince = isTried ? null : (restsSince ?? performance.now());
    // It is followed all the same, and goes on where it shows itself.
    return restsSince !== null && performance.now() - restsSince > followedMs;
  }

  /** The end of the first look through the folder is no event, and events of many stations are many: it is asked for from time to time. */
  function end(): Promise<boolean> {
    return new Promise((resolve) => {
      let isAsking = false;
      let isOver = false;
      const over = (done: boolean): void => {
        isOver = true;
        clearInterval(asking);
        clearTimeout(limit);
        resolve(done);
      };
      const ask = (): void => {
        if (isAsking) return;
        isAsking = true;
        isDone().then(
          (done) => {
            isAsking = false;
            if (done) over(true);
          },
          (error: unknown) => {
            // What was asked just before the end of its time gets no answer any more.
            if (!isOver) throw error;
          },
        );
      };
      const asking = setInterval(ask, 150);
      const limit = setTimeout(() => over(false), order.limitMs - (performance.now() - begun));
    });
  }

  async function itemsNow(stages?: StationItem['stage'][]): Promise<StationItem[]> {
    const items: StationItem[] = [];
    let cursor: string | undefined;
    do {
      const next: Query = {
        ...{ name: 'items.page', limit: 1_000, order: 'oldest' },
        ...(stages === undefined ? {} : { stages }),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const page = queryAnswers['items.page'].parse(await answered(next));
      items.push(...page.rows.map((row) => stationItemSchema.parse(row)));
      cursor = page.next;
    } while (cursor !== undefined);
    return items;
  }

  /** What a person would try again: not what the service took and never showed, which is to be looked for there. */
  async function heldNow(): Promise<string[]> {
    const held = await itemsNow(['held']);
    return held.filter(({ fault }) => fault?.code !== 'not-settled-in-time').map(({ id }) => id);
  }

  async function retryHeld(): Promise<void> {
    const itemIds = await heldNow();
    if (itemIds.length > 0) await engine.dispatch({ name: 'items.retry', itemIds });
  }

  async function shownFaults(): Promise<Fault[]> {
    const { sources } = queryAnswers['sources.health'].parse(await answered({ name: 'sources.health' }));
    const { blocks } = queryAnswers['connections.health'].parse(await answered({ name: 'connections.health' }));
    return [...sources, ...blocks].flatMap(({ fault }) => (fault === null ? [] : [fault]));
  }

  return {
    async finish() {
      if (order.waits)
        await Promise.race([bidden, new Promise((resolve) => setTimeout(resolve, order.limitMs).unref())]);
      const retrying = order.retryMs === undefined ? null : setInterval(() => void retryHeld(), order.retryMs);
      const done = await end();
      if (retrying !== null) clearInterval(retrying);
      const { brokenAt } = queryAnswers['custody.verify'].parse(await answered({ name: 'custody.verify' }));
      const items = await itemsNow();
      const shown = [...(recovered === null ? [] : [recovered]), ...(await shownFaults())];
      await engine.stop();
      ports.close();
      return { ended: done ? 'done' : 'limit', items, brokenAt, shown };
    },
  };
}

const stations = await Promise.all(orders.map(startStation));
process.stdout.write('working\n');
const reports = await Promise.all(stations.map((station) => station.finish()));
process.stdout.write(`${JSON.stringify(reports)}\n`);
