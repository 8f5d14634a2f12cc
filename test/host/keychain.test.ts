import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { faultSchema } from '../../src/shared/faults.ts';
import { demandKeychain, makeKeychainSession } from '../support/keychain-session.ts';
import { makeTestFolder } from '../support/ports.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'keychain-program.ts');
/** A session bus that starts no services by itself: a computer without a keychain. */
const bareBus = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>`;

beforeAll(demandKeychain);

interface Computer {
  /** Takes the steps one after the other in one session and answers what each said; of a fault only its code. */
  session(before: string, ...steps: string[]): Promise<unknown[]>;
}

function codeOrAnswer(answer: unknown): unknown {
  const fault = z.object({ ok: z.literal(false), fault: faultSchema }).safeParse(answer);
  return fault.success ? fault.data.fault.code : answer;
}

async function makeComputer(): Promise<Computer> {
  const home = await makeTestFolder('mailroom-keys-');
  const keychain = await makeKeychainSession(home);
  await writeFile(join(home, 'bare.conf'), bareBus);
  const env = { ...keychain.env, PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
  return {
    async session(before, ...steps) {
      const { stdout } = await run(
        'bash',
        ['-c', before, 'bash', process.execPath, '--import', 'tsx', program, ...steps],
        {
          env,
          cwd: join(import.meta.dirname, '../..'),
          timeout: 15_000,
        },
      );
      return stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
        .map(codeOrAnswer);
    },
  };
}

const unlocked = `exec dbus-run-session -- bash -c 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "$@"' bash "$@"`;
const started = `exec dbus-run-session -- bash -c 'gnome-keyring-daemon --start --components=secrets >/dev/null; "$@"' bash "$@"`;
const noBus = 'exec "$@"';
const noService = 'exec dbus-run-session --config-file="$HOME/bare.conf" -- "$@"';

const locked = 'keychain-locked';
const missing = 'keychain-missing';

describe('the keychain of a Linux desktop', () => {
  test('keeps a secret for the next session, and forgets it when told', async () => {
    const { session } = await makeComputer();
    expect(await session(unlocked, 'read:main', 'write:main:größtes Geheimnis', 'write:other:x')).toEqual([
      { ok: true, value: null },
      { ok: true },
      { ok: true },
    ]);
    expect(
      await session(unlocked, 'read:main', 'sign-in:main', 'remove:main', 'remove:main', 'read:main', 'read:other'),
    ).toEqual([
      { ok: true, value: 'größtes Geheimnis' },
      { ok: true, value: { clientId: 'client', clientSecret: 'größtes Geheimnis' } },
      { ok: true },
      { ok: true },
      { ok: true, value: null },
      { ok: true, value: 'x' },
    ]);
  });

  test('that is locked says so, and never that there is no secret', async () => {
    const { session } = await makeComputer();
    const steps = ['read:main', 'sign-in:main', 'write:main:other', 'remove:main'];
    const answers = await session(unlocked, 'write:main:secret', 'lock', ...steps);
    expect(answers).toEqual([{ ok: true }, { locked: true }, locked, locked, locked, locked]);
    expect(JSON.stringify(answers)).not.toContain('secret"');
    expect(await session(started, ...steps.slice(0, 2))).toEqual([locked, locked]);
    expect(await session(unlocked, 'read:main')).toEqual([{ ok: true, value: 'secret' }]);
  });

  test('that is not there is a fault, with a bus and without', async () => {
    const { session } = await makeComputer();
    const steps = ['read:main', 'write:main:secret', 'sign-in:main', 'remove:main'];
    expect(await session(noService, ...steps)).toEqual([missing, missing, missing, missing]);
    expect(await session(noBus, ...steps)).toEqual([missing, missing, missing, missing]);
  });
});
