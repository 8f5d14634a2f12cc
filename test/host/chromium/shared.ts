import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { connectByAddress } from './connection.ts';
import {
  commandLine,
  findChromium,
  makeProfile,
  openAppWindow,
  removeProfile,
  type Chromium,
  type ChromiumOptions,
} from './process.ts';

/** Tells the host of a Chromium that a test runner keeps for many starts of the app: a start of it costs as much as the app itself. */
const sharedVariable = 'CHROMIUM_HOST_SHARED';

const sharedShape = z.object({
  address: z.string(),
  profile: z.string(),
});
type Shared = z.infer<typeof sharedShape>;

/** A Chromium of a test runner's. */
export interface KeptChromium {
  /** What an app that is to use it needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Closes the windows of an app that was killed. */
  closeWindows(): Promise<void>;
}

const targetsShape = z.array(z.object({ id: z.string(), type: z.string() }));

/** Starts one; it ends with this process. */
export async function keepChromium(switches: ReadonlyMap<string, string>): Promise<KeptChromium> {
  const profile = makeProfile();
  const line = [
    ...commandLine(profile, false, switches),
    '--remote-debugging-port=0',
    '--no-startup-window',
    '--keep-alive-for-test',
  ];
  const child = spawn(findChromium(), line, { stdio: ['ignore', 'ignore', 'pipe'] });
  process.once('exit', () => {
    child.kill('SIGKILL');
    removeProfile(profile);
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Chromium ended before it was ready')));
    createInterface({ input: child.stderr }).on('line', (text) => {
      const [, found] = /^DevTools listening on (\S+)/u.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  child.unref();
  const { host } = new URL(address);
  const shared: Shared = { address, profile };
  return {
    env: { [sharedVariable]: JSON.stringify(shared) },
    async closeWindows() {
      const answer = await fetch(`http://${host}/json/list`);
      const pages = targetsShape.parse(await answer.json()).filter(({ type }) => type === 'page');
      for (const { id } of pages) await fetch(`http://${host}/json/close/${id}`);
    },
  };
}

/** The Chromium that the environment tells of; undefined where it tells of none. */
export async function joinChromium({ switches, onExit }: ChromiumOptions): Promise<Chromium | undefined> {
  const told = process.env[sharedVariable];
  if (told === undefined) return undefined;
  const shared = sharedShape.parse(JSON.parse(told));
  const { connection, end } = await connectByAddress(shared.address, onExit);
  process.stderr.write(`DevTools listening on ${await passOnTo(shared.address)}\n`);
  const binary = findChromium();
  const line = commandLine(shared.profile, false, switches);
  return {
    connection,
    headless: false,
    openWindow: (url, size) => openAppWindow(binary, line, url, size),
    async stop() {
      if (connection.isClosed()) return;
      const { targetInfos } = openTargets.parse(await connection.root.send('Target.getTargets'));
      for (const { targetId, type } of targetInfos) {
        if (type === 'page') await connection.root.send('Target.closeTarget', { targetId }).catch(() => undefined);
      }
      end();
    },
  };
}

/** Another address of a Chromium, which ends with this process: a test runner takes the end of its connection for that of the app. */
async function passOnTo(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => other.destroy());
    }
  });
  server.unref();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const own = addressShape.parse(server.address());
  return address.replace(`:${port}/`, `:${own.port}/`);
}

const addressShape = z.object({ port: z.number() });
const openTargets = z.object({ targetInfos: z.array(z.object({ targetId: z.string(), type: z.string() })) });
