import { expect, it, test } from 'vitest';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import type { Environment } from '../../../src/main/host/environment-secrets.ts';
import { eventScript, type SystemLogLine } from '../../../src/main/host/system-log/system-log-writer.ts';
import { createSystemLog, type SystemLog } from '../../../src/main/host/system-log/system-log.ts';
import { faultCodes, type FaultCode } from '../../../src/shared/faults.ts';
import { createTestClock } from '../../support/ports.ts';

const minute = 60_000;

function open(environment: Environment = { MAILROOM_SERVICE: '1' }, isTaken = true) {
  const clock = createTestClock();
  const lines: SystemLogLine[] = [];
  let failures = 0;
  const write = (line: SystemLogLine): Promise<boolean> => {
    lines.push(line);
    return Promise.resolve(isTaken);
  };
  const log: SystemLog = createSystemLog(environment, () => (failures += 1), clock, write);
  const texts = async (): Promise<readonly string[]> => {
    await log.close();
    return lines.map(({ text }) => text);
  };
  return { clock, lines, log, texts, failures: () => failures };
}

test('what IT has to deal with is told with its level, start and end too; what clerks have to deal with is not', async () => {
  const { log, lines, texts } = open();
  log.started();
  log.fault(fault('disk-full', { folder: '/srv/Müller' }));
  log.fault(fault('export-folder-unusable', { folder: '/srv/xml' }), true);
  log.fault(fault('type-not-accepted', { name: 'Kündigung Müller.pdf' }));
  log.ended(true);
  log.ended(false);
  await texts();
  expect(lines.map(({ level, id, text }) => [level, id, text.split(':')[0]])).toEqual([
    ['info', 1, 'started'],
    ['error', 10, 'disk-full'],
    ['warning', 11, 'export-folder-unusable'],
    ['info', 2, 'ended'],
    ['error', 3, 'failed'],
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

test('an end waits no longer than three seconds for a log that does not answer, and what still waits is left out', async () => {
  const clock = createTestClock();
  const texts: string[] = [];
  const ends: AbortSignal[] = [];
  const log = createSystemLog(
    { MAILROOM_SERVICE: '1' },
    () => undefined,
    clock,
    ({ text }, enough) => {
      texts.push(text);
      ends.push(enough);
      return new Promise((resolve) => enough.addEventListener('abort', () => resolve(false)));
    },
  );
  for (const code of faultCodes) log.fault(fault(code));
  log.ended(true);
  await expect.poll(() => ends).toHaveLength(1);
  const closed = log.close();
  clock.advance(3_000);
  await closed;
  expect(ends[0]?.aborted).toBe(true);
  await Promise.resolve();
  expect(texts).toHaveLength(1);
});

test('a log that refuses a line, or breaks, is left alone for a minute', async () => {
  const clock = createTestClock();
  const texts: string[] = [];
  const failures: number[] = [];
  const log = createSystemLog(
    { MAILROOM_SERVICE: '1' },
    () => failures.push(clock.now()),
    clock,
    ({ text }) => {
      texts.push(text);
      return texts.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(true);
    },
  );
  const tell = (code: FaultCode): void => log.fault(fault(code));
  tell('disk-full');
  tell('folder-missing');
  await expect.poll(() => failures).toHaveLength(1);
  clock.advance(59_999);
  tell('service-unreachable');
  await new Promise(setImmediate);
  expect(texts).toHaveLength(1);
  clock.advance(1);
  log.ended(true);
  await log.close();
  expect(texts.map((text) => text.split(':')[0])).toEqual(['disk-full', 'ended']);
});

test('PowerShell is told a text that it takes whole: every kind of quote stands there twice', () => {
  const script = eventScript({ level: 'warning', id: 11, text: "can’t 'do' ‘it’; Remove-Item" });
  expect(script).toContain('-LogName Application -Source Mailroom -EventId 11 -EntryType Warning');
  expect(script).toMatch(/-Message 'can’’t ''do'' ‘‘it’’; Remove-Item'$/u);
});
