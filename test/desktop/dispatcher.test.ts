import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/shared/faults.ts';
import { intakeRuleSchema } from '../../src/shared/settings.ts';
import { hotFolderSchema } from '../../src/shared/settings.ts';
import { createDesktopDispatcher } from '../../src/main/desktop/dispatcher.ts';
import { createOfferedPaths } from '../../src/main/desktop/offered-paths.ts';

const sender = { senderFrame: null };
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const noEngine: Outcome<never> = {
  ok: false,
  fault: { code: 'data-directory-taken', retry: 'later', owner: 'clerk', params: {} },
};

function dispatcherOf(ours: boolean, desktop: () => Promise<Outcome<unknown>>) {
  const offered = createOfferedPaths();
  offered.offer(['/given/a.pdf']);
  return createDesktopDispatcher({
    isOurs: () => ours,
    engine: () => Promise.resolve(noEngine),
    offered,
    desktop,
    log,
  });
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
      offered: { offer: () => expect.unreachable(), isOffered: () => false },
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
    const refusal = { ok: false, fault: { code: 'wrong-usage', params: { hint: 'Drop it there.' } } };
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
      { name: 'scan.configure', scanning: { profiles: [] } },
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
});
