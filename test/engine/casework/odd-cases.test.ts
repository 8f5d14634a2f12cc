import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionId, createTestStation, expectWholeCustody, smallPdf } from '../../support/engine.ts';
import { caseFolder, openCase, openCases, reaches } from './open-case-station.ts';

describe('odd files and names of cases', () => {
  it('two hundred files of one folder are one case, each in it once', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await mkdir(join(station.folder, 'Akte'));
    const names = Array.from({ length: 200 }, (_, number) => `${String(number).padStart(3, '0')}.pdf`);
    await Promise.all(names.map((name) => writeFile(join(station.folder, 'Akte', name), smallPdf(name))));
    // Far shorter than the time between two of them: what comes in is waited for.
    await engine.watch(caseFolder(station, { by: 'folder', release: 'quiet', quietMs: 1 }));
    const sent = await reaches(engine, 'Akte', 'submitted');
    expect(sent.members.map(({ name }) => name).sort()).toEqual(names);
    const detail = await engine.ask('cases.detail', { connectionId, caseId: sent.caseId ?? '' });
    expect(detail.files.map(({ name }) => name).sort()).toEqual(names);
    expect(station.practice.stats()).toMatchObject({ cases: 1, uploads: 200, duplicateFileIds: 0 });
    await expectWholeCustody(engine);
  });

  it('folders of one name in other compositions of letters are one case; long names that begin alike are two', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const long = 'x'.repeat(230);
    const folders = ['Mu\u0308ller', 'Müller ', `${long}1`, `${long}2`, 'emoji 📦', 'a. b.'];
    for (const folder of folders) {
      await mkdir(join(station.folder, folder));
      await station.put(`${folder}/${folder.length}.pdf`, smallPdf(folder));
    }
    await engine.watch(caseFolder(station, { by: 'folder' }));
    await expect.poll(async () => (await engine.counts()).uploaded).toBe(folders.length);
    const found = (await openCases(engine)).map(({ name, members }) => [name, members.length]);
    expect(found.sort()).toEqual(
      [
        ['Müller', 2],
        [`${'x'.repeat(199)}…`, 1],
        [`${'x'.repeat(199)}…`, 1],
        ['emoji 📦', 1],
        ['a. b.', 1],
      ].sort(),
    );
  });

  it('a case that is called like a path is no folder', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const words = { one: '/2026/17', two: '/2026/17', three: '/2027/17', four: 'C:\\17' };
    for (const [name, word] of Object.entries(words)) {
      await station.put(`${name}.pdf.json`, Buffer.from(JSON.stringify({ case: word })));
      await station.put(`${name}.pdf`, smallPdf(name));
    }
    await engine.watch(caseFolder(station, { by: 'sidecar' }));
    for (const name of Object.keys(words)) await engine.reaches(`${name}.pdf`, 'uploaded');
    expect((await openCases(engine)).map(({ name, members }) => [name, members.length]).sort()).toEqual([
      ['/2026/17', 2],
      ['/2027/17', 1],
      ['C:\\17', 1],
    ]);
  });

  it('a file that is taken out of the folder while its case waits is in the case all the same', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const folder = caseFolder(station, { by: 'name', required: ['invoice', 'note'], release: 'complete' });
    await engine.watch({ ...folder, rule: { ...folder.rule, after: 'move' } });
    const path = await station.put('1_invoice.pdf', smallPdf(1));
    await engine.reaches('1_invoice.pdf', 'uploaded');
    await rm(path);
    await station.put('1_note.pdf', smallPdf(2));
    await reaches(engine, '1', 'submitted');
    for (const name of ['1_invoice.pdf', '1_note.pdf']) await engine.reaches(name, 'handed-over');
    expect(station.practice.stats()).toMatchObject({ cases: 1, uploads: 2 });
    // The other one was put away as usual.
    await expect.poll(async () => (await readdir(station.folder)).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    expect((await readdir(join(station.folder, 'processed'), { recursive: true })).join(' ')).toContain('1_note.pdf');
  });

  it('content of two cases is a duplicate in the second, which waits for it; sent anyway it completes that case', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, { by: 'name', required: ['invoice', 'terms'], release: 'complete' }));
    const terms = smallPdf('the same in all cases');
    await station.put('1_invoice.pdf', smallPdf(1));
    await station.put('1_terms.pdf', terms);
    await reaches(engine, '1', 'submitted');
    await station.put('2_invoice.pdf', smallPdf(2));
    await station.put('2_terms.pdf', terms);
    const duplicate = await engine.reaches('2_terms.pdf', 'duplicate');
    expect(duplicate.duplicateOf).toBe((await engine.item('1_terms.pdf')).id);
    await engine.reaches('2_invoice.pdf', 'uploaded');
    const second = await openCase(engine, '2');
    const first = await openCase(engine, '1');
    // Whoever lists the cases sees it as well as who opens this one.
    const aside = { itemId: duplicate.id, name: '2_terms.pdf', role: 'terms', openCaseId: first.id, openCaseName: '1' };
    expect(second).toMatchObject({ state: 'open', missing: ['terms'], setAside: [aside] });
    expect(first.setAside).toEqual([]);
    expect((await engine.ask('open-cases.get', { idPrefix: second.id })).setAside).toEqual([aside]);
    expect((await engine.ask('open-cases.get', { idPrefix: first.id })).setAside).toEqual([]);
    await engine.act('items.send-anyway', { itemIds: [duplicate.id] });
    const sent = await reaches(engine, '2', 'submitted');
    expect(sent.members.map(({ name }) => name).sort()).toEqual(['2_invoice.pdf', '2_terms.pdf']);
    expect(station.practice.stats()).toMatchObject({ cases: 2, duplicateFileIds: 0 });
  });

  it('a duplicate that was moved away still goes to the case of the subfolder that it came in', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const rule = { by: 'folder', required: ['invoice', 'terms'], roles: ['invoice', 'terms'] } as const;
    const folder = caseFolder(station, {
      ...rule,
      required: [...rule.required],
      roles: [...rule.roles],
      release: 'complete',
    });
    await engine.watch({ ...folder, rule: { ...folder.rule, after: 'move' } });
    const terms = smallPdf('the same in all cases');
    for (const name of ['1', '2']) await mkdir(join(station.folder, name));
    await station.put('1/a_invoice.pdf', smallPdf(1));
    await station.put('1/a_terms.pdf', terms);
    await reaches(engine, '1', 'submitted');
    await station.put('2/b_terms.pdf', terms);
    const { id } = await engine.reaches('b_terms.pdf', 'duplicate');
    await expect.poll(async () => (await engine.item('b_terms.pdf')).path).toContain('duplicates');
    await station.put('2/b_invoice.pdf', smallPdf(2));
    await engine.reaches('b_invoice.pdf', 'uploaded');
    const second = await openCase(engine, '2');
    expect((await engine.ask('open-cases.get', { idPrefix: second.id })).setAside).toMatchObject([
      { itemId: id, role: 'terms' },
    ]);
    await engine.act('items.send-anyway', { itemIds: [id] });
    expect((await reaches(engine, '2', 'submitted')).members).toHaveLength(2);
    expect((await openCases(engine)).map(({ name }) => name).sort()).toEqual(['1', '2']);
  });

  it('content of two cases goes with both where the rule sends duplicates', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const folder = caseFolder(station, { by: 'name', required: ['invoice', 'terms'], release: 'complete' });
    await engine.watch({ ...folder, rule: { ...folder.rule, duplicates: 'send-anyway' } });
    const terms = smallPdf('the same in all cases');
    for (const number of [1, 2]) {
      await station.put(`${String(number)}_invoice.pdf`, smallPdf(number));
      await station.put(`${String(number)}_terms.pdf`, terms);
    }
    await reaches(engine, '1', 'submitted');
    await reaches(engine, '2', 'submitted');
    expect(station.practice.stats()).toMatchObject({ cases: 2, uploads: 4 });
  });

  it('a file that comes while its case is being sent opens a case of its own, which names the other', async () => {
    const station = await createTestStation({ processingMs: 5_000 });
    const engine = await station.start();
    await engine.watch(caseFolder(station, { by: 'name', required: ['invoice'], release: 'complete' }));
    await station.put('1_invoice.pdf', smallPdf(1));
    const sent = await reaches(engine, '1', 'submitted');
    await station.put('1_note.pdf', smallPdf(2));
    await expect.poll(async () => (await openCases(engine)).length).toBe(2);
    const late = (await openCases(engine)).find(({ id }) => id !== sent.id);
    expect(late).toMatchObject({ name: '1', earlierOpenCaseId: sent.id, missing: ['invoice'], state: 'open' });
    // A person sends it as it is, or cancels it: nothing of it goes by itself.
    await engine.act('open-cases.release', { openCaseId: late?.id ?? '', anyway: true });
    await expect
      .poll(async () => (await openCases(engine)).map(({ state }) => state))
      .toEqual(['submitted', 'submitted']);
    expect(new Set((await openCases(engine)).map(({ caseId }) => caseId)).size).toBe(2);
  });
});
