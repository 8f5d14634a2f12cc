import { spawnSync } from 'node:child_process';
import { createCredentials } from '../../src/main/engine/credentials/credentials.ts';
import { createKeychain } from '../../src/main/host/keychain.ts';

// Runs inside a session bus of its own: takes steps such as `write:NAME:SECRET`, prints what each answered, one JSON a line.
const keychain = createKeychain('Mailroom test');
const credentials = createCredentials(keychain);
const connection = { name: 'Main', baseUrl: 'https://service.example/v2', clientId: 'client' };

function lock(): { locked: boolean } {
  const login = '/org/freedesktop/secrets/collection/login';
  const args = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  const call = spawnSync('dbus-send', [...args, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${login}`]);
  return { locked: call.status === 0 };
}

for (const step of process.argv.slice(2)) {
  const [act = '', id = '', secret = ''] = step.split(':');
  const acts: Record<string, () => unknown> = {
    write: () => keychain.write(id, secret),
    read: () => keychain.read(id),
    remove: () => keychain.remove(id),
    'sign-in': () => credentials.read({ ...connection, id }),
    lock,
  };
  process.stdout.write(`${JSON.stringify(await acts[act]?.())}\n`);
}
