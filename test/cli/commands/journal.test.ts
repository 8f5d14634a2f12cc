import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { smallPdf } from '../../support/engine.ts';
import { builtCommand, type Ended, type Running } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { makePracticeStation, type PracticeStation } from '../../support/practice-station.ts';

const mailroom = builtCommand();

const invoice = '<?xml version="1.0"?><invoice/>';
const program = 'MZ\u0090\0 this is a program';
const itemLine = z.object({ event: z.literal('item'), id: z.string(), path: z.string(), stage: z.string() });
const statusLine = z.object({ event: z.literal('status'), running: z.boolean(), paused: z.boolean() });
const custodyLine = z.looseObject({ what: z.string().optional() });
const firstLine = ['bash', '-c', 'set -o pipefail; "$@" | head -n 1', 'bash'];
const narrow = ['bash', '-c', 'exec script -qec "stty cols 60; $(printf "%q " "$@")" /dev/null', 'bash'];

/** Takes in what lies in the inbox until it is submitted. */
async function takeIn(station: PracticeStation): Promise<Ended> {
  const args = ['watch', station.inbox, '--project', 'accounts-payable', '--once', '--until', 'submitted'];
  return mailroom.call(args, { env: station.env });
}

/** The items of a station by name. */
async function items(station: PracticeStation): Promise<ReadonlyMap<string, z.infer<typeof itemLine>>> {
  const listed = await mailroom.call(['status', '--json'], { env: station.env });
  const found = listed.json().flatMap((line) => itemLine.safeParse(line).data ?? []);
  return new Map(found.map((item) => [basename(item.path), item]));
}

/** A Mailroom that is at work until the test ends, once it has said something. */
async function atWork(station: PracticeStation): Promise<Running> {
  const args = ['watch', station.inbox, '--project', 'accounts-payable', '--json'];
  const running = mailroom.start(args, { env: station.env });
  await once(running.child.stdout ?? running.child, 'data');
  return running;
}

test('a station that has nothing is only looked at', async () => {
  const dataDirectory = join(await makeTestFolder(), 'data');
  const env = { MAILROOM_DATA_DIR: dataDirectory };
  const shown = await mailroom.call(['status'], { env });
  expect(shown).toMatchObject({ status: 0, stdout: 'Nothing has been taken in yet.\n', stderr: '' });
  expect((await mailroom.call(['status', '--json'], { env })).json()).toEqual([
    {
      event: 'status',
      running: false,
      paused: false,
      pausedSources: [],
      counts: {},
      waits: [],
      limits: { bytesPerSecond: null, hours: null, open: true, changesAt: null },
      claims: [],
    },
  ]);
  expect((await mailroom.call(['history', 'x'], { env })).status).toBe(1);
  expect(await readdir(dataDirectory)).toEqual(['settings.json']);
});

test('what can not be meant is wrong usage', async () => {
  const dataDirectory = join(await makeTestFolder(), 'data');
  const wrong = [
    ['status', '--stage', 'lost'],
    ['status', '--limit', '-1'],
    ['status', 'extra', 'words'],
    ['history'],
    ['history', 'x', '--all'],
    ['history', '--all', '--csv', '--json'],
    ['send-anyway'],
    ['retry'],
    ['cancel', 'x', '--all'],
    ['nonsense'],
  ];
  for (const args of wrong) {
    const ended = await mailroom.call(args, { env: { MAILROOM_DATA_DIR: dataDirectory } });
    expect([args, ended.status]).toEqual([args, 2]);
    expect(ended.stderr).not.toBe('');
  }
  const nothing = await mailroom.call(['history'], { env: { MAILROOM_DATA_DIR: dataDirectory } });
  expect(nothing.stderr).toContain('No item is named.');
});

test('names that would steer a terminal, turn a line around or hide something can be seen, in lists, CSV and JSON', async () => {
  const station = await makePracticeStation();
  const names = ['gnp\u202efdp.xml', 'a\u001b[2J\u009b1m.xml', 'zero\u200bwidth\ufeff.xml', 'two\nlines\t.xml'];
  await station.put(Object.fromEntries(names.map((name, index) => [name, invoice.replace('/', ` n="${index}"/`)])));
  const runs = [await takeIn(station)];
  const [chosen] = [...(await items(station)).values()];
  for (const args of [
    ['status'],
    ['status', '--json'],
    ['history', chosen?.id ?? ''],
    ['history', '--all', '--csv'],
    ['history', '--all', '--json'],
  ]) {
    runs.push(await mailroom.call(args, { env: station.env }));
  }
  for (const { stdout, stderr } of runs) {
    expect(stdout + stderr).not.toMatch(/(?![\r\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/u);
  }
  const told = (await mailroom.call(['status', '--json'], { env: station.env })).stdout;
  const listed = (await mailroom.call(['status'], { env: station.env })).stdout;
  for (const shown of ['gnp\\u202efdp.xml', 'a\\u001b[2J\\u009b1m.xml', 'two\\nlines\\t.xml'])
    expect(told).toContain(shown);
  for (const text of [told, listed]) expect(text).toContain('zero\\u200bwidth\\ufeff.xml');
  expect([...(await items(station)).keys()].sort()).toEqual([...names].sort());
});

describe('while no Mailroom runs', () => {
  test('status tells what needs a person first; what was not sent can be cancelled, what was can not', async () => {
    const station = await makePracticeStation();
    const long = `Rechnung ${'sehr '.repeat(12)}lang 4711.xml`;
    await station.put({ [long]: invoice, 'program.pdf': program });
    expect((await takeIn(station)).status).toBe(1);

    const shown = await mailroom.call(['status', '--limit', '1'], { env: station.env });
    expect(shown.status).toBe(0);
    expect(shown.stdout).toMatch(/Needs you: 1[^]*program\.pdf[^]*Program[^]*On its way: 1[^]*… 1 more/);

    const listed = await mailroom.call(['status', '--stage', 'held', '--json'], { env: station.env });
    const chosen = await mailroom.call(['status', '--stage', 'held'], { env: station.env });
    expect(chosen.stdout).toMatch(/^Needs you: 1$/m);
    expect(listed.json()).toMatchObject([
      { event: 'status', counts: { held: 1, submitted: 1 } },
      { event: 'item', stage: 'held', fault: { code: 'type-not-accepted', owner: 'clerk' } },
    ]);

    const small = await mailroom.run(['status'], { env: station.env, wrap: narrow });
    const lines = small.stdout.split(/\r?\n/);
    expect(lines.some((line) => /^\w{22} {2}Rechnung.*….*4711\.xml/.test(line))).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);

    const there = await items(station);
    const [sent, held] = [there.get(long)?.id ?? '', there.get('program.pdf')?.id ?? ''];
    const ended = await mailroom.call(['cancel', sent, held, 'zz', '--json'], { env: station.env });
    expect(ended.status).toBe(2);
    expect(ended.json()).toMatchObject([
      { event: 'decision', decision: 'cancel', id: held, done: true, fault: null },
      { id: 'zz', done: false, fault: { code: 'not-found' } },
      { id: sent, done: false, fault: { code: 'wrong-usage' } },
      { event: 'summary', decision: 'cancel', changed: 1, refused: 2, running: false },
    ]);
    expect([...(await items(station)).values()].map(({ stage }) => stage).sort()).toEqual(['cancelled', 'submitted']);
    // Nothing is left that --all could mean.
    // More than go in one message are told together.
    const many = Array.from({ length: 5_001 }, (_, index) => String(index).padStart(22, 'z'));
    const unknown = await mailroom.call(['cancel', ...many, '--json'], { env: station.env });
    const reasons = [{ code: 'not-found', count: 5_001 }];
    expect(unknown.json().at(-1)).toMatchObject({ event: 'summary', changed: 0, refused: 5_001, reasons, left: 0 });

    const all = await mailroom.call(['cancel', '--all'], { env: station.env });
    expect(all).toMatchObject({ status: 0, stdout: '0 items cancelled. What was not sent is not sent.\n' });
  });

  test('a decision is journalled, starts nothing, and takes effect at the next run', async () => {
    const station = await makePracticeStation();
    await station.put({ 'late.pdf': 'MZ no document' });
    await takeIn(station);
    const id = (await items(station)).get('late.pdf')?.id ?? '';
    await writeFile(join(station.inbox, 'late.pdf'), smallPdf('late'));

    const retried = await mailroom.call(['retry', id.slice(0, 15)], { env: station.env });
    expect(retried).toMatchObject({ status: 0, stderr: '' });
    expect(retried.stdout).toBe('1 item will be tried again when Mailroom runs next.\n');
    expect(station.service.stats().uploads).toBe(0);

    expect((await takeIn(station)).status).toBe(0);
    expect(station.service.stats()).toMatchObject({ uploads: 1, documents: 1 });
    const history = await mailroom.call(['history', id], { env: station.env });
    expect(history.stdout).toMatch(
      /late\.pdf is held\.[^]*continues where it\s+stopped\.[^]*\(by \S+\)[^]*late\.pdf was submitted/,
    );
  });

  test('history tells it as lines, JSON and CSV, whether it is whole, and may be cut off', async () => {
    const station = await makePracticeStation();
    await station.put(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.xml`, `<a n="${n}"/>`])));
    await takeIn(station);
    const id = (await items(station)).get('7.xml')?.id ?? '';
    const asJson = (await mailroom.call(['history', id, '--json', '--verify'], { env: station.env })).json();
    expect(asJson.map((line) => custodyLine.parse(line).what)).toEqual(
      expect.arrayContaining(['seen', 'accepted', 'uploading', 'uploaded', 'submitted']),
    );
    expect(asJson.at(-1)).toMatchObject({ event: 'verified', whole: true });

    const verdict = await mailroom.call(['history', '--verify'], { env: station.env });
    expect(verdict).toMatchObject({ status: 0, stderr: '' });
    expect(verdict.stdout).toMatch(/^The history is whole: \d+ lines/);

    const csv = await mailroom.call(['history', '--all', '--csv', '--verify'], { env: station.env });
    const rows = csv.stdout.split('\r\n');
    expect(rows[0]).toBe('sequence,at,subject,subjectId,event,actor,detail,hash');
    expect(rows[1]).toMatch(/^1,\d{4}-\d\d-\d\dT[\d:.]+Z,item,\w{22},seen,engine,/);
    expect(rows.at(-1)).toBe('');
    expect(csv.stderr).toContain(`The history is whole: ${rows.length - 2} lines, none changed or taken out.`);
    expect(csv).toMatchObject({
      status: 0,
    });

    for (const args of [
      ['history', '--all', '--csv'],
      ['status', '--json'],
    ]) {
      const ended = await mailroom.run(args, { env: station.env, wrap: firstLine });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    }
  });
});

test('beside a Mailroom that is at work, commands talk to it; a second one is refused', async () => {
  const station = await makePracticeStation();
  await station.put({ 'one.xml': invoice });
  await takeIn(station);
  await station.put({ 'copy.xml': invoice });
  const running = await atWork(station);

  const second = await mailroom.call(['watch', station.inbox, '--project', 'accounts-payable'], { env: station.env });
  expect(second.status).toBe(2);
  expect(second.stderr).toMatch(/Another Mailroom works with .*data \(process \d+\)/);

  await expect.poll(async () => (await items(station)).get('copy.xml')?.stage, { interval: 500 }).toBe('duplicate');
  const paused = await mailroom.call(['pause'], { env: station.env });
  expect(paused.stdout).toContain('Everything is paused');
  const seen = await mailroom.call(['status', '--json'], { env: station.env });
  expect(statusLine.parse(seen.json()[0])).toMatchObject({ running: true, paused: true });
  const id = (await items(station)).get('copy.xml')?.id ?? '';
  const anyway = await mailroom.call(['send-anyway', id], { env: station.env });
  expect(anyway).toMatchObject({ status: 0, stdout: '1 item on the way.\n' });
  expect(station.service.stats().documents).toBe(1);
  await mailroom.call(['resume'], { env: station.env });
  await expect.poll(() => station.service.stats().documents).toBe(2);
  running.child.kill('SIGINT');
  expect((await running.ended).status).toBe(130);
});
