import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { smallPdf } from '../../../support/engine.ts';
import { builtCommand } from '../../../support/mailroom-command.ts';
import { makePracticeStation, type PracticeStation } from '../../../support/practice-station.ts';

const mailroom = builtCommand();
const uploaded = z.object({ id: z.string() });
const batched = z.object({ fileBatchId: z.string() });
const caseLine = z.looseObject({ event: z.literal('case'), id: z.string() });

/** Submits files as one batch with nothing but `mailroom api`, waits until all its cases are done, and answers the batch. */
async function submitBatch(
  { root, env, service }: PracticeStation,
  names: readonly string[],
  cases: number,
): Promise<string> {
  const fileIds: string[] = [];
  for (const name of names) {
    const file = join(root, name);
    await writeFile(file, smallPdf(name));
    const answer = await mailroom.call(['api', 'files.upload', '--body', file, '--json'], { env });
    fileIds.push(uploaded.parse(answer.json()[0]).id);
  }
  const input = JSON.stringify({ fileIds, projectId: 'accounts-payable', externalId: 'B-7' });
  const answer = await mailroom.call(['api', 'cases.process-file-batch', '--body', '-', '--json'], { env, input });
  // One document each; a case that is still being processed can't be transferred.
  await expect.poll(() => service.stats().documentsByState).toEqual({ doneAutomatically: cases });
  return batched.parse(answer.json()[0]).fileBatchId;
}

describe('cases of the service', () => {
  test('are listed in pages, by batch, external id and project', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const { env } = station;
    const batch = await submitBatch(station, ['100 bill.pdf', '100 annex.pdf', '200 bill.pdf'], 2);
    const list = await mailroom.call(['cases', '--batch', batch, '--limit', '1', '--json'], { env });
    expect(list.json()).toMatchObject([
      { event: 'case', fileBatchId: batch, externalId: 'B-7', projectId: 'accounts-payable' },
      { event: 'page', limit: 1, offset: 0, count: 1, totalCount: 2 },
    ]);
    expect(list.stderr).toContain('See more with --offset 1.');
    const [first] = list.json().flatMap((line) => caseLine.safeParse(line).data ?? []);
    const id = first?.id ?? '';
    const transferred = await mailroom.call(['cases', 'transfer', id, '--ok', '--json'], { env });
    expect(transferred.json()).toMatchObject([{ event: 'hand-over', caseId: id, state: 'done', fault: null }]);
    expect((await mailroom.call(['cases', 'transfer', id], { env })).status).toBe(2);

    const table = await mailroom.call(['cases', 'list', '--external-id', 'B-7', '--limit', '1000'], { env });
    expect(table.stdout).toMatch(/^ID +Status +Files +External ID +Project +Batch$/m);
    expect(table.stdout).toContain('Cases 1 to 2 of 2.');
    const none = await mailroom.call(['cases', '--project', 'training'], { env });
    expect(none).toMatchObject({ status: 0, stdout: 'No cases here.\n' });
    expect((await mailroom.call(['cases', '--limit', 'many'], { env })).status).toBe(2);
  });

  test('are shown with state, files, roles and documents, and their files are saved', async () => {
    const station = await makePracticeStation({ processingMs: 1 });
    const { env, root } = station;
    await submitBatch(station, ['100 bill.pdf', '100 annex.pdf'], 1);
    const { id } = caseLine.parse((await mailroom.call(['cases', '--json'], { env })).json()[0]);

    const shown = await mailroom.call(['cases', 'show', id], { env });
    expect(shown.stdout).toMatch(/^Status: +completed$/m);
    expect(shown.stdout).toMatch(/^\S+ +invoice +yes$/m);
    expect(shown.stdout).toMatch(/^\S+ +attachment$/m);
    expect(shown.stdout).toMatch(/^\S+ +100 bill\.pdf +doneAutomatically$/m);
    expect((await mailroom.call(['cases', 'show', id, '--json'], { env })).json()).toMatchObject([
      { event: 'case', id, state: 'completed', documents: [{ title: '100 bill.pdf', state: 'doneAutomatically' }] },
    ]);

    const to = join(root, 'saved');
    const all = await mailroom.call(['cases', 'files', id, '--to', to], { env });
    expect(all).toMatchObject({ status: 0, stderr: '2 files saved.\n' });
    expect((await readdir(to)).sort()).toEqual(['100 annex.pdf', '100 bill.pdf']);
    const mixed = ['cases', 'files', id, '--to', to, '--accept', 'multipart', '--main-file', '--json'];
    expect((await mailroom.call(mixed, { env })).json()).toEqual([
      expect.objectContaining({ event: 'case-file', mediaType: 'application/pdf', path: join(to, '100 bill (2).pdf') }),
    ]);
    expect(await readFile(join(to, '100 bill (2).pdf'))).toEqual(smallPdf('100 bill.pdf'));
    const role = ['cases', 'files', id, '--to', join(root, 'role'), '--accept', 'zip', '--type', 'attachment'];
    expect((await mailroom.call(role, { env })).stderr).toBe('1 file saved.\n');
  });

  test('that are not there, and folders that can not be used, are said so', async () => {
    const { env, root } = await makePracticeStation();
    for (const args of [
      ['show', 'nothing'],
      ['files', 'nothing', '--to', join(root, 'x')],
    ]) {
      const ended = await mailroom.call(['cases', ...args], { env });
      expect(ended.stderr).toContain('There is no case nothing.');
      expect(ended.status).not.toBe(0);
    }
    expect((await mailroom.call(['cases', 'files', 'x'], { env })).status).toBe(2);
    const form = await mailroom.call(['cases', 'files', 'x', '--to', root, '--accept', 'tar'], { env });
    expect(form.status).toBe(2);
    expect(form.stderr).toContain('--accept tar is not known. Use zip, multipart.');
  });
});

describe('projects of the service', () => {
  test('are listed and shown with their schema', async () => {
    const { env } = await makePracticeStation();
    const table = await mailroom.call(['projects', '--search', 'in'], { env });
    expect(table.stdout).toMatch(/^ID +Name +Completion +Duplicates +Live$/m);
    expect(table.stdout).toMatch(/^goods-in +Goods in +automatic +fail +yes$/m);
    expect(table.stdout).toMatch(/^Projects 1 to \d of \d\.$/m);
    const rows = (await mailroom.call(['projects', '--limit', '2', '--sort', '-name', '--json'], { env })).json();
    expect(rows).toMatchObject([
      { event: 'project', name: 'Training' },
      { event: 'project', name: 'Invoices by email' },
      { event: 'page', limit: 2, totalCount: 5 },
    ]);
    const shown = await mailroom.call(['projects', 'show', 'contracts'], { env });
    expect(shown.stdout).toMatch(/^Completion: +manual$/m);
    expect(shown.stdout).toMatch(/^invoiceNumber +Invoice number +string +extraction$/m);
    expect((await mailroom.call(['projects', 'show', 'contracts', '--json'], { env })).json()).toMatchObject([
      { event: 'project', id: 'contracts', schema: { version: '1' } },
    ]);
    const unknown = await mailroom.call(['projects', 'show', 'nowhere'], { env });
    expect(unknown.stderr).toContain('nowhere');
    expect(unknown.status).toBe(2);
  });
});
