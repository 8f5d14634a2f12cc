import { expect, test } from 'vitest';
import { defaultDataDirectory, policyFile } from '../../src/main/host/data-directory.ts';

test('a station lives where its platform keeps such data', () => {
  expect(defaultDataDirectory('linux', {}, '/home/a')).toBe('/home/a/.local/share/mailroom');
  expect(defaultDataDirectory('linux', { XDG_DATA_HOME: '/data' }, '/home/a')).toBe('/data/mailroom');
  expect(defaultDataDirectory('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Application Support/Mailroom');
  expect(defaultDataDirectory('win32', { APPDATA: '/roaming' }, '/a')).toBe('/roaming/Mailroom');
});

test('the policy stands where only an administrator writes, unless named', () => {
  expect(policyFile('linux', {})).toBe('/etc/mailroom/policy.json');
  expect(policyFile('linux', { MAILROOM_POLICY: '/srv/p.json' })).toBe('/srv/p.json');
  expect(policyFile('darwin', { MAILROOM_POLICY: '' })).toBe('/Library/Application Support/Mailroom/policy.json');
});
