import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { intakeRuleSchema } from '../../../../src/shared/settings.ts';
import { createDropIntake } from '../../../../src/main/engine/intake/drop/drop-intake.ts';
import { createIntakeStation, eventually } from '../intake-station.ts';
import { pdfBytes } from '../sample-bytes.ts';

const rule = intakeRuleSchema.parse({ connectionId: 'c', projectId: 'p' });

async function createDrop() {
  const station = await createIntakeStation();
  const drop = createDropIntake(station.dependencies);
  onTestFinished(() => drop.stop());
  return { ...station, drop };
}

describe('files that a person names', () => {
  test('each path is answered: in, duplicate, held, waiting, or refused with the reason', async () => {
    const { drop, folder, items } = await createDrop();
    await writeFile(join(folder, 'a.pdf'), pdfBytes('a'));
    await writeFile(join(folder, 'b.pdf'), pdfBytes('a'));
    await writeFile(join(folder, 'x.txt'), 'hello');
    await writeFile(join(folder, 'half.pdf'), '%PDF-1.4 half');
    await writeFile(join(folder, 'empty.pdf'), '');
    const answers = new Map<string, string>();
    const paths = ['a.pdf', 'b.pdf', 'x.txt', 'half.pdf', 'empty.pdf', 'none.pdf'].map((name) => join(folder, name));
    const summary = await drop.takeIn(paths, rule, 'command-line', (answer) => answers.set(answer.path, answer.kind));
    expect([answers.get(paths[0] ?? ''), answers.get(paths[1] ?? '')].sort()).toEqual(['accepted', 'duplicate']);
    expect(paths.slice(2).map((path) => answers.get(path))).toEqual(['held', 'settling', 'settling', 'refused']);
    expect(summary.itemIds).toHaveLength(5);
    expect(summary.refused).toMatchObject([{ path: paths[5], fault: { params: { use: 'no-such-path' } } }]);
    expect((await items()).map(({ sourceId }) => sourceId)).toEqual(Array(5).fill('command-line'));
  });

  test('one that waits goes on by itself when it is whole', async () => {
    const { drop, folder, items } = await createDrop();
    await writeFile(join(folder, 'half.pdf'), '%PDF-1.4 half');
    await drop.takeIn([join(folder, 'half.pdf')], rule, 'command-line');
    await writeFile(join(folder, 'half.pdf'), pdfBytes('whole'));
    await eventually(items).toMatchObject([{ stage: 'accepted' }]);
  });

  test('what was waiting when Mailroom ended goes on at the next start', async () => {
    const { drop, folder, items, dependencies } = await createDrop();
    await writeFile(join(folder, 'half.pdf'), '%PDF-1.4 half');
    await drop.takeIn([join(folder, 'half.pdf')], rule, 'command-line');
    await drop.stop();
    await writeFile(join(folder, 'half.pdf'), pdfBytes('whole'));
    const next = createDropIntake(dependencies);
    onTestFinished(() => next.stop());
    await next.resume('command-line');
    await eventually(items).toMatchObject([{ stage: 'accepted' }]);
  });

  test('details go with their document; alone they are refused or held with that reason, and sent by nobody', async () => {
    const { drop, folder, items } = await createDrop();
    for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.pdf`), pdfBytes(name));
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `${name}.pdf.json`), `{"title":"${name}"}`);
    const answers = new Map<string, string>();
    const paths = ['a.pdf.json', 'a.pdf', 'b.pdf.json', 'c.pdf.json'].map((name) => join(folder, name));
    const summary = await drop.takeIn(paths, rule, 'command-line', (answer) => answers.set(answer.path, answer.kind));
    expect(paths.map((path) => answers.get(path))).toEqual(['sidecar', 'accepted', 'refused', 'settling']);
    expect(summary.refused).toMatchObject([{ path: paths[2], fault: { code: 'sidecar-alone' } }]);
    const byName = async () => (await items()).toSorted((one, other) => one.name.localeCompare(other.name));
    await eventually(byName).toMatchObject([
      { name: 'a.pdf', stage: 'accepted', title: 'a' },
      { name: 'c.pdf.json', stage: 'held', fault: { code: 'sidecar-alone' } },
    ]);
    // A person put the document there and says "retry", or drops it.
    await writeFile(join(folder, 'c.pdf'), pdfBytes('c'));
    await drop.takeIn([join(folder, 'c.pdf')], rule, 'command-line');
    expect(await byName()).toMatchObject([
      { name: 'a.pdf' },
      { name: 'c.pdf', stage: 'accepted', title: 'c' },
      { name: 'c.pdf.json', stage: 'cancelled' },
    ]);
  });

  test('an item that the sender gave back is looked at again', async () => {
    const { drop, folder, items, journal } = await createDrop();
    await writeFile(join(folder, 'a.pdf'), pdfBytes('a'));
    await drop.takeIn([join(folder, 'a.pdf')], rule, 'command-line');
    const [item] = await items();
    if (item === undefined) throw new Error('no item');
    await writeFile(join(folder, 'a.pdf'), pdfBytes('changed'));
    await journal.commit([
      { kind: 'item-moved', itemId: item.id, from: ['accepted'], trail: [{ stage: 'settling', at: 1 }] },
    ]);
    drop.lookAgain(item);
    await eventually(items).toMatchObject([{ id: item.id, stage: 'accepted' }]);
    expect((await items())[0]?.sha256).not.toBe(item.sha256);
  });

  test('a folder stands for all files below it but half-done ones; a link for its target', async () => {
    const { drop, folder, items } = await createDrop();
    await mkdir(join(folder, 'sub/deeper'), { recursive: true });
    for (const name of ['sub/a.pdf', 'sub/deeper/b.pdf', 'sub/c.tmp', 'd.pdf']) {
      await writeFile(join(folder, name), pdfBytes(name));
    }
    await symlink(join(folder, 'd.pdf'), join(folder, 'sub/inner.pdf'));
    await symlink(join(folder, 'd.pdf'), join(folder, 'named.pdf'));
    const twice = [join(folder, 'sub'), join(folder, 'sub/a.pdf'), join(folder, 'named.pdf')];
    const summary = await drop.takeIn(twice, rule, 'command-line');
    expect(summary.itemIds).toHaveLength(3);
    expect((await items()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'b.pdf', 'd.pdf']);
  });

  test('a thousand names in one act', async () => {
    const { drop, folder } = await createDrop();
    const paths = Array.from({ length: 1_000 }, (_, at) => join(folder, `${at}.pdf`));
    for (const [at, path] of paths.entries()) writeFileSync(path, pdfBytes(at));
    expect((await drop.takeIn(paths, rule, 'drop')).itemIds).toHaveLength(1_000);
  });
});
