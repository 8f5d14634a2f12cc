import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { historyLine } from '../../../src/main/cli/output/history-words.ts';
import { openDatabase } from '../../../src/main/engine/journal/storage/database.ts';
import { added, committed, openTestJournal, someItem } from './journal-fixtures.ts';

describe('a line of the history that can not be read', () => {
  it.each([
    ['its subject', "subject = 'odd'"],
    ['its detail', "detail = '{broken'"],
  ])('shows in the history of its item as such, in its place: %s', async (_what, change) => {
    const item = someItem({ name: 'invoice.pdf' });
    const { journal: first, directory } = await openTestJournal();
    await committed(first, added(item, 'accepted'));
    const [line] = await first.custody({ subjectIds: [item.id], limit: 1 });
    await first.close();
    const database = openDatabase(join(directory, 'journal.sqlite'));
    database.exec(`UPDATE custody SET ${change} WHERE sequence = ${String(line?.sequence)}`);
    database.close();
    const { journal } = await openTestJournal({ directory });
    const rows = await journal.custody({ subjectIds: [item.id], limit: 100 });
    expect(rows[0]).toMatchObject({ sequence: line?.sequence, event: 'line-unreadable', at: line?.at });
    expect(rows.slice(1).every(({ event }) => event !== 'line-unreadable')).toBe(true);
    expect((await journal.log({ limit: 100 })).map(({ event }) => event)).toContain('line-unreadable');
    // Who reads in parts does not take it for the end.
    expect(await journal.custody({ subjectIds: [item.id], limit: 1 })).toHaveLength(1);
    const [shown] = rows;
    if (shown === undefined) throw new Error('no line');
    const known = { id: item.id, name: 'invoice.pdf', items: 1, itemId: item.id, documentId: null, connectionId: null };
    expect(historyLine(shown, known, 'en')).toContain('cannot be read');
    expect(historyLine(shown, known, 'de')).toContain('nicht lesbar');
  });
});
