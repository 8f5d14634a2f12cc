import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultDataDirectory, policyFile, stateDirectory } from '../../src/main/host/data-directory.ts';

test('a station lives where its platform keeps such data, and what a copy of it must not bring along lives elsewhere', () => {
  const folders = (platform: NodeJS.Platform, environment = {}): readonly string[] =>
    [defaultDataDirectory, stateDirectory].map((of) => of(platform, environment, '/home/a'));
  expect(folders('linux')).toEqual([join('/home/a/.local/share/mailroom'), join('/home/a/.local/state/mailroom')]);
  expect(folders('linux', { XDG_DATA_HOME: '/data', XDG_STATE_HOME: '/state' })).toEqual([
    join('/data/mailroom'),
    join('/state/mailroom'),
  ]);
  const library = join('/home/a/Library/Application Support');
  expect(folders('darwin')).toEqual([join(library, 'Mailroom'), join(library, 'Mailroom State')]);
  expect(folders('win32', { APPDATA: '/roaming', LOCALAPPDATA: '/local' })).toEqual([
    join('/roaming/Mailroom'),
    join('/local/Mailroom/state'),
  ]);
  expect(folders('win32', { APPDATA: '' })).toEqual([
    join('/home/a/AppData/Roaming/Mailroom'),
    join('/home/a/AppData/Local/Mailroom/state'),
  ]);
});

test('the policy stands where only an administrator writes, unless named', () => {
  expect(policyFile('linux', {})).toBe('/etc/mailroom/policy.json');
  expect(policyFile('linux', { MAILROOM_POLICY: '/srv/p.json' })).toBe('/srv/p.json');
  expect(policyFile('darwin', { MAILROOM_POLICY: '' })).toBe('/Library/Application Support/Mailroom/policy.json');
  expect(policyFile('win32', { ProgramData: '/common' })).toBe(join('/common/Mailroom/policy.json'));
  expect(policyFile('win32', {})).toBe(join('C:\\ProgramData', 'Mailroom', 'policy.json'));
});
