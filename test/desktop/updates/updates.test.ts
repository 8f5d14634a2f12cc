import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createUpdates, type UpdatesView } from '../../../src/main/desktop/updates/updates.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type { PackageOrigin } from '../../../src/main/host/package-origin.ts';
import { isIntact, type ReadyUpdate } from '../../../src/main/host/updates/look-for-update.ts';
import { settingsSchema, type Settings } from '../../../src/shared/settings.ts';
import { createUpdateFolder, today, type UpdateFolder } from '../../host/updates/update-folder.ts';
import { createMemorySecrets, createTestClock, createTestLog } from '../../support/ports.ts';

function settingsWith(updates: Settings['updates']): Settings {
  return settingsSchema.parse({ station: { id: 's', name: 'S' }, updates });
}

/** The updates of a window whose installer is a stand-in. */
function windowOf(update: UpdateFolder, kind: PackageOrigin['kind'] = 'appimage') {
  const clock = createTestClock(today);
  const seen: {
    readonly installed: string[];
    left: number;
    givenUp: number;
    stays: boolean;
    refuses: boolean;
    ended: Promise<void>;
    unprepared: ReturnType<typeof failure> | null;
  } = { installed: [], left: 0, givenUp: 0, stays: false, refuses: false, ended: Promise.resolve(), unprepared: null };
  let told: (view: UpdatesView) => void = () => undefined;
  const updates = createUpdates({
    folder: update.own,
    packages: update.packages,
    ports: { clock, log: createTestLog(), secrets: createMemorySecrets() },
    version: '1.0.0',
    origin: () => Promise.resolve({ ...update.parts.origin, kind }),
    onChange: () => told(updates.view()),
    leave(install) {
      if (seen.stays) return false;
      seen.left += 1;
      seen.ended = install.run().catch(async (error: unknown) => {
        await install.giveUp(error);
        throw error;
      });
      return true;
    },
    install: async (ready: ReadyUpdate) => {
      if (seen.unprepared !== null) return seen.unprepared;
      if (!(await isIntact(ready))) return failure('update-damaged', { name: ready.file });
      return success({
        run() {
          if (seen.refuses) return Promise.reject(Object.assign(new Error('forbidden'), { code: 'EPERM' }));
          seen.installed.push(ready.version);
          return Promise.resolve();
        },
        giveUp() {
          seen.givenUp += 1;
          return Promise.resolve();
        },
      });
    },
  });
  /** Settles with the first view of that state. */
  const state = (wanted: UpdatesView['state']): Promise<UpdatesView> =>
    new Promise((resolve) => {
      told = (view) => {
        if (view.state === wanted) resolve(view);
      };
    });
  return { updates, clock, seen, state };
}

const minute = 60_000;

/** Has a window look by the settings of a folder; answers its view once an update is ready. */
function readyIn({ updates, clock, state }: ReturnType<typeof windowOf>, update: UpdateFolder): Promise<UpdatesView> {
  const ready = state('ready');
  updates.settings(settingsWith(update.parts.updates));
  clock.advance(minute);
  return ready;
}

test('nothing is looked for where nobody said whence', () => {
  const update = {
    own: '/nowhere',
    packages: '/nowhere',
    parts: { origin: { name: 'm', kind: 'appimage', platform: 'linux-x64' } },
  };
  const clock = createTestClock();
  const updates = createUpdates({
    folder: update.own,
    packages: update.packages,
    ports: { clock, log: createTestLog(), secrets: createMemorySecrets() },
    version: '1.0.0',
    origin: () => Promise.reject(new Error('nobody asks')),
    onChange: () => expect.fail('nothing changes'),
    leave: () => expect.fail('nobody leaves'),
    install: () => expect.fail('nothing is installed'),
  });
  updates.settings(settingsWith({}));
  clock.advance(24 * 60 * minute);
  expect(updates.view()).toMatchObject({ state: 'off' });
});

test('an update is ready after a look, and is installed when a person says so, once all is ended', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const { updates, clock, seen, state } = windowOf(update);
  const ready = state('ready');
  updates.settings(settingsWith(update.parts.updates));
  expect(updates.view().state).toBe('waiting');
  clock.advance(minute);
  expect(await ready).toMatchObject({ version: '1.2.0', fault: null });
  expect(seen.installed).toEqual([]);
  // Whoever presses twice is answered once.
  const twice = await Promise.all([updates.restart(), updates.restart()]);
  expect(twice).toEqual([success({}), success({})]);
  await seen.ended;
  expect(seen).toMatchObject({ left: 1, installed: ['1.2.0'] });
});

test('an installer that has begun and does not come to its end is told by the version that is still here', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const before = windowOf(update);
  await readyIn(before, update);
  await before.updates.restart();
  await before.seen.ended;
  const after = windowOf(update);
  expect(await readyIn(after, update)).toMatchObject({
    fault: { code: 'update-not-installed', params: { problem: 'not-finished' } },
  });
});

test('what refuses to be prepared is told in Settings too, and to nobody once another version is ready', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const window = windowOf(update);
  await readyIn(window, update);
  window.seen.unprepared = failure('update-not-installed', { version: '1.2.0', problem: 'EACCES' });
  expect(await window.updates.restart()).toMatchObject({ ok: false });
  expect(window.updates.view()).toMatchObject({ state: 'ready', fault: { params: { problem: 'EACCES' } } });
  expect(window.seen.left).toBe(0);
  await update.release('1.3.0');
  const next = window.state('ready');
  window.clock.advance(6 * 60 * minute);
  expect(await next).toMatchObject({ version: '1.3.0', fault: null });
});

test('while a question stands nothing is installed, and nothing of it stays ready beside the program', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const window = windowOf(update);
  await readyIn(window, update);
  window.seen.stays = true;
  expect(await window.updates.restart()).toMatchObject({ ok: false, fault: { params: { use: 'update-later' } } });
  expect(window.seen).toMatchObject({ left: 0, givenUp: 1, installed: [] });
  window.seen.stays = false;
  expect(await window.updates.restart()).toMatchObject({ ok: true });
  await window.seen.ended;
  expect(window.seen).toMatchObject({ left: 1, givenUp: 1, installed: ['1.2.0'] });
});

test('what the system does not let begin is told at the next start, until the version is here', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const before = windowOf(update);
  await readyIn(before, update);
  before.seen.refuses = true;
  expect(await before.updates.restart()).toMatchObject({ ok: true });
  await expect(before.seen.ended).rejects.toThrow('forbidden');
  const after = windowOf(update);
  expect(await readyIn(after, update)).toMatchObject({
    version: '1.2.0',
    fault: { code: 'update-not-installed', params: { version: '1.2.0', problem: 'EPERM' } },
  });
});

test('a package that was changed after it was checked is not installed', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const window = windowOf(update);
  const { updates, seen } = window;
  await readyIn(window, update);
  const names = await readdir(update.packages, { recursive: true });
  const name = names.find((each) => each.endsWith('AppImage')) ?? '';
  await writeFile(`${update.packages}/${name}`, 'evil');
  expect(await updates.restart()).toMatchObject({ ok: false, fault: { code: 'update-damaged', owner: 'it' } });
  expect(seen).toMatchObject({ left: 0, installed: [] });
});

test('a refused update is told, and what was checked before stays ready', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const window = windowOf(update);
  const { updates, clock, seen, state } = window;
  await readyIn(window, update);
  await update.put('{}');
  const refused = state('refused');
  clock.advance(6 * 60 * minute);
  expect(await refused).toMatchObject({ version: '1.2.0', fault: { code: 'update-untrusted' } });
  expect(await updates.restart()).toMatchObject({ ok: true });
  await seen.ended;
  expect(seen.installed).toEqual(['1.2.0']);
});

test('a package that others roll out does not update itself', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const { updates, clock, state } = windowOf(update, 'deb');
  const elsewhere = state('elsewhere');
  updates.settings(settingsWith(update.parts.updates));
  clock.advance(minute);
  expect(await elsewhere).toMatchObject({ version: null });
});

test('without the key that was ready nothing is ready any more', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const window = windowOf(update);
  const { updates } = window;
  await readyIn(window, update);
  updates.settings(settingsWith({}));
  expect(updates.view()).toMatchObject({ state: 'off', version: null });
  expect(await updates.restart()).toMatchObject({ ok: false, fault: { params: { use: 'no-update' } } });
});
