import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { clockFinding } from '../../../src/main/cli/doctor/check-service.ts';
import { startPracticeService, type PracticeService } from '../../../src/main/practice/practice-service.ts';
import { fault } from '../../../src/main/engine/faults/fault.ts';
import { added, committed, openTestJournal, someItem, someJob } from '../../engine/journal/journal-fixtures.ts';
import { builtCommand, type Ended } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

const checkSchema = z.object({
  event: z.literal('check'),
  check: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  nextStep: z.string().nullable(),
  code: z.string().nullable(),
});

function problems(ended: Ended): Record<string, string | null> {
  const found = ended.json().flatMap((line) => {
    const check = checkSchema.safeParse(line);
    return check.success && !check.data.ok ? [check.data] : [];
  });
  for (const { nextStep } of found) expect(nextStep).toMatch(/\.$/);
  return Object.fromEntries(found.map(({ check, code }) => [check, code]));
}

async function practice(): Promise<PracticeService> {
  const service = await startPracticeService();
  onTestFinished(() => service.close());
  return service;
}

function environmentOf(
  service: Pick<PracticeService, 'baseUrl' | 'clientId' | 'clientSecret'>,
): Record<string, string> {
  return {
    MAILROOM_BASE_URL: service.baseUrl,
    MAILROOM_CLIENT_ID: service.clientId,
    MAILROOM_CLIENT_SECRET: service.clientSecret,
  };
}

describe('doctor', () => {
  test('says that all is well where it is, in words and as JSON', async () => {
    const env = environmentOf(await practice());
    const dataDirectory = await makeTestFolder();
    const args = ['doctor', '--data-dir', dataDirectory, '--project', 'accounts-payable'];
    const ended = await mailroom.run(args, { env });
    expect(ended.stdout).toContain('All is well.');
    expect(ended.stdout).toMatch(/^ok {7}Connection .*signed in to http/m);
    expect(ended.status).toBe(0);
    const asJson = await mailroom.run([...args, '--json'], { env });
    expect(problems(asJson)).toEqual({});
    expect(asJson.json().at(-1)).toMatchObject({ event: 'summary', problems: 0 });
    expect(JSON.stringify(ended)).not.toContain(env['MAILROOM_CLIENT_SECRET']);
  });

  test('names refused credentials (3), an unknown project (2), and an unreachable service (4)', async () => {
    const service = await practice();
    const dataDirectory = await makeTestFolder();
    const args = ['doctor', '--json', '--data-dir', dataDirectory];
    const wrong = await mailroom.run(args, { env: environmentOf({ ...service, clientSecret: 'wrong' }) });
    expect(problems(wrong)).toEqual({ Connection: 'sign-in-refused' });
    expect(wrong.status).toBe(3);
    const project = await mailroom.run([...args, '--project', 'nowhere'], { env: environmentOf(service) });
    expect(problems(project)).toEqual({ Project: 'project-unknown' });
    expect(project.status).toBe(2);
    await service.disconnect();
    const gone = await mailroom.run(args, { env: environmentOf(service) });
    expect(problems(gone)).toEqual({ Connection: 'service-unreachable' });
    expect(gone.status).toBe(4);
  });

  test('tells a web page from the service (2)', async () => {
    const server = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<html>Welcome</html>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const env = environmentOf({ baseUrl: `http://127.0.0.1:${port}/v2`, clientId: 'a', clientSecret: 'b' });
    const ended = await mailroom.run(['doctor', '--json', '--data-dir', await makeTestFolder()], { env });
    expect(problems(ended)).toEqual({ Connection: 'answer-not-understood' });
    expect(ended.status).toBe(2);
  });

  test('names originals that stay though they should have been tidied away, by reason, and no others', async () => {
    const { journal, directory } = await openTestJournal();
    const folder = await makeTestFolder();
    const original = async (name: string) => {
      const item = someItem({ name, path: join(folder, name) });
      await writeFile(item.path, '');
      await committed(journal, added(item, 'seen', 'accepted', 'submitted'));
      return item.id;
    };
    const note = (itemId: string, event: string, detail: Record<string, string>) =>
      committed(journal, { kind: 'item-set', itemId, set: {}, note: { event, detail } });
    const tried = async (subjectId: string, attempts: number) => {
      const job = someJob({ kind: 'tidy', subjectId });
      const reason = fault('tidy-up-failed', { name: 'x', action: 'moved', problem: 'in-use' });
      await committed(
        journal,
        { kind: 'job-added', job },
        { kind: 'job-set', jobId: job.id, set: { attempts, fault: reason } },
      );
    };
    for (let number = 0; number < 12; number += 1) await tried(await original(`open-${String(number)}.pdf`), 4);
    await tried(await original('open-for-a-moment.pdf'), 1);
    const given = { action: 'delete', problem: 'not-allowed' };
    await note(await original('refused.pdf'), 'tidy-up-failed', given);
    const later = await original('later.pdf');
    await note(later, 'tidy-up-failed', given);
    await note(later, 'tidied', { action: 'delete', result: 'trashed' });
    const byHand = await original('by-hand.pdf');
    await note(byHand, 'tidy-up-failed', given);
    await rm(join(folder, 'by-hand.pdf'));
    await journal.close();

    const ended = await mailroom.run(['doctor', '--json', '--data-dir', directory]);
    const told = ended.json().flatMap((line) => {
      const check = checkSchema.safeParse(line);
      return check.success && check.data.check === 'Originals' ? [check.data] : [];
    });
    expect(told.map(({ ok, code }) => [ok, code])).toEqual([
      [false, 'tidy-up-failed'],
      [false, 'tidy-up-failed'],
    ]);
    const [open, refused] = told.map(({ detail }) => detail);
    expect(open).toMatch(/moved: .*12 originals stay: .*open-\d+\.pdf(, \S+){9} ….$/u);
    expect(refused).toContain(`1 original stays: ${join(folder, 'refused.pdf')}.`);
    expect(JSON.stringify(told)).not.toMatch(/later|by-hand|moment/u);
  });

  test('looks at the configured folders and at this computer', async () => {
    const folder = await makeTestFolder();
    const dataDirectory = join(folder, 'data');
    const here = join(folder, 'here');
    for (const made of [dataDirectory, here]) await mkdir(made);
    await writeFile(join(folder, 'file'), '');
    const rule = { connectionId: 'main', projectId: 'p', export: { folder: join(folder, 'file', 'xml') } };
    const hotFolders = [
      { id: 'a', name: 'Missing', folder: join(folder, 'none'), rule },
      { id: 'b', name: 'Here', folder: here, rule },
    ];
    const settings = { version: 1, station: { id: 's', name: 'S' }, hotFolders };
    await writeFile(join(dataDirectory, 'settings.json'), JSON.stringify(settings));
    const ended = await mailroom.run(['doctor', '--json', '--data-dir', dataDirectory]);
    expect(problems(ended)).toEqual({
      // Windows has a place for secrets wherever it runs.
      ...(process.platform === 'win32' ? {} : { Keychain: 'keychain-missing' }),
      Connection: 'credentials-missing',
      'Folder Missing': 'folder-missing',
      'XML of Here': 'export-folder-unusable',
    });
  });

  test('of a data directory that is none ends with 2', async () => {
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'file'), '');
    const ended = await mailroom.run(['doctor', '--data-dir', join(folder, 'file')]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('data directory');
  });

  test('fits a terminal of 60 columns', async () => {
    const ended = await mailroom.run(['doctor', '--data-dir', await makeTestFolder()], {
      wrap: ['bash', '-c', 'stty() { :; }; exec script -qec "stty cols 60; $(printf "%q " "$@")" /dev/null', 'bash'],
    });
    const lines = ended.stdout.split(/\r?\n/);
    expect(lines.some((line) => line.startsWith('problem  Keychain'))).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });
});

test('clocks are compared with some patience', () => {
  expect(clockFinding(-1_500, 'en')).toMatchObject({ ok: true });
  expect(clockFinding(60_000, 'en')).toMatchObject({ ok: true, detail: '60 s ahead of the service' });
  expect(clockFinding(-420_000, 'en')).toMatchObject({
    ok: false,
    detail: 'This computer is 7 min behind the service.',
  });
});
