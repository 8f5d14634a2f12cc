import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { smallPdf } from '../../../support/engine.ts';
import { builtCommand } from '../../../support/mailroom-command.ts';
import { makePracticeStation } from '../../../support/practice-station.ts';

const mailroom = builtCommand();
const project = ['--project', 'accounts-payable'];
const openCaseLine = z.looseObject({
  event: z.literal('open-case'),
  id: z.string(),
  name: z.string(),
  state: z.string(),
});

async function folderWith(root: string, names: readonly string[]): Promise<string> {
  const folder = join(root, 'in');
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), smallPdf(name));
  }
  return folder;
}

describe('mode case on the command line', () => {
  test('watch --once makes a case of each subfolder and ends when all is handed over', async () => {
    const { env, root, service } = await makePracticeStation({ processingMs: 1 });
    const folder = await folderWith(root, ['A/invoice.pdf', 'A/note.pdf', 'B/invoice.pdf']);
    const out = join(root, 'out');
    const rule = ['--mode', 'case', '--case-by', 'folder', '--case-roles', 'invoice,note', '--case-quiet', '300ms'];
    const run = await mailroom.call(['watch', folder, ...project, ...rule, '--once', '--export', out, '--json'], {
      env,
    });
    expect(run.status).toBe(0);
    expect(run.json().at(-1)).toMatchObject({ event: 'summary', items: 3, settled: 3, held: 0 });
    expect(service.stats()).toMatchObject({ cases: 2, documents: 2 });
    const openCases = z.array(openCaseLine).parse((await mailroom.call(['cases', 'open', '--json'], { env })).json());
    expect(openCases.map(({ name, state }) => [name, state]).sort()).toEqual([
      ['A', 'submitted'],
      ['B', 'submitted'],
    ]);
    const table = await mailroom.call(['cases', 'open', '--state', 'submitted'], { env });
    expect(table.stdout).toMatch(/^ID +Name +Status +Files +What$/m);
    expect(table.stdout).toMatch(/^\S+ +A +submitted +2 +case /m);
    expect((await mailroom.call(['cases', 'open', '--state', 'open'], { env })).stdout).toBe('No cases here.\n');
    expect((await mailroom.call(['cases', 'open', '--state', 'odd'], { env })).status).toBe(2);
  });

  test('cases open names the files that came for a case and were set aside as known', async () => {
    const { env, root } = await makePracticeStation({ processingMs: 1 });
    const folder = await folderWith(root, ['1_terms.pdf', '2_invoice.pdf']);
    const rule = ['--mode', 'case', '--case-pattern', '{case}_{role}', '--case-required', 'invoice,terms'];
    const running = mailroom.start(['watch', folder, ...project, ...rule, '--json'], { env });
    const listed = async () =>
      z
        .array(z.looseObject({ name: z.string(), setAside: z.array(z.looseObject({})) }))
        .parse((await mailroom.call(['cases', 'open', '--json'], { env })).json());
    await expect.poll(async () => (await listed()).length).toBe(2);
    await writeFile(join(folder, '2_terms.pdf'), smallPdf('1_terms.pdf'));
    const aside = { name: '2_terms.pdf', role: 'terms', openCaseName: '1' };
    await expect.poll(async () => (await listed()).find(({ name }) => name === '2')?.setAside).toMatchObject([aside]);
    expect((await listed()).find(({ name }) => name === '1')?.setAside).toEqual([]);
    const table = await mailroom.call(['cases', 'open'], { env });
    expect(table.stdout).toMatch(/^Set aside, since .*\n.*\n.*\n\S+ +2_terms\.pdf +terms +2 +1$/m);
    running.child.kill('SIGINT');
    await running.ended;
  });

  test('what is incomplete waits for mailroom release, in the running Mailroom and for the next run', async () => {
    const { env, root, service } = await makePracticeStation({ processingMs: 1 });
    const folder = await folderWith(root, ['1_invoice.pdf', '2_invoice.pdf', '3_invoice.pdf', '3_note.pdf']);
    const rule = ['--mode', 'case', '--case-pattern', '{case}_{role}', '--case-required', 'invoice,note'];
    const watch = ['watch', folder, ...project, ...rule];
    const running = mailroom.start([...watch, '--json'], { env });
    await expect.poll(() => service.stats().cases).toBe(1);
    const waiting = async () =>
      z
        .array(openCaseLine)
        .parse((await mailroom.call(['cases', 'open', '--state', 'open', '--json'], { env })).json())
        .map(({ name }) => name)
        .sort();
    await expect.poll(waiting).toEqual(['1', '2']);

    const refused = await mailroom.call(['release', '1', '--json'], { env });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('waiting for: note');
    const released = await mailroom.call(['release', '1', '--anyway', '--json'], { env });
    expect(released.json()).toMatchObject([{ event: 'open-case', name: '1', running: true }]);
    await expect.poll(() => service.stats().cases).toBe(2);
    running.child.kill('SIGINT');
    expect((await running.ended).status).toBe(130);

    // What was sent already is told, and nothing is sent again; names of two cases, and beginnings of two ids, are asked about.
    const twice = await mailroom.call(['release', '1', '--json'], { env });
    expect(twice.json()).toMatchObject([{ event: 'open-case', name: '1', state: 'submitted' }]);
    const known = z.array(openCaseLine).parse((await mailroom.call(['cases', 'open', '--json'], { env })).json());
    const [first = '', second = ''] = known.map(({ id }) => id).sort();
    let common = first;
    while (!second.startsWith(common)) common = common.slice(0, -1);
    const both = await mailroom.call(['release', common, '--json'], { env });
    expect(both.status).toBe(2);
    expect(both.json()).toMatchObject([
      { event: 'fault', fault: { code: 'wrong-usage', sentence: `Several cases begin with ${common}.` } },
    ]);

    const later = await mailroom.call(['release', '2', '--anyway'], { env });
    expect(later.stdout).toContain('It is sent when Mailroom runs next.');
    const open = z.array(openCaseLine).parse((await mailroom.call(['cases', 'open', '--json'], { env })).json());
    expect(open.find(({ name }) => name === '2')?.state).toBe('released');
    expect((await mailroom.call([...watch, '--once'], { env })).status).toBe(0);
    expect(service.stats()).toMatchObject({ cases: 3, documents: 3, duplicateFileIds: 0 });
  });

  test('wrong rules and names that are not there are told', async () => {
    const { env, root } = await makePracticeStation();
    const folder = await folderWith(root, ['a.pdf']);
    for (const flags of [
      ['--case-by', 'colour'],
      ['--case-pattern', '{role}_x'],
      ['--case-pattern', '{case}{role}'],
      ['--case-release', 'never'],
      ['--case-quiet', 'soon'],
    ]) {
      const run = await mailroom.call(['send', folder, ...project, '--mode', 'case', ...flags], { env });
      expect([flags, run.status]).toEqual([flags, 2]);
    }
    const shared = await mailroom.call(['watch', folder, ...project, '--mode', 'case', '--claim', '--once'], { env });
    expect(shared.status).toBe(2);
    expect(shared.stderr).toContain('by claims can not put cases together');
    expect((await mailroom.call(['release'], { env })).status).toBe(2);
    expect((await mailroom.call(['release', 'nothing'], { env })).status).not.toBe(0);
    expect(await mailroom.call(['release', '--batches'], { env })).toMatchObject({ status: 0 });
  });
});
