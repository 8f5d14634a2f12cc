import { expect, it, test } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { Environment } from '../../../src/main/host/environment-secrets.ts';
import {
  eventScripts,
  type SystemLogLine,
  type SystemLogWriter,
} from '../../../src/main/host/system-log/system-log-writer.ts';
import { createSystemLog, type SystemLog } from '../../../src/main/host/system-log/system-log.ts';
import { powerShellArguments } from '../../../src/main/engine/platform/system-program.ts';
import { faultCodes, type FaultCode } from '../../../src/shared/faults.ts';
import { createTestClock } from '../../support/ports.ts';

const minute = 60_000;

function open(
  environment: Environment = { MAILROOM_SERVICE: '1' },
  isTaken = true,
  clock = createTestClock(),
  written?: SystemLogWriter,
) {
  const lines: SystemLogLine[] = [];
  const calls: (readonly SystemLogLine[])[] = [];
  let failures = 0;
  const write: SystemLogWriter = (given, enough) => {
    calls.push(given);
    lines.push(...given);
    return written === undefined ? Promise.resolve(isTaken) : written(given, enough);
  };
  const log: SystemLog = createSystemLog(environment, () => (failures += 1), clock, write);
  const texts = async (): Promise<readonly string[]> => {
    await log.close();
    return lines.map(({ text }) => text);
  };
  /** What was written at one go, one after the other. */
  const gone = (): readonly (readonly SystemLogLine[])[] => calls;
  return { clock, lines, log, texts, failures: () => failures, gone };
}

test('what IT has to deal with is told with its level, start and end too; what clerks have to deal with is not', async () => {
  const { log, lines, texts } = open();
  log.started();
  log.fault(fault('disk-full', { folder: '/srv/Müller' }));
  log.fault(fault('export-folder-unusable', { folder: '/srv/xml' }), true);
  log.fault(fault('type-not-accepted', { name: 'Kündigung Müller.pdf' }));
  log.ended(true);
  await texts();
  expect(lines.map(({ level, id, text }) => [level, id, text.split(':')[0]])).toEqual([
    ['info', 1, 'started'],
    ['error', 10, 'disk-full'],
    ['warning', 11, 'export-folder-unusable'],
    ['info', 2, 'ended'],
  ]);
});

test('no fault names a file, a person, an address or what a setting holds, whatever it is filled with', async () => {
  const { log, texts } = open();
  const names = [
    ...['name', 'folder', 'path', 'file', 'given', 'title', 'detail', 'directory', 'connection', 'list', 'words'],
    ...['problem', 'host', 'address', 'url', 'subject', 'other', 'scanner', 'program', 'key', 'entry', 'document'],
  ];
  const params = Object.fromEntries(names.map((name) => [name, 'Geheimes Müller']));
  for (const code of faultCodes) log.fault(fault(code, params, 'Geheimes Müller'));
  const said = await texts();
  expect(said.length).toBeGreaterThan(30);
  for (const text of said) {
    expect(text).not.toContain('Müller');
    expect(text).not.toMatch(/[{}[\]]/u);
  }
});

test('a policy that can not be used is told by the name of the setting', async () => {
  const { log, texts } = open();
  log.fault(fault('settings-invalid', { path: 'HKLM\\x', field: 'limits.sockets', given: '"x"' }));
  const [text] = await texts();
  expect(text).toContain('limits.sockets');
  expect(text).not.toContain('HKLM');
});

test('the same again is counted, and said once more with the count after ten minutes, and at the end', async () => {
  const { clock, lines, log, texts } = open();
  const again = (): void => log.fault(fault('service-unreachable', { problem: 'x' }));
  const said = async (): Promise<number> => {
    await Promise.resolve();
    return lines.length;
  };
  for (let time = 0; time < 1_000; time += 1) again();
  await expect.poll(said).toBe(1);
  clock.advance(10 * minute);
  await expect.poll(said).toBe(2);
  expect(lines[1]?.text).toMatch(/^service-unreachable: .* \(999 more times within 10 minutes\)$/u);
  again();
  clock.advance(10 * minute);
  await expect.poll(said).toBe(3);
  expect(lines[2]?.text).toContain('(1 more times within 10 minutes)');
  // Silence for ten minutes: it is new when it comes again.
  clock.advance(10 * minute);
  again();
  again();
  const all = await texts();
  expect(all).toHaveLength(5);
  expect(all[3]).toBe(all[0]);
  expect(all[4]).toContain('(1 more times');
});

it.each([
  ['service', {}, 0],
  ['service', { NOTIFY_SOCKET: '/run/n' }, 1],
  ['service', { MAILROOM_SERVICE: '1' }, 1],
  ['on', {}, 1],
  ['off', { NOTIFY_SOCKET: '/run/n' }, 0],
] as const)('with log.system %s and %j there are %i lines', async (wanted, environment, count) => {
  const { log, texts } = open(environment);
  log.follow(wanted);
  log.started();
  expect(await texts()).toHaveLength(count);
});

test('before settings could be read, a service tells what is wrong with them', async () => {
  const { log, texts } = open({ NOTIFY_SOCKET: '/run/n' });
  log.fault(fault('settings-invalid', { field: 'language' }));
  expect(await texts()).toHaveLength(1);
});

test('a log that takes nothing is told once, and stops nothing', async () => {
  const { log, texts, failures } = open({ MAILROOM_SERVICE: '1' }, false);
  log.started();
  log.fault(fault('disk-full'));
  await texts();
  expect(failures()).toBe(1);
});

it.each([
  ['a service', { MAILROOM_SERVICE: '1' }, 15_000],
  ['a window', {}, 3_000],
])(
  'the end of %s waits no longer for a log that does not answer (%j: %i ms), and what still waits is left out',
  async (_, environment, ms) => {
    const clock = createTestClock();
    const texts: string[] = [];
    const ends: AbortSignal[] = [];
    const hangs = open(environment, true, clock, (lines, enough) => {
      texts.push(...lines.map(({ text }) => text));
      ends.push(enough);
      // It takes what it was given, late, and not because it was told that it is enough.
      return new Promise((resolve) => enough.addEventListener('abort', () => resolve(true)));
    });
    hangs.log.follow('on');
    hangs.log.started();
    await expect.poll(() => ends).toHaveLength(1);
    for (const code of faultCodes) hangs.log.fault(fault(code));
    hangs.log.ended(true);
    let isClosed = false;
    const closed = hangs.log.close().then(() => (isClosed = true));
    clock.advance(ms - 1);
    await new Promise(setImmediate);
    expect([isClosed, ends[0]?.aborted]).toEqual([false, false]);
    clock.advance(1);
    await closed;
    expect(ends[0]?.aborted).toBe(true);
    await new Promise(setImmediate);
    expect(texts).toEqual(['started: Mailroom is at work.']);
  },
);

test('what waits at the end goes with it in one go, the end last', async () => {
  const { log, gone, clock } = open();
  log.started();
  await expect.poll(gone).toHaveLength(1);
  log.fault(fault('disk-full'));
  log.fault(fault('disk-full'));
  log.ended(false);
  log.fault(fault('folder-missing'));
  await log.close();
  expect(gone().map((lines) => lines.map(({ text }) => text.split(':')[0]))).toEqual([
    ['started'],
    ['disk-full', 'folder-missing', 'disk-full', 'failed'],
  ]);
  expect(clock.now()).toBe(createTestClock().now());
});

test('a log that refuses a line, or breaks, is left alone for a minute', async () => {
  const clock = createTestClock();
  const texts: string[] = [];
  const breaks = open({ MAILROOM_SERVICE: '1' }, true, clock, (lines) => {
    texts.push(...lines.map(({ text }) => text));
    return texts.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(true);
  });
  const tell = (code: FaultCode): void => breaks.log.fault(fault(code));
  tell('disk-full');
  await expect.poll(breaks.failures).toBe(1);
  clock.advance(59_999);
  tell('service-unreachable');
  await new Promise(setImmediate);
  expect(texts).toHaveLength(1);
  clock.advance(1);
  tell('folder-missing');
  await breaks.log.close();
  expect(texts.map((text) => text.split(':')[0])).toEqual(['disk-full', 'folder-missing']);
});

test('the end is tried once more where the log has just refused what Mailroom ends because of', async () => {
  const { log, gone, failures } = open({ MAILROOM_SERVICE: '1' }, false);
  log.fault(fault('disk-full'));
  await expect.poll(failures).toBe(1);
  log.fault(fault('folder-missing'));
  log.ended(false);
  await log.close();
  expect(gone().map((lines) => lines.map(({ text }) => text.split(':')[0]))).toEqual([['disk-full'], ['failed']]);
});

test('all that can wait at once fits into command lines of Windows, each line in one of them and in order', () => {
  const lines = Array.from({ length: 100 }, (_, id): SystemLogLine => ({
    level: 'error',
    id,
    text: '’'.repeat(id === 50 ? 1_000 : 300),
  }));
  const scripts = eventScripts(lines);
  expect(scripts.length).toBeLessThan(12);
  for (const script of scripts) {
    expect(powerShellArguments(script).join(' ').length).toBeLessThan(32_000);
    expect(script).toMatch(/^\$ErrorActionPreference = 'Stop'; Write-EventLog /u);
  }
  const ids = [...scripts.join('').matchAll(/-EventId (\d+)/gu)].map(([, id]) => Number(id));
  expect(ids).toEqual(lines.map(({ id }) => id));
});

test('PowerShell is told a text that it takes whole: every kind of quote stands there twice', () => {
  const [script] = eventScripts([{ level: 'warning', id: 11, text: "can’t 'do' ‘it’; Remove-Item" }]);
  expect(script).toContain('-LogName Application -Source Mailroom -EventId 11 -EntryType Warning');
  expect(script).toMatch(/-Message 'can’’t ''do'' ‘‘it’’; Remove-Item'$/u);
});
