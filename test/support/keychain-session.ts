import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** A home with a real keychain of its own, for programs started with `wrap` and `env`. */
export interface KeychainSession {
  /** Starts a program in a session bus with the keychain unlocked. */
  readonly wrap: readonly string[];
  /** The same after a restart at which nobody unlocked it. */
  readonly wrapLocked: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const unlocked = `exec dbus-run-session -- bash -c 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"' bash "$@"`;

const locked = `exec dbus-run-session -- bash -c 'gnome-keyring-daemon --start --components=secrets >/dev/null; exec "$@"' bash "$@"`;

/** Fails, rather than skips, where the machine lacks what a keychain is made of (tools/system-packages.ts). */
export function demandKeychain(): void {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'].filter(
    (command) => !folders.some((folder) => existsSync(join(folder, command))),
  );
  if (missing.length > 0) {
    throw new Error(
      `These tests need a real keychain: ${missing.join(', ')} missing (apt-get install dbus gnome-keyring)`,
    );
  }
}

/** Makes a home for one user with a keychain; each program started in it is one session. */
export async function makeKeychainSession(home: string): Promise<KeychainSession> {
  demandKeychain();
  const runtime = join(home, 'run');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  return {
    wrap: ['bash', '-c', unlocked, 'bash'],
    wrapLocked: ['bash', '-c', locked, 'bash'],
    env: { HOME: home, XDG_DATA_HOME: join(home, 'share'), XDG_RUNTIME_DIR: runtime },
  };
}
