import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPdf } from '../../../support/engine.ts';
import { builtCommand } from '../../../support/mailroom-command.ts';
import { makePracticeStation } from '../../../support/practice-station.ts';

const mailroom = builtCommand();

test('tables of cases speak German, titles and states too; --json and --state keep the words of programs', async () => {
  const { env: english, root } = await makePracticeStation({ processingMs: 1 });
  const env = { ...english, LC_ALL: 'de_DE.UTF-8' };
  expect((await mailroom.call(['cases', 'open', '--loose'], { env })).stdout).not.toMatch(/No files/);
  const folder = join(root, 'in');
  await mkdir(folder);
  for (const name of ['1_terms.pdf', '2_invoice.pdf', 'loose.pdf']) {
    await writeFile(join(folder, name), smallPdf(name));
  }
  const rule = ['--mode', 'case', '--case-pattern', '{case}_{role}', '--case-required', 'invoice,terms'];
  const running = mailroom.start(['watch', folder, '--project', 'accounts-payable', ...rule], { env });
  const table = async () => (await mailroom.call(['cases', 'open', '--state', 'open'], { env })).stdout;
  await expect.poll(table).toMatch(/^\S+ +2 +offen +1 +es fehlt: terms$/m);
  await writeFile(join(folder, '2_terms.pdf'), smallPdf('1_terms.pdf'));
  await expect.poll(table).toMatch(/^Beiseitegelegt, da .*:$/m);
  const told = await table();
  expect(told).toMatch(/^ID +Name +Status +Dateien +Was$/m);
  expect(told).toMatch(/^ID +Name +Rolle +Gekommen für +Liegt in$/m);
  const loose = async () => (await mailroom.call(['cases', 'open', '--loose'], { env })).stdout;
  await expect.poll(loose).toMatch(/^ID +Name +Status +Rolle\n.*\n\S+ +loose\.pdf +hochgeladen$/m);
  const machine = await mailroom.call(['cases', 'open', '--state', 'open', '--json'], { env });
  expect(machine.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'open-case', name: '2', state: 'open', missing: ['terms'] }),
    ]),
  );
  running.child.kill('SIGINT');
  await running.ended;
});
