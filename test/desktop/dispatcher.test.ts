import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandSchema, querySchema } from '../../src/shared/contract.ts';
import { desktopRequestSchema } from '../../src/shared/desktop-contract.ts';
import type { Outcome } from '../../src/shared/faults.ts';
import { hotFolderSchema, intakeRuleSchema, settingsSchema } from '../../src/shared/settings.ts';
import { createGivenPlaces } from '../../src/main/desktop/given-places.ts';
import { createDesktopDispatcher } from '../../src/main/desktop/dispatcher.ts';
import { namedPaths, type NamedPath } from '../../src/main/desktop/named-paths.ts';
import type { Opening } from '../../src/main/desktop/openings.ts';
import { createOfferedPaths } from '../../src/main/desktop/offered-paths.ts';

const sender = { senderFrame: null };
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const noEngine: Outcome<never> = {
  ok: false,
  fault: { code: 'data-directory-taken', retry: 'later', owner: 'clerk', params: {} },
};

const rule = { connectionId: 'a', projectId: 'p' };
const set = { folder: '/set/xml' };
const source = (folder: string) => hotFolderSchema.parse({ id: 'x', name: 'X', folder, rule });
const present = settingsSchema.parse({
  station: { id: 's', name: 'S' },
  hotFolders: [source('/set/in'), { ...source('/set/flat'), id: 'flat', recursive: false }],
  intake: { export: set },
});

function dispatcherOf(
  ours: boolean,
  desktop: () => Promise<Outcome<unknown>>,
  ask: (about: NamedPath | Opening) => Promise<boolean> = () => Promise.resolve(false),
  settings = present,
) {
  const offered = createOfferedPaths();
  offered.offer(['/given/a.pdf']);
  return createDesktopDispatcher({
    isOurs: () => ours,
    engine: () => Promise.resolve(noEngine),
    offered,
    given: createGivenPlaces({ offered, settings: () => Promise.resolve({ ok: true, value: settings }), ask }),
    desktop,
    log,
  });
}

/** The door of a person who answers no to each question; what was asked, and how often something came through to be stored. */
function doorOfWhoRefuses() {
  const asked: string[] = [];
  let stored = 0;
  const door = dispatcherOf(
    true,
    () => {
      stored += 1;
      return Promise.resolve({ ok: true, value: { settings: present } });
    },
    ({ path, use }) => {
      asked.push(`${use} ${path}`);
      return Promise.resolve(false);
    },
  );
  return { door, asked, stored: () => stored };
}

describe('the door of the window', () => {
  it('asks nobody for a sender that is not ours', async () => {
    let asked = 0;
    const door = dispatcherOf(false, () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: {} });
    });
    const answer = await door.desktop(sender, { name: 'clipboard.copy', text: 'x' });
    expect(answer).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    expect(asked).toBe(0);
  });

  it('asks nobody for a message that does not fit the contract', async () => {
    let asked = 0;
    const door = dispatcherOf(true, () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: {} });
    });
    for (const message of [null, 'x', {}, { name: 'clipboard.copy' }, { name: 'items.retry', itemIds: 'all' }]) {
      expect(await door.desktop(sender, message)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    }
    expect(asked).toBe(0);
  });

  it('gives out nothing that the schema of the answer does not name', async () => {
    const value = { scopes: [], missingScopes: [], secret: 'never' };
    const door = dispatcherOf(true, () => Promise.resolve({ ok: true, value }));
    const connection = { id: 'a', name: 'A', baseUrl: 'https://host/v2', clientId: 'c' };
    const answer = await door.desktop(sender, { name: 'connections.test', connection });
    expect(answer).toEqual({ ok: true, value: { scopes: [], missingScopes: [] } });
  });

  it('says internal for an answer that does not fit, and for a bug', async () => {
    const unfit = dispatcherOf(true, () => Promise.resolve({ ok: true, value: { paths: 'x' } }));
    const broken = dispatcherOf(true, () => Promise.reject(new Error('a bug')));
    for (const door of [unfit, broken]) {
      const answer = await door.desktop(sender, { name: 'dialog.choose-files', title: 't' });
      expect(answer).toMatchObject({ ok: false, fault: { code: 'internal' } });
    }
  });

  it('takes in no path that nobody gave, and those that the preload names only where it is ours', async () => {
    const rule = intakeRuleSchema.parse({ connectionId: 'a', projectId: 'p' });
    const takeIn = (path: string): object => ({ name: 'intake.take-in', paths: [path], rule, sourceId: 'drop' });
    const door = dispatcherOf(true, () => Promise.resolve({ ok: true, value: {} }));
    expect(await door.command(sender, takeIn('/given/a.pdf'))).toEqual(noEngine);
    expect(await door.command(sender, takeIn('/given/b.pdf'))).toMatchObject({ fault: { code: 'wrong-usage' } });
    door.offer(sender, ['/given/b.pdf']);
    door.offer(sender, { not: 'a list' });
    expect(await door.command(sender, takeIn('/given/b.pdf'))).toEqual(noEngine);
    const stranger = createDesktopDispatcher({
      isOurs: ({ senderFrame }) => senderFrame !== null,
      engine: () => Promise.resolve(noEngine),
      offered: { offer: () => expect.unreachable() },
      given: () => expect.unreachable(),
      desktop: () => Promise.resolve({ ok: true, value: {} }),
      log,
    });
    stranger.offer(sender, ['/etc/passwd']);
  });

  it.each([
    { name: 'documents.save-file', connectionId: 'a', fileId: 'f' },
    { name: 'cases.save-files', connectionId: 'a', caseId: 'c', as: 'zip' },
    { name: 'exports.write', documentIds: ['d'], projectId: 'p', connectionId: 'a' },
    { name: 'scan.save-as', sessionId: 's' },
  ])('lets $name write only to a folder that a person chose', async (command) => {
    const door = dispatcherOf(true, () => Promise.resolve({ ok: true, value: {} }));
    const refusal = { ok: false, fault: { code: 'wrong-usage', params: { use: 'not-given', path: '/chosen' } } };
    expect(await door.command(sender, { ...command, folder: '/chosen' })).toMatchObject(refusal);
    door.offer(sender, ['/chosen']);
    expect(await door.command(sender, { ...command, folder: '/chosen' })).toEqual(noEngine);
  });

  it('passes on why there is no engine', async () => {
    const door = dispatcherOf(true, () => Promise.resolve({ ok: true, value: {} }));
    expect(await door.query(sender, { name: 'station.pauses' })).toEqual(noEngine);
    expect(await door.command(sender, { name: 'items.pause', itemIds: 'all' })).toEqual(noEngine);
  });

  it('takes no settings but through the settings, where the policy holds', async () => {
    const door = dispatcherOf(true, () => Promise.resolve({ ok: true, value: {} }));
    const rule = { connectionId: 'a', projectId: 'p' };
    const source = hotFolderSchema.parse({ id: 'x', name: 'X', folder: '/given/a.pdf', rule });
    for (const message of [
      { name: 'source.add', source },
      { name: 'source.remove', sourceId: 'x' },
      { name: 'limits.set', bytesPerSecond: null, hours: null },
      { name: 'station.configure', scanning: { profiles: [] } },
    ]) {
      expect(await door.command(sender, message)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    }
  });

  it('looks through every path of every message, at any depth', async () => {
    let asked = 0;
    const door = dispatcherOf(true, () => {
      asked += 1;
      return Promise.resolve({ ok: true, value: {} });
    });
    const exported = { folder: '/elsewhere' };
    const rule = intakeRuleSchema.parse({ connectionId: 'a', projectId: 'p', export: exported });
    for (const message of [
      { name: 'intake.take-in', paths: ['/given/a.pdf'], rule, sourceId: 'drop' },
      { name: 'scan.save-as', sessionId: 's', documentIds: ['d'], folder: '/elsewhere' },
      { name: 'documents.save-file', connectionId: 'a', fileId: 'f', folder: '/elsewhere' },
    ]) {
      expect(await door.command(sender, message)).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    }
    expect(await door.desktop(sender, { name: 'drop.describe', paths: ['/elsewhere'] })).toMatchObject({ ok: false });
    expect(asked).toBe(0);
  });

  it('asks for a place that a page sets and nobody gave, and stores nothing where the answer is no', async () => {
    const { door, asked, stored } = doorOfWhoRefuses();
    const messages: readonly (readonly [string, unknown])[] = [
      ['hotFolders', [source('/home/1')]],
      ['hotFolders.x', source('/home/2')],
      ['hotFolders.0.folder', '/home/3'],
      ['hotFolders.not-there-yet.folder', '/home/4'],
      ['hotFolders.0.rule', { ...rule, export: { folder: '/home/5' } }],
      ['intake', { export: { folder: '/home/6' } }],
      ['intake.export.folder', '/home/7'],
      ['network.certificateAuthorities', '/home/8'],
      ['network.clientCertificate', '/home/9'],
      ['network.clientKey', '/home/10'],
      // Written to before, watched now; and below what is written to.
      ['hotFolders.0.folder', '/set/xml'],
      ['hotFolders.0.folder', '/set/in/private'],
      ['hotFolders.0.folder', 'relative'],
    ];
    for (const [path, value] of messages) {
      const answer = await door.desktop(sender, { name: 'settings.set', path, value });
      expect(answer, path).toMatchObject({ ok: false, fault: { code: 'wrong-usage' } });
    }
    expect(stored()).toBe(0);
    // A folder that is none by itself is refused without a question.
    expect(asked).toHaveLength(messages.length - 1);
    // Asked once: a page can't ask until somebody gives in.
    await door.desktop(sender, { name: 'settings.set', path: 'intake.export.folder', value: '/home/7' });
    expect(asked).toHaveLength(messages.length - 1);
  });

  it('asks for the folders below one that is watched without them, and nothing turns them on without it', async () => {
    const { door, asked, stored } = doorOfWhoRefuses();
    const flat = { ...source('/set/flat'), id: 'flat', recursive: false };
    const { recursive, ...unsaid } = flat;
    expect(recursive).toBe(false);
    const change = (path: string, value: unknown) => door.desktop(sender, { name: 'settings.set', path, value });
    for (const value of [[{ ...flat, recursive: true }], [unsaid], [source('/set/in'), unsaid]])
      expect(await change('hotFolders', value)).toMatchObject({ fault: { code: 'wrong-usage' } });
    expect(await change('hotFolders.flat', unsaid)).toMatchObject({ ok: false });
    // Another entry's reach with this one's folder.
    expect(await change('hotFolders.0.folder', '/set/flat')).toMatchObject({ ok: false });
    expect(asked).toEqual(['below /set/flat']);
    for (const value of [true, undefined, null]) {
      expect(await change('hotFolders.flat.recursive', value)).toMatchObject({ ok: false });
      expect(await change('hotFolders.1.recursive', value)).toMatchObject({ ok: false });
    }
    const preview = { name: 'sources.preview', source: { ...flat, recursive: true } };
    expect(await door.query(sender, preview)).toMatchObject({ fault: { code: 'wrong-usage' } });
    expect(asked).toEqual(['below /set/flat']);
    expect(stored()).toBe(0);
    // Less than was given asks nobody.
    expect(await change('hotFolders', [{ ...source('/set/in'), recursive: false }, flat])).toMatchObject({ ok: true });
    expect(await change('hotFolders.0.recursive', false)).toMatchObject({ ok: true });
    expect(asked).toHaveLength(1);
  });

  it('takes a place once a person has said yes, and asks nobody for what was given or is set already', async () => {
    const asked: string[] = [];
    const door = dispatcherOf(
      true,
      () => Promise.resolve({ ok: true, value: { settings: present } }),
      ({ path }) => {
        asked.push(path);
        return Promise.resolve(true);
      },
    );
    const setFolder = (folder: string): object => ({
      name: 'settings.set',
      path: 'hotFolders',
      value: [source(folder)],
    });
    for (const folder of ['/set/in', '/given/a.pdf', '/typed', '/typed'])
      expect(await door.desktop(sender, setFolder(folder))).toMatchObject({ ok: true });
    expect(asked).toEqual(['/typed']);
    expect(await door.query(sender, { name: 'sources.preview', source: source('/typed') })).toEqual(noEngine);
    const takeIn = {
      name: 'intake.take-in',
      paths: ['/given/a.pdf'],
      rule: { ...rule, export: set },
      sourceId: 'drop',
    };
    expect(await door.command(sender, takeIn)).toEqual(noEngine);
  });

  it('stands with one question at a time', async () => {
    let answer: (yes: boolean) => void = () => expect.unreachable();
    const answered = new Promise<boolean>((resolve) => (answer = resolve));
    let asked = 0;
    const done = { ok: true, value: { settings: present } } as const;
    const door = dispatcherOf(
      true,
      () => Promise.resolve(done),
      () => {
        asked += 1;
        return answered;
      },
    );
    const setFolder = (value: string): object => ({ name: 'settings.set', path: 'intake.export.folder', value });
    const first = door.desktop(sender, setFolder('/one'));
    const second = door.desktop(sender, setFolder('/two'));
    await new Promise(setImmediate);
    expect(asked).toBe(1);
    answer(true);
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toMatchObject({ ok: true });
    expect(asked).toBe(2);
  });

  it('refuses a place that nobody gave in each message of the contract that names one', async () => {
    const samples = [
      { name: 'cases.save-files', connectionId: 'a', caseId: 'c', as: 'zip', folder: '/home' },
      { name: 'certificate.save', file: '/home', passphrase: '' },
      { name: 'documents.save-file', connectionId: 'a', fileId: 'f', folder: '/home' },
      { name: 'drop.describe', paths: ['/home'] },
      { name: 'exports.write', documentIds: ['d'], projectId: 'p', connectionId: 'a', folder: '/home' },
      { name: 'intake.take-in', paths: ['/home'], rule: intakeRuleSchema.parse(rule), sourceId: 'drop' },
      { name: 'items.lookup-file', file: '/home', keyColumn: 'id' },
      { name: 'scan.import', profileId: 'p', paths: ['/home'] },
      { name: 'scan.save-as', sessionId: 's', documentIds: ['d'], folder: '/home' },
      { name: 'scan.start', profileId: 'p', trace: '/home' },
      { name: 'settings.set', path: 'hotFolders', value: [source('/home')] },
      { name: 'source.add', source: source('/home') },
      { name: 'sources.preview', source: source('/home') },
      { name: 'station.configure', intake: { ...present.intake, export: { folder: '/home' } } },
    ];
    const found = [commandSchema, querySchema, desktopRequestSchema].flatMap((schema) =>
      schema.options.filter((option) => /"(?:localPath|settingAt)"/u.test(JSON.stringify(z.toJSONSchema(option)))),
    );
    // A message that is new and names a place needs a sample here.
    expect(found.map((option) => option.shape.name.value).sort()).toEqual(samples.map(({ name }) => name));
    const door = dispatcherOf(true, () => expect.unreachable());
    for (const sample of samples) {
      for (const channel of ['command', 'query', 'desktop'] as const)
        expect(await door[channel](sender, sample), sample.name).toMatchObject({ fault: { code: 'wrong-usage' } });
      const schema = z.union([commandSchema, querySchema, desktopRequestSchema]);
      expect(
        namedPaths(schema, sample).map(({ path }) => path),
        sample.name,
      ).toEqual(['/home']);
    }
  });

  it('looks into no folder that nobody gave, and asks nobody while it is being typed', async () => {
    const door = dispatcherOf(
      true,
      () => expect.unreachable(),
      () => expect.unreachable(),
    );
    for (const folder of ['/home', '/set', '/set/xml'])
      expect(await door.query(sender, { name: 'sources.preview', source: source(folder) })).toMatchObject({
        ok: false,
        fault: { code: 'wrong-usage' },
      });
    expect(await door.query(sender, { name: 'sources.preview', source: source('/set/in') })).toEqual(noEngine);
  });
});
