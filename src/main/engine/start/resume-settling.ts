import type { Journal } from '../journal/journal.ts';
import { itemsIn } from '../items/outstanding.ts';

/** What it works with. */
export interface ResumeSettlingParts {
  readonly journal: Pick<Journal, 'items'>;
  readonly known: { pause(itemId: string, paused: boolean): void };
  /** Root folder of a source; null for sources without one. */
  readonly folderOf: (sourceId: string) => string | null;
  /** Lets named files of a source go on. */
  readonly resume: (sourceId: string) => Promise<void>;
}

/** What was settling goes on: hot folders see to theirs, named files have nobody else. */
export async function resumeSettling({ journal, known, folderOf, resume }: ResumeSettlingParts): Promise<void> {
  const named = new Set<string>();
  for await (const item of itemsIn(journal, ['seen', 'settling'])) {
    if (item.paused) known.pause(item.id, true);
    if (folderOf(item.sourceId) === null) named.add(item.sourceId);
  }
  for (const sourceId of named) await resume(sourceId);
}
