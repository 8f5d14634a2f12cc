import type { QueryAnswer } from '../../../shared/contract.ts';
import { unsubmittedStages, type ItemStage } from '../../../shared/item.ts';
import { patientTries } from '../intake/tidy/tidy-job.ts';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord } from '../journal/records.ts';
import type { QueuedJob } from '../queue/job.ts';
import { itemView } from './item-views.ts';
import { jobPages } from './outstanding.ts';

/** What a run with an end waits for. */
export interface OnceQuestion {
  readonly sourceIds: readonly string[];
  readonly itemIds: readonly string[] | null;
  readonly until: 'settled' | 'submitted' | 'handed-over';
}

/** What answering needs. */
export interface OnceDependencies {
  readonly journal: Omit<Journal, 'commit' | 'onChange'>;
  /** Whether each source has looked at everything it found; files that still wait are items already. */
  readonly lookedAt: (sourceId: string) => boolean;
  /** Whether something that follows from what is in the journal is not written yet. */
  readonly isBusy: () => boolean;
  /** Jobs whose attempt is not over: one may be done in the journal while its items still have to move on. */
  readonly running: () => readonly Pick<QueuedJob, 'kind' | 'subjectId' | 'sourceId' | 'attempts'>[];
}

const untilSettled: readonly ItemStage[] = [...unsubmittedStages, 'submitted', 'tracking'];
const maxRows = 200;
/** Fewer than this on their way: what is not handed over is named too, so that a run that ends at its limit names all. */
const maxBeside = 50;

/** Returns whether everything is at its end, and what is not (the first 200). */
export async function answerOnce(
  dependencies: OnceDependencies,
  question: OnceQuestion,
): Promise<QueryAnswer<'items.once'>> {
  const { journal } = dependencies;
  const moving = question.until === 'submitted' ? unsubmittedStages : untilSettled;
  const looking = question.sourceIds.some((sourceId) => !dependencies.lookedAt(sourceId));

  const rows: ItemRecord[] = [];
  let outstanding = 0;
  if (question.itemIds === null) {
    for (const sourceId of question.sourceIds) {
      const counts = await journal.counts(sourceId);
      const here = moving.reduce((sum, stage) => sum + (counts[stage] ?? 0), 0);
      outstanding += here;
      if (here > 0 && rows.length < maxRows) {
        rows.push(
          ...(await journal.items({ sourceId, stages: moving, order: 'oldest', limit: maxRows - rows.length })).rows,
        );
      }
    }
  } else {
    const items = await journal.itemsByIds(question.itemIds);
    const waiting = [...items, ...(await firstsOf(journal, items))].filter(({ stage }) => moving.includes(stage));
    outstanding = waiting.length;
    rows.push(...waiting.slice(0, maxRows));
  }

  // While many are on their way these change nothing, and looking for them takes time.
  if (rows.length < maxBeside && question.until !== 'submitted') {
    const named = new Set(rows.map(({ id }) => id));
    const handing = (await handingOver(dependencies, question)).filter(({ id }) => !named.has(id));
    outstanding += handing.length;
    rows.push(...handing.slice(0, maxRows - rows.length));
  }
  return {
    done: !looking && outstanding === 0 && !dependencies.isBusy(),
    outstanding,
    rows: await Promise.all(rows.map((item) => itemView(journal, item))),
  };
}

/**
 * The items that the duplicates among these repeat: whoever names a file that is still on its way from an earlier run waits for it,
 * not for a row that says so. What a person paused is not waited for.
 */
async function firstsOf(
  journal: OnceDependencies['journal'],
  items: readonly ItemRecord[],
): Promise<readonly ItemRecord[]> {
  const named = new Set(items.map(({ id }) => id));
  const firsts = new Set<string>();
  for (const { stage, duplicateOf } of items)
    if (stage === 'duplicate' && duplicateOf !== null && !named.has(duplicateOf)) firsts.add(duplicateOf);
  if (firsts.size === 0) return [];
  return (await journal.itemsByIds([...firsts])).filter(({ paused }) => !paused);
}

/** Items whose exports are not written, or not reported, or whose original is not tidied away yet. */
async function handingOver(
  { journal, running }: OnceDependencies,
  question: OnceQuestion,
): Promise<readonly ItemRecord[]> {
  const sources = new Set(question.sourceIds);
  const named = question.itemIds === null ? null : new Set(question.itemIds);
  const concerns = (item: ItemRecord): boolean => (named === null ? sources.has(item.sourceId) : named.has(item.id));
  const found = new Map<string, ItemRecord>();

  async function look(jobs: ReturnType<OnceDependencies['running']>): Promise<void> {
    for (const job of jobs) {
      if (job.sourceId !== null && named === null && !sources.has(job.sourceId)) continue;
      // How long a target system takes is not Mailroom's to say: only who asks for it waits for its answer.
      if (job.kind === 'acknowledge' && question.until !== 'handed-over') continue;
      // Nor how long a program keeps an original open: a person knows of it. A later look is for the next start as well.
      if (job.kind === 'look-back' || (job.kind === 'tidy' && job.attempts > patientTries)) continue;
      for (const item of await itemsOfJob(journal, job.kind, job.subjectId))
        if (concerns(item)) found.set(item.id, item);
      if (found.size >= maxRows) return;
    }
  }

  for await (const page of jobPages(journal, ['ready', 'running'])) {
    await look(page);
    if (found.size >= maxRows) break;
  }
  // Last: what ends meanwhile was still listed above, or is done to its very end.
  await look(running());
  return [...found.values()].slice(0, maxRows);
}

async function itemsOfJob(
  journal: OnceDependencies['journal'],
  kind: string,
  subjectId: string,
): Promise<readonly ItemRecord[]> {
  switch (kind) {
    case 'export':
    case 'acknowledge': {
      const record = await journal.export(subjectId);
      return record === null ? [] : journal.itemsOfDocument(record.documentId);
    }
    case 'title':
    case 'write-back':
    case 'transfer':
    case 'reject':
      return journal.itemsOfDocument(subjectId);
    case 'tidy':
    case 'upload':
      return journal.itemsByIds([subjectId]);
    default: {
      const submission = await journal.submission(subjectId);
      return submission === null ? [] : journal.itemsByIds(submission.items.map(({ itemId }) => itemId));
    }
  }
}
