import { expect, test } from 'vitest';
import { readLaunchArguments, switchesForChromium } from './launch-arguments.ts';

test("a test runner's line is read as Electron reads it", () => {
  const given = [
    '-r',
    '/loader.js',
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    '.',
    '--data-dir',
    'x',
  ];
  expect(readLaunchArguments(given)).toEqual({
    preloads: ['/loader.js'],
    inspector: { host: '127.0.0.1', port: 0 },
    debuggingPort: 0,
    switches: new Map([['no-sandbox', '']]),
    app: '.',
  });
});

test('what follows the app is its own, except what Chromium reads everywhere', () => {
  const { switches, app, preloads } = readLaunchArguments(['.', '--lang=de', '--inspect', '-r', 'x', '--practice']);
  expect([app, preloads, switches]).toEqual(['.', [], new Map([['lang', 'de']])]);
});

test('the inspector may be given a host and port, or none', () => {
  expect(readLaunchArguments(['--inspect=0.0.0.0:9000', '.']).inspector).toEqual({ host: '0.0.0.0', port: 9_000 });
  expect(readLaunchArguments(['--inspect', '.']).inspector).toEqual({ host: '127.0.0.1', port: 9_229 });
});

test('Chromium gets the language and only switches that the host leaves to others', () => {
  const switches = new Map([
    ['no-sandbox', ''],
    ['disable-features', 'Everything'],
  ]);
  expect(switchesForChromium(switches, 'de')).toEqual(
    new Map([
      ['no-sandbox', ''],
      ['lang', 'de'],
      ['accept-lang', 'de'],
    ]),
  );
});
