import { execFile } from 'node:child_process';
import type { Environment } from '../../host/environment-secrets.ts';

/** What systemd, which may have started this process, hears of how it is. */
export interface Systemd {
  /** The work began: what waits for this service may start. */
  readonly ready: () => Promise<void>;
  /** Something was just done, so that nothing hangs. May be called as often as one likes. */
  readonly alive: () => void;
  /** The work ends in order, which may take a while. */
  readonly stopping: () => Promise<void>;
}

/**
 * systemd, told by its own `systemd-notify`: the protocol (man sd_notify) is a datagram to a Unix socket, which Node can't send. Without
 * NOTIFY_SOCKET nobody listens and nothing is done. `now` returns ms of a clock that only goes on.
 */
export function systemdOf(environment: Environment, now: () => number = () => performance.now()): Systemd {
  const socket = environment['NOTIFY_SOCKET'];
  const silent = { ready: () => Promise.resolve(), alive: () => undefined, stopping: () => Promise.resolve() };
  if (socket === undefined || socket === '') return silent;
  // What can't be told is not our fault, and systemd acts on silence by itself.
  const tell = (state: string): Promise<void> =>
    new Promise((resolve) => {
      // It needs no credentials of ours.
      execFile('systemd-notify', [state], { env: { PATH: environment['PATH'], NOTIFY_SOCKET: socket } }, () =>
        resolve(),
      );
    });
  // A third of what it waits for: one word may come late.
  const everyMs = Number(environment['WATCHDOG_USEC']) / 1_000 / 3;
  let nextAt = now() + everyMs;
  return {
    ready: () => tell('READY=1'),
    alive() {
      if (!(now() >= nextAt)) return;
      nextAt = now() + everyMs;
      void tell('WATCHDOG=1');
    },
    stopping: () => tell('STOPPING=1'),
  };
}
