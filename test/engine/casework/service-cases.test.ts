import { describe, expect, it } from 'vitest';
import { createCaseQueries } from '../../../src/main/engine/casework/case-queries.ts';
import { failure, success } from '../../../src/main/engine/faults/fault.ts';
import type { ServiceCase } from '../../../src/main/engine/service/client.ts';
import type { caseKeys } from '../../../src/shared/contract/case-contract.ts';

interface Told {
  readonly title?: string | null;
  readonly externalId?: string | null;
  readonly files?: number | null;
  readonly projectId?: string | null;
  readonly state?: string | null;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

function serviceCase(
  id: string,
  { title = null, externalId = null, files = 1, projectId = null, state = null, ...raw }: Told,
): ServiceCase {
  const told =
    files === null ? {} : { files: Array.from({ length: files }, (_, number) => ({ id: `${id}-${number}` })) };
  return { id, title, externalId, fileBatchId: null, projectId, state, raw: { ...raw, ...told } };
}

/** Questions about the cases of a service that lists these, newest first. */
function casesOf(listed: readonly ServiceCase[]) {
  const seen = { looks: 0, at: 0 };
  const nothing = (): Promise<never[]> => Promise.resolve([]);
  const queries = createCaseQueries({
    journal: { openCasesOfCase: nothing, itemsByFileIds: nothing },
    client: () =>
      success({
        listCases({ offset = 0, limit = 50 }) {
          seen.looks += offset === 0 ? 1 : 0;
          const cases = listed.slice(offset, offset + limit);
          return Promise.resolve(success({ cases, told: cases.length, limit, totalCount: listed.length }));
        },
        getCase: () => Promise.resolve(failure('service-unreachable')),
      }),
    documents: {
      list: () => Promise.resolve(failure('service-unreachable')),
      get: () => Promise.resolve(failure('service-unreachable')),
      knownProjects: () => Promise.resolve(success({ projects: [{ id: 'p1', name: 'Zentrale' }] })),
    },
    now: () => seen.at,
  });
  const sorted = async (by: (typeof caseKeys)[number], descending = false, offset = 0) => {
    const list = { name: 'cases.list', connectionId: 'office', offset, limit: 10 } as const;
    const answer = await queries.list({ ...list, sort: { by, descending } });
    if (!answer.ok) throw new Error(answer.fault.code);
    return { ...answer.value, ids: answer.value.cases.map(({ id }) => id) };
  };
  return { seen, sorted };
}

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T00:00:00Z`;

describe('sorted cases of the service', () => {
  const three = [
    serviceCase('a', {
      title: 'Zander',
      projectId: 'p1',
      state: 'new',
      externalId: 'K 9',
      files: 2,
      createdAt: day(1),
      updatedAt: day(4),
    }),
    serviceCase('b', {
      title: 'Äpfel 10',
      projectId: 'Mitte',
      state: 'done',
      externalId: 'K 10',
      files: 1,
      createdAt: day(3),
    }),
    serviceCase('c', {
      title: 'Äpfel 9',
      projectId: 'a2',
      state: 'doing',
      externalId: 'k 2',
      files: 3,
      createdAt: day(2),
      updatedAt: day(5),
    }),
    serviceCase('d', { files: null }),
  ];

  it.each([
    ['name', ['c', 'b', 'a']],
    ['external', ['c', 'a', 'b']],
    ['files', ['b', 'a', 'c']],
    ['state', ['c', 'b', 'a']],
    // By the name of a project where the service told one.
    ['project', ['c', 'b', 'a']],
    // The day of what never changed is the one that it was made on.
    ['changed', ['b', 'a', 'c']],
  ] as const)('are in the order of %s, and what has none comes last both ways', async (by, order) => {
    const { sorted } = casesOf(three);
    expect((await sorted(by)).ids).toEqual([...order, 'd']);
    expect((await sorted(by, true)).ids).toEqual([...order.toReversed(), 'd']);
  });

  it('say whether older ones may be left out', async () => {
    const many = Array.from({ length: 501 }, (_, number) => serviceCase(`c${number}`, { files: number }));
    expect(await casesOf(many).sorted('files', true)).toMatchObject({
      ...{ totalCount: 500, searched: 500, newestOnly: true },
      ids: ['c499', 'c498', 'c497', 'c496', 'c495', 'c494', 'c493', 'c492', 'c491', 'c490'],
    });
    expect(await casesOf(many.slice(0, 499)).sorted('files')).toMatchObject({ totalCount: 499, newestOnly: false });
  });

  it('are read once for pages that follow each other within five seconds, and anew for the same one', async () => {
    const { seen, sorted } = casesOf(three);
    await sorted('files');
    await sorted('files', false, 10);
    expect(seen.looks).toBe(1);
    await sorted('files', false, 10);
    expect(seen.looks).toBe(2);
    seen.at += 4_999;
    await sorted('files');
    expect(seen.looks).toBe(2);
    seen.at += 1;
    await sorted('files', true);
    expect(seen.looks).toBe(3);
  });
});
