import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

describe('names and what is passed over', () => {
  test('names of every kind come in, each once, the original bytes kept', async () => {
    const station = await createIntakeStation();
    const names = [
      'Müller.pdf'.normalize('NFC'),
      'Müller.pdf'.normalize('NFD'),
      'RECHNUNG.PDF',
      // Names that Windows does not know, or takes for others.
      ...(process.platform === 'win32'
        ? []
        : [
            'rechnung.pdf',
            'CON',
            'NUL.pdf',
            'trailing dot.',
            'trailing blank ',
            'line\nbreak.pdf',
            'tab\tand\u0007bell.pdf',
          ]),
      'right\u202Efdp.exe.pdf',
      '😀.pdf',
      `${'n'.repeat(251)}.pdf`,
      'real\uFFFDreplacement.pdf',
      'ohne Endung',
    ];
    for (const [at, name] of names.entries()) await writeFile(join(station.folder, name), pdfBytes(`content ${at}`));
    const watcher = await station.watch();
    await watcher.settled({ until: 'taken-in' });
    const items = await station.items();
    expect(items.map((item) => item.path).sort()).toEqual(names.map((name) => join(station.folder, name)).sort());
    expect(new Set(items.map((item) => item.stage))).toEqual(new Set(['accepted']));
    for (const item of items) expect(item.name).toBe(item.name.normalize('NFC'));
    // oxlint-disable-next-line no-control-regex -- that is the point
    expect(items.filter((item) => /[\u0000-\u001F\u202E]/.test(item.name))).toEqual([]);
  });

  test('a name that is no text is held with the reason, once, and crashes nothing', async () => {
    const station = await createIntakeStation();
    const bytes = Buffer.concat([Buffer.from(join(station.folder, 'M')), Buffer.from([0xfc]), Buffer.from('ller.pdf')]);
    await writeFile(bytes, pdfBytes('latin'));
    await writeFile(join(station.folder, 'other.pdf'), pdfBytes('other'));
    const watcher = await station.watch();
    await watcher.settled();
    await eventually(async () => (await station.items()).length).toBe(2);
    await watcher.rescan();
    await watcher.settled();
    const items = await station.items();
    expect(items).toHaveLength(2);
    expect(items.find((item) => item.stage === 'held')).toMatchObject({
      name: 'M\\xFCller.pdf',
      fault: { code: 'name-refused', params: { problem: 'not-utf8' } },
    });
  });

  test('half-done files, hidden ones, own folders and the patterns of the user are left alone', async () => {
    const station = await createIntakeStation();
    const left = [
      'a.part',
      'a.tmp',
      'a.crdownload',
      'a.partial',
      '~$a.docx',
      '.~lock.a.odt#',
      '.DS_Store',
      'Thumbs.db',
      'desktop.ini',
      'THUMBS.DB',
      'draft-1.pdf',
      'sub/private/a.pdf',
      '.mailroom/station/a.pdf',
      'processed/2026-01-01/a.pdf',
      'failed/a.pdf',
      'duplicates/a.pdf',
      '.hidden/a.pdf',
    ];
    for (const name of [...left, 'sub/processed/b.pdf', 'sub/c.pdf']) {
      await mkdir(join(station.folder, name, '..'), { recursive: true });
      await writeFile(join(station.folder, name), pdfBytes(name));
    }
    const watcher = await station.watch({ ignore: ['draft-*', 'sub/private/**'] });
    await watcher.settled();
    expect((await station.items()).map((item) => item.name).sort()).toEqual(['b.pdf', 'c.pdf']);
  });

  test('links are never followed', async () => {
    const station = await createIntakeStation();
    const outside = join(station.beside, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret.pdf'), pdfBytes('secret'));
    await symlink(outside, join(station.folder, 'way-out'));
    await symlink(join(outside, 'secret.pdf'), join(station.folder, 'link.pdf'));
    const watcher = await station.watch();
    await watcher.settled();
    await symlink(join(outside, 'secret.pdf'), join(station.folder, 'late.pdf'));
    await watcher.settled();
    expect(await station.items()).toEqual([]);
  });

  test('without recursion only the folder itself counts', async () => {
    const station = await createIntakeStation();
    await mkdir(join(station.folder, 'sub'));
    await writeFile(join(station.folder, 'sub/a.pdf'), pdfBytes('a'));
    await writeFile(join(station.folder, 'b.pdf'), pdfBytes('b'));
    const watcher = await station.watch({ recursive: false });
    await watcher.settled();
    await writeFile(join(station.folder, 'sub/c.pdf'), pdfBytes('c'));
    await watcher.settled();
    expect((await station.items()).map((item) => item.name)).toEqual(['b.pdf']);
  });

  test('the same content under another name is a duplicate of the first; with send-anyway it is not', async () => {
    const station = await createIntakeStation();
    await writeFile(join(station.folder, 'a.pdf'), pdfBytes('same'));
    const watcher = await station.watch();
    await watcher.settled();
    await writeFile(join(station.folder, 'b.pdf'), pdfBytes('same'));
    await watcher.settled();
    const [first, second] = await station.items();
    expect(second).toMatchObject({ stage: 'duplicate', duplicateOf: first?.id });
    expect(station.taken).toMatchObject([{ kind: 'accepted' }, { kind: 'duplicate', duplicateOf: first?.id }]);
    expect(await station.journal.jobsOf(second?.id ?? '')).toEqual([]);
    await watcher.rescan();
    await watcher.settled();
    expect(await station.items()).toHaveLength(2);
    await watcher.stop();
    const rule = { connectionId: 'c', projectId: 'p', duplicates: 'send-anyway' } as const;
    const again = await station.watch({ rule: { ...watcherRule, ...rule } });
    await writeFile(join(station.folder, 'c.pdf'), pdfBytes('same'));
    await again.settled();
    expect((await station.items()).at(-1)).toMatchObject({ name: 'c.pdf', stage: 'accepted' });
  });
});

const watcherRule = {
  mode: 'document',
  after: 'keep',
  batchQuietMs: 5_000,
  batchMaximum: 50,
  settleLimitMs: 1_000_000,
} as const;
