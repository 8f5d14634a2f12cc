import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayBeOpened, mediaOf } from '../../src/main/desktop/content/media.ts';
import { createOfferedPaths } from '../../src/main/desktop/offered-paths.ts';
import { describeDrop } from '../../src/main/desktop/requests/describe-drop.ts';
import { writeDiagnostics } from '../../src/main/desktop/requests/diagnostics.ts';
import { mayOpenExternally } from '../../src/main/desktop/requests/external-address.ts';
import { readStartArguments, wordsForMailroom } from '../../src/main/desktop/start-arguments.ts';
import { settingsSchema } from '../../src/shared/settings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-desktop-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('what was dropped', () => {
  it('counts files and folders with what lies below, and names what is empty or not there', async () => {
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    await writeFile(join(folder, 'a', 'b', 'one.txt'), '12345');
    await writeFile(join(folder, 'empty.pdf'), '');
    // It comes in with its folder, and is held there.
    await writeFile(join(folder, 'a', 'empty.pdf'), '');
    const missing = join(folder, 'missing.pdf');
    const given = [join(folder, 'a'), join(folder, 'empty.pdf'), missing];
    const offered = createOfferedPaths();
    offered.offer(given);
    const drop = await describeDrop([...given, 'relative.pdf', tmpdir()], offered.isOffered);
    expect(drop).toMatchObject({ files: 3, folders: 1, bytes: 5, empty: [join(folder, 'empty.pdf')] });
    expect([...drop.unreadable].sort()).toEqual([missing, 'relative.pdf', tmpdir()].sort());
  });
});

describe('paths that a person gave', () => {
  it('are themselves and what lies below them, however they are written', () => {
    const offered = createOfferedPaths();
    offered.offer(['/home/a/in/', '/home/b/x.pdf', 'relative']);
    expect(
      ['/home/a/in', '/home/a/in/deep/x.pdf', '/home/b/x.pdf', '/home/c/../b/x.pdf'].map(offered.isOffered),
    ).toEqual([true, true, true, true]);
    expect(
      ['/home/a/inside.pdf', '/home/a/in/../secret', '/home/b', '/home/b/x.pdf.key', 'relative', '/', ''].map(
        offered.isOffered,
      ),
    ).toEqual(Array.from({ length: 7 }, () => false));
  });
});

describe('addresses for the browser', () => {
  const connections = [{ id: 'a', name: 'A', baseUrl: 'https://service.invalid:8443/v2', clientId: 'c' }];
  it.each([
    ['https://service.invalid:8443/x', true],
    ['https://service.invalid/x', false],
    ['http://service.invalid:8443/x', false],
    ['https://u:p@service.invalid:8443/x', false],
    ['https://service.invalid.evil.invalid:8443/', false],
    ['javascript:alert(1)', false],
    ['not an address', false],
    ['mailto:?subject=Rechnung%205&body=one%0D%0Atwo', true],
    ['mailto:?subject=a', true],
    ['mailto:somebody@example.invalid?subject=a', false],
    ['mailto:?subject=a&cc=somebody@example.invalid', false],
    ['mailto:?bcc=somebody@example.invalid', false],
    ['mailto:?attach=/etc/passwd', false],
    ['mailto:?subject=a%0D%0ABcc:%20x@example.invalid', false],
    ['mailto:?subject=a#b', false],
  ])('%s: %s', (address, allowed) => {
    expect(mayOpenExternally(address, connections)).toBe(allowed);
  });
});

describe('content', () => {
  it('is known by its type, else by its name; nothing that would run is opened', () => {
    expect(mediaOf('x.bin', 'application/pdf; a=b').kind).toBe('pdf');
    expect(mediaOf('Scan.TIFF', null).kind).toBe('pages');
    expect(mediaOf('x', 'text/xml').kind).toBe('xml');
    expect(mediaOf('x.exe', null)).toEqual({ kind: 'other', mediaType: 'application/octet-stream' });
    expect(['a.pdf', 'a.docx', 'a.exe', 'a.sh', 'a.html', 'a', 'a.desktop'].map(mayBeOpened)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('diagnostics', () => {
  it('show no login and no token of where updates come from', async () => {
    const updates = { from: 'https://it:secret@updates.example/m?token=secret' };
    const settings = settingsSchema.parse({ station: { id: 's', name: 'S' }, updates });
    const path = join(folder, 'out.zip');
    await writeDiagnostics(path, { dataDirectory: folder, version: '1', settings, counts: null });
    const text = strFromU8(unzipSync(new Uint8Array(await readFile(path)))['settings.json'] ?? new Uint8Array());
    expect(text).toContain('https://[redacted]@updates.example/m?[redacted]');
    expect(text).not.toContain('secret');
  });

  it.each([
    ['http://user:word@proxy:80', 'http://[redacted]@proxy:80'],
    ['http://user:a@word@proxy:80', 'http://[redacted]@proxy:80'],
    ['http://user:a/word@proxy:80', 'http://[redacted]@proxy:80'],
    ['user:word@proxy:80', '[redacted]@proxy:80'],
    ['http://proxy:80', 'http://proxy:80'],
  ])('show of the address %s only %s, wherever addresses stand', async (address, shown) => {
    const settings = settingsSchema.parse({
      station: { id: 's', name: 'S' },
      connections: [{ id: 'a', name: 'A', baseUrl: address, clientId: 'client-7' }],
      network: { proxy: address },
      scanning: { addresses: [address], profiles: [{ id: 'p', name: 'P', scannerId: `escl:${address}` }] },
    });
    const path = join(folder, 'out.zip');
    await writeDiagnostics(path, { dataDirectory: folder, version: '1', settings, counts: null });
    const files = unzipSync(new Uint8Array(await readFile(path)));
    const text = strFromU8(files['settings.json'] ?? new Uint8Array());
    expect(text.split(shown)).toHaveLength(5);
    expect(text).not.toContain('word@');
  });

  it('hold logs, counts and settings without client ids, external data and proxy credentials', async () => {
    await mkdir(join(folder, 'logs'));
    await writeFile(join(folder, 'logs', 'mailroom.log'), '{"event":"x"}\n');
    await writeFile(join(folder, 'logs', 'private.txt'), 'not a log');
    const settings = settingsSchema.parse({
      station: { id: 's', name: 'S' },
      connections: [{ id: 'a', name: 'A', baseUrl: 'https://host/v2', clientId: 'client-7' }],
      hotFolders: [
        {
          id: 'h',
          name: 'H',
          folder: '/in',
          rule: { connectionId: 'a', projectId: 'p', externalData: { cost: 'centre-9' } },
        },
      ],
      network: { proxy: 'http://user:word@proxy:80' },
    });
    const path = join(folder, 'out.zip');
    await writeDiagnostics(path, { dataDirectory: folder, version: '1', settings, counts: { held: 2 } });
    const files = unzipSync(new Uint8Array(await readFile(path)));
    expect(Object.keys(files).sort()).toEqual(['logs/mailroom.log', 'settings.json', 'station.json']);
    const text = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(text).toContain('"held": 2');
    expect(text).not.toMatch(/client-7|centre-9|user:word/u);
  });
});

describe('arguments', () => {
  it.each([
    [['electron', '.', 'a.pdf'], false, ['a.pdf']],
    [['electron', '--no-sandbox', '--lang=de', '/project', '--practice', 'a.pdf'], false, ['--practice', 'a.pdf']],
    [['electron', '-r', 'loader.cjs', '/project'], false, []],
    [['electron', '--version'], false, ['--version']],
    [['mailroom', '--practice', 'a.pdf'], true, ['--practice', 'a.pdf']],
  ])('of %j (packaged: %s) are those behind the app', (line, isPackaged, expected) => {
    expect(wordsForMailroom(line, isPackaged)).toEqual(expected);
  });

  it('name the data directory, practice and files; flags of others are passed over', () => {
    const given = ['--data-dir', 'd', '--practice', '--no-sandbox', 'a.pdf', '/b.pdf'];
    expect(readStartArguments(given, {}, '/home/x')).toEqual({
      dataDirectory: '/home/x/d',
      dataDirectoryNamed: true,
      practice: true,
      practiceQuota: 600,
      hidden: false,
      files: ['/home/x/a.pdf', '/b.pdf'],
    });
    expect(readStartArguments([], { MAILROOM_DATA_DIR: '/d' }, '/')).toMatchObject({ dataDirectory: '/d', files: [] });
    expect(readStartArguments(['--hidden', '--practice-quota=9'], {}, '/')).toMatchObject({
      dataDirectoryNamed: false,
      hidden: true,
      practiceQuota: 9,
    });
    expect(readStartArguments(['--practice-quota=all'], {}, '/').practiceQuota).toBe(600);
  });
});
