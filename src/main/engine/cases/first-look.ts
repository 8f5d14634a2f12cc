import type { Change } from '../journal/changes.ts';
import type { Journal } from '../journal/journal.ts';
import type { OpenCaseRecord } from '../journal/open-case-records.ts';
import type { ItemRecord } from '../journal/records.ts';
import { livingMembers, type LivingMember } from './open-case-state.ts';
import { itemPages } from '../journal/pages.ts';

/** What the first look of a station at its open cases needs. */
export interface FirstLookDependencies {
  readonly journal: Pick<Journal, 'items' | 'itemsByIds' | 'places' | 'openCasesIn' | 'commit'>;
  /** The change that finds an item its place. */
  readonly placed: (item: ItemRecord) => Change;
  /** Lets nobody else look at open cases while it acts. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>;
  /** Looks at one open case; in its turn. */
  readonly look: (openCaseId: string) => Promise<void>;
  /** Whether an open case only waits; then its time is kept. */
  readonly rests: (openCase: OpenCaseRecord, members: readonly LivingMember[]) => boolean;
  readonly isStopped: () => boolean;
}

const pageSize = 200;
/** Open cases that are looked at together: what is written about them shares its way to the disk. */
const together = 50;

async function placeForgotten({ journal, placed, isStopped }: FirstLookDependencies): Promise<void> {
  if (isStopped()) return;
  const uploaded = { stages: ['uploaded'], order: 'oldest', limit: pageSize } as const;
  for await (const items of itemPages(journal.items, uploaded)) {
    const cases = items.filter(({ rule }) => rule.mode === 'case');
    const places = new Set((await journal.places(cases.map(({ id }) => id))).map(({ itemId }) => itemId));
    const forgotten = cases.filter(({ id }) => !places.has(id));
    await Promise.all(forgotten.map((item) => journal.commit([placed(item)])));
    if (isStopped()) return;
  }
}

/**
 * The first look after a start: items without a place find one, and all that is not at the service is looked at, in parts that let
 * persons' acts in between. It ends early where the station stops.
 */
export async function lookAtAll(dependencies: FirstLookDependencies): Promise<void> {
  const { journal, inTurn, look, rests, isStopped } = dependencies;
  await placeForgotten(dependencies);
  for (let last: OpenCaseRecord | undefined; !isStopped();) {
    const after = last?.id;
    // In turn: no other look falls between what is read and the time that is kept by it.
    const { page, due } = await inTurn(async () => {
      const page = await journal.openCasesIn(['open', 'held', 'released', 'refused'], pageSize, after);
      const items = await journal.itemsByIds(page.flatMap(({ members }) => members.map(({ itemId }) => itemId)));
      const due = page.filter((openCase) => !rests(openCase, livingMembers(openCase, items))).map(({ id }) => id);
      return { page, due };
    });
    for (let first = 0; first < due.length && !isStopped(); first += together) {
      const part = due.slice(first, first + together);
      await inTurn(() => Promise.all(part.map(look)));
    }
    last = page.at(-1);
    // Not where a page is short: a row that can't be read is left out of it.
    if (last === undefined) return;
  }
}
