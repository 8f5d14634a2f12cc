import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { buildPaddedPdf } from '../../../resources/sample-documents/index.ts';
import {
  startPracticeService,
  type PracticeOptions,
  type PracticeService,
} from '../../../src/main/practice/practice-service.ts';
import { itemStages } from '../../../src/shared/item.ts';
import { builtCommand, type Ended } from '../../support/mailroom-command.ts';
import { makeTestFolder } from '../../support/ports.ts';

const mailroom = builtCommand();

const itemSchema = z.strictObject({
  event: z.literal('item'),
  id: z.string(),
  path: z.string(),
  stage: z.enum(itemStages),
  sha256: z.string().nullable(),
  fileId: z.string().nullable(),
  documentId: z.string().nullable(),
  state: z.string().nullable(),
  fault: z
    .strictObject({ code: z.string(), sentence: z.string(), nextStep: z.string(), owner: z.enum(['clerk', 'it']) })
    .nullable(),
});
const summarySchema = z.strictObject({
  event: z.literal('summary'),
  items: z.number(),
  settled: z.number(),
  held: z.number(),
  duplicates: z.number(),
  exported: z.number(),
  bytes: z.number(),
  seconds: z.number(),
});

type ItemEvent = z.infer<typeof itemSchema>;

/** What a run told, with every line checked against the contract of the JSON lines; faults that end a run have a line too. */
function told(ended: Ended): { readonly items: readonly ItemEvent[]; readonly summary: z.infer<typeof summarySchema> } {
  const lines = ended.json().filter((line) => !z.object({ event: z.literal('fault') }).safeParse(line).success);
  return {
    items: lines.slice(0, -1).map((line) => itemSchema.parse(line)),
    summary: summarySchema.parse(lines.at(-1)),
  };
}

interface Bench {
  readonly folder: string;
  readonly inbox: string;
  readonly xml: string;
  readonly practice: PracticeService;
  readonly env: Record<string, string>;
  readonly args: readonly string[];
}

async function makeBench(files: number, options: PracticeOptions = {}): Promise<Bench> {
  const folder = await makeTestFolder('mailroom-cli-');
  const inbox = join(folder, 'inbox');
  const xml = join(folder, 'xml');
  await mkdir(inbox);
  for (let number = 1; number <= files; number += 1) {
    await writeFile(join(inbox, `invoice ${number}.pdf`), buildPaddedPdf(number, 4_000));
  }
  const practice = await startPracticeService({ processingMs: 200, ...options });
  onTestFinished(() => practice.close());
  const dataDirectory = join(folder, 'data');
  await mkdir(dataDirectory);
  const settings = {
    version: 1,
    station: { id: 's', name: 'Test' },
    tracking: { fastestMs: 150 },
    intake: { tidyGraceMs: 0 },
  };
  await writeFile(join(dataDirectory, 'settings.json'), JSON.stringify(settings));
  const env = {
    MAILROOM_DATA_DIR: dataDirectory,
    MAILROOM_BASE_URL: practice.baseUrl,
    MAILROOM_CLIENT_ID: practice.clientId,
    MAILROOM_CLIENT_SECRET: practice.clientSecret,
  };
  const args = ['watch', inbox, '--project', 'accounts-payable', '--once', '--export', xml];
  return { folder, inbox, xml, practice, env, args };
}

describe('watch --once', () => {
  test('takes everything to XML on disk and tells each stage as JSON', async () => {
    const { env, args, xml, practice } = await makeBench(3);
    const ended = await mailroom.run([...args, '--json'], { env });
    expect(ended.status).toBe(0);
    const { items, summary } = told(ended);
    expect(summary).toMatchObject({ items: 3, settled: 3, held: 0, duplicates: 0, exported: 3, bytes: 12_000 });
    expect(await readdir(xml)).toHaveLength(3);
    for (const id of new Set(items.map((item) => item.id))) {
      const steps = items.filter((item) => item.id === id);
      const order = steps.map(({ stage }) => itemStages.indexOf(stage));
      expect(order).toEqual([...order].sort((a, b) => a - b));
      const last = steps.at(-1);
      expect(last).toMatchObject({ stage: 'exported', state: 'doneAutomatically', fault: null });
      for (const stage of ['accepted', 'uploading', 'uploaded', 'submitting', 'submitted', 'settled'] as const) {
        expect(steps.map((step) => step.stage)).toContain(stage);
      }
      expect((await practice.documents()).map((document) => document.id)).toContain(last?.documentId);
    }
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(env['MAILROOM_CLIENT_SECRET']);
    const log = await readFile(join(env['MAILROOM_DATA_DIR'] ?? '', 'logs', 'mailroom.log'), 'utf8').catch(() => '');
    expect(log).not.toContain(env['MAILROOM_CLIENT_SECRET']);
  });

  test('writes plain lines and a table with whole paths where it is no terminal', async () => {
    const { env, args, xml } = await makeBench(2);
    const ended = await mailroom.call(args, { env });
    expect(ended.status).toBe(0);
    expect(ended.stdout).not.toContain('\u001b');
    expect(ended.stdout).toMatch(/^Item .*Status .*Document .*At service .*XML/m);
    expect(ended.stdout).toMatch(/^invoice 1\.pdf +XML written/m);
    for (const name of await readdir(xml)) expect(ended.stdout).toContain(join(xml, name));
    expect(ended.stdout).toMatch(/^2 files in [\d.]+ s: 2 done, 2 XML files, 0 need you, 0 duplicates\.$/m);
  });

  test('fits a terminal of 60 columns and draws its progress there', async () => {
    const { env, args, inbox } = await makeBench(1);
    await writeFile(join(inbox, `${'Sehr langer Name '.repeat(8)}.pdf`), buildPaddedPdf(9, 4_000));
    await writeFile(join(inbox, 'program.pdf'), Buffer.from('MZ\u0090\u0000 this is a program'.repeat(50)));
    const typed = 'exec script -qec "stty cols 60; $(printf \'%q \' "$@")" /dev/null';
    const ended = await mailroom.run(args, { env, wrap: ['bash', '-c', typed, 'bash'] });
    expect(ended.stdout).toContain('\u001b[');
    const clean = stripVTControlCharacters(ended.stdout);
    const tooWide = clean.split(/\r?\n/).filter((line) => line.normalize('NFC').length > 60);
    expect(tooWide).toEqual([]);
    expect(clean).toMatch(/Sehr lang\S*.*….*\.pdf/u);
    expect(ended.status).toBe(1);
  });

  test('ends with 1 where something waits for a person, and says why', async () => {
    const { env, args, inbox } = await makeBench(1);
    await writeFile(join(inbox, 'scan.failed.pdf'), buildPaddedPdf(7, 4_000));
    await writeFile(join(inbox, 'program.pdf'), Buffer.from('MZ\u0090\u0000 this is a program'.repeat(50)));
    await writeFile(join(inbox, 'again.pdf'), buildPaddedPdf(1, 4_000));
    const ended = await mailroom.call([...args, '--json'], { env });
    expect(ended.status).toBe(1);
    const { items, summary } = told(ended);
    expect(summary).toMatchObject({ items: 4, held: 2, duplicates: 1 });
    const held = items.filter(({ stage }) => stage === 'held').map(({ fault }) => fault?.code);
    expect(held.sort()).toEqual(['processing-failed', 'type-not-accepted']);
  });

  test('names what is not done by the limit, keeps following it, and goes on at the next run', async () => {
    const { env, args, xml } = await makeBench(2, { processingMs: 15_000 });
    const first = await mailroom.call([...args, '--wait-limit', '8s'], { env });
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('invoice 1.pdf');
    const second = await mailroom.call([...args, '--json'], { env });
    expect(second.status).toBe(0);
    expect(await readdir(xml)).toHaveLength(2);
  });
});

describe('what keeps a run from going on', () => {
  test('refused credentials end it with 3; everything stays queued and goes on with the right ones', async () => {
    const { env, args, practice } = await makeBench(2);
    const refused = await mailroom.call([...args, '--json'], { env: { ...env, MAILROOM_CLIENT_SECRET: 'wrong' } });
    expect(refused.status).toBe(3);
    expect(refused.stderr).toContain('The service refused our sign-in. Enter a new client secret.');
    expect(practice.stats().uploads).toBe(0);
    const after = await mailroom.call([...args, '--json'], { env });
    expect(after.status).toBe(0);
    expect(practice.stats()).toMatchObject({ documents: 2, duplicateFileIds: 0 });
  });

  test('an unknown project ends it with 2 and sends nothing', async () => {
    const { env, inbox, practice } = await makeBench(1);
    const ended = await mailroom.call(['watch', inbox, '--project', 'nowhere', '--once'], { env });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('The service knows no project nowhere.');
    expect(practice.stats().documents).toBe(0);
    expect((await mailroom.call(['status', '--json'], { env })).stdout).toContain('invoice 1.pdf');
  });

  test('a web page in place of the service ends it with 2', async () => {
    const { env, args } = await makeBench(1);
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<html>Hello</html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ended = await mailroom.call(args, { env: { ...env, MAILROOM_BASE_URL: `http://127.0.0.1:${port}/v2` } });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('base URL');
  });

  test('an unreachable service holds nothing up but the run: 4 at the limit, everything queued', async () => {
    const { env, args, practice } = await makeBench(2);
    await practice.disconnect();
    // Long enough for a busy machine to have tried at all.
    const ended = await mailroom.call([...args, '--wait-limit', '8s'], { env });
    expect(ended.status).toBe(4);
    expect(ended.stderr).toContain('reached');
    await practice.reconnect();
    expect((await mailroom.call(args, { env })).status).toBe(0);
  });

  test.each([
    [['watch', '/'], '--project'],
    [['watch', '/nowhere-at-all', '--project', 'p'], '/nowhere-at-all'],
    [['watch', '/', '--project', 'p', '--mode', 'heap'], 'heap'],
    [['watch', '/', '--project', 'p', '--once', '--until', 'doomsday'], 'doomsday'],
    [['watch'], 'watch --help'],
    [['nonsense'], 'mailroom --help'],
    [['watch', '/', '--colour', 'red'], '--colour'],
  ])('%j is wrong usage (2)', async (args, words) => {
    const dataDirectory = await makeTestFolder();
    const env = {
      MAILROOM_DATA_DIR: dataDirectory,
      MAILROOM_BASE_URL: 'http://127.0.0.1:9/v2',
      MAILROOM_CLIENT_ID: 'c',
    };
    const ended = await mailroom.call(args, { env });
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(words);
  });

  test('no connection at all is said with what to do', async () => {
    const ended = await mailroom.call(['watch', '/', '--project', 'p', '--data-dir', await makeTestFolder()]);
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('mailroom connect');
    expect(ended.stderr).toContain('MAILROOM_BASE_URL, MAILROOM_CLIENT_ID and MAILROOM_CLIENT_SECRET');
  });
});

test('details without their document end a run with an end with their reason and status 1', async () => {
  const { env, args, inbox, practice } = await makeBench(1);
  await writeFile(join(inbox, 'contract.pdf.json'), '{"title":"Contract"}');
  const ended = await mailroom.call([...args, '--sidecar-wait', '1s', '--json'], { env });
  expect(ended.status).toBe(1);
  const { items, summary } = told(ended);
  expect(summary).toMatchObject({ items: 2, settled: 1, held: 1 });
  const alone = items.filter(({ path }) => path.endsWith('.json')).at(-1);
  expect(alone).toMatchObject({ stage: 'held', fault: { code: 'sidecar-alone', owner: 'clerk' } });
  expect(alone?.fault?.sentence).toContain('contract.pdf');
  expect(practice.stats().documents).toBe(1);
});

describe('a run that others touch', () => {
  test('an interruption ends it in order with 130, and nothing is lost', async () => {
    const { env, folder, inbox, practice } = await makeBench(2, { processingMs: 60_000 });
    const metrics = join(folder, 'mailroom.prom');
    const line = ['watch', inbox, '--project', 'accounts-payable', '--json', '--metrics', metrics];
    const running = mailroom.start(line, { env });
    await running.said('"submitted"');
    expect(await readFile(metrics, 'utf8')).toContain('mailroom_journal_commits_total');
    running.child.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.status).toBe(130);
    expect(ended.stderr).toContain('stays queued');
    told(ended);
    expect(practice.stats().duplicateFileIds).toBe(0);
    expect(await readdir(folder)).not.toContain('mailroom.prom');
  });

  test.runIf(process.platform !== 'win32')(
    'a second signal ends it at once, by that signal, and no thread that was at work takes it along',
    async () => {
      const { env, inbox } = await makeBench(0, { processingMs: 60_000 });
      for (let round = 0; round < 12; round += 1) {
        const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGINT';
        for (let number = 1; number <= 20; number += 1) {
          await writeFile(join(inbox, `${round} ${number}.pdf`), buildPaddedPdf(round * 100 + number, 4_000));
        }
        const running = mailroom.start(['watch', inbox, '--project', 'accounts-payable', '--json'], { env });
        // Its journal is busy with what the files come to.
        await running.said(`${round} 1${round % 10}.pdf`);
        const signalled = new Promise((resolve) => running.child.once('exit', (_, by) => resolve(by)));
        running.child.kill(signal);
        running.child.kill(signal);
        const late = setTimeout(() => running.child.kill(signal), 5 * round);
        const { status, stderr } = await running.ended;
        clearTimeout(late);
        // Signals of one kind that come together are one: then the first ended it in order.
        expect([await signalled, status]).toEqual(status === 130 ? [null, 130] : [signal, null]);
        expect(stderr).not.toMatch(/Napi|FATAL|terminate/);
      }
    },
  );

  test('a second one on the same data directory says that it is taken (2)', async () => {
    const { env, inbox, args } = await makeBench(0);
    const running = mailroom.start(['watch', inbox, '--project', 'accounts-payable'], { env });
    await expect
      .poll(async () => (await mailroom.call(['status', '--json'], { env })).stdout)
      .toContain('"running":true');
    const second = await mailroom.run(args, { env });
    expect(second.status).toBe(2);
    expect(second.stderr).toContain('Another Mailroom works with');
    running.child.kill('SIGTERM');
    expect((await running.ended).status).toBe(130);
  });

  test('a reader that closes the pipe crashes nothing', async () => {
    const { env, args, xml } = await makeBench(3);
    const wrap = ['bash', '-c', '"$@" | head -n 1; echo "ended ${PIPESTATUS[0]}"', 'bash'];
    const ended = await mailroom.run([...args, '--json'], { env, wrap });
    expect(ended.stderr).not.toMatch(/EPIPE|at .*\.js/);
    expect(ended.stdout).toContain('ended 0');
    expect(await readdir(xml)).toHaveLength(3);
  });
});

describe('a folder that may not be written', () => {
  test('lets files be sent; that the originals stay where a link stands in the way is said once', async () => {
    const bench = await makeBench(3);
    await symlink('/sys/kernel', join(bench.inbox, 'processed'));
    const ended = await mailroom.call([...bench.args, '--once', '--after', 'move', '--wait-limit', '15s'], {
      env: bench.env,
    });
    expect(ended.stderr.match(/processed cannot be trusted: it is a link/g)).toHaveLength(1);
    expect(ended.status).toBe(1);
    expect(await bench.practice.documents()).toHaveLength(3);
  });

  test('ends a run with an end as not done where stations share it: nothing can be claimed', async () => {
    const bench = await makeBench(2);
    await writeFile(join(bench.inbox, '.mailroom'), 'in the way');
    const ended = await mailroom.call([...bench.args, '--once', '--claim'], { env: bench.env });
    expect(ended.stderr).toContain(`Mailroom may not write in ${bench.inbox}.`);
    expect(ended.status).toBe(1);
  });
});
