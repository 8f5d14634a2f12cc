import { describe, expect, it } from 'vitest';
import { sortable } from '../../../src/main/engine/journal/reading/search-text.ts';
import { fc } from '../../support/property.ts';
import { added, committed, moved, openTestJournal, rule, someItem } from './journal-fixtures.ts';

const names = ['Rechnung 2.pdf', 'rechnung 10.pdf', 'Ärger.pdf', 'Zahlung.pdf', 'öl.pdf', 'Angebot.pdf', 'ßa.pdf'];

const sources = ['z-folder', 'a-folder', 'drop', 'scan-post'];
const projects = ['q', 'p'];
/** As a window names them: the ids have another order. What it does not name comes last. */
const orders = { source: ['drop', 'scan-', 'z-folder'], project: ['q', 'p'] } as const;

async function station() {
  const { journal } = await openTestJournal();
  const items = Array.from({ length: 28 }, (_, index) =>
    someItem({
      name: names[index % names.length] ?? '',
      sourceId: sources[index % sources.length] ?? '',
      rule: { ...rule, projectId: projects[Math.trunc(index / 2) % projects.length] ?? '' },
    }),
  );
  await committed(
    journal,
    ...items.map((item) => added(item)),
    ...items.filter((_, index) => index % 3 === 0).map(({ id }) => moved(id, 'accepted', 'held')),
    // One group is so small that it is sorted by itself.
    ...items.filter((_, index) => index % 3 !== 0 && index !== 1).map(({ id }) => moved(id, 'accepted', 'settled')),
  );
  return journal;
}

describe('a sorted list of items', () => {
  it('has umlauts beside their letters, and numbers by their value', () => {
    const told = [
      'Zahn',
      'Ärzte',
      'Azur',
      'Affe',
      'Rechnung 10',
      'rechnung 9',
      'Straße 007',
      'STRASSE 8',
      'Scan0100',
      'Scan99',
    ];
    expect([...told].sort((a, b) => (sortable(a) < sortable(b) ? -1 : 1))).toEqual([
      ...[
        'Affe',
        'Ärzte',
        'Azur',
        'rechnung 9',
        'Rechnung 10',
        'Scan99',
        'Scan0100',
        'Straße 007',
        'STRASSE 8',
        'Zahn',
      ],
    ]);
  });

  it('is in the order of folded names over all of its pages, whatever the group, the search and the page', async () => {
    const journal = await station();
    const group = fc.constantFrom('needs-you', 'on-its-way', 'done', undefined);
    await fc.assert(
      fc.asyncProperty(
        group,
        fc.constantFrom('name', 'since'),
        fc.boolean(),
        fc.constantFrom('', 'pdf', 'rechnung'),
        fc.integer({ min: 1, max: 9 }),
        async (wanted, by, descending, search, limit) => {
          const asked = { group: wanted, search, sort: { by, descending } } as const;
          const whole = await journal.items({ group: wanted, search, limit: 100, order: 'oldest' });
          const rows: { readonly id: string; readonly name: string; readonly stageSince: number }[] = [];
          for (let offset = 0; offset < whole.rows.length; offset += limit) {
            const page = await journal.items({ ...asked, offset, limit });
            expect(page.total).toBe(whole.rows.length);
            rows.push(...page.rows);
          }
          const key = (row: (typeof rows)[number]): string =>
            by === 'name' ? sortable(row.name) : String(row.stageSince).padStart(20, '0');
          const keyed = whole.rows.map((row, index) => ({ row, index }));
          const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
          keyed.sort((a, b) => (before(key(a.row), key(b.row)) || a.index - b.index) * (descending ? -1 : 1));
          expect(rows.map(({ id }) => id)).toEqual(keyed.map(({ row }) => row.id));
        },
      ),
    );
  });

  it('has what is alike together, the newest of it first, whatever the group, the search and the page', async () => {
    const journal = await station();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('needs-you', 'on-its-way', 'done', undefined),
        fc.constantFrom(undefined, 0),
        fc.constantFrom('source', 'project'),
        fc.boolean(),
        fc.constantFrom('', 'pdf', 'rechnung'),
        fc.constantFrom(undefined, 'a-folder'),
        fc.integer({ min: 1, max: 9 }),
        async (group, doneSince, by, descending, search, sourceId, limit) => {
          const asked = { group, doneSince, search, sourceId };
          const order = [...orders[by]];
          const whole = await journal.items({ ...asked, limit: 100, order: 'newest' });
          const rows: string[] = [];
          for (let offset = 0; offset <= whole.rows.length; offset += limit) {
            const page = await journal.items({ ...asked, sort: { by, descending, order }, offset, limit });
            expect(page.total).toBe(whole.rows.length);
            expect(page.rows.length).toBe(Math.min(limit, whole.rows.length - offset));
            rows.push(...page.rows.map(({ id }) => id));
          }
          const rankOf = ({ sourceId: source, rule: { projectId } }: (typeof whole.rows)[number]): number => {
            const value = { source, project: projectId }[by];
            const rank = order.findIndex((name) => value === name || (name === 'scan-' && value.startsWith(name)));
            // What the window does not name comes last, whichever way.
            return rank === -1 ? 100 : descending ? -rank : rank;
          };
          const sorted = [...whole.rows].sort((a, b) => rankOf(a) - rankOf(b));
          expect(rows).toEqual(sorted.map(({ id }) => id));
        },
      ),
    );
  });
});
