import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionId, createTestStation, smallPdf, sourceId } from '../../support/engine.ts';

describe('what the window asks', () => {
  it('changes a document, shows all of it, and saves its file beside another', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    const bytes = smallPdf('a');
    await station.put('a.pdf', bytes);
    await engine.watch(station.hotFolder());
    const item = await engine.reaches('a.pdf', 'settled');
    const documentId = item.documents[0]?.id ?? '';
    await engine.act('documents.set-title', { connectionId, documentId, title: 'Invoice 7' });
    await engine.act('documents.set-external-id', { connectionId, documentId, externalId: 'order-7' });
    await engine.act('documents.set-external-data', { connectionId, documentId, externalData: { cost: 7 } });
    const detail = await engine.ask('documents.detail', { connectionId, documentId });
    expect(detail).toMatchObject({ title: 'Invoice 7', externalId: 'order-7', externalData: { cost: 7 } });
    expect(detail.history?.length).toBeGreaterThan(0);
    expect((await engine.item('a.pdf')).documents[0]?.title).toBe('Invoice 7');

    const list = await engine.ask('documents.list', { connectionId, search: 'ORDER-7', offset: 0, limit: 100 });
    expect(list).toMatchObject({ limit: 50, totalCount: 1, searched: 1, documents: [{ id: documentId }] });
    expect(await engine.ask('projects.known', { connectionId })).toEqual({ projects: [] });
    const listed = await engine.ask('projects.list', { connectionId });
    expect(listed.projects.map(({ id }) => id)).toContain('accounts-payable');
    // Their names are known without the service from now on.
    await expect.poll(() => engine.ask('projects.known', { connectionId })).toEqual(listed);

    const folder = join(station.root, 'saved');
    await mkdir(folder);
    const save = { connectionId, fileId: item.fileId ?? '', folder };
    const first = await engine.act('documents.save-file', save);
    const second = await engine.act('documents.save-file', save);
    expect(second.path).not.toBe(first.path);
    expect(await readFile(first.path)).toEqual(bytes);
    expect(await readFile(second.path)).toEqual(bytes);
    expect(await readdir(folder)).toHaveLength(2);

    await engine.engine.stop();
    // Another tenant has none of these projects, and the same connection has them again.
    const connection = { id: connectionId, name: 'Office', baseUrl: station.practice.baseUrl, clientId: 'another' };
    const moved = await station.start({ connections: [connection] });
    expect(await moved.ask('projects.known', { connectionId })).toEqual({ projects: [] });
    await moved.engine.stop();
    const back = await station.start();
    expect(await back.ask('projects.known', { connectionId })).toEqual(listed);
  });

  it('writes an XML again beside the first, and lists exports', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const documentId = (await engine.reaches('a.pdf', 'settled')).documents[0]?.id ?? '';
    const request = { connectionId, projectId: 'accounts-payable', documentIds: [documentId], folder: station.out };
    await engine.act('exports.write', request);
    const { rows } = await engine.ask('exports.page', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ documentId, state: 'written' }]);
    const again = await engine.act('exports.write-again', { exportId: rows[0]?.id ?? '' });
    expect(again.fault).toBeNull();
    const exportId = rows[0]?.id ?? '';
    expect(await engine.ask('exports.get', { exportId })).toMatchObject({ id: exportId, path: again.path });
    expect(await engine.engine.query({ name: 'exports.get', exportId: 'nothing' })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    });
    expect(again.path).not.toBe(rows[0]?.path);
    expect(await readdir(station.out)).toHaveLength(2);
  });

  it('says what the lines of the log are about', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await engine.watch(station.hotFolder());
    const item = await engine.reaches('a.pdf', 'settled');
    const documentId = item.documents[0]?.id ?? '';
    const request = { connectionId, projectId: 'accounts-payable', documentIds: [documentId], folder: station.out };
    await engine.act('exports.write', request);
    const { rows, subjects } = await engine.ask('activity.log', { limit: 500 });
    expect(new Set(subjects.map(({ id }) => id)).size).toBe(subjects.length);
    const about = (kind: string) => {
      const row = rows.find(({ subject }) => subject === kind);
      return subjects.find(({ id }) => id === row?.subjectId);
    };
    expect(about('item')).toMatchObject({ name: 'a.pdf', itemId: item.id, items: 1, connectionId });
    expect(about('submission')).toMatchObject({ name: 'a.pdf', itemId: item.id, items: 1, connectionId });
    expect(about('document')).toMatchObject({ id: documentId, documentId, connectionId });
    expect(about('export')).toMatchObject({ documentId, itemId: null, connectionId });
    const later = await engine.ask('activity.log', { limit: 1, subject: 'export', event: 'written' });
    expect(later).toMatchObject({ rows: [{ event: 'written' }], subjects: [{ documentId }] });
  });

  it('previews a folder without touching it, and removes a source', async () => {
    const station = await createTestStation();
    const engine = await station.start();
    await station.put('a.pdf', smallPdf('a'));
    await writeFile(join(station.folder, 'x.txt'), 'hello');
    await writeFile(join(station.folder, '.hidden'), 'hello');
    const source = station.hotFolder();
    const preview = await engine.ask('sources.preview', { source });
    expect(preview.totals).toMatchObject({ 'take-in': 1, hold: 1 });
    expect(preview.files.find(({ path }) => path === 'a.pdf')).toMatchObject({ verdict: 'take-in', fault: null });
    expect(await engine.items()).toEqual([]);
    await engine.watch(source);
    await engine.act('source.remove', { sourceId });
    expect((await engine.ask('sources.health', {})).sources).toEqual([]);
    expect(await engine.engine.dispatch({ name: 'source.remove', sourceId })).toMatchObject({
      ok: false,
      fault: { code: 'not-found' },
    });
  });
});
