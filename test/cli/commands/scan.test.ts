import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readSession } from '../../../src/main/engine/scanning/session/session-folder.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { startTestScanner, type TestScanner } from '../../scanner/test-scanner.ts';
import { builtCommand } from '../../support/mailroom-command.ts';

const mailroom = builtCommand();

interface Place {
  readonly folder: string;
  readonly scanner: TestScanner;
  readonly env: Readonly<Record<string, string>>;
}

/** A data directory, a scanner with so many sheets, a service, and SANE with its test backend alone. */
async function place(sheets: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-scan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const scanner = await startTestScanner(sheets);
  onTestFinished(() => scanner.close());
  const practice = await startPracticeService({ processingMs: 100 });
  onTestFinished(() => practice.close());
  const sane = join(folder, 'sane');
  await mkdir(sane);
  await writeFile(join(sane, 'dll.conf'), 'test\n');
  await writeFile(join(sane, 'test.conf'), 'number_of_devices 1\n');
  return {
    folder,
    scanner,
    env: {
      SANE_CONFIG_DIR: sane,
      MAILROOM_DATA_DIR: join(folder, 'data'),
      MAILROOM_BASE_URL: practice.baseUrl,
      MAILROOM_CLIENT_ID: practice.clientId,
      MAILROOM_CLIENT_SECRET: practice.clientSecret,
    },
  };
}

test('scans into a folder by flags, page by page, and says what came', async () => {
  const { folder, scanner, env } = await place(2);
  const to = join(folder, 'scans');
  const flags = ['--scanner', scanner.address, '--resolution', '100', '--to', to];
  const trace = join(folder, 'trace.jsonl');
  const ended = await mailroom.call(['scan', ...flags, '--trace', trace, '--json'], { env });
  expect((await readFile(trace, 'utf8')).trim().split('\n').at(-1)).toMatch(/"ended":\{"pages":2\}/);
  expect(ended.stderr).not.toContain('Error');
  expect(ended.status).toBe(0);
  expect(ended.json()).toMatchObject([{ event: 'page', number: 1 }, { event: 'page', number: 2 }, { event: 'saved' }]);
  expect((await readdir(to)).map((name) => name.split('.').at(-1))).toEqual(['pdf']);

  const empty = await mailroom.call(['scan', ...flags], { env: { ...env, LC_ALL: 'de_DE.UTF-8' } });
  expect(empty.status).toBe(1);
  expect(await readdir(join(folder, 'data/scans/sessions'))).toEqual([]);
});

test('documents that were to be searchable are saved where nothing reads text, and that is said', async () => {
  const { folder, scanner, env } = await place(1);
  const programs = join(folder, 'programs');
  await mkdir(programs);
  // The first Tesseract there is has no language of ours.
  await writeFile(join(programs, 'tesseract'), '#!/bin/sh\n', { mode: 0o755 });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('PATH', [programs, process.env['PATH']].join(delimiter));
  const to = join(folder, 'scans');
  const flags = ['--scanner', scanner.address, '--resolution', '100', '--to', to, '--archive', '--json'];
  const ended = await mailroom.call(['scan', ...flags], { env });
  expect(ended.status).toBe(0);
  expect(ended.json()).toContainEqual({ event: 'unread' });
  expect(ended.stderr).toContain('No text was recognised');
  expect(await readdir(to)).toHaveLength(1);
});

test('scans and sends: the documents are at the service when it ends', async () => {
  const { scanner, env } = await place(1);
  const flags = ['--scanner', scanner.address, '--resolution', '100', '--project', 'accounts-payable'];
  const ended = await mailroom.call(['scan', ...flags, '--json'], { env });
  expect(ended.status).toBe(0);
  expect(ended.json()).toContainEqual(expect.objectContaining({ event: 'summary', items: 1, held: 0 }));
});

test('a jam ends with 1 and keeps the pages; the session goes on behind them', async () => {
  const { folder, scanner, env } = await place(4);
  scanner.trouble({ kind: 'jam', afterPages: 2 });
  const to = join(folder, 'scans');
  const flags = ['--scanner', scanner.address, '--resolution', '100', '--to', to, '--json'];
  const jammed = await mailroom.call(['scan', ...flags], { env });
  expect(jammed.status).toBe(1);
  const kept = jammed.json().at(-1);
  expect(kept).toMatchObject({ event: 'kept', pages: 2, fault: { code: 'scanner-jammed' } });
  const session = JSON.stringify(kept).match(/"session":"([^"]+)"/)?.[1] ?? '';
  scanner.trouble(null);
  scanner.lay(1);
  const whole = await mailroom.call(['scan', ...flags, '--session', session], { env });
  expect(whole.status).toBe(0);
  expect(whole.json()).toContainEqual(expect.objectContaining({ event: 'page', number: 3 }));
});

test('killed in page 21: the session is there with 20 pages, also where its state is lost, and goes on', async () => {
  const { folder, scanner, env } = await place(30);
  scanner.trouble({ kind: 'no-answer', afterPages: 20 });
  const flags = ['--scanner', scanner.address, '--resolution', '100', '--to', join(folder, 'scans'), '--json'];
  const running = mailroom.start(['scan', ...flags], { env });
  await running.said('"number":20');
  running.child.kill('SIGKILL');
  await running.ended;
  const sessions = join(folder, 'data/scans/sessions');
  const [id = ''] = await readdir(sessions);
  const kept = await readSession(join(sessions, id), id);
  const pages = kept?.documents.flatMap((each) => each.pages);
  expect(pages).toHaveLength(20);

  await rm(join(sessions, id, 'session.json'));
  const found = await readSession(join(sessions, id), id);
  expect(found?.documents.flatMap((each) => each.pages)).toEqual(pages);
  scanner.trouble(null);
  const whole = await mailroom.call(['scan', ...flags, '--session', id, '--pages', '1'], { env });
  expect(whole.status).toBe(0);
  expect(whole.json()).toContainEqual(expect.objectContaining({ event: 'page', number: 21 }));
});

test('lists scanners, scans from the test backend of SANE, and refuses what it does not know', async () => {
  const { folder, env } = await place(0);
  const listed = await mailroom.run(['scanners', '--json'], { env });
  expect(listed.status).toBe(0);
  expect(listed.json()).toContainEqual(expect.objectContaining({ event: 'scanner', id: 'sane:test:0' }));
  const flags = ['scan', '--scanner', 'sane:test:0', '--source', 'flatbed', '--resolution', '75'];
  const ended = await mailroom.run([...flags, '--to', join(folder, 'scans')], { env });
  expect(ended.status).toBe(0);
  const wrong = await mailroom.call(['scan', '--source', 'sky', '--to', folder], { env });
  expect(wrong.status).toBe(2);
  const unnamed = await mailroom.call(['scan', '--scanner', 'sane:test:0'], { env });
  expect(unnamed.status).toBe(2);
  expect((await mailroom.call(['scan', '--profile', 'none', '--to', folder], { env })).status).toBe(2);
});

test('--again scans on after each Enter, into one session; --import takes a folder of pictures in, in the order of its names', async () => {
  const { folder, scanner, env } = await place(0);
  const to = join(folder, 'scans');
  const glass = ['--scanner', scanner.address, '--source', 'flatbed', '--resolution', '100'];
  // Lines that come at once, through a pipe that stays open, are one answer each.
  const trace = join(folder, 'trace.jsonl');
  const flags = [...glass, '--again', '--to', to, '--trace', trace, '--json'];
  const asked = mailroom.start(['scan', ...flags], { env, keepInput: true });
  asked.child.stdin?.write('\n\nq\n');
  const again = await asked.ended;
  expect(again.json()).toMatchObject([{ event: 'page' }, { event: 'page' }, { number: 3 }, { event: 'saved' }]);
  expect(again.stderr).toContain('press Enter');
  // All runs are in the trace, and the next command writes over nothing.
  const traced = await readFile(trace, 'utf8');
  expect(traced.match(/"ended":/g)).toHaveLength(3);
  const refused = await mailroom.call(['scan', ...flags], { env });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining(`${trace} is there already`)]);
  expect(await readFile(trace, 'utf8')).toBe(traced);
  expect(await readdir(join(folder, 'data/scans/sessions'))).toEqual([]);

  const pictures = join(folder, 'pictures');
  await mkdir(pictures);
  for (const [name, width] of [
    ['page 10.jpg', 30],
    ['page 2.jpg', 20],
    ['page 1.PNG', 10],
  ] as const) {
    const picture = sharp({ create: { width: width * 10, height: 400, channels: 3, background: '#fff' } });
    await picture
      .withMetadata({ density: 100 })
      .toFormat(name.endsWith('PNG') ? 'png' : 'jpeg')
      .toFile(join(pictures, name));
  }
  await writeFile(join(pictures, 'Thumbs.db'), 'no picture');
  const none = await mailroom.call(['scan', '--import', pictures, folder, '--to', to], { env });
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining(`In ${folder} lies no picture`)]);
  await writeFile(join(pictures, 'list.txt'), 'no picture');
  const imported = await mailroom.call(['scan', '--import', pictures, '--to', join(folder, 'imported'), '--json'], {
    env,
  });
  expect(imported.json().map((line) => line)).toMatchObject([
    ...Array<object>(3).fill({ event: 'page' }),
    { event: 'scan-note', note: { about: 'import', leftOut: 1 } },
    { event: 'saved' },
  ]);
  const [name = ''] = await readdir(join(folder, 'imported'));
  const document = (await readFile(join(folder, 'imported', name))).toString('latin1');
  expect([...document.matchAll(/MediaBox \[0 0 (\d+)/g)].map(([, width]) => Number(width))).toEqual([72, 144, 216]);
});
