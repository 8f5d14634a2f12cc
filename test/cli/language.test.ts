import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCommand } from '../support/mailroom-command.ts';
import { makePracticeStation } from '../support/practice-station.ts';

const mailroom = builtCommand();

test('a station whose settings are German speaks German: summary, tables, stages and refusals', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  expect((await mailroom.call(['settings', 'set', 'language', 'de'], { env })).status).toBe(0);
  await station.put({ 'a.xml': '<a/>', 'b.exe.pdf': 'MZ\u0090\0 this is a program' });
  const watched = await mailroom.call(['watch', station.inbox, '--project', 'accounts-payable', '--once'], { env });
  expect(watched.status).toBe(1);
  expect(watched.stdout).toMatch(/^Datei +Status +Dokument +Beim Dienst +XML$/m);
  expect(watched.stdout).toMatch(/2 Dateien in [\d,]+ s: 1 fertig, 0 XML-Dateien, 1 zu klären, 0 Duplikate\./);
  const status = await mailroom.call(['status'], { env });
  expect(status.stdout).toContain('Auf diesem Datenordner läuft kein Mailroom');
  expect(status.stdout).toMatch(/^Zu klären: 1$/m);
  const id = /(\S{22}) +a\.xml +fertig/.exec(status.stdout)?.[1] ?? '';
  const cancelled = await mailroom.call(['cancel', id], { env });
  expect(cancelled.stdout + cancelled.stderr).toContain(
    'a.xml ist schon beim Dienst. Als neues Dokument noch einmal senden oder das Dokument dort ablehnen.',
  );
});

test('the history of everything names what each line is about, in the words of people', async () => {
  const station = await makePracticeStation();
  await station.put({ 'a.xml': '<a/>', 'b.exe.pdf': 'MZ\u0090\0 this is a program' });
  const flags = ['--project', 'accounts-payable', '--once', '--export', join(station.root, 'xml')];
  await mailroom.call(['watch', station.inbox, ...flags], { env: station.env });
  const { stdout } = await mailroom.call(['history', '--all'], { env: station.env });
  const english = stdout.replaceAll(/\n {4}/g, ' ');
  expect(english).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}a\.xml was found\./m);
  expect(english).toMatch(/a\.xml: the XML is written\./);
  expect(english).toMatch(/b\.exe\.pdf is held\. Program/);
  expect(english).not.toMatch(/document state-changed|item seen/);
  const german = await mailroom.call(['history', '--all'], { env: { ...station.env, LC_ALL: 'de_DE.UTF-8' } });
  expect(german.stdout).toContain('a.xml wurde gefunden.');
  expect(german.stdout.trim().split('\n').length).toBeGreaterThan(10);
});

test('where settings never chose, the language of the terminal stands', async () => {
  const { env } = await makePracticeStation();
  const german = await mailroom.call(['status'], { env: { ...env, LC_ALL: 'de_DE.UTF-8' } });
  expect(german.stdout).toContain('Noch wurde nichts aufgenommen.');
  const english = await mailroom.call(['status'], { env });
  expect(english.stdout).toContain('Nothing has been taken in yet.');
});

/** Words that stand in nearly every English sentence and in no German one. */
const english =
  /\b(the|is|are|were|and|not|with|of|for|to|by|from|see|use|add|give|there|no|all|its|needs?|your?|this|that|yes|done|file|files|here|again)\b/iu;

/** What people read, without flags, commands, paths and addresses, which are the same in every language. */
function sentences(text: string): string {
  return text
    .replaceAll(/https?:\S+|\S*\/\S*|--[\w-]+|MAILROOM_\w+|mailroom [a-z-]+( -?[a-z]+)?|process-file\S*/gu, '')
    .replaceAll(/\b\w+\.\w+(\.\w+)*\b/gu, '');
}

test('what people are told in German holds no English, whatever the command', async () => {
  const station = await makePracticeStation();
  const env = { ...station.env, LC_ALL: 'de_DE.UTF-8' };
  await station.put({ 'a.xml': '<a/>' });
  const watched = await mailroom.call(
    [
      'watch',
      station.inbox,
      '--project',
      'accounts-payable',
      '--once',
      '--claim',
      '--export',
      join(station.inbox, 'xml'),
    ],
    { env },
  );
  expect(watched.status).toBe(0);
  const listed = await mailroom.call(['documents', '--limit', '1', '--json'], { env });
  const [document] = listed.json();
  const documentId = typeof document === 'object' && document !== null && 'id' in document ? String(document.id) : '';
  const calls: readonly (readonly [readonly string[], number])[] = [
    [['doctor', '--project', 'accounts-payable'], 0],
    [['doctor', '--project', 'nowhere'], 2],
    [['status'], 0],
    [['documents'], 0],
    [['documents', 'get', documentId], 0],
    [['documents', 'get', 'nothing'], 1],
    [['documents', '--project', 'contracts'], 0],
    [['cases'], 0],
    [['projects', 'show', 'accounts-payable'], 0],
    [['transfer', documentId, '--ok'], 0],
    [['history', '--verify'], 0],
    [['settings', 'set', 'limits.sockets', '8'], 0],
    [['pause'], 0],
    [['resume'], 0],
    // Windows always has a place for credentials.
    [['connect', '--name', 'new'], process.platform === 'win32' ? 0 : 1],
    [['send', '/nowhere/at/all.pdf', '--project', 'p'], 2],
    [['transfer', documentId, '--ok', '--failed'], 2],
    [['api', 'documents.get'], 2],
    [['practice', '--faults', 'x'], 2],
    [['retry', 'x'], 1],
    [['watch'], 2],
    [['watch', '--colour'], 2],
    [['watch', '--project'], 2],
    [['status', 'x', 'y'], 2],
    [['nonsense'], 2],
    [['cancel', '--data-dir'], 2],
    [['cases', 'files', 'x'], 2],
    [['export', 'x', '--project', 'p'], 2],
    [['watch', '/', '--project', 'p', '--mode', 'heap'], 2],
    [['watch', '/', '--project', 'p', '--claim-lease', '5ms'], 2],
    [['watch', '/', '--project', 'p', '--wait-limit', 'x'], 2],
    [['watch', '/', '--project', 'p', '--batch-size', '0'], 2],
    [['watch', '/', '--project', 'p', '--external-data', 'x'], 2],
    [['watch', '/'], 2],
    [['status', '--stage', 'x'], 2],
    [['documents', '--sort', 'x'], 2],
    [['documents', '--limit', 'x'], 2],
    [['retry'], 2],
    [['retry', '--all', 'x'], 2],
    [['transfer', 'x'], 2],
    [['history', '--all', '--csv', '--json'], 2],
    [['api', 'nothing'], 2],
    [['api', 'documents.get', '--path', 'x=1'], 2],
    [['practice', '--port', '-1'], 2],
    [['practice', '--faults', 'rain=1'], 2],
    [['--connection', 'x'], 2],
    [['documents', '--connection', 'x'], 2],
  ];
  const wrong: string[] = [];
  for (const [args, status] of calls) {
    const ended = await mailroom.call(args, { env });
    const told = args.includes('--json') ? ended.stderr : `${ended.stdout}${ended.stderr}`;
    const found = english.exec(sentences(told))?.[0];
    if (told === '' || found !== undefined) wrong.push(`${args.join(' ')}: "${found ?? ''}" in ${told}`);
    const expected = status === 1 ? ended.status !== 0 : ended.status === status;
    if (!expected) wrong.push(`${args.join(' ')} ended with ${String(ended.status)}: ${told}`);
  }
  expect(wrong).toEqual([]);
});

test('a mistyped flag is told in the language that the settings chose', async () => {
  const { env } = await makePracticeStation();
  expect((await mailroom.call(['settings', 'set', 'language', 'de'], { env })).status).toBe(0);
  const mistyped = await mailroom.call(['watch', '--colour'], { env });
  expect(mistyped.stderr).toBe('Eine Option --colour gibt es nicht. Siehe mailroom watch --help. (Sie)\n');
});

test('the help speaks the language that the settings chose, else that of the terminal', async () => {
  const { env } = await makePracticeStation();
  expect((await mailroom.call(['watch', '--help'], { env })).stdout).toContain(
    'Usage: mailroom watch [options] <folder...>',
  );
  const german = { ...env, LC_ALL: 'de_DE.UTF-8' };
  const asked: readonly (readonly string[])[] = [
    ['watch', '--help'],
    ['watch', '-h'],
    ['help', 'watch'],
  ];
  for (const args of asked) {
    const told = await mailroom.call(args, { env: german });
    expect(told.status, args.join(' ')).toBe(0);
    expect(told.stdout).toContain('Aufruf: mailroom watch [Optionen] <Ordner...>');
  }
  expect((await mailroom.call(['settings', 'set', 'language', 'de'], { env })).status).toBe(0);
  expect((await mailroom.call([], { env })).stderr).toContain('Befehle:\n  watch [Optionen] <Ordner...>');
  const incomplete = await mailroom.call(['watch'], { env });
  expect(incomplete.stderr).toBe('Die Angabe <Ordner> fehlt. Siehe mailroom watch --help. (Sie)\n');
  const valueless = await mailroom.call(['watch', '--data-dir'], { env: german });
  expect(valueless.stderr).toBe('Zur Option --data-dir <Ordner> fehlt ein Wert. Siehe mailroom watch --help. (Sie)\n');
});
