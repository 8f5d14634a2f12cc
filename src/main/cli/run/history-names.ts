import type { LogSubject } from '../../../shared/activity-views.ts';
import { queryAnswers } from '../../../shared/contract.ts';
import type { Outcome } from '../../../shared/faults.ts';
import type { CustodyView } from '../../../shared/views.ts';
import { success } from '../../engine/faults/fault.ts';
import type { ReadOnlyDoor } from '../control/open-door.ts';
import { readAnswer } from '../control/read-answer.ts';

/** What lines of the history are about. */
export interface HistoryNames {
  /** Asks for what is not known yet of these lines, oldest first. */
  learn(rows: readonly CustodyView[]): Promise<Outcome<void>>;
  of(row: CustodyView): LogSubject | undefined;
}

/** Lines that are asked for at once. */
const max = 500;

/** Makes the names of one listing: each subject is asked for once. */
export function createHistoryNames(door: ReadOnlyDoor): HistoryNames {
  const known = new Map<string, LogSubject>();
  const asked = new Set<string>();

  return {
    async learn(rows) {
      // From the newest down, as the log is told: lines that follow each other are asked for together.
      for (let at = rows.length - 1; at >= 0; at -= 1) {
        const row = rows[at];
        if (row === undefined || asked.has(row.subjectId)) continue;
        let first = at;
        while (first > 0 && at - first < max - 1 && rows[first - 1]?.sequence === row.sequence - (at - first) - 1) {
          first -= 1;
        }
        const limit = at - first + 1;
        const page = await readAnswer(
          queryAnswers['activity.log'],
          door.query({ name: 'activity.log', before: row.sequence + 1, limit }),
        );
        if (!page.ok) return page;
        for (const subject of page.value.subjects) known.set(subject.id, subject);
        for (const { subjectId } of rows.slice(first, at + 1)) asked.add(subjectId);
      }
      return success(undefined);
    },
    of: ({ subjectId }) => known.get(subjectId),
  };
}
