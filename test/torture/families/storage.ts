import { cp, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PracticeService } from '../../../src/main/practice/practice-service.ts';
import { countKill, drawn, freshFolder } from '../lab.ts';
import type { Lab, Tally } from '../lab.ts';
import { makeDisk, mayMount, mountSmall, setReadOnly } from '../power.ts';
import { startStations } from '../station-process.ts';
import type { StationProcess } from '../station-process.ts';
import { makeStations, reportsOf } from '../stations.ts';
import type { Stations } from '../stations.ts';
import { startService } from '../world.ts';

/** What one kind of trouble is given. */
interface Ground {
  readonly lab: Lab;
  readonly tally: Tally;
  readonly root: string;
  readonly salt: string;
  readonly service: PracticeService;
}

const run = { limitMs: 90_000 };
/** What may stand at the end where the journal forgot what it did: it asks a person, who looks at the service. */
const askedAfterLoss = ['outcome-unclear', 'record-unreadable', 'file-gone', 'journal-damaged'];

async function madeOn({ service, salt }: Ground, root: string, waits = false): Promise<Stations> {
  return makeStations(root, service, { sets: 1, salt, wishes: { run: { ...run, waits } } });
}

function start({ lab }: Ground, { orders }: Stations, waits: boolean): StationProcess {
  return startStations(
    lab.builtDirectory,
    orders.map((order) => ({ ...order, waits })),
  );
}

/** Lets stations work for a moment, kills them, does something to their data directories, and lets them work to the end. */
async function betweenStarts(
  ground: Ground,
  harm: (dataDirectory: string) => Promise<void>,
  prepare: (dataDirectory: string) => Promise<void> = () => Promise.resolve(),
): Promise<Stations> {
  const stations = await madeOn(ground, ground.root);
  const { tally, lab } = ground;
  for (const act of [prepare, harm]) {
    await stations.feed(3);
    const process = start(ground, stations, true);
    await process.working;
    await pause(drawn(lab.random, 200, 3_000));
    await process.kill();
    countKill(tally, stations.orders.length);
    for (const { dataDirectory } of stations.places) await act(dataDirectory);
  }
  tally.faults += stations.orders.length;
  await stations.feed(2);
  return stations;
}

async function flipBits(path: string, random: () => number): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) return;
  const file = await open(path, 'r+');
  for (let flip = 0; flip < 8; flip += 1) {
    const at = Math.floor(random() * size);
    const one = Buffer.alloc(1);
    await file.read(one, 0, 1, at);
    one.writeUInt8(one.readUInt8(0) ^ (1 << Math.floor(random() * 8)), 0);
    await file.write(one, 0, 1, at);
  }
  await file.close();
}

async function flipped(ground: Ground): Promise<Stations> {
  return betweenStarts(ground, async (dataDirectory) => {
    await flipBits(join(dataDirectory, 'journal.sqlite'), ground.lab.random);
    await flipBits(join(dataDirectory, 'journal.sqlite-wal'), ground.lab.random);
  });
}

async function olderJournal(ground: Ground): Promise<Stations> {
  const names = ['journal.sqlite', 'journal.sqlite-wal'];
  return betweenStarts(
    ground,
    async (dataDirectory) => {
      for (const name of names) {
        await rm(join(dataDirectory, name), { force: true });
        await cp(join(`${dataDirectory}-older`, name), join(dataDirectory, name)).catch(() => undefined);
      }
    },
    (dataDirectory) => cp(dataDirectory, `${dataDirectory}-older`, { recursive: true }),
  );
}

async function olderCopy(ground: Ground): Promise<Stations> {
  return betweenStarts(
    ground,
    async (dataDirectory) => {
      await rm(dataDirectory, { recursive: true });
      await cp(`${dataDirectory}-older`, dataDirectory, { recursive: true });
    },
    (dataDirectory) => cp(dataDirectory, `${dataDirectory}-older`, { recursive: true }),
  );
}

async function withoutLog(ground: Ground): Promise<Stations> {
  return betweenStarts(ground, (dataDirectory) => rm(join(dataDirectory, 'journal.sqlite-wal'), { force: true }));
}

/** A disk that has no room for a while. */
async function full(ground: Ground): Promise<Stations> {
  const disk = join(ground.root, 'small');
  const unmount = await mountSmall(disk, 24_000);
  closings.push(unmount);
  const stations = await madeOn(ground, disk);
  await stations.feed(4);
  const ballast = join(disk, 'ballast');
  const process = start(ground, stations, true);
  await pause(drawn(ground.lab.random, 300, 2_500));
  await writeFile(ballast, Buffer.alloc(24_000 * 1024)).catch(() => undefined);
  ground.tally.faults += stations.orders.length;
  await pause(4_000);
  await process.kill();
  await rm(ballast);
  await stations.feed(2);
  return stations;
}

/** Hot folders that can't be written for a while. */
async function readOnly(ground: Ground): Promise<Stations> {
  const disk = join(ground.root, 'locked');
  const unmount = await mountSmall(disk, 24_000);
  closings.push(unmount);
  const stations = await madeOn(ground, disk);
  const orders = stations.orders.map((order, at) => ({
    ...order,
    dataDirectory: join(ground.root, `data-${String(at)}`),
    waits: true,
  }));
  await stations.feed(4);
  const process = startStations(ground.lab.builtDirectory, orders);
  for (let tries = 0; tries < 20; tries += 1) {
    await pause(drawn(ground.lab.random, 20, 200));
    const locked = await setReadOnly(disk, true).then(
      () => true,
      () => false,
    );
    if (!locked) continue;
    ground.tally.faults += stations.orders.length;
    break;
  }
  await pause(4_000);
  await setReadOnly(disk, false);
  await process.finish();
  return { ...stations, orders: orders.map((order) => ({ ...order, waits: false })) };
}

/** The power goes while everything works: data directory, hot folder and XML folder lose what was not flushed. */
async function powerCut(ground: Ground): Promise<Stations> {
  const disk = await makeDisk(join(ground.root, 'disk'), join(ground.root, 'image'), 96);
  closings.push(() => disk.close());
  const stations = await madeOn(ground, disk.folder);
  for (let cut = 0; cut < 3; cut += 1) {
    await stations.feed(2);
    await disk.flush();
    const process = start(ground, stations, true);
    await process.working;
    await pause(drawn(ground.lab.random, 50, 2_500));
    process.freeze();
    const dying = process.kill();
    await dying;
    await disk.cutPower();
    countKill(ground.tally, stations.orders.length);
    ground.tally.faults += stations.orders.length;
  }
  return stations;
}

const closings: (() => Promise<void>)[] = [];
interface Trouble {
  readonly name: string;
  readonly act: (ground: Ground) => Promise<Stations>;
  readonly mounts: boolean;
  /** Whether what is held at the end asks a person what the service has, so that nobody just tries again. */
  readonly asks: boolean;
}

const troubles: readonly Trouble[] = [
  { name: 'flipped bits in the journal', act: flipped, mounts: false, asks: true },
  { name: 'an older journal', act: olderJournal, mounts: false, asks: true },
  { name: 'an older copy of the whole data directory', act: olderCopy, mounts: false, asks: true },
  { name: 'no write-ahead log', act: withoutLog, mounts: false, asks: true },
  { name: 'a full disk', act: full, mounts: true, asks: false },
  { name: 'a read-only hot folder', act: readOnly, mounts: true, asks: false },
  { name: 'the power cut', act: powerCut, mounts: true, asks: true },
];

/** Disks that are full, read only, damaged, older, or lose power. What needs a mount is left out, and said so, where this account may not. */
export async function storage(lab: Lab): Promise<void> {
  const { tally } = lab;
  const possible = troubles.filter(({ mounts }) => !mounts || mayMount());
  for (const { name } of troubles.filter((trouble) => !possible.includes(trouble)))
    lab.say(`left out, for this account may not mount: ${name}`);
  for (let round = 0; await lab.goOn(round); round += 1)
    for (const { name, act, asks } of possible) {
      const service = await startService();
      const ground: Ground = {
        lab,
        tally,
        root: await freshFolder(lab, 'storage'),
        salt: `${String(round)} ${name}`,
        service,
      };
      const stations = await act(ground);
      const end = await startStations(
        lab.builtDirectory,
        stations.orders.map((order) => ({ ...order, ...(asks ? {} : { retryMs: 500 }) })),
      ).ended;
      await stations.judge(tally, `storage, round ${String(round)}, ${name}`, reportsOf(end), {
        mayHold: asks ? askedAfterLoss : [],
        mayBreak: act === flipped,
      });
      for (const close of closings.splice(0)) await close();
      await service.close();
      lab.say(`${name}: ${String(tally.complaints.length)} complaints so far`);
    }
}
