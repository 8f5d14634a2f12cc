import { expect, test } from 'vitest';
import { builtCommand } from '../support/mailroom-command.ts';
import { makePracticeStation } from '../support/practice-station.ts';

const mailroom = builtCommand();

test('a station whose settings are German speaks German: summary, tables, stages and refusals', async () => {
  const station = await makePracticeStation();
  const { env } = station;
  expect((await mailroom.run(['settings', 'set', 'language', 'de'], { env })).status).toBe(0);
  await station.put({ 'a.xml': '<a/>', 'b.exe.pdf': 'MZ\0\0' });
  const watched = await mailroom.run(['watch', station.inbox, '--project', 'accounts-payable', '--once'], { env });
  expect(watched.status).toBe(1);
  expect(watched.stdout).toMatch(/^Datei +Stand +Dokument +Zustand +XML$/m);
  expect(watched.stdout).toMatch(/2 Dateien in [\d,]+ s: 1 fertig, 0 XML-Dateien, 1 braucht Sie, 0 Duplikate\./);
  const status = await mailroom.run(['status'], { env });
  expect(status.stdout).toContain('Auf diesem Datenordner läuft kein Mailroom');
  expect(status.stdout).toMatch(/^Braucht Sie: 1$/m);
  const id = /(\S{22}) +a\.xml +fertig/.exec(status.stdout)?.[1] ?? '';
  const cancelled = await mailroom.run(['cancel', id], { env });
  expect(cancelled.stdout + cancelled.stderr).toContain(
    'a.xml ist schon beim Dienst. Stattdessen das Dokument zurückweisen.',
  );
});

test('where settings never chose, the language of the terminal stands', async () => {
  const { env } = await makePracticeStation();
  const german = await mailroom.run(['status'], { env: { ...env, LC_ALL: 'de_DE.UTF-8' } });
  expect(german.stdout).toContain('Noch wurde nichts aufgenommen.');
  const english = await mailroom.run(['status'], { env });
  expect(english.stdout).toContain('Nothing has been taken in yet.');
});
