import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SavingBar } from '../../../src/renderer/lists/list-menu.tsx';
import { partsOf, rowsByOffset, saveList, useSaving } from '../../../src/renderer/lists/save-list.ts';
import { serviceCaseList } from '../../../src/renderer/screens/cases/case-lists.ts';
import { documentList } from '../../../src/renderer/screens/documents/saved-documents.ts';
import { useToasts } from '../../../src/renderer/stores/toasts.ts';
import { startTexts } from '../../../src/renderer/text/index.ts';
import type { DesktopRequest } from '../../../src/shared/desktop-contract.ts';

afterEach(cleanup);

/** A desktop at which a person chose a place; keeps what it is asked. */
function desktop(answers: Readonly<Record<string, unknown>> = {}): readonly DesktopRequest[] {
  const asked: DesktopRequest[] = [];
  const usual: Readonly<Record<string, unknown>> = {
    'table.begin': { id: 't' },
    'table.add': {},
    'table.end': { path: '/home/list.csv' },
  };
  Object.assign(window, {
    mailroom: {
      desktop(request: DesktopRequest) {
        asked.push(request);
        return Promise.resolve({ ok: true, value: { ...usual, ...answers }[request.name] });
      },
    },
  });
  return asked;
}

const list = (parts: readonly (readonly number[])[]) => ({
  title: 'List',
  total: 4,
  columns: [{ title: 'Number', cell: (row: number) => row }],
  rows: () =>
    partsOf<number, number>((place) => {
      const at = place ?? 0;
      return Promise.resolve({
        ok: true,
        value: { rows: parts[at] ?? [], next: at + 1 < parts.length ? at + 1 : null },
      });
    }),
});

it('saves all parts of a list, in order, and says how many rows there were', async () => {
  await startTexts('en');
  const asked = desktop();
  await saveList(list([[1, 2], [], [3]]), 'csv');
  expect(asked).toEqual([
    { name: 'table.begin', title: 'List', as: 'csv', head: ['Number'] },
    { name: 'table.add', id: 't', rows: [[1], [2]] },
    { name: 'table.add', id: 't', rows: [] },
    { name: 'table.add', id: 't', rows: [[3]] },
    { name: 'table.end', id: 't', keep: true },
  ]);
  expect(useToasts.getState().notices.at(-1)).toMatchObject({ text: '3 rows saved', detail: '/home/list.csv' });
  expect(useSaving.getState().saving).toBeNull();
});

it.each([
  ['rows before go, and new ones come', (list: number[]) => [900, 901, ...list.filter((row) => row % 3 > 0)], false],
  ['nearly all go', (list: number[]) => list.filter((row) => row > 60), false],
  [
    'a row that was not read yet goes to the beginning',
    (list: number[]) => [90, ...list.filter((row) => row !== 90)],
    true,
  ],
])('reads each row once while %s', async (_, change, movesUp) => {
  let list = Array.from({ length: 100 }, (__, row) => row);
  let asked = 0;
  const ask = (offset: number, limit: number) => {
    const rows = list.slice(offset, offset + limit);
    asked += 1;
    if (asked === 2) list = change(list);
    return Promise.resolve({ ok: true as const, value: { rows } });
  };
  const read: number[] = [];
  for await (const part of rowsByOffset<number>(20, String, ask, movesUp)) if (part.ok) read.push(...part.value);
  expect(new Set(read).size).toBe(read.length);
  expect(read).toEqual(expect.arrayContaining(list.filter((row) => row < 900)));
});

it.each([
  ['moves behind what was read', (list: number[]) => [...list.filter((row) => row !== 3), 3]],
  ['moves before it', (list: number[]) => [95, ...list.filter((row) => row !== 95)]],
  ['all turn round', (list: number[]) => [...list].reverse()],
])('reads every row of a list where one %s', async (_, change) => {
  let list = Array.from({ length: 100 }, (__, row) => row);
  let revision = 1;
  const ask = (offset: number, limit: number) => {
    if (offset === 36 && revision === 1) {
      list = change(list);
      revision = 2;
    }
    return Promise.resolve({
      ok: true as const,
      value: { rows: list.slice(offset, offset + limit), total: list.length, revision },
    });
  };
  const read: number[] = [];
  for await (const part of rowsByOffset<number>(20, String, ask)) {
    if (part.ok) read.push(...part.value);
    expect(part.missing).toBeUndefined();
  }
  expect([...read].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (__, row) => row));
});

it('goes on after rows that can not be read, and tells how many they are', async () => {
  await startTexts('en');
  const list = Array.from({ length: 100 }, (_, row) => row);
  const ask = (offset: number, limit: number) =>
    Promise.resolve({
      ok: true as const,
      value: { rows: list.slice(offset, offset + limit).filter((row) => row < 30 || row > 59), total: 100 },
    });
  const asked = desktop();
  await saveList(
    {
      title: 'List',
      total: 100,
      columns: [{ title: 'Number', cell: (row: number) => row }],
      rows: () => rowsByOffset<number>(20, String, ask),
    },
    'csv',
  );
  const rows = asked.flatMap((request) => (request.name === 'table.add' ? request.rows : []));
  expect(rows.map(([row]) => row)).toEqual(list.filter((row) => row < 30 || row > 59));
  expect(useToasts.getState().notices.at(-1)).toMatchObject({
    text: 'Saved without 30 rows: they could not be read, or moved meanwhile. Save the list again.',
  });
});

it('does not take rows that have left the list for others that could not be read', async () => {
  let list = Array.from({ length: 60 }, (_, row) => row);
  let revision = 1;
  const ask = (offset: number, limit: number) => {
    if (offset === 36 && revision === 1) {
      // Five that were read go; five others can't be read.
      list = list.filter((row) => row > 4);
      revision = 2;
    }
    const rows = list.slice(offset, offset + limit).filter((row) => row < 50 || row > 54);
    return Promise.resolve({ ok: true as const, value: { rows, total: list.length, revision } });
  };
  let missing = 0;
  for await (const part of rowsByOffset<number>(20, String, ask)) missing = part.missing ?? missing;
  expect(missing).toBe(5);
});

it.each([
  ['and counts them', 130, 50, 50],
  ['in parts of its own size, and counts them', 130, 15, 15],
  ['and does not count them', null, 50, 50],
  ['in parts of its own size, and does not count them', null, 15, 15],
  ['in parts of a size that it does not name', null, 15, null],
])('reads a list of the service to its end, %s', async (_, total, most, limit) => {
  const list = Array.from({ length: 130 }, (__, row) => row);
  const partOf = (offset: number, atOnce: number) => list.slice(offset, offset + Math.min(atOnce, most));
  const told = (rows: readonly number[]) => ({ rows: rows.length, limit });
  const read: number[] = [];
  const whole = (offset: number, atOnce: number) => {
    const rows = partOf(offset, atOnce);
    return Promise.resolve({ ok: true as const, value: { rows, total, told: told(rows) } });
  };
  for await (const part of rowsByOffset<number>(50, String, whole)) {
    if (part.ok) read.push(...part.value);
    expect(part.missing).toBeUndefined();
  }
  expect(read).toEqual(list);
});

it.each([
  ['every fourth', 4],
  ['every fortieth', 40],
])(
  'reads a list in which %s row is of what was asked for once, with few questions and no complaint',
  async (_, each) => {
    const list = Array.from({ length: 400 }, (__, row) => row);
    let asked = 0;
    const sparse = (offset: number, atOnce: number) => {
      const given = list.slice(offset, offset + atOnce);
      // The last part has none of others, so that its total is told: it counts the others too.
      const rows = given.filter((row) => row % each === 0 || row > 394);
      asked += 1;
      const total = rows.length < given.length ? null : list.length;
      return Promise.resolve({ ok: true as const, value: { rows, total, told: { rows: given.length, limit: 50 } } });
    };
    const read: number[] = [];
    for await (const part of rowsByOffset<number>(50, String, sparse)) {
      if (part.ok) read.push(...part.value);
      expect(part.missing).toBeUndefined();
    }
    expect(read).toEqual(list.filter((row) => row % each === 0 || row > 394));
    expect(asked).toBeLessThan(12);
  },
);

it('ends with a service that gives the same part again and again', async () => {
  const rows = [1, 2, 3];
  const ask = () =>
    Promise.resolve({ ok: true as const, value: { rows, total: null, told: { rows: 3, limit: null } } });
  const read: number[] = [];
  for await (const part of rowsByOffset<number>(50, String, ask)) if (part.ok) read.push(...part.value);
  expect(read).toEqual(rows);
});

it('says of which part of a longer list the rows are, also where some are missing', async () => {
  await startTexts('en');
  desktop();
  const saved = async (total: number) => {
    const part = { rows: [1, 2, 3], total, note: 'Only the newest 500 searched' };
    await saveList(
      { ...list([]), rows: () => rowsByOffset<number>(20, String, () => Promise.resolve({ ok: true, value: part })) },
      'csv',
    );
    return useToasts.getState().notices.at(-1)?.text;
  };
  expect(await saved(3)).toBe('3 rows saved – Only the newest 500 searched');
  expect(await saved(4)).toMatch(/^Saved without 1 row: .* – Only the newest 500 searched$/u);
});

it.each([
  ['searched cases', { name: 'cases.list', search: 'a' }, { totalCount: 1, searched: 500, newestOnly: true }],
  ['documents that were followed here', { name: 'documents.list' }, { totalCount: 1, searched: null, followed: 7 }],
] as const)('a list of %s is saved with how far it looked', async (_, { name }, answer) => {
  await startTexts('en');
  const page = { limit: 50, offset: 0, cases: [], documents: [], ...answer };
  Object.assign(window, { mailroom: { query: () => Promise.resolve({ ok: true, value: page }) } });
  const filters = { typed: '', caseTyped: '', projectId: '', state: 'all', supplier: '', since: '' } as const;
  const made =
    name === 'cases.list'
      ? serviceCaseList({ connectionId: 'office', search: 'a' }, [])
      : documentList('office', { ...filters, sort: 'title' }, null, []);
  const notes: string[] = [];
  for await (const part of made.rows()) if (part.note !== undefined) notes.push(part.note);
  expect(notes).toEqual([expect.stringMatching(/^Only the (?:newest 500|7 documents of this computer)/u)]);
});

it('keeps nothing where it is stopped, or a part can not be read', async () => {
  await startTexts('en');
  render(<SavingBar />);
  const asked = desktop();
  const stopping = list([[1], [2], [3]]);
  await act(() =>
    saveList(
      {
        ...stopping,
        async *rows() {
          for await (const part of stopping.rows()) {
            yield part;
            act(() => screen.getByRole('button', { name: 'Stop' }).click());
          }
        },
      },
      'xlsx',
    ),
  );
  expect(asked.map(({ name }) => name)).toEqual(['table.begin', 'table.add', 'table.end']);
  expect(asked.at(-1)).toMatchObject({ keep: false });
  expect(useToasts.getState().notices.at(-1)).toMatchObject({ text: 'Stopped. Nothing was saved.' });

  const broken = desktop();
  const fault = { code: 'not-found', retry: 'never', owner: 'clerk', params: { subject: 'item', id: 'x' } } as const;
  await act(() =>
    saveList({ ...list([]), rows: () => partsOf<number, number>(() => Promise.resolve({ ok: false, fault })) }, 'csv'),
  );
  expect(broken.at(-1)).toMatchObject({ name: 'table.end', keep: false });
  expect(useToasts.getState().notices.at(-1)).toMatchObject({ kind: 'critical' });
});

it('keeps nothing where the rows end in a mistake', async () => {
  await startTexts('en');
  const asked = desktop();
  const broken = {
    ...list([]),
    async *rows() {
      yield { ok: true as const, value: [1] };
      await Promise.reject(new Error('a mistake'));
    },
  };
  await expect(saveList(broken, 'csv')).rejects.toThrow('a mistake');
  expect(asked.at(-1)).toEqual({ name: 'table.end', id: 't', keep: false });
  expect(useToasts.getState().notices.at(-1)).toMatchObject({ text: 'Stopped. Nothing was saved.' });
  expect(useSaving.getState().saving).toBeNull();
});

it('writes nothing where no place was chosen', async () => {
  await startTexts('de');
  const asked = desktop({ 'table.begin': { id: null } });
  await saveList(list([[1]]), 'xlsx');
  expect(asked).toHaveLength(1);
});
