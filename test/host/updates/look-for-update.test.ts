import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FaultCode } from '../../../src/shared/faults.ts';
import { describeFault } from '../../../src/main/engine/faults/describe.ts';
import { isIntact, lookForUpdate, readLastLook } from '../../../src/main/host/updates/look-for-update.ts';
import { compareVersions, manifestName, type UpdateManifest } from '../../../src/main/host/updates/manifest.ts';
import { publicPartOf, signManifest } from '../../../tools/dist/update-manifest.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { fc } from '../../support/property.ts';
import {
  clientCertificate,
  clientKey,
  localhostCertificate,
  localhostKey,
  testAuthority,
} from '../../engine/service/transport/tls-fixture.ts';
import { createUpdateFolder, newKey, today, type UpdateFolder } from './update-folder.ts';

const day = 86_400_000;

/** Serves on this computer until the test ends; answers the address. */
async function serve(listener: RequestListener): Promise<string> {
  return `${await listen(createServer(listener))}/mailroom`;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${String(address.port)}`;
}

/** Serves what lies in a folder. */
function files(folder: string): RequestListener {
  return (request, response) => {
    readFile(join(folder, request.url?.replace('/mailroom/', '') ?? '')).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  };
}

/** What lies beside the memory of updates; nothing of a refused one does. */
async function brought({ packages }: UpdateFolder): Promise<readonly string[]> {
  const names = await readdir(packages, { recursive: true }).catch(() => []);
  return names.filter((name) => !name.endsWith('.json')).sort();
}

describe('an update that is as it must be', () => {
  test('is brought from a folder, and is the very package that was signed', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const found = await lookForUpdate(update.parts);
    expect(found).toMatchObject({ ok: true, value: { version: '1.2.0', kind: 'appimage' } });
    if (!found.ok || found.value === null) throw new Error('nothing was found');
    expect(await readFile(found.value.path, 'utf8')).toContain('echo 1.2.0');
    expect(await isIntact(found.value)).toBe(true);
  });

  test('is brought from an address, once', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const asked: string[] = [];
    const from = await serve((request, response) => {
      asked.push(request.url ?? '');
      files(update.folder)(request, response);
    });
    const parts = { ...update.parts, updates: { ...update.parts.updates, from } };
    for (let look = 0; look < 2; look += 1)
      expect(await lookForUpdate(parts)).toMatchObject({ ok: true, value: { version: '1.2.0' } });
    expect(asked).toEqual([
      `/mailroom/${manifestName}`,
      '/mailroom/Mailroom-1.2.0-x86_64.AppImage',
      `/mailroom/${manifestName}`,
    ]);
  });

  test('is none where this version is the newest, and leaves no package of the past', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    await lookForUpdate(update.parts);
    expect(await lookForUpdate({ ...update.parts, version: '1.2.0' })).toEqual({ ok: true, value: null });
    expect(await brought(update)).toEqual([]);
  });

  test.each(['1.2.0', '1.3.0'])('is none for %s, also when a manifest of 1.2.0 has expired', async (version) => {
    const update = await createUpdateFolder();
    const { expires } = await update.release('1.2.0', { at: today - 31 * day });
    expect(await lookForUpdate({ ...update.parts, version })).toEqual({ ok: true, value: null });
    expect(await readLastLook(update.own)).toMatchObject({ fault: null, expires: Date.parse(expires) });
  });

  test('lies here until the next one is here as a whole', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const first = await lookForUpdate(update.parts);
    if (!first.ok || first.value === null) throw new Error('nothing was found');
    await update.release('1.3.0', { at: today + 1 });
    const next = join(update.folder, 'Mailroom-1.3.0-x86_64.AppImage');
    const whole = await readFile(next);
    await truncate(next, 10);
    expect(await lookForUpdate(update.parts)).toMatchObject({ ok: false, fault: { code: 'update-damaged' } });
    expect(await isIntact(first.value)).toBe(true);
    await writeFile(next, whole);
    expect(await lookForUpdate(update.parts)).toMatchObject({ ok: true, value: { version: '1.3.0' } });
    expect(await isIntact(first.value)).toBe(false);
    expect(await brought(update)).toHaveLength(2);
  });

  test('is not begun where the disk has no room for it and for the intake', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const parts = { ...update.parts, freeBytes: () => Promise.resolve(500_000_000) };
    expect(await lookForUpdate(parts)).toMatchObject({ ok: false, fault: { code: 'disk-full' } });
    expect(await brought(update)).toEqual([]);
  });

  test('leaves nothing of itself where the disk refuses it half-way', async () => {
    const update = await createUpdateFolder();
    const { packages } = await update.release('1.2.0');
    const { sha512 = '' } = packages.find(({ kind }) => kind === 'appimage') ?? {};
    const from = await serve((request, response) => {
      if (request.url?.endsWith(manifestName) === true) return files(update.folder)(request, response);
      const place = `package-${Buffer.from(sha512, 'base64').toString('hex').slice(0, 16)}`;
      return void writeFile(join(update.packages, place), 'in the way').then(() =>
        files(update.folder)(request, response),
      );
    });
    const found = await lookForUpdate({ ...update.parts, updates: { ...update.parts.updates, from } });
    expect(found).toMatchObject({
      ok: false,
      fault: { code: 'folder-not-writable', params: { folder: update.packages } },
    });
    expect(await brought(update)).not.toContain('draft');
  });

  test('is asked for without the certificate of the station', async () => {
    const update = await createUpdateFolder();
    const folder = await makeTestFolder();
    const shown: boolean[] = [];
    const server = createTlsServer(
      { cert: localhostCertificate, key: localhostKey, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { socket } = request;
        if (socket instanceof TLSSocket) shown.push(Object.keys(socket.getPeerCertificate()).length > 0);
        response.writeHead(404).end();
      },
    );
    const [authorities, certificate] = [join(folder, 'ca.pem'), join(folder, 'station.pem')];
    await writeFile(authorities, testAuthority);
    await writeFile(certificate, `${clientKey}${clientCertificate}`);
    const origin = `${(await listen(server)).replace('http:', 'https:').replace('127.0.0.1', 'localhost')}/mailroom`;
    const found = await lookForUpdate({
      ...update.parts,
      updates: { ...update.parts.updates, from: origin },
      network: {
        env: {},
        certificateAuthorities: authorities,
        clientCertificate: certificate,
        readPassphrase: () => expect.fail('the keychain is asked'),
      },
    });
    expect(found).toMatchObject({ fault: { code: 'update-unreachable', params: { problem: 'file-missing' } } });
    expect(shown).toEqual([false]);
  });

  test('is known for no longer the same when its file is changed after it came', async () => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const found = await lookForUpdate(update.parts);
    if (!found.ok || found.value === null) throw new Error('nothing was found');
    await writeFile(found.value.path, '#!/bin/sh\necho 6.6.6\n');
    expect(await isIntact(found.value)).toBe(false);
    const again = await lookForUpdate(update.parts);
    expect(again).toMatchObject({ ok: true });
    expect(await isIntact(found.value)).toBe(true);
  });
});

/** Changes the manifest and signs it with the company's own key, as a mistake of IT would. */
async function signedAnew(update: UpdateFolder, change: (manifest: UpdateManifest) => UpdateManifest): Promise<void> {
  await update.put(signManifest(change(await update.release('1.2.0')), update.key));
}

type Refusal = readonly [
  what: string,
  spoil: (update: UpdateFolder) => Promise<unknown>,
  code: FaultCode,
  problem: string | undefined,
];

const refusals: readonly Refusal[] = [
  [
    'a manifest that somebody changed',
    async (update) => {
      await update.release('1.2.0');
      const text = await readFile(join(update.folder, manifestName), 'utf8');
      await update.put(text.replace('1.2.0', '1.3.0'));
    },
    'update-untrusted',
    'signature-foreign',
  ],
  [
    'a manifest of a foreign key',
    async (update) => update.put(signManifest(await update.release('1.2.0'), newKey())),
    'update-untrusted',
    'signature-foreign',
  ],
  [
    'a manifest without a signature',
    async (update) => update.put(JSON.stringify(await update.release('1.2.0'))),
    'update-untrusted',
    'unexpected-shape',
  ],
  [
    'a file that is no manifest',
    async (update) => update.put('<html>Not found</html>'),
    'update-untrusted',
    'unexpected-shape',
  ],
  [
    'a manifest without end',
    async (update) => update.put('x'.repeat(100_000)),
    'update-untrusted',
    'too-long-for-manifest',
  ],
  [
    'a manifest of an unknown product',
    (update) => signedAnew(update, (manifest) => ({ ...manifest, product: 'mailroom-server' })),
    'update-untrusted',
    'other-product',
  ],
  [
    'a package whose name leads out of the folder',
    (update) =>
      signedAnew(update, (manifest) => ({
        ...manifest,
        packages: manifest.packages.map((each) => ({ ...each, file: '../../bin/sh' })),
      })),
    'update-untrusted',
    'unexpected-shape',
  ],
  [
    'a manifest that has expired',
    (update) => update.release('1.2.0', { at: today - 31 * day }),
    'update-outdated',
    'update-expired',
  ],
  [
    'a manifest of next week',
    (update) => update.release('1.2.0', { at: today + 7 * day }),
    'update-outdated',
    'update-of-tomorrow',
  ],
  [
    'a replay of an older version, after a newer one was seen',
    async (update) => {
      await update.release('1.2.0', { at: today - 2 * day });
      const old = await readFile(join(update.folder, manifestName), 'utf8');
      await update.release('1.3.0', { at: today - day });
      await lookForUpdate(update.parts);
      await update.put(old);
    },
    'update-outdated',
    'update-older',
  ],
  [
    'a replay of an older manifest of the same version',
    async (update) => {
      await update.release('1.2.0', { at: today - 2 * day });
      const old = await readFile(join(update.folder, manifestName), 'utf8');
      await update.release('1.2.0', { at: today - day });
      await lookForUpdate(update.parts);
      await update.put(old);
    },
    'update-outdated',
    'update-older',
  ],
  [
    'an update for other systems only',
    (update) =>
      signedAnew(update, (manifest) => ({
        ...manifest,
        packages: manifest.packages.filter(({ kind }) => kind === 'nsis'),
      })),
    'update-unfit',
    undefined,
  ],
  [
    'a package whose bytes are others',
    async (update) => {
      await update.release('1.2.0');
      await writeFile(join(update.folder, 'Mailroom-1.2.0-x86_64.AppImage'), '#!/bin/sh\necho 6.6.6\n');
    },
    'update-damaged',
    'bytes-differ',
  ],
  [
    'a package that goes on after its end',
    async (update) => {
      await update.release('1.2.0');
      await writeFile(join(update.folder, 'Mailroom-1.2.0-x86_64.AppImage'), 'evil', { flag: 'a' });
    },
    'update-damaged',
    'bytes-differ',
  ],
  [
    'a package that breaks off',
    async (update) => {
      await update.release('1.2.0');
      await truncate(join(update.folder, 'Mailroom-1.2.0-x86_64.AppImage'), 10);
    },
    'update-damaged',
    'cut-off',
  ],
  [
    'a package that is not there',
    async (update) => {
      await update.release('1.2.0');
      await rm(join(update.folder, 'Mailroom-1.2.0-x86_64.AppImage'));
    },
    'update-unreachable',
    'file-missing',
  ],
  ['a folder that is not there', ({ folder }) => rm(folder, { recursive: true }), 'update-unreachable', 'file-missing'],
];

describe('refused, with a fault for IT, and nothing of it stays', () => {
  test.each(refusals)('%s', async (_what, spoil, code, problem) => {
    const update = await createUpdateFolder();
    await spoil(update);
    const before = await brought(update);
    const found = await lookForUpdate(update.parts);
    if (found.ok) throw new Error('it was taken');
    expect(found.fault).toMatchObject({ code, owner: 'it', ...(problem === undefined ? {} : { params: { problem } }) });
    for (const language of ['en', 'de'] as const) {
      const { reason, nextStep, who } = describeFault(found.fault, language);
      expect(who).toBe('IT');
      // Each problem has words: no key is shown.
      if (problem !== undefined) expect(reason).not.toContain(problem);
      expect(nextStep).not.toBe('');
    }
    expect(await brought(update)).toEqual(before);
  });

  test('a clock that was set back does not make an expired manifest good again; one that was far ahead keeps no later one out', async () => {
    const update = await createUpdateFolder();
    const on = (days: number) => lookForUpdate({ ...update.parts, now: () => today + days * day });
    const expired = { ok: false, fault: { code: 'update-outdated', params: { problem: 'update-expired' } } };
    await update.release('1.2.0', { at: today + 10 * day, days: 90 });
    expect(await on(50)).toMatchObject({ ok: true });
    expect(await on(20_000)).toMatchObject(expired);
    expect(await on(50)).toMatchObject(expired);
    await update.release('1.2.0', { at: today + 50 * day, days: 90 });
    expect(await on(51)).toMatchObject({ ok: true });
  });

  test('what was signed by mistake or with a stolen key keeps no later version out once IT sets another key', async () => {
    const update = await createUpdateFolder();
    await update.release('99.0.0');
    expect(await lookForUpdate(update.parts)).toMatchObject({ ok: true, value: { version: '99.0.0' } });
    const manifest = await update.release('1.2.0', { at: today + 1 });
    expect(await lookForUpdate(update.parts)).toMatchObject({ ok: false });
    const key = newKey();
    await update.put(signManifest(manifest, key));
    const updates = { ...update.parts.updates, key: publicPartOf(key) };
    expect(await lookForUpdate({ ...update.parts, updates })).toMatchObject({ ok: true, value: { version: '1.2.0' } });
  });

  test.each([
    [
      'a refusal',
      (): RequestListener => (_request, response) => void response.writeHead(403).end(),
      'update-unreachable',
    ],
    [
      'no such address',
      (): RequestListener => (_request, response) => void response.writeHead(404).end(),
      'update-unreachable',
    ],
    [
      'a line that breaks in the package',
      (update: UpdateFolder): RequestListener =>
        (request, response) => {
          if (request.url?.endsWith(manifestName) === true) return files(update.folder)(request, response);
          response.writeHead(200, { 'content-length': '25' });
          return void response.write('#!/bin/sh\n', () => response.destroy());
        },
      'update-unreachable',
    ],
  ] as const)('an address with %s', async (_what, listener, code) => {
    const update = await createUpdateFolder();
    await update.release('1.2.0');
    const from = await serve(listener(update));
    const found = await lookForUpdate({ ...update.parts, updates: { ...update.parts.updates, from } });
    expect(found).toMatchObject({ ok: false, fault: { code, owner: 'it' } });
    expect(await brought(update)).toEqual([]);
  });

  test.each([manifestName, 'Mailroom-1.2.0-x86_64.AppImage'])(
    'an address that refers elsewhere for %s',
    async (name) => {
      const update = await createUpdateFolder();
      await update.release('1.2.0');
      const followed: string[] = [];
      const elsewhere = await serve((request, response) => {
        followed.push(request.url ?? '');
        files(update.folder)(request, response);
      });
      const from = await serve((request, response) => {
        if (request.url?.endsWith(name) === true) response.writeHead(302, { location: `${elsewhere}/${name}` }).end();
        else files(update.folder)(request, response);
      });
      const found = await lookForUpdate({ ...update.parts, updates: { ...update.parts.updates, from } });
      expect(found).toMatchObject({
        ok: false,
        fault: { code: 'update-unreachable', params: { problem: 'redirect' } },
      });
      expect(followed).toEqual([]);
    },
  );

  test.each([
    'http://updates.example/mailroom',
    'ftp://updates.example',
    'updates',
    'https://it:secret@updates.example',
    'https://updates.example/mailroom?token=secret',
    'ftp://it:secret@updates.example',
  ])('a place that is none: %s', async (from) => {
    const update = await createUpdateFolder();
    const found = await lookForUpdate({ ...update.parts, updates: { ...update.parts.updates, from } });
    expect(found).toMatchObject({ ok: false, fault: { code: 'update-unreachable' } });
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

test('one flipped bit anywhere in the signed file is refused', async () => {
  const update = await createUpdateFolder();
  await update.release('1.2.0');
  const whole = await readFile(join(update.folder, manifestName));
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
      await writeFile(join(update.folder, manifestName), changed);
      const found = await lookForUpdate(update.parts);
      // Whitespace around the two values is nobody's message; all else is.
      if (found.ok) expect(JSON.parse(changed.toString('utf8'))).toEqual(JSON.parse(whole.toString('utf8')));
      else expect(found.fault.code).toBe('update-untrusted');
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['1.0.0', '1.0.0', 0],
  ['1.10.0', '1.9.9', 1],
  ['1.0.0-rc.1', '1.0.0', -1],
  ['2.0.0', '10.0.0', -1],
])('versions go by their numbers: %s and %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other))).toBe(order);
});

test('a folder that does not answer is given up in time, and holds one thread of the system at most', async () => {
  const update = await createUpdateFolder();
  // Who opens a pipe waits until somebody writes into it, as one of a share that is gone does.
  await promisify(execFile)('mkfifo', [join(update.folder, manifestName)]);
  const silent = { ok: false, fault: { code: 'update-unreachable', params: { problem: 'no-answer-in-time' } } };
  expect(await lookForUpdate({ ...update.parts, silenceMs: 50 })).toMatchObject(silent);
  expect(await lookForUpdate({ ...update.parts, silenceMs: 600_000 })).toMatchObject(silent);
  await (await open(join(update.folder, manifestName), 'r+')).close();
});
