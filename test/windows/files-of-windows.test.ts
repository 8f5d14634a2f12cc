import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchSourceId } from '../../src/main/cli/run/rule-flags.ts';
import { controlPlace, makeControlPlace } from '../../src/main/host/control/control-address.ts';
import type { HotFolder } from '../../src/shared/settings.ts';
import {
  createTestStation,
  expectOneDocumentEach,
  expectWholeCustody,
  smallPdf,
  type TestStation,
} from '../support/engine.ts';

const exportTo = (folder: string, template = '{name}'): HotFolder['rule']['export'] => ({
  folder,
  states: ['doneAutomatically', 'done', 'extracted'],
  template,
  reportTransfer: false,
});

/** All files below a folder, as paths with `/`. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//u, ''))
    .sort();
}

/** Takes a file in from a folder, sends it, writes its XML and moves it, all with folders of their own choice. */
async function wholeWay(station: TestStation, folder: string, out: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const started = await station.start();
  await started.watch(station.hotFolder({ after: 'move', export: exportTo(out) }, { folder }));
  await writeFile(join(folder, 'Größe.pdf'), smallPdf('a'));
  await started.reaches('Größe.pdf', 'exported');
  await expect.poll(() => filesBelow(folder)).toEqual([expect.stringMatching(/^processed\/.*Größe\.pdf$/u)]);
  expect((await filesBelow(out)).filter((path) => path.endsWith('.xml'))).toEqual(['Größe.xml']);
  expect((await started.items()).map(({ name, fault }) => [name, fault])).toEqual([['Größe.pdf', null]]);
  await expectOneDocumentEach(station, [smallPdf('a')]);
  await expectWholeCustody(started);
}

test('folders whose paths are longer than 260 characters are folders like others', async () => {
  const station = await createTestStation();
  const deep = ['Ablage', 'x'.repeat(120), 'y'.repeat(120), 'z'.repeat(60)] as const;
  await wholeWay(station, join(station.root, 'in', ...deep), join(station.root, 'out', ...deep));
});

test('a drive of its own is a hot folder', async () => {
  await rm('D:\\inbox', { recursive: true, force: true });
  const station = await createTestStation();
  onTestFinished(async () => {
    for (const name of await readdir('D:\\')) await rm(join('D:\\', name), { recursive: true, force: true });
  });
  await wholeWay(station, 'D:\\', join(station.root, 'out'));
});

test('a share by its UNC path is a hot folder, and XML goes to one', async () => {
  const share = join('\\\\server\\share', String(process.pid));
  onTestFinished(() => rm(share, { recursive: true, force: true }));
  await wholeWay(await createTestStation(), join(share, 'in'), join(share, 'out'));
});

/** The same path by the names of eight letters that Windows keeps beside long ones. */
function shortPath(path: string): string {
  const ask = `for %I in ("${path}") do @echo %~sI`;
  return spawnSync('cmd', ['/d', '/c', ask], { encoding: 'utf8', windowsVerbatimArguments: true }).stdout.trim();
}

test('another spelling of the same folder is the same folder', async () => {
  const station = await createTestStation();
  const started = await station.start();
  const folder = join(station.root, 'Eingang der Poststelle', 'heute');
  await mkdir(folder, { recursive: true });
  await started.watch(station.hotFolder({}, { folder }));
  const { rule } = station.hotFolder();
  const place = makeControlPlace(folder);
  const short = shortPath(folder);
  expect(place).not.toBeNull();
  expect(short).not.toContain('Poststelle');
  for (const spelling of [
    folder.toUpperCase(),
    folder.replaceAll('\\', '/'),
    `\\\\?\\${folder}`,
    `${folder}\\.\\`,
    short,
  ]) {
    const again = { ...station.hotFolder({}, { folder: spelling }), id: 'again', name: 'Again' };
    await expect(started.act('source.add', { source: again })).rejects.toThrow('folder-overlaps');
    expect(watchSourceId(spelling, rule)).toBe(watchSourceId(folder, rule));
    // A station whose data lie there hears all the same.
    expect(controlPlace(spelling)).toEqual(place);
  }
});

test('external ids that Windows takes for devices, streams or nothing become names that it keeps', async () => {
  const station = await createTestStation();
  const started = await station.start();
  await started.watch(station.hotFolder({ export: exportTo(station.out, '{externalId}') }));
  const ids = ['CON', 'aux.xml', 'Re: Rechnung?', 'Ende. ', 'a\\b/c', 'NUL.'];
  for (const [at, externalId] of ids.entries()) {
    await station.put(`${String(at)}.pdf.json`, Buffer.from(JSON.stringify({ externalId })));
    await station.put(`${String(at)}.pdf`, smallPdf(at));
  }
  for (const at of ids.keys()) await started.reaches(`${String(at)}.pdf`, 'exported');
  const written = await filesBelow(station.out);
  expect(written.filter((path) => path.endsWith('.xml'))).toEqual(
    ['Ende.xml', 'Re_ Rechnung_.xml', '_CON.xml', '_NUL.xml', '_aux.xml.xml', 'a-b-c.xml'].sort(),
  );
  for (const path of written) expect((await readFile(join(station.out, path))).length).toBeGreaterThan(0);
});

test.each([['move' as const], ['delete' as const]])('a read-only original is tidied away too: %s', async (after) => {
  const station = await createTestStation();
  const started = await station.start();
  const path = await station.put('a.pdf', smallPdf('a'));
  await chmod(path, 0o444);
  await started.watch(station.hotFolder({ after }));
  await started.reaches('a.pdf', 'settled');
  await expect.poll(() => readdir(station.folder)).not.toContain('a.pdf');
  expect(started.log.filter((line) => /warn|error/u.test(line))).toEqual([]);
});

test('what Windows and its programs leave beside documents is left alone; a shortcut is told', async () => {
  const station = await createTestStation();
  const started = await station.start();
  for (const name of ['Thumbs.db', 'desktop.ini', '~$ertrag.docx', 'b.pdf.tmp', 'b.pdf.crdownload'])
    await station.put(name, Buffer.from('x'.repeat(500)));
  // The header of a shell link (MS-SHLLINK 2.1).
  const shortcut = Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(100)]);
  await station.put('Vertrag.pdf.lnk', shortcut);
  await station.put('a.pdf', smallPdf('a'));
  await started.watch(station.hotFolder({ after: 'move' }));
  await started.reaches('a.pdf', 'settled');
  await started.reaches('Vertrag.pdf.lnk', 'held');
  expect((await started.items()).map(({ name, fault }) => [name, fault?.code ?? null]).sort()).toEqual([
    ['Vertrag.pdf.lnk', 'type-not-accepted'],
    ['a.pdf', null],
  ]);
});

test('a sidecar of an old office program gives its words', async () => {
  const station = await createTestStation();
  const started = await station.start();
  const table = Buffer.from('externalId;title;Betrag\r\nA-1;M\xfcller \x96 \x84Miete\x93;100 \x80\r\n', 'latin1');
  await station.put('a.pdf.csv', table);
  await station.put('a.pdf', smallPdf('a'));
  await started.watch(station.hotFolder());
  await started.reaches('a.pdf', 'settled');
  expect(await station.practice.documents()).toMatchObject([
    { title: 'Müller – „Miete“', externalId: 'A-1', externalData: { Betrag: '100 €' } },
  ]);
});
