import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { ItemRecord, NewJob } from '../journal/records.ts';
import { paths } from '../platform/names/paths.ts';
import { itemsIn, jobPages } from '../items/outstanding.ts';

/** What finding originals that were left lying needs. */
export interface StrandedOriginalsDependencies {
  readonly journal: Journal;
  /** The job that sets the item's original aside; null = it stays where it is. */
  readonly asideJob: (item: ItemRecord) => NewJob | null;
  readonly enqueue: (jobs: readonly NewJob[]) => void;
}

const kinds: ReadonlySet<string> = new Set(['tidy', 'look-back']);

/** Jobs that began before their folder was watched were left in the journal. */
async function reviveTidying({ journal, enqueue }: StrandedOriginalsDependencies, sourceId: string): Promise<void> {
  for await (const page of jobPages(journal, ['ready']))
    enqueue(page.filter((job) => kinds.has(job.kind) && job.sourceId === sourceId));
}

const told = new Set(['tidied', 'not-tidied', 'tidy-up-failed']);

/**
 * What is left to tidy in a folder begins as soon as it is watched. And gives duplicates of a source whose original was never set aside their job: an earlier Mailroom wrote it in a commit of its
 * own, and could end in between. Answers how many were found.
 */
export async function reviveStrandedOriginals(
  dependencies: StrandedOriginalsDependencies,
  source: { readonly id: string; readonly folder: string },
): Promise<number> {
  const { journal, asideJob, enqueue } = dependencies;
  await reviveTidying(dependencies, source.id);
  let found = 0;
  for await (const item of itemsIn(journal, ['duplicate'], source.id)) {
    // What was set aside lies in a folder of its own.
    if (item.rule.after === 'keep' || paths.liesIn(join(source.folder, 'duplicates'), item.path)) continue;
    if ((await journal.jobsOf(item.id)).some(({ kind }) => kind === 'tidy')) continue;
    const history = await journal.custody({ subjectIds: [item.id], limit: 1_000 });
    const job = history.some(({ event }) => told.has(event)) ? null : asideJob(item);
    if (job === null) continue;
    const guard = { kind: 'item-moved', itemId: item.id, from: ['duplicate'], trail: [] } as const;
    const outcome = await journal.commit([guard, { kind: 'job-added', job }]);
    if (!outcome.ok) continue;
    found += 1;
    enqueue([job]);
  }
  return found;
}
