import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionId, createTestStation, smallPdf } from '../../support/engine.ts';
import { caseFolder, openCase, reaches } from './open-case-station.ts';

describe('cases.save-files', () => {
  it('saves the files of a case one by one or as ZIP, under safe names, over nothing', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await engine.watch(caseFolder(station, { by: 'folder', release: 'quiet', quietMs: 300 }));
    await mkdir(join(station.folder, 'A'));
    await station.put('A/Rechnung für Kraus.pdf', smallPdf('a'));
    await station.put('A/-rf; $(x).pdf', smallPdf('b'));
    const { caseId } = await reaches(engine, 'A', 'submitted').then(async () => {
      await engine.finished();
      return openCase(engine, 'A');
    });
    const save = (fields: object) =>
      engine.engine.dispatch({
        name: 'cases.save-files',
        connectionId,
        caseId: caseId ?? '',
        as: 'files',
        folder: '',
        ...fields,
      });
    const to = join(station.root, 'saved');
    const single = await engine.act('cases.save-files', {
      connectionId,
      caseId: caseId ?? '',
      folder: to,
      as: 'files',
    });
    const twice = await engine.act('cases.save-files', { connectionId, caseId: caseId ?? '', folder: to, as: 'files' });
    expect(single.files).toHaveLength(2);
    const names = (await readdir(to)).sort();
    expect(names).toHaveLength(4);
    for (const { path, size } of [...single.files, ...twice.files]) {
      expect(path.startsWith(join(to, '/'))).toBe(true);
      expect((await readFile(path)).length).toBe(size);
    }
    const contents = await Promise.all(single.files.map(({ path }) => readFile(path, 'latin1')));
    expect(contents.sort()).toEqual([smallPdf('a'), smallPdf('b')].map((bytes) => bytes.toString('latin1')).sort());

    const packed = await engine.act('cases.save-files', { connectionId, caseId: caseId ?? '', folder: to, as: 'zip' });
    expect(packed.files).toMatchObject([{ name: `case-${caseId ?? ''}.zip` }]);
    expect((await readFile(packed.files[0]?.path ?? '')).subarray(0, 2).toString()).toBe('PK');

    expect(await save({ folder: join(station.root, 'saved', names[0] ?? '') })).toMatchObject({
      ok: false,
      fault: { code: 'export-folder-unusable' },
    });
    expect(await save({ folder: to, caseId: 'nobody' })).toMatchObject({ ok: false, fault: { code: 'not-found' } });
    expect(await save({ folder: to, connectionId: 'nobody' })).toMatchObject({ ok: false });
    expect((await readdir(to)).length).toBe(5);
    const { rows } = await engine.ask('custody.page', { subjectId: caseId ?? '', limit: 100 });
    expect(rows.filter(({ event }) => event === 'files-saved')).toHaveLength(3);
  });
});
