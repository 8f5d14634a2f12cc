import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDesktopStation } from '../../src/main/desktop/desktop-station.ts';
import type { Settings } from '../../src/shared/settings.ts';
import { builtCommand } from '../support/mailroom-command.ts';
import { makeTestFolder } from '../support/ports.ts';

const mailroom = builtCommand();

test(
  'a setting that a command changes holds in the open window at once, whichever it is',
  { timeout: 60_000 },
  async () => {
    const dataDirectory = join(await makeTestFolder(), 'data');
    const told: Settings[] = [];
    const changedOutside = vi.fn();
    const station = createDesktopStation(
      { dataDirectory, practiceQuota: 600 },
      {
        notifier: { notify: () => undefined },
        systemLanguage: () => 'en',
        onEvent: () => undefined,
        onScan: () => undefined,
        onSettings: (settings) => told.push(settings),
        onChangedOutside: changedOutside,
      },
    );
    onTestFinished(() => station.stop());
    await station.apply();
    expect((await station.engine()).ok).toBe(true);
    const env = { MAILROOM_DATA_DIR: dataDirectory };
    const changes: readonly (readonly [string, string, (settings: Settings) => unknown, unknown])[] = [
      // What the window itself shows, what the engine takes up while it works, and what it starts anew for.
      ['window.density', 'compact', ({ window }) => window.density, 'compact'],
      ['language', 'de', ({ language }) => language, 'de'],
      ['limits.bytesPerSecond', '50000', ({ limits }) => limits.bytesPerSecond, 50_000],
      ['limits.sockets', '8', ({ limits }) => limits.sockets, 8],
    ];
    for (const [index, [setting, value, read, expected]] of changes.entries()) {
      const { status, stderr } = await mailroom.run(['settings', 'set', setting, value], { env });
      expect(status, stderr).toBe(0);
      const last = told.at(-1);
      expect(last === undefined ? null : read(last), setting).toBe(expected);
      expect(changedOutside).toHaveBeenCalledTimes(index + 1);
    }
    expect((await station.engine()).ok).toBe(true);
    expect((await mailroom.run(['settings', 'unset', 'window.density'], { env })).status).toBe(0);
    expect(told.at(-1)?.window.density).toBe('comfortable');
  },
);
