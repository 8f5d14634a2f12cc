import { describe, expect, it } from 'vitest';
import { ensurePackages, windowPackages } from '../../tools/system-packages.ts';
import type { PackageHost } from '../../tools/system-packages.ts';

const packages = [
  { name: 'dbus', brings: 'dbus-run-session' },
  { name: 'gnome-keyring', brings: 'gnome-keyring-daemon' },
];

/** A machine that has the given commands; apt-get brings what it is asked for unless `aptStatus` says otherwise. */
function createHost(commands: readonly string[], options: { isRoot?: boolean; aptStatus?: number } = {}) {
  const there = new Set(commands);
  const ran: string[] = [];
  const printed: string[] = [];
  const host: PackageHost = {
    hasCommand: (command) => there.has(command),
    isRoot: options.isRoot ?? true,
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      const status = options.aptStatus ?? 0;
      if (status === 0) for (const each of packages) if (args.includes(each.name)) there.add(each.brings);
      return Promise.resolve(status);
    },
    print: (line) => void printed.push(line),
  };
  return { host, ran, printed };
}

describe('system packages', () => {
  it('are left alone when they are there', async () => {
    const { host, ran } = createHost(['dbus-run-session', 'gnome-keyring-daemon']);
    expect(await ensurePackages(packages, host)).toBe(true);
    expect(ran).toEqual([]);
  });

  it('are installed by root, only the missing ones, after an update', async () => {
    const { host, ran } = createHost(['apt-get', 'dbus-run-session']);
    expect(await ensurePackages(packages, host)).toBe(true);
    expect(ran).toEqual(['apt-get -q update', 'apt-get -q install --yes --no-install-recommends gnome-keyring']);
  });

  it('stop the run with the exact command for somebody who may not install', async () => {
    const { host, ran, printed } = createHost(['apt-get'], { isRoot: false });
    expect(await ensurePackages(packages, host)).toBe(false);
    expect(ran).toEqual([]);
    expect(printed.join('\n')).toContain(
      'sudo apt-get update && sudo apt-get install --yes --no-install-recommends dbus gnome-keyring',
    );
  });

  it('stop the run where there is no apt-get', async () => {
    const { host, ran, printed } = createHost([]);
    expect(await ensurePackages(packages, host)).toBe(false);
    expect(ran).toEqual([]);
    expect(printed.join('\n')).toContain('gnome-keyring-daemon');
  });

  it('stop the run when the installation fails', async () => {
    const { host, printed } = createHost(['apt-get'], { aptStatus: 100 });
    expect(await ensurePackages(packages, host)).toBe(false);
    expect(printed.join('\n')).toContain('status 100');
  });

  it('of the window are asked for by their Debian names where the commands are missing', async () => {
    const { host, printed } = createHost(['apt-get', 'dbus-run-session'], { isRoot: false });
    expect(await ensurePackages(windowPackages, host)).toBe(false);
    expect(printed.join('\n')).toContain(
      'install --yes --no-install-recommends chromium xvfb xauth openbox xdotool xclip zenity',
    );
  });
});
