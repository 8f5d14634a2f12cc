import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { smallPdf } from '../../../support/engine.ts';
import { builtCommand } from '../../../support/mailroom-command.ts';
import { makePracticeStation } from '../../../support/practice-station.ts';

const mailroom = builtCommand();
const line = z.object({
  event: z.literal('history'),
  what: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  actor: z.string(),
  at: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
type Line = z.infer<typeof line>;
const openCaseLine = z.looseObject({
  id: z.string(),
  caseId: z.string(),
  members: z.array(z.object({ itemId: z.string() })),
});

const linesOf = (lines: readonly unknown[]): readonly Line[] => lines.flatMap((one) => line.safeParse(one).data ?? []);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the history of a case goes from the first sight of each file to the acknowledged hand-over, by whatever it is named', async () => {
  const { env, root, service } = await makePracticeStation({ processingMs: 1 });
  const folder = join(root, 'in');
  const xml = join(root, 'xml');
  await mkdir(folder);
  const files = { '7_invoice.pdf': smallPdf('invoice'), '7_note.pdf': smallPdf('note') };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  await writeFile(join(folder, '8_invoice.pdf'), smallPdf('of another case'));

  const rule = ['--mode', 'case', '--case-pattern', '{case}_{role}', '--case-required', 'invoice,note'];
  const handOver = ['--export', xml, '--report', 'after-ack'];
  const watch = ['watch', folder, '--project', 'accounts-payable', ...rule, ...handOver, '--json'];
  const running = mailroom.start(watch, { env });
  let written: string | undefined;
  await expect
    .poll(async () => (written = (await readdir(xml).catch(() => [])).find((name) => name.endsWith('.xml'))))
    .toBeDefined();
  const released = await mailroom.call(['release', '8', '--anyway', '--json'], { env });
  expect(released.status).toBe(0);
  const path = join(xml, written ?? '');
  const bytes = await readFile(path);
  await writeFile(`${path}.ok`, 'externalId=ERP-7\n');
  await expect.poll(async () => (await service.documents()).map(({ state }) => state)).toContain('transferred');
  running.child.kill('SIGINT');
  await running.ended;

  const shown = await mailroom.call(['cases', 'open', '--json'], { env });
  const openCase = openCaseLine.parse(
    shown.json().find((one) => z.looseObject({ name: z.literal('7') }).safeParse(one).success),
  );
  const told = await mailroom.call(['history', '7', '--json', '--verify'], { env });
  expect(told.status).toBe(0);
  expect(told.json().at(-1)).toMatchObject({ event: 'verified', whole: true });
  const history = linesOf(told.json());
  const of = (subject: string, id?: string): readonly Line[] =>
    history.filter((one) => one.subject === subject && (id === undefined || one.subjectId === id));

  // Each file: when it was first seen, its bytes, its ids, its case, and that it was handed over.
  expect(new Set(of('item').map(({ subjectId }) => subjectId))).toEqual(
    new Set(openCase.members.map(({ itemId }) => itemId)),
  );
  for (const { itemId } of openCase.members) {
    const way = of('item', itemId);
    expect(way.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'seen',
        'accepted',
        'open-case-joined',
        'uploaded',
        'submitted',
        'settled',
        'handed-over',
      ]),
    );
    expect(way[0]?.what).toBe('seen');
    expect(way.at(-1)?.what).toBe('handed-over');
    const accepted = way.find(({ what }) => what === 'accepted');
    const [name, content] = Object.entries(files).find(([each]) => each === accepted?.detail['name']) ?? [];
    expect(accepted?.detail).toEqual({
      name,
      path: join(folder, name ?? ''),
      size: content?.length,
      sha256: hashOf(content ?? Buffer.alloc(0)),
    });
    expect(way.find(({ what }) => what === 'uploaded')?.detail['fileId']).toEqual(expect.any(String));
  }
  expect(of('open-case').map(({ what }) => what)).toEqual(
    expect.arrayContaining(['opened', 'item-came', 'released', 'submission-made', 'submitted']),
  );
  expect(new Set(of('case').map(({ subjectId }) => subjectId))).toEqual(new Set([openCase.caseId]));
  const acknowledged = of('export').find(({ what }) => what === 'acknowledged');
  expect(acknowledged?.detail).toMatchObject({ answer: 'ok', externalId: 'ERP-7' });
  expect(of('export').find(({ what }) => what === 'written')?.detail).toMatchObject({ sha256: hashOf(bytes) });
  expect(of('document').map(({ what }) => what)).toContain('transfer-reported');
  expect(JSON.stringify(history)).not.toContain('8_invoice');

  // By the id of the open case, and by that of the service's case: the same.
  for (const id of [openCase.id, openCase.caseId]) {
    const again = await mailroom.call(['history', id, '--json'], { env });
    expect([id, linesOf(again.json())]).toEqual([id, history]);
  }
  // A person's release is told with who it was, also in the history of the file.
  const decision = linesOf((await mailroom.call(['history', '8', '--json'], { env })).json());
  const release = decision.find(({ subject, what }) => subject === 'open-case' && what === 'released');
  expect(release?.detail).toMatchObject({ anyway: true });
  expect(release?.actor).not.toBe('engine');
  const other = decision.find(({ subject }) => subject === 'item')?.subjectId ?? '';
  expect(linesOf((await mailroom.call(['history', other, '--json'], { env })).json())).toEqual(decision);

  const csv = await mailroom.call(['history', '7', '--csv'], { env });
  const rows = csv.stdout.trimEnd().split(/\r?\n/u);
  expect(rows[0]).toBe('sequence,at,subject,subjectId,event,actor,detail,hash');
  expect(rows).toHaveLength(history.length + 1);
  expect((await mailroom.call(['history', 'nobody'], { env })).status).not.toBe(0);
});
