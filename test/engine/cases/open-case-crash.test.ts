import { describe, expect, test } from 'vitest';
import { JournalError, type Journal } from '../../../src/main/engine/journal/journal.ts';
import { committed, openTestJournal, added } from '../journal/journal-fixtures.ts';
import { caseItem, createScene, start, uploaded } from './open-case-fixtures.ts';

const rule = { by: 'name', required: ['invoice', 'note'], release: 'complete' } as const;

/** A journal whose user dies at its commit of this number: before it is on disk, or right after. */
function dying(journal: Journal, atCommit: number, after: boolean): Journal {
  let commits = 0;
  return {
    ...journal,
    async commit(changes, actor) {
      commits += 1;
      const last = commits === atCommit;
      if (commits > atCommit || (last && !after)) throw new JournalError('closed', 'died');
      const outcome = await journal.commit(changes, actor);
      if (last) throw new JournalError('closed', 'died');
      return outcome;
    },
  };
}

describe('a station that dies between any two steps of a case', () => {
  test.each([1, 2, 3, 4].flatMap((commit) => [true, false].map((after) => ({ commit, after }))))(
    'sends it once: commit $commit, on disk: $after',
    async ({ commit, after }) => {
      const { journal } = await openTestJournal();
      const required = [...rule.required];
      const items = ['inbox', 'scans'].map((sourceId, index) =>
        caseItem(index === 0 ? '7_invoice.pdf' : '7_note.pdf', { ...rule, required }, { sourceId }),
      );
      const first = createScene(dying(journal, commit, after));
      for (const item of items) {
        const trail = [{ stage: 'accepted', at: start }] as const;
        await committed(journal, { ...added(item, 'seen'), trail }, first.openCases.placed(item));
        await uploaded(journal, item.id, start);
      }
      const [openCase] = (await journal.openCasePage({ offset: 0, limit: 10 })).rows;
      const openCaseId = openCase?.id ?? '';
      const look = (scene: typeof first) => scene.openCases.look(openCaseId).catch(() => undefined);
      await look(first);
      first.clock.advance(5_000);
      await look(first);
      await look(first);
      await first.openCases.stop();

      const second = createScene(journal, start + 60_000);
      await second.openCases.start();
      second.clock.advance(2_000);
      await look(second);
      const submissions = await journal.submissions(['ready'], 10);
      expect(submissions).toMatchObject([{ kind: 'case', externalId: `mailroom-${openCaseId}` }]);
      expect(submissions[0]?.items).toHaveLength(2);
      expect(await journal.jobsOf(submissions[0]?.id ?? '')).toHaveLength(1);
      expect(await journal.openCase(openCaseId)).toMatchObject({ state: 'released', submissionId: submissions[0]?.id });
      await second.openCases.stop();
    },
  );
});
