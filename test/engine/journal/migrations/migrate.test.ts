import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJournal } from '../../../../src/main/engine/journal/open-journal.ts';
import { openJournalReader } from '../../../../src/main/engine/journal/open-reader.ts';
import { migrate, newestForm } from '../../../../src/main/engine/journal/migrations/migrate.ts';
import { sortable } from '../../../../src/main/engine/journal/reading/search-text.ts';
import { openDatabase } from '../../../../src/main/engine/journal/storage/database.ts';
import { makeTestFolder, realClock, startTestWorker } from '../../../support/ports.ts';

describe('migrations', () => {
  it('bring an empty file to the newest form, once', async () => {
    const database = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));

    expect(migrate(database)).toEqual({ ok: true });
    expect(migrate(database)).toEqual({ ok: true });

    expect(database.get('PRAGMA user_version')).toMatchObject({ user_version: newestForm });
    expect(database.get('SELECT count(*) AS items FROM items')).toMatchObject({ items: 0 });
    database.close();
  });

  it('are applied in order, each as a whole', async () => {
    const database = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));
    const one = 'CREATE TABLE one (a INTEGER)';
    const broken = 'CREATE TABLE two (a INTEGER); INSERT INTO nowhere VALUES (1)';

    expect(() => migrate(database, [one, broken])).toThrow(/nowhere/);
    expect(database.all('SELECT name FROM sqlite_master')).toMatchObject([{ name: 'one' }]);
    expect(database.get('PRAGMA user_version')).toMatchObject({ user_version: 13 });
    migrate(database, [one, 'CREATE TABLE two (a INTEGER)']);

    expect(database.all('SELECT name FROM sqlite_master ORDER BY name')).toMatchObject([
      { name: 'one' },
      { name: 'two' },
    ]);
    database.close();
  });

  it('make exports searchable, and keep them so', async () => {
    const database = openDatabase(join(await makeTestFolder(), 'journal.sqlite'));
    expect(migrate(database)).toEqual({ ok: true });
    const add = (id: string, title: string): void => {
      database.exec(`INSERT INTO documents (id, connection_id, project_id, state, title, settled, first_seen_at)
          VALUES ('doc-${id}', 'c', 'p', 'done', '${title}', 1, 0);
        INSERT INTO exports (id, document_id, connection_id, project_id, document_state, folder, template, report_transfer, state, planned_at)
          VALUES ('${id}', 'doc-${id}', 'c', 'p', 'done', '/out', '', 0, 'planned', 5)`);
    };
    add('old', 'Käse');
    add('new', 'Wein');
    const texts = (): readonly unknown[] =>
      database.all('SELECT export_id, state, text FROM export_texts ORDER BY 1 DESC');

    expect(texts()).toEqual([
      { export_id: 'old', state: 'planned', text: 'kaese\ndoc-old\nkase\ndoc-old' },
      { export_id: 'new', state: 'planned', text: 'wein\ndoc-new' },
    ]);
    database.exec(`UPDATE exports SET state = 'written', path = '/out/A.xml' WHERE id = 'old'`);
    database.exec(`UPDATE documents SET title = 'BROT' WHERE id = 'doc-new'`);
    expect(texts()).toEqual([
      { export_id: 'old', state: 'written', text: '/out/a.xml\nkaese\ndoc-old\n/out/a.xml\nkase\ndoc-old' },
      { export_id: 'new', state: 'planned', text: 'brot\ndoc-new' },
    ]);
    database.exec(`UPDATE exports SET path = 'C:\\aus\\Z 10.xml', size = 7, written_at = 9 WHERE id = 'new'`);
    expect(
      database.all('SELECT title, file, size, written_at FROM export_texts WHERE file IS NOT NULL ORDER BY file'),
    ).toEqual([
      { title: 'kase', file: 'a.xml', size: null, written_at: null },
      { title: 'brot', file: sortable('Z 10.xml'), size: 7, written_at: 9 },
    ]);
    database.close();
  });

  it.each([
    [99, /version 99.*newer/],
    [11, /version 11.*before the first release/],
    [1, /version 1 .*before the first release/],
  ])('leave a journal of another form (%i) alone and say whose it is', async (form, said) => {
    const directory = await makeTestFolder();
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.exec(`CREATE TABLE future (a); PRAGMA user_version = ${String(form)}`);
    database.close();

    const opened = await createJournal({ directory, startWorker: startTestWorker, clock: realClock });

    expect(opened).toMatchObject({ ok: false, fault: { code: 'data-directory-unusable' } });
    expect(opened.ok ? '' : opened.fault.cause).toMatch(said);
    expect(openJournalReader(directory)).toMatchObject({ ok: false, fault: { code: 'data-directory-unusable' } });
    const after = openDatabase(join(directory, 'journal.sqlite'));
    expect(after.all('SELECT name FROM sqlite_master')).toMatchObject([{ name: 'future' }]);
    after.close();
  });
});
