import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { builtCommand, type Ended } from '../../support/mailroom-command.ts';
import { makePracticeStation, type PracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();
const project = ['--project', 'accounts-payable'];
const faultLine = z.looseObject({
  event: z.literal('fault'),
  path: z.string(),
  fault: z.looseObject({ code: z.string() }),
});

async function stationWith(...names: readonly string[]): Promise<PracticeStation> {
  const station = await makePracticeStation();
  await station.put(Object.fromEntries(names.map((name) => [name, `<a of="${name}"/>`])));
  return station;
}

function send(station: PracticeStation, paths: readonly string[], ...flags: readonly string[]): Promise<Ended> {
  return mailroom.call(['send', ...paths, ...project, ...flags], { env: station.env });
}

function faultsOf(ended: Ended): readonly z.infer<typeof faultLine>[] {
  return ended.json().flatMap((line) => {
    const read = faultLine.safeParse(line);
    return read.success ? [read.data] : [];
  });
}

describe('a path that never was', () => {
  test('is told as one that is not there, in both languages, as wrong usage, and nothing is queued', async () => {
    const station = await stationWith();
    const path = join(station.inbox, 'invoce.xml');
    const ended = await send(station, [path]);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toBe(`There is no file or folder ${path}. Check how it is spelled. (You)\n`);
    const german = await mailroom.call(['send', path, ...project], { env: { ...station.env, LC_ALL: 'de_DE.UTF-8' } });
    expect(german).toMatchObject({ status: 2, stdout: '' });
    expect(german.stderr).toBe(`Eine Datei oder einen Ordner ${path} gibt es nicht. Schreibweise prüfen. (Sie)\n`);
    const status = await mailroom.call(['status', '--json'], { env: station.env });
    expect(status.stdout).not.toContain('invoce');
  });

  test('whose folder is not there names that folder', async () => {
    const station = await stationWith('a.xml');
    const folder = join(station.root, 'inbx');
    const ended = await send(station, [join(folder, 'deep', 'a.xml')]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(`: the folder ${folder} is not there.`);
    // A file is no folder either.
    const below = await send(station, [join(station.inbox, 'a.xml', 'b.xml')]);
    expect(below.status).toBe(2);
    expect(below.stderr).toContain('There is no file or folder');
  });

  test('among others leaves the others alone: they are sent, the summary tells, and the status says so', async () => {
    const station = await stationWith('a.xml', 'b.xml');
    const [a, missing, b] = ['a.xml', 'none.xml', 'b.xml'].map((name) => join(station.inbox, name));
    const plain = await send(station, [a ?? '', missing ?? '']);
    expect(plain.status).toBe(1);
    expect(plain.stdout).toMatch(/1 file in .*, 1 not taken in\./);
    expect(plain.stderr).toContain(`There is no file or folder ${missing}.`);
    const json = await send(station, [missing ?? '', b ?? ''], '--json', '--wait');
    expect(json.status).toBe(1);
    expect(faultsOf(json)).toMatchObject([{ path: missing, fault: { code: 'wrong-usage' } }]);
    expect(json.json().at(-1)).toMatchObject({ event: 'summary', items: 1, settled: 1, notTakenIn: 1 });
    expect(station.service.stats().duplicateFileIds).toBe(0);
  });

  test('is told so as well by a Mailroom that is at work already', async () => {
    const station = await stationWith('a.xml');
    const { env } = station;
    const watching = mailroom.start(['watch', station.inbox, ...project, '--json'], { env });
    await watching.said('"submitted"');
    const missing = join(station.root, 'none.xml');
    const alone = await send(station, [missing]);
    expect(alone).toMatchObject({ status: 2, stdout: '' });
    const other = join(station.root, 'b.xml');
    await writeFile(other, '<b/>');
    const both = await send(station, [missing, other], '--json');
    expect(both.status).toBe(1);
    expect(faultsOf(both)).toMatchObject([{ path: missing, fault: { code: 'wrong-usage' } }]);
    watching.child.kill('SIGINT');
    expect((await watching.ended).status).toBe(130);
  });
});

test.skipIf(process.platform === 'win32')('a folder that may not be read is told, and the others go', async () => {
  const station = await stationWith('a.xml');
  const closed = join(station.root, 'closed');
  await mkdir(closed);
  await writeFile(join(closed, 'b.xml'), '<b/>');
  await chmod(closed, 0);
  onTestFinished(() => chmod(closed, 0o700));
  // Who is root may read everything but for this.
  const wrap = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-all'] : [];
  const paths = [closed, join(closed, 'b.xml'), join(station.inbox, 'a.xml')];
  const ended = await mailroom.run(['send', ...paths, ...project, '--json'], { env: station.env, wrap });
  expect(ended.status).toBe(1);
  expect(faultsOf(ended)).toMatchObject([
    { path: closed, fault: { code: 'folder-unreadable' } },
    { path: join(closed, 'b.xml'), fault: { code: 'file-unreadable' } },
  ]);
  expect(ended.stderr).not.toContain('again automatically');
  expect(ended.json().at(-1)).toMatchObject({ event: 'summary', items: 1, notTakenIn: 2 });
});
