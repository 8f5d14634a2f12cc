import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';
import { startPracticeService, type PracticeService } from '../../../src/main/practice/practice-service.ts';
import { clientPassphrase, clientPfx } from '../../engine/service/transport/tls-fixture.ts';
import { demandKeychain, makeKeychainSession, type KeychainSession } from '../../support/keychain-session.ts';
import { builtCommand, type Ended } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();
beforeAll(demandKeychain);

interface Bench {
  readonly dataDirectory: string;
  readonly practice: PracticeService;
  readonly session: KeychainSession;
  connect(secret: string, ...more: string[]): Promise<Ended>;
}

async function makeBench(): Promise<Bench> {
  const home = await makeTestFolder('mailroom-home-');
  const dataDirectory = join(home, 'data');
  const session = await makeKeychainSession(home);
  const practice = await startPracticeService();
  onTestFinished(() => practice.close());
  const args = ['connect', '--data-dir', dataDirectory, '--secret-stdin'];
  return {
    dataDirectory,
    practice,
    session,
    connect: (secret, ...more) => mailroom.run([...args, ...more], { ...session, input: secret }),
  };
}

async function storedConnections(dataDirectory: string): Promise<unknown> {
  const settings: unknown = JSON.parse(await readFile(join(dataDirectory, 'settings.json'), 'utf8'));
  return typeof settings === 'object' && settings !== null && 'connections' in settings ? settings.connections : [];
}

describe('connect', () => {
  test('keeps what works, the secret in the keychain only, and the next commands use it', async () => {
    const { dataDirectory, practice, session, connect } = await makeBench();
    const { baseUrl, clientId, clientSecret } = practice;
    const ended = await connect(`${clientSecret}\n`, '--base-url', baseUrl, '--client-id', clientId, '--json');
    expect(ended.json()).toMatchObject([{ event: 'connected', connection: 'main', id: 'main', missingScopes: [] }]);
    expect(ended.status).toBe(0);
    expect(await storedConnections(dataDirectory)).toEqual([{ id: 'main', name: 'main', baseUrl, clientId }]);
    expect(await readFile(join(dataDirectory, 'settings.json'), 'utf8')).not.toContain(clientSecret);
    const doctor = await mailroom.run(['doctor', '--data-dir', dataDirectory], session);
    expect(doctor.stdout).toContain('All is well.');
    expect(`${JSON.stringify(ended)}${JSON.stringify(doctor)}`).not.toContain(clientSecret);
  });

  test('lets a run with a locked keychain end with 3, everything queued, and the next one go on', async () => {
    const { dataDirectory, practice, session, connect } = await makeBench();
    const { baseUrl, clientId, clientSecret } = practice;
    await connect(clientSecret, '--base-url', baseUrl, '--client-id', clientId);
    const file = join(dataDirectory, '..', 'invoice.pdf');
    await writeFile(file, buildPaddedPdf(1, 4_000));
    const args = ['send', file, '--project', 'accounts-payable', '--data-dir', dataDirectory];
    const locked = await mailroom.run(args, { env: session.env, wrap: session.wrapLocked });
    expect(locked.status).toBe(3);
    expect(locked.stderr).toContain('The keychain is locked.');
    expect(practice.stats().uploads).toBe(0);
    expect((await mailroom.run(args, session)).status).toBe(0);
    expect(practice.stats()).toMatchObject({ documents: 1 });
  });

  test('takes a new secret for a connection that is there, and tests it first', async () => {
    const { dataDirectory, practice, connect } = await makeBench();
    const { baseUrl, clientId, clientSecret } = practice;
    await connect(clientSecret, '--base-url', baseUrl, '--client-id', clientId, '--connection', 'Büro Nord');
    const before = await storedConnections(dataDirectory);
    expect(before).toEqual([{ id: 'buro-nord', name: 'Büro Nord', baseUrl, clientId }]);
    expect((await connect('wrong', '--connection', 'Büro Nord')).status).toBe(3);
    expect((await connect(clientSecret, '--connection', 'buro-nord')).status).toBe(0);
    expect(await storedConnections(dataDirectory)).toEqual(before);
  });

  test('stores nothing where the sign-in is refused (3), the project unknown (2) or nobody answers (4)', async () => {
    const { dataDirectory, practice, session, connect } = await makeBench();
    const { baseUrl, clientId, clientSecret } = practice;
    const args = ['--base-url', baseUrl, '--client-id', clientId];
    const refused = await connect('wrong', ...args);
    expect(refused).toMatchObject({ status: 3, stdout: '' });
    expect(refused.stderr).toContain('The service refused our sign-in. Enter a new client secret.');
    const project = await connect(clientSecret, ...args, '--project', 'nowhere');
    expect(project.status).toBe(2);
    expect(project.stderr).toContain('nowhere');
    await practice.disconnect();
    const gone = await connect(clientSecret, ...args);
    expect(gone.status).toBe(4);
    expect(gone.stderr).toContain('can');
    expect(await storedConnections(dataDirectory)).toEqual([]);
    const doctor = await mailroom.run(['doctor', '--data-dir', dataDirectory, '--json'], session);
    expect(doctor.stdout).toContain('"credentials-missing"');
  });

  test('tells a wrong address from a refused secret (2)', async () => {
    const { practice, connect } = await makeBench();
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<html>Hello</html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const url of [
      `http://127.0.0.1:${port}/v2`,
      practice.baseUrl.replace('/v2', '/v9'),
      'http://example.com/v2',
      'x',
    ]) {
      const ended = await connect('secret', '--base-url', url, '--client-id', 'c');
      expect(ended.status).toBe(2);
      expect(ended.stderr).toContain('URL');
    }
  });

  test.each([
    [[], 'No base URL is given.'],
    [['--base-url', 'https://service.example/v2'], 'No client id is given.'],
    [['--base-url', 'https://service.example/v2', '--client-id', 'c'], 'No client secret is given.'],
  ])('with %j and no terminal says what is missing (2)', async (args, words) => {
    const ended = await mailroom.run(['connect', '--data-dir', await makeTestFolder(), ...args]);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(words);
  });

  test('without a keychain keeps nothing and says how to go on', async () => {
    const { dataDirectory, practice } = await makeBench();
    const args = [
      'connect',
      '--data-dir',
      dataDirectory,
      '--base-url',
      practice.baseUrl,
      '--client-id',
      practice.clientId,
    ];
    const ended = await mailroom.run([...args, '--secret-stdin'], { input: practice.clientSecret });
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('This computer offers no keychain.');
    expect(await storedConnections(dataDirectory)).toEqual([]);
  });

  test('asks on a terminal, and what is typed as the secret is not shown', async () => {
    const { dataDirectory, practice, session } = await makeBench();
    // Types each answer when its question has come, as a person does; `script` is the terminal.
    const typing = `exec script -qec "$(printf '%q ' "$@")" /dev/null`;
    const running = mailroom.start(['connect', '--data-dir', dataDirectory], {
      wrap: [...session.wrap, 'bash', '-c', typing, 'bash'],
      env: session.env,
      keepInput: true,
    });
    for (const [question, answer] of [
      ['Base URL', practice.baseUrl],
      ['Client id', practice.clientId],
      ['Client secret', practice.clientSecret],
    ] as const) {
      await running.said(question);
      running.child.stdin?.write(`${answer}\r`);
    }
    const ended = await running.ended;
    expect(ended.stdout).toContain('Signed in.');
    expect(ended.stdout).not.toContain(practice.clientSecret);
    expect(await storedConnections(dataDirectory)).toHaveLength(1);
  });
});

test('a certificate is kept once its key could be opened, the passphrase in the keychain only; it can be forgotten', async () => {
  const { dataDirectory, session } = await makeBench();
  const file = join(dataDirectory, '..', 'Büro station.pfx');
  await mkdir(dataDirectory);
  await writeFile(file, clientPfx);
  const settings = (): Promise<string> => readFile(join(dataDirectory, 'settings.json'), 'utf8').catch(() => '');
  const args = ['certificate', '--data-dir', dataDirectory];
  const keep = (passphrase: string): Promise<Ended> =>
    mailroom.run([...args, file, '--passphrase-stdin'], { ...session, input: `${passphrase}\n` });
  const wrong = await keep('another');
  expect(wrong.status).toBe(3);
  expect(wrong.stderr).toContain('the passphrase does not open the key');
  expect(await settings()).not.toContain('station.pfx');
  const kept = await keep(clientPassphrase);
  expect(kept.status).toBe(0);
  expect(await settings()).toContain('Büro station.pfx');
  expect(`${await settings()}${JSON.stringify([wrong, kept])}`).not.toContain(clientPassphrase);
  expect((await mailroom.run([...args, '--remove'], session)).status).toBe(0);
  expect(await settings()).not.toContain('station.pfx');
  expect((await mailroom.call(args)).status).toBe(2);
});
