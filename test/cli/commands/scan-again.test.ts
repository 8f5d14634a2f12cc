import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { startTestScanner, type TestScanner } from '../../scanner/test-scanner.ts';
import { builtCommand } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

interface Place {
  readonly folder: string;
  readonly station: string;
  readonly scanner: TestScanner;
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** A scanner with so many sheets, a service, and a usual profile that sends to the contracts, a sheet a document where asked for. */
async function place(sheets: number, separation: object = { by: 'none' }, more: object = {}): Promise<Place> {
  const folder = await makeTestFolder('mailroom-scan-again-');
  const scanner = await startTestScanner(sheets);
  onTestFinished(() => scanner.close());
  const practice = await startPracticeService({ processingMs: 100 });
  onTestFinished(() => practice.close());
  const station = join(folder, 'data');
  await mkdir(station);
  const usual = { id: 'usual', name: 'Usual', projectId: 'contracts', resolution: 100, separation, ...more };
  const other = { ...usual, id: 'goods', name: 'Goods', projectId: 'goods-in', blankBelow: 0.1 };
  const scanning = { profiles: [usual, other], defaultProfile: 'usual' };
  await writeFile(join(station, 'settings.json'), JSON.stringify({ scanning }));
  const env = {
    MAILROOM_DATA_DIR: station,
    MAILROOM_BASE_URL: practice.baseUrl,
    MAILROOM_CLIENT_ID: practice.clientId,
    MAILROOM_CLIENT_SECRET: practice.clientSecret,
  };
  return { folder, station, scanner, env, flags: ['scan', '--scanner', scanner.address] };
}

async function keptSession({ station }: Place): Promise<string> {
  const [id = ''] = await readdir(join(station, 'scans/sessions'));
  return id;
}

/** Projects that documents of scans were ever sent to. */
async function projects({ station }: Place): Promise<readonly string[]> {
  const outbox = join(station, 'scans/outbox');
  const records = (await readdir(outbox)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(records.map((name) => readFile(join(outbox, name), 'utf8')));
  return texts.flatMap((text) => /"projectId":"([^"]+)"/.exec(text)?.[1] ?? []);
}

test.each([
  [
    'an explicit project, other flags',
    ['--project', 'accounts-payable'],
    ['--project', 'accounts-payable', '--resolution', '200'],
    'accounts-payable',
  ],
  ['an explicit project, then what was said to go on', ['--project', 'accounts-payable'], [], 'accounts-payable'],
  ['a profile, then what was said to go on', ['--profile', 'Goods'], [], 'goods-in'],
  ['a project, then another one', ['--project', 'accounts-payable'], ['--project', 'goods-in'], 'goods-in'],
])('what a jam broke off goes where it was meant to: %s', async (_, first, second, project) => {
  const at = await place(3);
  at.scanner.trouble({ kind: 'jam', afterPages: 2 });
  expect((await mailroom.call([...at.flags, ...first], at)).status).toBe(1);
  at.scanner.trouble(null);
  const ended = await mailroom.call([...at.flags, ...second, '--session', await keptSession(at), '--json'], at);
  expect(ended.status).toBe(0);
  expect(ended.json()).toContainEqual(expect.objectContaining({ event: 'summary', items: 1, held: 0 }));
  expect(await projects(at)).toEqual([project]);
});

/** A terminal at which this is typed, piece by piece. */
function terminalWith(...typed: readonly string[]): Readable & { readonly isTTY: true } {
  const stdin = new PassThrough();
  for (const piece of typed) stdin.write(piece);
  return Object.assign(stdin, { isTTY: true as const });
}

test.each([
  ['Ctrl+C', [], '\u0003'],
  ['a signal at a terminal', [], null],
  ['a signal while a pipe stays open', ['--again'], null],
])('broken off where more paper is asked for, nothing is sent and all is kept: %s', async (_, flags, typed) => {
  const at = await place(2, { by: 'none' }, { askForMore: true });
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  // Whoever reads has asked.
  const waiting = Object.assign(new Readable({ read: () => interrupt() }), { isTTY: flags.length === 0 });
  const stdin = typed === null ? waiting : terminalWith(typed);
  const ended = await mailroom.call([...at.flags, ...flags, '--json'], { ...at, stdin, interrupted });
  expect(ended.status).toBe(130);
  expect(ended.json().at(-1)).toMatchObject({ event: 'kept', pages: 2, session: await keptSession(at) });
  expect(await readdir(join(at.station, 'scans'))).not.toContain('outbox');
});

test('more paper is asked for as the profile says where a person is there, and not where a program started it', async () => {
  const at = await place(1, { by: 'none' }, { askForMore: true });
  const alone = await mailroom.call([...at.flags, '--json'], { ...at, stdin: new PassThrough() });
  expect([alone.status, alone.json().at(-1)]).toEqual([0, expect.objectContaining({ event: 'summary', items: 1 })]);
  const glass = [...at.flags, '--source', 'flatbed', '--json'];
  // The end of what is typed is an answer, too: that was all.
  for (const [typed, pages] of [
    [['\r', 'q\r'], 2],
    [['\u0004'], 1],
  ] as const) {
    const asked = await mailroom.call(glass, { ...at, stdin: terminalWith(...typed) });
    expect(asked.status).toBe(0);
    expect(asked.json().filter((line) => JSON.stringify(line).includes('"event":"page"'))).toHaveLength(pages);
    expect(asked.json()).toContainEqual(expect.objectContaining({ event: 'summary', items: 1, held: 0 }));
  }
});

test('killed while it scans: the next run names what is kept, and it is sent as it is, where it was meant to', async () => {
  const at = await place(3, { by: 'pages', pages: 1 });
  at.scanner.trouble({ kind: 'silent', afterPages: 2 });
  const running = mailroom.start([...at.flags, '--project', 'accounts-payable', '--json'], at);
  await running.said('"number":2');
  // The third sheet has left the feeder.
  await expect.poll(() => at.scanner.sheets()).toBe(0);
  running.child.kill('SIGKILL');
  await running.ended;
  const session = await keptSession(at);
  at.scanner.trouble(null);
  const next = await mailroom.call([...at.flags, '--pages', '0'], at);
  expect(next.status).toBe(2);
  const empty = await mailroom.call([...at.flags, '--json'], at);
  expect(empty.status).toBe(1);
  expect(empty.json()).toContainEqual({ event: 'earlier', session, pages: 2 });
  expect(empty.stderr).toContain(session);
  const ended = await mailroom.call([...at.flags, '--session', session, '--pages', '0', '--json'], at);
  expect(ended.status).toBe(0);
  expect(ended.json()).toContainEqual({ event: 'interrupted', session });
  expect(ended.stderr).toContain('may be missing');
  // Pages that came in before the end are separated by the profile of their run.
  expect(ended.json()).toContainEqual(expect.objectContaining({ event: 'summary', items: 2, held: 0 }));
  expect(await projects(at)).toEqual(['accounts-payable']);
});

test('a folder that cannot be used: the pages are saved into another one without the paper', async () => {
  const at = await place(2);
  const taken = join(at.folder, 'taken');
  await writeFile(taken, '');
  const refused = await mailroom.call([...at.flags, '--to', taken], at);
  expect(refused.status).toBe(1);
  const to = join(at.folder, 'scans');
  const session = await keptSession(at);
  expect(refused.stderr).toContain(`--session ${session}`);
  const saved = await mailroom.call(['scan', '--session', session, '--pages', '0', '--to', to], at);
  expect(saved.status).toBe(0);
  expect(await readdir(to)).toHaveLength(1);
  expect(await readdir(join(at.station, 'scans/sessions'))).toEqual([]);
});

test('a session is discarded once that is said twice; the usual profile that is gone keeps nobody from scanning', async () => {
  const at = await place(2);
  await writeFile(
    join(at.station, 'settings.json'),
    JSON.stringify({ scanning: { profiles: [{ id: 'post', name: 'Post' }], defaultProfile: 'gone' } }),
  );
  at.scanner.trouble({ kind: 'jam', afterPages: 1 });
  expect((await mailroom.call([...at.flags, '--project', 'goods-in'], at)).status).toBe(1);
  const session = await keptSession(at);
  expect(session).not.toBe('');
  const nobody = await mailroom.call(['scan', '--discard'], at);
  expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringContaining('--session')]);
  const once = await mailroom.call(['scan', '--discard', '--session', session], at);
  expect([once.status, once.stderr]).toEqual([2, expect.stringContaining('1 page away for good')]);
  expect(await keptSession(at)).toBe(session);
  const twice = await mailroom.call(['scan', '--discard', '--session', session, '--yes', '--json'], at);
  expect([twice.status, twice.json()]).toEqual([0, [{ event: 'discarded', session, pages: 1 }]]);
  expect(await readdir(join(at.station, 'scans/sessions'))).toEqual([]);
  const doctor = await mailroom.call(['doctor'], at);
  expect(doctor.stdout).toContain('"gone" is not there. "Post" is used instead');
});
