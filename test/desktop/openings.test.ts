import { describe, expect, it } from 'vitest';
import { createOfferedPaths } from '../../src/main/desktop/offered-paths.ts';
import { createGivenPlaces } from '../../src/main/desktop/given-places.ts';
import { hotFolderSchema, intakeRuleSchema, settingsSchema, type Settings } from '../../src/shared/settings.ts';

const rule = { connectionId: 'office', projectId: 'p' };
const office = { id: 'office', name: 'Office', baseUrl: 'https://office.test/v2', clientId: 'c' };
const inbox = { id: 'in', name: 'In', folder: '/set/in', ignore: ['private-*', 'draft-*'], rule };
const deleting = { ...inbox, id: 'gone', folder: '/set/gone', rule: { ...rule, after: 'delete' } };

function settingsOf(changes: object = {}): Settings {
  const station = { id: 's', name: 'S' };
  return settingsSchema.parse({ station, connections: [office], hotFolders: [inbox, deleting], ...changes });
}

/** A window whose page sends messages; what a person was asked, and whether each message came through. */
function windowOf(answer: boolean, present = settingsOf()) {
  const asked: string[] = [];
  const offered = createOfferedPaths();
  offered.offer(['/set', '/set/in']);
  let settings = present;
  const judge = createGivenPlaces({
    offered,
    settings: () => Promise.resolve({ ok: true, value: settings }),
    ask(about) {
      asked.push(`${about.use} ${about.path}${about.use === 'deleted' ? ` ${String(about.trashMs)}` : ''}`);
      return Promise.resolve(answer);
    },
  });
  return {
    asked,
    becomes: (next: Settings) => (settings = next),
    set: async (path: string, value: unknown) => (await judge({ name: 'settings.set', path, value }, [], true)).ok,
    remove: async (connectionId: string) => (await judge({ name: 'connections.remove', connectionId }, [], false)).ok,
    save: async (connection: object) => (await judge({ name: 'connections.save', connection }, [], true)).ok,
    takeIn: async (wanted: object) =>
      (await judge({ name: 'intake.take-in', paths: ['/set/a.pdf'], rule: intakeRuleSchema.parse(wanted) }, [], false))
        .ok,
  };
}

const day = 24 * 3_600_000;

describe('what a page opens', () => {
  it.each<[string, string, unknown, readonly string[]]>([
    [
      'a pattern taken away',
      'hotFolders',
      [{ ...inbox, ignore: ['draft-*'] }, deleting],
      ['ignored /set/in/private-*'],
    ],
    ['all patterns of one', 'hotFolders.in.ignore', [], ['ignored /set/in/private-*', 'ignored /set/in/draft-*']],
    ['patterns back to their default', 'hotFolders.0.ignore', undefined, ['ignored /set/in/private-*']],
    ['details that become documents', 'hotFolders.in.sidecars', false, ['ignored /set/in/*.{json,xml,csv}']],
    [
      'a folder within one that keeps out',
      'hotFolders',
      [{ ...inbox, id: 'x', folder: '/set/in/x', ignore: ['draft-*'] }],
      ['ignored /set/in/x/private-*'],
    ],
    [
      'the folder above it',
      'hotFolders',
      [{ ...inbox, folder: '/set', ignore: ['draft-*', 'private-*'], sidecars: false }],
      ['ignored /set/*.{json,xml,csv}'],
    ],
    ['originals that are deleted', 'hotFolders.in.rule.after', 'delete', [`deleted /set/in ${String(day)}`]],
    [
      'a new folder that deletes',
      'hotFolders',
      [inbox, { ...deleting, folder: '/set/new' }],
      [`deleted /set/new ${String(day)}`],
    ],
    ['less time in the trash', 'hotFolders.gone.rule.trashMs', 0, ['deleted /set/gone 0']],
    ['what is dropped, deleted', 'intake.after', 'delete', [`deleted  ${String(day)}`]],
    [
      'another address',
      'connections.office.baseUrl',
      'https://elsewhere.test/v2',
      ['address https://elsewhere.test (c)'],
    ],
    [
      'another sign-in there',
      'connections',
      [office, { ...office, id: 'b', clientId: 'd' }],
      ['address https://office.test (d)'],
    ],
  ])('is asked for, and refused where the answer is no: %s', async (_name, path, value, questions) => {
    const refusing = windowOf(false);
    expect(await refusing.set(path, value)).toBe(false);
    expect(await refusing.set(path, value)).toBe(false);
    // Asked once, and nothing more once one answer was no.
    expect(refusing.asked).toEqual(questions.slice(0, 1));
    const agreeing = windowOf(true);
    expect(await agreeing.set(path, value)).toBe(true);
    expect(await agreeing.set(path, value)).toBe(true);
    expect(agreeing.asked).toEqual(expect.arrayContaining([...questions]));
  });

  it('asks for an address that a connection is saved with, but not for the first of all', async () => {
    const elsewhere = { ...office, baseUrl: 'https://elsewhere.test/v2' };
    const refusing = windowOf(false);
    expect(await refusing.save(elsewhere)).toBe(false);
    expect(await refusing.save({ ...office, name: 'Main office' })).toBe(true);
    // Taking all away first makes no first one.
    refusing.becomes(settingsOf({ connections: [] }));
    expect(await refusing.save({ ...elsewhere, clientId: 'd' })).toBe(false);
    // Not even where that is the first thing that the page does.
    const emptied = windowOf(false);
    expect(await emptied.remove('office')).toBe(true);
    emptied.becomes(settingsOf({ connections: [] }));
    expect(await emptied.save(elsewhere)).toBe(false);
    const first = windowOf(false, settingsOf({ connections: [], hotFolders: [] }));
    expect(await first.save(elsewhere)).toBe(true);
    expect(first.asked).toEqual([]);
  });

  it('asks nobody for what closes, moves or names', async () => {
    const { set, asked } = windowOf(false);
    expect(await set('hotFolders', [{ ...inbox, name: 'Post', ignore: [...inbox.ignore, 'x'] }, deleting])).toBe(true);
    expect(await set('hotFolders.gone.rule.after', 'move')).toBe(true);
    expect(await set('hotFolders.gone.rule.trashMs', 2 * day)).toBe(true);
    expect(await set('hotFolders', [])).toBe(true);
    expect(await set('language', 'de')).toBe(true);
    expect(asked).toEqual([]);
  });

  it('remembers what a folder kept out when the page takes it away and adds it again', async () => {
    const { set, becomes, asked } = windowOf(false);
    expect(await set('hotFolders', [])).toBe(true);
    becomes(settingsOf({ hotFolders: [] }));
    expect(await set('hotFolders', [hotFolderSchema.parse({ ...inbox, id: 'new', ignore: [] })])).toBe(false);
    expect(asked).toEqual(['ignored /set/in/private-*']);
  });

  it('deletes what is taken in by hand only as the settings say', async () => {
    const { takeIn, asked } = windowOf(true);
    expect(await takeIn({ ...rule, after: 'delete' })).toBe(false);
    expect(await takeIn({ ...rule, after: 'move' })).toBe(true);
    expect(asked).toEqual([]);
    const told = windowOf(true, settingsOf({ intake: { after: 'delete' } }));
    expect(await told.takeIn({ ...rule, after: 'delete' })).toBe(true);
    expect(await told.takeIn({ ...rule, after: 'delete', trashMs: 0 })).toBe(false);
  });
});
