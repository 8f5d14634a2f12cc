import { describe, expect, it } from 'vitest';
import type { ItemQuery, Journal } from '../../../src/main/engine/journal/journal.ts';
import { openJournalReader } from '../../../src/main/engine/journal/open-reader.ts';
import { findable, searchedWords } from '../../../src/main/engine/journal/reading/search-text.ts';
import { openDatabase } from '../../../src/main/engine/journal/storage/database.ts';
import { added, committed, linked, moved, noon, openTestJournal, someDocument, someItem } from './journal-fixtures.ts';
import { fc } from '../../support/property.ts';

async function namesOf(journal: Journal, search: string, rest: Partial<ItemQuery> = {}): Promise<readonly string[]> {
  return (await journal.items({ limit: 100, search, ...rest })).rows.map((item) => item.name);
}

describe('searching items', () => {
  it('finds part of the name, of the external id, and the beginning of a document id, in any case', async () => {
    const { journal } = await openTestJournal();
    const [invoice, letter, other] = [
      someItem({ name: 'Rechnung Müller 2026.PDF' }),
      someItem({ name: 'letter.pdf', externalId: 'ORDER/4711' }),
      someItem({ name: 'other.pdf' }),
    ];
    const document = someDocument({ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' });
    await committed(
      journal,
      ...[invoice, letter, other].map((item) => added(item)),
      { kind: 'document-seen', document, at: noon },
      linked(document.id, other.id),
    );

    expect(await namesOf(journal, 'müller')).toEqual([invoice.name]);
    expect(await namesOf(journal, 'MU\u0308LLER')).toEqual([invoice.name]);
    expect(await namesOf(journal, 'order/47')).toEqual([letter.name]);
    expect(await namesOf(journal, '7C9E6679-7425')).toEqual([other.name]);
    expect(await namesOf(journal, '.pdf')).toEqual([other.name, letter.name, invoice.name]);
    expect(await namesOf(journal, '.pdf', { order: 'oldest' })).toEqual([invoice.name, letter.name, other.name]);
    expect(await namesOf(journal, 'ü')).toEqual([invoice.name]);
    expect(await namesOf(journal, '2026 müll')).toEqual([invoice.name]);
    expect(await namesOf(journal, 'muller rechnung')).toEqual([invoice.name]);
    expect(await namesOf(journal, 'mueller')).toEqual([invoice.name]);
    expect(await namesOf(journal, 'order letter')).toEqual([letter.name]);
    expect(await namesOf(journal, 'nothing like it')).toEqual([]);
    expect(await namesOf(journal, '   ')).toHaveLength(3);
  });

  it.each([
    ['Müller', ['Müller', 'MUELLER', 'muller', 'ller']],
    ['Straße', ['Strasse', 'STRAẞE']],
    ['Énergie', ['energie', 'E\u0301nergie']],
    ['서울', ['서울', '서']],
    ['কো', ['কো']],
    ['ガス', ['ガス', 'カ\u3099ス']],
    ['Ørsted', ['ørsted']],
    ['Quelle12', ['E12', 'elle']],
  ])('%s is found as it is written and as it can be typed', (name, typed) => {
    expect(typed.filter((each) => searchedWords(each).some((word) => !findable(name).includes(word)))).toEqual([]);
  });

  it('holds together with stage and source', async () => {
    const { journal } = await openTestJournal();
    const items = ['inbox', 'inbox', 'scanner'].map((sourceId, index) =>
      someItem({ sourceId, name: `invoice ${index}.pdf` }),
    );
    await committed(journal, ...items.map((item) => added(item)), added(someItem({ name: 'letter' })));
    await committed(journal, moved(items[1]?.id ?? '', 'accepted', 'held'));

    expect(await namesOf(journal, 'invoice', { sourceId: 'inbox' })).toEqual(['invoice 1.pdf', 'invoice 0.pdf']);
    expect(await namesOf(journal, 'invoice', { stages: ['held'] })).toEqual(['invoice 1.pdf']);
    expect(await namesOf(journal, 'invoice', { stages: ['accepted'], sourceId: 'scanner' })).toEqual(['invoice 2.pdf']);
    expect(await namesOf(journal, 'invoice', { stages: [] })).toEqual([]);
  });

  it('counts and pages the same, in any order and group, and finds anew what changed since', async () => {
    const { journal } = await openTestJournal();
    const items = ['b', 'a', 'c'].map((letter) => someItem({ name: `bill ${letter}.pdf` }));
    await committed(journal, ...items.map((item) => added(item)), added(someItem({ name: 'letter' })));
    const page = async (rest: Partial<ItemQuery> = {}): Promise<unknown> => {
      const { rows, total } = await journal.items({ limit: 2, offset: 0, search: 'bill', ...rest });
      return [total, ...rows.map(({ name }) => name)];
    };
    const counted = async (): Promise<readonly number[]> => {
      const { waiting, needsYou } = await journal.itemSummary({ doneSince: 0, search: 'bill' });
      return [waiting, needsYou];
    };
    expect([await counted(), await page()]).toEqual([
      [3, 0],
      [3, 'bill c.pdf', 'bill a.pdf'],
    ]);
    expect(await page({ order: 'oldest', offset: 1 })).toEqual([3, 'bill a.pdf', 'bill c.pdf']);
    expect(await page({ sort: { by: 'name', descending: false } })).toEqual([3, 'bill a.pdf', 'bill b.pdf']);
    await committed(journal, moved(items[1]?.id ?? '', 'accepted', 'held'), added(someItem({ name: 'bill d.pdf' })));
    expect([await counted(), await page({ group: 'waiting' })]).toEqual([
      [3, 1],
      [3, 'bill d.pdf', 'bill c.pdf'],
    ]);
    expect(await page({ group: 'needs-you' })).toEqual([1, 'bill a.pdf']);
    expect(await page({ stages: ['held'] })).toEqual([1, 'bill a.pdf']);
    expect(await page({ sourceId: 'elsewhere' })).toEqual([0]);
  });

  it('finds the same whether the index has caught up with an item or not, also by a changed external id', async () => {
    const { journal, directory } = await openTestJournal();
    const items = Array.from({ length: 6_000 }, (_, index) =>
      someItem({ id: `item-${String(index).padStart(5, '0')}`, name: `scan-${index}-"quoted".tif` }),
    );
    await committed(journal, ...items.map((item) => added(item)));
    const fresh = await namesOf(journal, 'CAN-59', { limit: 1_000 });
    expect(fresh).toHaveLength(111);

    const database = openDatabase(`${directory}/journal.sqlite`, { readOnly: true });
    await expect
      .poll(() => database.get("SELECT value FROM station WHERE name = 'searchable-up-to'")?.['value'])
      .toBe('6000');
    database.close();

    expect(await namesOf(journal, 'CAN-59', { limit: 1_000 })).toEqual(fresh);
    expect(await namesOf(journal, '59-"QUO', { limit: 1_000 })).toHaveLength(60);
    await committed(journal, { kind: 'item-set', itemId: 'item-00007', set: { externalId: 'changed later' } });
    await committed(journal, added(someItem({ name: 'changed earlier' })));
    expect(await namesOf(journal, 'changed')).toEqual(['changed earlier', items[7]?.name]);
    const reader = openJournalReader(directory);
    if (!reader.ok) throw new Error(reader.fault.cause);
    expect((await reader.value.items({ search: 'changed later', limit: 5 })).rows).toHaveLength(1);
    await reader.value.close();
  });

  it('takes any text for a text', async () => {
    const { journal } = await openTestJournal();
    const name = `NEAR("a" AND b*) OR c:d^2 {x} 'y' \\ % _ ü💥 -e`;
    await committed(journal, added(someItem({ name })), added(someItem({ name: 'other' })));
    const letters = Array.from(name.toLowerCase());

    await fc.assert(
      fc.asyncProperty(fc.nat(letters.length - 1), fc.integer({ min: 1, max: 20 }), async (start, length) => {
        const part = letters.slice(start, start + length).join('');
        fc.pre(part.trim() !== '' && part.trim() === part);
        expect(await namesOf(journal, part)).toContain(name);
      }),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (text) => {
        await namesOf(journal, text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('pages of items', () => {
  it('name each item once, whatever comes in between, newest or oldest first', async () => {
    const { journal } = await openTestJournal();
    const items = Array.from({ length: 25 }, (_, index) => someItem({ sourceId: index % 3 === 0 ? 'a' : 'b' }));
    await committed(journal, ...items.map((item) => added(item)));

    const walk = async (query: Partial<ItemQuery>): Promise<readonly string[]> => {
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < 20; pages += 1) {
        const page = await journal.items({ limit: 4, ...query, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...page.rows.map((item) => item.id));
        if (page.next === undefined) break;
        cursor = page.next;
        await committed(journal, added(someItem({ id: `late-${seen.length}-${Math.random()}`, sourceId: 'late' })));
      }
      return seen;
    };
    const expected = items.map((item) => item.id);

    expect(await walk({})).toEqual(expected.toReversed());
    expect((await walk({ order: 'oldest' })).slice(0, 25)).toEqual(expected);
    expect(await walk({ sourceId: 'a' })).toEqual(
      items
        .filter((item) => item.sourceId === 'a')
        .map((item) => item.id)
        .toReversed(),
    );
    expect(await walk({ sourceId: 'b', stages: ['accepted', 'held'], order: 'oldest' })).toEqual(
      items.filter((item) => item.sourceId === 'b').map((item) => item.id),
    );
  });

  it('say where they end', async () => {
    const { journal } = await openTestJournal();
    await committed(journal, added(someItem()), added(someItem()));

    expect((await journal.items({ limit: 2 })).next).toBeUndefined();
    expect((await journal.items({ limit: 1 })).next).toBeDefined();
    expect((await journal.items({ limit: 5, stages: ['held'] })).rows).toEqual([]);
  });
});
