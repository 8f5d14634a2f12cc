import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What the computer's keychain is like: open, there but locked, or not there at all. */
export type KeychainState = 'open' | 'locked' | 'missing';

/** A user's session bus with a keychain on it; the same home gives the same keychain again. */
export interface KeychainBus {
  /** What a program needs in its environment to use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Locks it, as a screen lock or its owner would. */
  lock(): Promise<void>;
  /** Ends bus and keychain, as signing out does. */
  stop(): Promise<void>;
}

/** A session bus that starts no services by itself: what is not started below is not there. */
const configurationText = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`;

const password = 'pw';
const loginCollection = '/org/freedesktop/secrets/collection/login';

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
  if (state !== 'missing') {
    // It goes into the background once it serves, and ends with the bus.
    await run(
      'gnome-keyring-daemon',
      [state === 'open' ? '--unlock' : '--start', '--components=secrets'],
      env,
      password,
    );
  }
  return {
    env,
    lock: () =>
      run(
        'dbus-send',
        [
          '--session',
          '--print-reply',
          '--dest=org.freedesktop.secrets',
          '/org/freedesktop/secrets',
          'org.freedesktop.Secret.Service.Lock',
          `array:objpath:${loginCollection}`,
        ],
        env,
      ),
    async stop() {
      if (bus.exitCode !== null || bus.signalCode !== null) return;
      const gone = once(bus, 'exit');
      bus.kill('SIGTERM');
      await gone;
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

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<void> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(input);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${command} ended with status ${String(child.exitCode)}`);
}
