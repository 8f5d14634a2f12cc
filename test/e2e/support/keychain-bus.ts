import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What the computer's keychain is like: open, there but locked, or not there at all. */
export type KeychainState = 'open' | 'locked' | 'missing';

/** A user's session bus with a keychain on it; the same home gives the same keychain again. */
export interface KeychainBus {
  /** What a program needs in its environment to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Locks, opens or ends the keychain of the session that goes on. */
  change(state: KeychainState): Promise<void>;
  /** Ends bus and keychain, as signing out does. */
  stop(): Promise<void>;
}

/** A session bus that starts no services by itself: what is not started below is not there. */
const configurationText = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`;

const password = 'pw';
const execute = promisify(execFile);

/** Starts a session bus for the user whose home is `home`. Throws where the machine lacks dbus or gnome-keyring. */
export async function startKeychainBus(home: string, state: KeychainState): Promise<KeychainBus> {
  const runtime = join(home, 'run');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const configuration = join(home, 'session-bus.conf');
  await writeFile(configuration, configurationText);
  const own = { HOME: home, XDG_DATA_HOME: join(home, 'share'), XDG_RUNTIME_DIR: runtime };
  const bus = spawn('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--print-address=1'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: await addressOf(bus) };
  let keychain: ChildProcess | null = null;

  async function change(wanted: KeychainState): Promise<void> {
    if (keychain !== null) {
      await end(keychain);
      await served(false);
    }
    keychain = null;
    if (wanted === 'missing') return;
    keychain = spawn(
      'gnome-keyring-daemon',
      ['--foreground', '--components=secrets', ...(wanted === 'open' ? ['--unlock'] : [])],
      { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    keychain.stdin?.end(wanted === 'open' ? password : '');
    await served(true);
  }

  /** Waits until somebody, or nobody, serves secrets on the bus. */
  async function served(wanted: boolean): Promise<void> {
    const question = [
      '--session',
      '--print-reply=literal',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      'string:org.freedesktop.secrets',
    ];
    for (let tries = 0; tries < 400; tries += 1) {
      const { stdout } = await execute('dbus-send', question, { env: { ...process.env, ...env } });
      if (stdout.includes(`boolean ${wanted}`)) return;
      await pause(25);
    }
    throw new Error(`the keychain is not ${wanted ? 'there' : 'gone'} after 400 looks`);
  }

  await change(state);
  return {
    env,
    change,
    async stop() {
      if (keychain !== null) await end(keychain);
      await end(bus);
    },
  };
}

async function addressOf(bus: ChildProcess): Promise<string> {
  if (bus.stdout === null) throw new Error('no pipe to the session bus');
  const ended = once(bus, 'exit').then(() => {
    throw new Error('the session bus ended before it was ready');
  });
  const line = once(createInterface({ input: bus.stdout }), 'line').then(([text]: unknown[]) => String(text));
  return Promise.race([line, ended]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
