import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerFiles } from '../../../src/main/engine/exports/answers/answer-files.ts';
import { success } from '../../../src/main/engine/faults/fault.ts';
import { plantLink } from '../../support/other-account.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { openTestJournal } from '../journal/journal-fixtures.ts';
import { download } from '../tracker/scripted-service.ts';
import { createBench, exportOf, filesIn, plan } from './export-fixtures.ts';

async function openFolder(): Promise<{ readonly folder: string; readonly elsewhere: string }> {
  const root = await makeTestFolder();
  await chmod(root, 0o755);
  const [folder, elsewhere] = [join(root, 'xml'), join(root, 'autostart')];
  await mkdir(folder);
  await mkdir(elsewhere);
  await chmod(folder, 0o777);
  return { folder, elsewhere };
}

test('an export whose folder somebody made a link is held for IT with the place, and the next is written when that is gone', async () => {
  const { folder, elsewhere } = await openFolder();
  const { journal } = await openTestJournal();
  const planned = await plan(journal, folder, { template: '{project}/{title}' });
  const bench = createBench(journal);
  bench.service.instead.xml = () => Promise.resolve(success(download('<a/>')));
  plantLink(elsewhere, join(folder, 'invoices'));

  expect(await bench.run(planned.job)).toMatchObject({ state: 'held' });
  expect(await exportOf(journal, planned.exportId)).toMatchObject({
    state: 'held',
    fault: { code: 'folder-unsafe', owner: 'it', params: { folder: join(folder, 'invoices') } },
  });
  expect(await readdir(elsewhere)).toEqual([]);

  await rm(join(folder, 'invoices'));
  const next = await plan(journal, folder, { template: '{project}/{title}' });
  expect(await bench.run(next.job)).toEqual({ state: 'done' });
  expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': '<a/>' });
});

test('an answer is not put away through a link', async () => {
  const { folder, elsewhere } = await openFolder();
  const answer = join(folder, 'a.xml.ok');
  await writeFile(answer, '');
  plantLink(elsewhere, join(folder, 'processed'));
  await expect(answerFiles.putAway(answer)).rejects.toMatchObject({ code: 'UNSAFE' });
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await readdir(folder)).toContain('a.xml.ok');
});
