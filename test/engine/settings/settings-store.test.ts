import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { createSettingsStore } from '../../../src/main/engine/settings/settings-store.ts';
import type { SettingsStore, SettingsStoreOptions } from '../../../src/main/engine/settings/settings-store.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import type { JsonObject } from '../../../src/main/engine/settings/json-file.ts';
import type { PolicySource } from '../../../src/main/engine/settings/policy-values.ts';
import { makeTestFolder } from '../../support/ports.ts';

interface Bench {
  readonly folder: string;
  readonly file: string;
  readonly policyFile: string;
  readonly options: SettingsStoreOptions & { readonly policyFile: string };
  readonly store: SettingsStore;
}

async function makeBench(own?: unknown, policy?: unknown): Promise<Bench> {
  const folder = await makeTestFolder();
  const dataDirectory = join(folder, 'data');
  const policyFile = join(folder, 'policy.json');
  const file = join(dataDirectory, 'settings.json');
  if (own !== undefined) {
    await mkdir(dataDirectory);
    await writeFile(file, typeof own === 'string' ? own : JSON.stringify(own));
  }
  if (policy !== undefined) await writeFile(policyFile, JSON.stringify(policy));
  let made = 0;
  const options = { dataDirectory, policyFile, newId: () => `station-${(made += 1)}`, stationName: 'Post room' };
  return {
    folder,
    file,
    policyFile,
    options,
    store: createSettingsStore(options),
  };
}

const station = { id: 's1', name: 'Post room' };

async function onDisk(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

describe('the first start', () => {
  test('makes a station that stays the same', async () => {
    const { store } = await makeBench();
    const first = await store.load();
    const second = await store.load();
    expect(first).toMatchObject({ ok: true, value: { station: { id: 'station-1', name: 'Post room' } } });
    expect(second).toEqual(first);
  });

  test('writes a file that only its owner can read, and nothing beside it', async () => {
    const { store, file, folder } = await makeBench();
    await store.load();
    // Windows has access lists instead: those of the account's own folder.
    const [fileMode, folderMode] = process.platform === 'win32' ? [0o666, 0o666] : [0o600, 0o700];
    expect((await stat(file)).mode & 0o777).toBe(fileMode);
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(folderMode);
    expect(await readdir(join(folder, 'data'))).toEqual(['settings.json']);
  });

  test('fills in the defaults of everything that is not set', async () => {
    const { store } = await makeBench({ version: 1, station, limits: { sockets: 3 } });
    expect(await store.load()).toMatchObject({
      ok: true,
      value: { limits: { sockets: 3, filesInFlight: 192 }, language: 'system', hotFolders: [] },
    });
  });
});

describe('a file of another version', () => {
  test('without a version gets one, and keeps what it says', async () => {
    const { store, file } = await makeBench({ station: { name: 'Reception' }, language: 'de', future: { a: 1 } });
    expect(await store.load()).toMatchObject({
      ok: true,
      value: { version: 1, station: { id: 'station-1', name: 'Reception' }, language: 'de' },
    });
    expect(await onDisk(file)).toMatchObject({ version: 1, future: { a: 1 }, station: { name: 'Reception' } });
  });

  test('of a newer Mailroom is refused and left as it is', async () => {
    const { store, file } = await makeBench({ version: 2, station });
    expect(await store.load()).toMatchObject({
      ok: false,
      fault: { code: 'settings-invalid', params: { field: 'version', path: file } },
    });
    expect(await onDisk(file)).toEqual({ version: 2, station });
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['a wrong type', { version: 1, station, limits: { sockets: 'many' } }, 'limits.sockets'],
    ['a wrong choice', { version: 1, station, language: 'fr' }, 'language'],
    ['a broken connection', { version: 1, station, connections: [{ id: 'a' }] }, 'connections.0.name'],
    ['a cut-off file', '{\n  "version": 1,\n  "station":', 3],
    ['a list', '[]', undefined],
  ])('with %s names the field and keeps the file', async (_, own, field) => {
    const { store, file } = await makeBench(own);
    const before = await readFile(file, 'utf8');
    const answer = await store.load();
    expect(answer).toMatchObject({ ok: false, fault: { code: 'settings-invalid', params: { path: file } } });
    if (!answer.ok) expect(answer.fault.params['field'] ?? answer.fault.params['line']).toBe(field);
    expect((await store.set('language', 'de')).ok).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test('because a folder is in its place is told as that', async () => {
    const { store, file } = await makeBench();
    await mkdir(file, { recursive: true });
    expect(await store.load()).toMatchObject({ ok: false, fault: { code: 'data-directory-unusable' } });
  });

  test('a byte order mark of an editor does no harm', async () => {
    const { store } = await makeBench(`\ufeff${JSON.stringify({ version: 1, station })}`);
    expect((await store.load()).ok).toBe(true);
  });
});

describe('the policy of an administrator', () => {
  const policy = { network: { proxy: 'http://proxy:3128' }, connections: [] };

  test('overrides the user and says what it locks', async () => {
    const { store, policyFile } = await makeBench({ version: 1, station, network: { proxy: 'http://mine' } }, policy);
    expect(await store.get('network.proxy')).toEqual({ ok: true, value: 'http://proxy:3128' });
    expect(await store.locked()).toEqual({
      ok: true,
      value: ['network.proxy', 'connections'].map((path) => ({ path, place: policyFile })),
    });
  });

  test.each(['network.proxy', 'network', 'connections'])('refuses a change of %s', async (path) => {
    const { store, file } = await makeBench({ version: 1, station }, policy);
    const answer = await store.set(path, path === 'connections' ? [] : 'x');
    expect(answer).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    expect(await onDisk(file)).toEqual({ version: 1, station });
  });

  test('is never written into the user’s own file', async () => {
    const { store, file } = await makeBench({ version: 1, station }, policy);
    expect(await store.set('language', 'de')).toMatchObject({ ok: true, value: { network: policy.network } });
    expect(await onDisk(file)).toEqual({ version: 1, station, language: 'de' });
  });

  test('that is wrong itself is named as the file to correct', async () => {
    const { store, policyFile } = await makeBench({ version: 1, station }, { limits: { sockets: 0 } });
    expect(await store.load()).toMatchObject({
      ok: false,
      fault: { code: 'settings-invalid', params: { path: policyFile, field: 'limits.sockets' } },
    });
  });
});

describe('the policy of the system', () => {
  const named = (values: JsonObject): PolicySource => ({
    name: 'the registry',
    read: () => Promise.resolve(success(values)),
    placeOf: (path) => `the registry, ${path}`,
  });

  test('lies over that of the file, value by value, and each says where it stands', async () => {
    const { options } = await makeBench(
      { version: 1, station, limits: { sockets: 4 } },
      { limits: { sockets: 5, filesInFlight: 9 } },
    );
    const store = createSettingsStore({ ...options, systemPolicy: named({ limits: { sockets: 6 } }) });
    expect(await store.get('limits')).toMatchObject({ value: { sockets: 6, filesInFlight: 9 } });
    expect(await store.locked()).toEqual({
      ok: true,
      value: [
        { path: 'limits.sockets', place: 'the registry, limits.sockets' },
        { path: 'limits.filesInFlight', place: options.policyFile },
      ],
    });
    expect(await store.set('limits.sockets', 7)).toMatchObject({
      fault: { params: { use: 'set-by-policy', file: 'the registry, limits.sockets' } },
    });
  });

  test('a structure of it, and pairs, hold as a whole: nothing of the user or the file is mixed in, or can be', async () => {
    const { options } = await makeBench(
      {
        ...{ version: 1, station, intake: { projects: { main: 'own', branch: 'own' } } },
        limits: { sockets: 4, hours: { from: '06:00', to: '08:00', days: [6] } },
      },
      { intake: { projects: { other: 'file' }, export: { folder: '/file', reportTransfer: true } } },
    );
    const store = createSettingsStore({
      ...options,
      systemPolicy: named({
        limits: { hours: { from: '20:00', to: '06:00' } },
        intake: { export: { folder: '/xml' }, projects: { main: 'accounts-payable' } },
      }),
    });
    expect(await store.get('limits')).toMatchObject({ value: { sockets: 4, hours: { from: '20:00', to: '06:00' } } });
    expect(await store.get('limits.hours.days')).toMatchObject({ ok: true, value: [1, 2, 3, 4, 5] });
    expect(await store.get('intake.export.reportTransfer')).toEqual({ ok: true, value: false });
    expect(await store.get('intake.projects')).toEqual({ ok: true, value: { main: 'accounts-payable' } });
    expect(await store.locked()).toEqual({
      ok: true,
      value: ['limits.hours', 'intake.export', 'intake.projects'].map((path) => ({
        path,
        place: `the registry, ${path}`,
      })),
    });
    const locked = ['limits.hours.days', 'intake.export.acknowledgement', 'limits.hours', 'intake.projects.branch'];
    for (const path of locked) {
      expect(await store.set(path, [6]), path).toMatchObject({ fault: { params: { use: 'set-by-policy' } } });
    }
    expect(await store.set('limits.sockets', 5)).toMatchObject({ ok: true });
  });

  test('that is wrong is named, and not the file', async () => {
    const { options, file } = await makeBench({ version: 1, station }, { limits: { sockets: 5 } });
    const wrong = { ...options, systemPolicy: named({ limits: { sockets: 0 } }) };
    expect(await createSettingsStore(wrong).load()).toMatchObject({
      fault: { code: 'settings-invalid', params: { path: 'the registry', field: 'limits.sockets' } },
    });
    await writeFile(options.policyFile, '{"limits":{"sockets":0}}');
    const both = { ...options, systemPolicy: named({ limits: { filesInFlight: 8 } }) };
    expect(await createSettingsStore(both).load()).toMatchObject({ fault: { params: { path: options.policyFile } } });
    expect(await onDisk(file)).toEqual({ version: 1, station });
  });
});

describe('setting a value', () => {
  const own = {
    version: 1,
    station,
    connections: [{ id: 'main', name: 'Main', baseUrl: 'https://a/v2', clientId: 'c' }],
  };

  test.each([
    ['limits.sockets', '8', 8],
    ['station.name', '123', '123'],
    ['language', 'de', 'de'],
    ['defaultConnection', 'main', 'main'],
    ['connections.main.baseUrl', 'https://b/v2', 'https://b/v2'],
    ['connections.0.name', 'Two', 'Two'],
  ])('%s from the text %s', async (path, text, value) => {
    const { store } = await makeBench(own);
    expect((await store.setText(path, text)).ok).toBe(true);
    expect(await store.get(path)).toEqual({ ok: true, value });
  });

  test.each([
    ['limits.sockets', 'many'],
    ['limits.sockets', '0'],
    ['limits.sokets', '8'],
    ['nothing.at.all', '8'],
    ['language', 'fr'],
    ['language.en', 'x'],
    ['connections.other.name', 'x'],
    ['__proto__.polluted', 'x'],
    ['', 'x'],
  ])('%s to %s is refused and changes nothing', async (path, text) => {
    const { store, file } = await makeBench(own);
    expect(await store.setText(path, text)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    expect(await onDisk(file)).toEqual(own);
  });

  test.each([
    ['limits.sockets', '0', 'Mindestens 1.', 'Use at least 1.'],
    ['limits.sockets', '100000', 'Höchstens', 'Use at most'],
    ['language', 'fr', 'Möglich sind: system, en, de.', 'Use one of these: system, en, de.'],
  ])('%s to %s is refused in whole sentences of both languages, with what would do', async (path, text, de, en) => {
    const { store } = await makeBench(own);
    const refused = await store.setText(path, text);
    if (refused.ok) throw new Error('was taken');
    expect(describeFault(refused.fault, 'de').nextStep).toContain(de);
    expect(describeFault(refused.fault, 'de').reason).toBe(`${path} kann diesen Wert nicht haben.`);
    expect(describeFault(refused.fault, 'en').nextStep).toContain(en);
  });

  test('to nothing brings the default back', async () => {
    const { store } = await makeBench({ ...own, limits: { sockets: 2 } });
    await store.set('limits.sockets', undefined);
    expect(await store.get('limits.sockets')).toEqual({ ok: true, value: 32 });
  });

  test('keeps what a newer Mailroom or a person wrote beside it', async () => {
    const { store, file } = await makeBench({ ...own, notes: 'mine', limits: { later: true } });
    await store.set('limits.sockets', 4);
    expect(await onDisk(file)).toEqual({ ...own, notes: 'mine', limits: { later: true, sockets: 4 } });
  });
});

/** Sets the number of sockets, and keeps the settings as those in force. */
async function keepPresent(store: SettingsStore, sockets: number): Promise<void> {
  await store.set('limits.sockets', sockets);
  const loaded = await store.loadWithOwn();
  if (!loaded.ok) throw new Error('settings that cannot be used');
  await store.keepGood(loaded.value.own);
}

describe('settings that could be used last', () => {
  test('come back in the place of a file that can not be used, which stays beside them', async () => {
    const { store, file, folder } = await makeBench();
    await store.load();
    expect(await store.lastGood()).toBeNull();
    await keepPresent(store, 7);
    await writeFile(file, '{ "limits": { "sockets": "many" } }');
    expect(await store.load()).toMatchObject({ ok: false, fault: { params: { field: 'limits.sockets', path: file } } });
    expect(await store.lastGood()).toEqual(expect.any(Number));

    expect(await store.restoreGood()).toMatchObject({ ok: true, value: { limits: { sockets: 7 } } });

    expect(await store.load()).toMatchObject({ ok: true, value: { limits: { sockets: 7 } } });
    const names = await readdir(join(folder, 'data'));
    const aside = names.find((name) => name.startsWith('settings.broken-')) ?? '';
    expect(await readFile(join(folder, 'data', aside), 'utf8')).toContain('many');
  });

  test('are not there before the first ones were kept', async () => {
    const { store, file } = await makeBench('{');
    expect(await store.restoreGood()).toMatchObject({ ok: false });
    expect(await readFile(file, 'utf8')).toBe('{');
  });

  test('come back where the file is gone', async () => {
    const { store, file, folder } = await makeBench();
    await keepPresent(store, 7);
    await rm(file);
    expect(await store.restoreGood()).toMatchObject({ ok: true, value: { limits: { sockets: 7 } } });
    expect((await readdir(join(folder, 'data'))).toSorted()).toEqual(['settings.json', 'settings.last-good.json']);
  });

  test('take the place neither of those of a newer Mailroom nor of those that can be used', async () => {
    const { store, file, folder, policyFile } = await makeBench();
    await keepPresent(store, 7);
    const newer = '{ "version": 2, "connections": [], "new": "things" }';
    await writeFile(file, newer);
    expect(await store.restoreGood()).toMatchObject({ ok: false, fault: { params: { problem: 'newer-version' } } });
    expect(await readFile(file, 'utf8')).toBe(newer);

    const mine = JSON.stringify({ version: 1, station, limits: { sockets: 9 } });
    await writeFile(file, mine);
    expect(await store.restoreGood()).toMatchObject({ ok: true, value: { limits: { sockets: 9 } } });
    await writeFile(policyFile, '{');
    expect(await store.restoreGood()).toMatchObject({ ok: false, fault: { params: { path: policyFile } } });
    expect(await readFile(file, 'utf8')).toBe(mine);
    expect((await readdir(join(folder, 'data'))).toSorted()).toEqual(['settings.json', 'settings.last-good.json']);
  });

  test('are told with the time at which they last came into force', async () => {
    const { store, folder } = await makeBench();
    await keepPresent(store, 7);
    const earlier = new Date('2026-01-05T08:00:00Z');
    await utimes(join(folder, 'data', 'settings.last-good.json'), earlier, earlier);
    expect(await store.lastGood()).toBe(earlier.getTime());
    await keepPresent(store, 7);
    expect(await store.lastGood()).toBeGreaterThan(earlier.getTime());
  });
});
