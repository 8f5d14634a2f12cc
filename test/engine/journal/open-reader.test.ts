import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournalReader } from '../../../src/main/engine/journal/open-reader.ts';
import { makeTestFolder } from '../../support/ports.ts';
import { added, committed, moved, openTestJournal, someItem } from './journal-fixtures.ts';

describe('looking at a journal', () => {
  it('sees what its owner commits, while it runs and after it ended', async () => {
    const { journal, directory } = await openTestJournal();
    const item = someItem();
    await committed(journal, added(item));
    const opened = openJournalReader(directory);
    if (!opened.ok) throw new Error(opened.fault.cause);
    const reader = opened.value;

    expect(await reader.item(item.id)).toEqual(await journal.item(item.id));
    await committed(journal, moved(item.id, 'accepted', 'uploading'));
    expect(await reader.counts()).toEqual({ uploading: 1 });
    expect(await reader.custody({ limit: 10 })).toHaveLength(3);
    expect(await reader.verifyCustody()).toMatchObject({ rows: 3, brokenAt: null });
    await reader.close();
    await journal.close();

    const later = openJournalReader(directory);
    if (!later.ok) throw new Error(later.fault.cause);
    expect(await later.value.counts()).toEqual({ uploading: 1 });
    await later.value.close();
    const again = await openTestJournal({ directory });
    expect(await again.journal.counts()).toEqual({ uploading: 1 });
  });

  it('is a fault where there is none, or a damaged one', async () => {
    const directory = await makeTestFolder();
    expect(openJournalReader(directory)).toMatchObject({ ok: false, fault: { code: 'data-directory-unusable' } });

    await writeFile(join(directory, 'journal.sqlite'), 'no database at all, '.repeat(400));
    expect(openJournalReader(directory)).toMatchObject({ ok: false, fault: { code: 'journal-damaged' } });
  });
});
