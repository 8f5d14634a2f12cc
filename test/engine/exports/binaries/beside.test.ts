import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { success } from '../../../../src/main/engine/faults/fault.ts';
import type { ExportHandOver } from '../../../../src/main/engine/journal/records.ts';
import { makeTestFolder } from '../../../support/ports.ts';
import { download } from '../../tracker/scripted-service.ts';
import { openTestJournal } from '../../journal/journal-fixtures.ts';
import { createBench, exportOf, filesIn, plan, sha256, type Bench } from '../export-fixtures.ts';

const handOver: ExportHandOver = {
  binaries: 'beside',
  reportFailedWrites: false,
  versions: 'one',
  acknowledgement: null,
};
const invoice = `%PDF-1.7 ${'x'.repeat(400)} %%EOF`;
const note = 'a;b';

function xmlWith(...files: readonly string[]): string {
  const parts = files.map(
    (file) => `<file><binary id="1" encoding="base64">${Buffer.from(file).toString('base64')}</binary></file>`,
  );
  return `<?xml version="1.0" encoding="ISO-8859-1"?>\n<document><t>a &amp; b</t>${parts.join('')}</document>\n`;
}

function answers(bench: Bench, text: string): void {
  bench.service.instead.xml = () => Promise.resolve(success(download(text)));
}

/** What the XML says in the place of a file. */
function reference(name: string, content: string): string {
  return `<binary id="1" mailroom-file="${name}" mailroom-size="${String(content.length)}" mailroom-sha256="${sha256(content)}"></binary>`;
}

describe('an XML whose files go beside it', () => {
  test('refers to them, and its manifest keeps the digest of what the service sent', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder, { handOver }, 'Größe 1');
    const bench = createBench(journal);
    answers(bench, xmlWith(invoice, note));
    expect(await bench.run(planned.job)).toEqual({ state: 'done' });

    const written = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<document><t>a &amp; b</t><file>${reference('Gr&#246;&#223;e 1.1.pdf', invoice)}</file><file>${reference('Gr&#246;&#223;e 1.2.bin', note)}</file></document>\n`;
    expect(await filesIn(folder)).toEqual({
      'Größe 1.xml': written,
      'Größe 1.1.pdf': invoice,
      'Größe 1.2.bin': note,
    });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({
      state: 'written',
      sha256: sha256(written),
      original: { sha256: sha256(xmlWith(invoice, note)), size: xmlWith(invoice, note).length },
      beside: [
        { path: join(folder, 'Größe 1.1.pdf'), sha256: sha256(invoice), size: invoice.length },
        { path: join(folder, 'Größe 1.2.bin'), sha256: sha256(note), size: note.length },
      ],
    });
  });

  test('stays as it is where it carries none', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder, { handOver });
    expect(await createBench(journal).run(planned.job)).toEqual({ state: 'done' });
    expect(await filesIn(folder)).toEqual({ 'Invoice 1.xml': `<document id="${planned.documentId}"/>` });
    expect(await exportOf(journal, planned.exportId)).toMatchObject({ original: null, beside: [] });
  });

  test('takes another name as a whole where one of its files would lie on another', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    await writeFile(join(folder, 'Invoice 1.1.pdf'), 'somebody else');
    const planned = await plan(journal, folder, { handOver });
    const bench = createBench(journal);
    answers(bench, xmlWith(invoice));
    await bench.run(planned.job);
    expect(Object.keys(await filesIn(folder)).sort()).toEqual([
      'Invoice 1 (2).1.pdf',
      'Invoice 1 (2).xml',
      'Invoice 1.1.pdf',
    ]);
    expect(await readFile(join(folder, 'Invoice 1 (2).xml'), 'utf8')).toContain('mailroom-file="Invoice 1 (2).1.pdf"');
  });

  test('that is broken leaves nothing behind', async () => {
    const { journal } = await openTestJournal();
    const folder = await makeTestFolder();
    const planned = await plan(journal, folder, { handOver });
    const bench = createBench(journal);
    answers(bench, xmlWith(invoice).replace('</document>', ''));
    const job = { ...planned.job, attempts: 2 };
    expect(await bench.run(job)).toMatchObject({ state: 'held', fault: { code: 'export-not-well-formed' } });
    expect(await filesIn(folder)).toEqual({});
  });
});

describe('a write that failed for good', () => {
  test('is told to the service where the rule says so, and only there', async () => {
    const { journal } = await openTestJournal();
    for (const reportFailedWrites of [true, false]) {
      const planned = await plan(journal, await makeTestFolder(), { handOver: { ...handOver, reportFailedWrites } });
      const bench = createBench(journal);
      answers(bench, '<document>');
      await bench.run({ ...planned.job, attempts: 2 });
      const told = bench.announced.map(({ kind, payload }) => ({ kind, ...payload }));
      expect(told).toMatchObject(
        reportFailedWrites ? [{ kind: 'transfer', successful: false, message: 'export-not-well-formed' }] : [],
      );
    }
  });
});
