import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDesktopStation } from '../../src/main/desktop/desktop-station.ts';
import { settingsSchema } from '../../src/shared/settings.ts';
import { makeTestFolder } from '../support/ports.ts';

const rule = { connectionId: 'office', projectId: 'invoices' };

/** A change of each setting; `true` = the engine starts anew for it, `false` = it, or the window, takes it up while it works. */
const changes: Readonly<Record<string, readonly [unknown, boolean]>> = {
  'station.id': ['other', true],
  'station.name': ['Other', true],
  connections: [[{ id: 'office', name: 'Office', baseUrl: 'http://127.0.0.1:9', clientId: 'c' }], true],
  defaultConnection: ['office', true],
  hotFolders: [[{ id: 'inbox', name: 'Inbox', folder: join('/', 'nowhere'), rule }], false],
  'intake.projects': [{ office: 'invoices' }, false],
  'intake.mode': ['batch', false],
  'intake.after': ['move', false],
  'intake.tidyGraceMs': [7, false],
  'intake.trashMs': [7, false],
  'intake.duplicates': ['send-anyway', false],
  'intake.duplicateDays': [7, false],
  'intake.export': [{ folder: join('/', 'nowhere-else') }, false],
  'intake.fields': [[{ key: 'cost', label: 'Cost centre', kind: 'text' }], false],
  'intake.case': [{ required: ['contract'] }, false],
  'limits.filesInFlight': [7, true],
  'limits.sockets': [7, true],
  'limits.bytesPerSecond': [70_000, false],
  'limits.hours': [{ days: [1], from: '08:00', to: '09:00' }, false],
  'limits.largestFile': [7_000_000, true],
  'limits.unclearGraceMs': [7, true],
  'exports.doctypes': [['invoice'], false],
  'network.certificateAuthorities': [join('/', 'nowhere.pem'), true],
  'network.proxy': ['http://127.0.0.1:9', true],
  'network.proxyScript': ['file:///nowhere.pac', true],
  'network.systemProxy': [false, true],
  'network.clientCertificate': [join('/', 'nowhere.pfx'), true],
  'network.clientKey': [join('/', 'nowhere.key'), true],
  'tracking.fastestMs': [700, true],
  'tracking.slowestMs': [70_000, true],
  log: [{ system: 'off' }, false],
  metrics: [{ port: 19_464 }, false],
  updates: [{ from: join('/', 'nowhere') }, false],
  scanning: [{ addresses: ['http://127.0.0.1:9/eSCL'] }, false],
  language: ['de', true],
  'window.theme': ['dark', false],
  'window.density': ['compact', false],
  'window.closeToTray': [true, false],
  'window.startAtLogin': [true, false],
  'window.notifySettled': [true, false],
  'window.notifyHeld': [false, false],
  'window.tips': [true, false],
  'window.tables': [{ intake: { hidden: ['source'], widths: { name: 300 }, sort: null } }, false],
  'window.filters': [{ intake: [{ name: 'Mine', values: { search: 'dahlke' } }] }, false],
  team: [{ address: 'postgres://127.0.0.1:9/mailroom', login: 'member' }, true],
};

test(
  'each setting is in force once it is changed: the engine starts anew for it, or takes it up',
  { timeout: 120_000 },
  async () => {
    const names = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
      const group = ['station', 'intake', 'limits', 'exports', 'network', 'tracking', 'window'].includes(name);
      const below = 'unwrap' in schema ? schema.unwrap() : schema;
      return group && 'shape' in below ? Object.keys(below.shape).map((field) => `${name}.${field}`) : [name];
    });
    // A setting that is new needs a change here.
    expect(Object.keys(changes).sort()).toEqual(names.filter((name) => name !== 'version').sort());

    const station = createDesktopStation(
      { dataDirectory: join(await makeTestFolder(), 'data'), practiceQuota: 600 },
      {
        notifier: { notify: () => undefined },
        systemLanguage: () => 'en',
        onEvent: () => undefined,
        onScan: () => undefined,
        onSettings: () => undefined,
        onChangedOutside: () => undefined,
      },
    );
    onTestFinished(() => station.stop());
    await station.apply();
    for (const [path, [value, isAnew]] of Object.entries(changes)) {
      const before = station.running();
      const changed = await station.change(path, value);
      expect(changed.ok || changed.fault, path).toBe(true);
      await station.apply();
      expect(station.running(), path).not.toBeNull();
      expect(station.running() !== before, path).toBe(isAnew);
    }
  },
);
